"""Eleven-point average precision by every convention that carries the name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from scipy import sparse

from breakeven.evaluation.scored import ScoredSplit
from metrics.averaging import Undefined
from metrics.incidence import Scores, judged, mask_of, scores_of_class
from metrics.ranking.document_pivot import document_levels
from metrics.ranking.eleven_point import ElevenPoint, eleven_point, macro_eleven_point, mean_levels
from metrics.ranking.trec_eval import Version, trec_eval_eleven_point
from metrics.typing import Array

Convention = Literal[
    "category",
    "pooled",
    "document_closest",
    "document_interval",
    "trec_eval_9",
    "trec_eval_current",
]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)
# trec_eval ranks documents one by one and knows no weights
UNWEIGHTED: tuple[Convention, ...] = ("trec_eval_9", "trec_eval_current")


@dataclass(frozen=True)
class ElevenBy:
    """Eleven points by one convention: means over `units` rankings, `of` there were."""

    convention: Convention
    value: ElevenPoint
    units: int
    of: int


def conventions_of(scored: ScoredSplit) -> tuple[Convention, ...]:
    """The conventions that these documents allow: where they have weights, not trec_eval's."""
    if scored.weights is None:
        return CONVENTIONS
    return tuple(c for c in CONVENTIONS if c not in UNWEIGHTED)


def eleven_by(
    scored: ScoredSplit,
    ids: Array,
    convention: Convention,
    undefined: Undefined = "drop",
) -> ElevenBy:
    """The average of a system on a split, NaN where no ranking has a positive.

    `ids`, shape (documents,), orderable: trec_eval breaks ties by them. `undefined` says what a
    ranking without positives counts as: a class in `category`, a document in `document_*`;
    trec_eval skips it whatever is chosen. ValueError for trec_eval's where
    documents have weights. Source: 2011 note, section 4; trec_eval.
    """
    if convention not in conventions_of(scored):
        raise ValueError(f"the convention {convention!r} has no form with weights")
    if convention == "pooled":
        value = eleven_point(scored.pooled)
        return ElevenBy(convention, value, int(not np.isnan(value.average)), 1)
    if convention == "category":
        rankings = np.array([points.levels for points in scored.eleven_points])
        value = macro_eleven_point(list(scored.eleven_points), undefined)
    elif convention in ("document_closest", "document_interval"):
        reading: Literal["closest", "interval"] = (
            "closest" if convention == "document_closest" else "interval"
        )
        rankings = document_levels(*judged_pairs(scored), reading)
        value = mean_levels(rankings, undefined, scored.weights)
    else:
        version: Version = "9" if convention == "trec_eval_9" else "current"
        rankings = _trec_eval_levels(scored, ids, version)
        value = mean_levels(rankings)
        undefined = "drop"
    defined = int(np.sum(~np.isnan(rankings[:, 0]))) if len(rankings) else 0
    units = len(rankings) if undefined in ("zero", "one") else defined
    return ElevenBy(convention, value, units, len(rankings))


def _trec_eval_levels(scored: ScoredSplit, ids: Array, version: Version) -> Array:
    """One query per class, shape (classes, 11)."""
    # sorted once: the program compares ids in every query
    order = np.unique(ids, return_inverse=True)[1]
    levels = np.empty((len(scored.classes), 11))
    for c in range(len(scored.classes)):
        positive = mask_of(scored.truth, c)
        listed, scores = scores_of_class(scored.scores, c)
        levels[c] = trec_eval_eleven_point(
            scores,
            order[listed],
            positive[listed],
            version,
            int(positive.sum()) - int(positive[listed].sum()),
        ).levels
    return levels


def judged_pairs(scored: ScoredSplit) -> tuple[Scores, sparse.csc_array]:
    """Scores (classes, documents) and labels (documents, classes) of the judged pairs.

    An unjudged pair counts as never ranked and not true: NaN in dense scores, absent in listed
    ones. The arrays are the system's own where everything was judged.
    """
    if scored.unjudged is None:
        return scored.scores, scored.truth
    labels = judged(scored.truth, scored.unjudged)
    document, klass = scored.unjudged.nonzero()
    if not sparse.issparse(scored.scores):
        scores = np.array(scored.scores, dtype=np.result_type(scored.scores, np.float32))
        scores[klass, document] = np.nan
        return scores, labels
    listed = sparse.coo_array(scored.scores)
    documents = listed.shape[1]
    keep = ~np.isin(
        listed.coords[0].astype(np.int64) * documents + listed.coords[1],
        klass.astype(np.int64) * documents + document,
    )
    kept = (listed.data[keep], (listed.coords[0][keep], listed.coords[1][keep]))
    return sparse.csr_array(kept, shape=listed.shape), labels
