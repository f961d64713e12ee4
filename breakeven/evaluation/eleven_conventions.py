"""Eleven-point average precision by every convention that carries the name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from scipy import sparse

from breakeven.evaluation.scored import ScoredSplit
from breakeven.records import Ids, PackedTexts
from metrics.ascending import first_of_equal
from metrics.averaging import Undefined
from metrics.incidence import count_per_class, members
from metrics.listed import ListedTallies, tally_listed
from metrics.ranking.eleven_point import ElevenPoint, mean_levels
from metrics.ranking.listed import trec_eval_levels
from metrics.ranking.trec_eval import Version, eleven_point_of_ranks, met_in, ranks_in_order
from metrics.side_by_side import side_by_side
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


@dataclass(frozen=True)
class ElevenPoints:
    """The eleven-point averages of a system on a split.

    `ids`: of the documents of the whole truth, orderable; trec_eval breaks ties by them, or by the
    documents' order where there are none.
    """

    scored: ScoredSplit
    ids: Ids | None

    def by(self, convention: Convention, undefined: Undefined = "drop") -> ElevenBy:
        """The average, NaN where no ranking has a positive.

        `undefined` says what a ranking without positives counts as: a class in `category`, a
        document in `document_*`; trec_eval skips it whatever is chosen. ValueError for
        trec_eval's where documents have weights. Source: 2011 note, section 4; trec_eval.
        """
        scored = self.scored
        if convention not in conventions_of(scored):
            raise ValueError(f"the convention {convention!r} has no form with weights")
        if convention == "pooled":
            value = scored.curves.pooled_eleven_point
            return ElevenBy(convention, value, int(not np.isnan(value.average)), 1)
        if convention == "category":
            defined = _defined(scored.curves.levels)
            value = scored.curves.macro_eleven_point(undefined)
        elif convention in ("document_closest", "document_interval"):
            reading: Literal["closest", "interval"] = (
                "closest" if convention == "document_closest" else "interval"
            )
            points = scored.document_points
            defined = points.r > 0
            value = points.mean(reading, undefined, scored.weights)
        else:
            version: Version = "9" if convention == "trec_eval_9" else "current"
            levels = self._trec_eval_levels(version)
            defined = _defined(levels)
            value = mean_levels(levels)
            undefined = "drop"
        units = len(defined) if undefined in ("zero", "one") else int(defined.sum())
        return ElevenBy(convention, value, units, len(defined))

    def _trec_eval_levels(self, version: Version) -> Array:
        """One query per class, shape (classes, 11)."""
        if self._listed is not None:
            return trec_eval_levels(self._listed, self._places, version)
        positives = count_per_class(self.scored.truth)
        queries = zip(self._ranks, positives.tolist(), strict=True)
        levels = [eleven_point_of_ranks(ranks, r, version).levels for ranks, r in queries]
        return np.array(levels).reshape(-1, 11)

    @cached_property
    def _listed(self) -> ListedTallies | None:
        """All classes of listed scores, with pairs that nobody judged, which trec_eval ranks."""
        scored = self.scored
        if not sparse.issparse(scored.given):
            return None
        if scored.unjudged is None and isinstance(scored.tallies, ListedTallies):
            return scored.tallies
        return tally_listed(scored.scores, scored.truth)

    @property
    def _places(self) -> Array:
        """Of each document, shape (documents,), its place by its id; equal ids share one."""
        rows = self.scored.rows
        if self.ids is None:
            return np.arange(len(rows))
        if isinstance(self.ids, PackedTexts):
            return self.ids.places(rows)
        return _in_order(self.ids[rows])

    @cached_property
    def _ranks(self) -> tuple[Array, ...]:
        """Where trec_eval ranks the positives of each class."""
        scored, order = self.scored, self._places

        def of_class(c: int) -> Array:
            positive, scores = members(scored.truth, c), scored.by_class[c]
            if scored.unjudged is None:
                met = scored.curves.met(c)
            else:  # a tally leaves out what nobody judged, which trec_eval ranks
                met = met_in(np.sort(scores), np.sort(scores[positive]))
            return ranks_in_order(met, scores, order, positive)

        return tuple(side_by_side(of_class, len(scored.classes), scored.by_class.size))


def _defined(levels: Array) -> Array:
    """Which rankings of shape (rankings, 11) have a positive, boolean, shape (rankings,)."""
    return ~np.isnan(levels[:, 0])


def _in_order(ids: Array) -> Array:
    """The places of ids that are held as they are, shape (documents,)."""
    # ids are often nearly in order, which a stable sort is quick for
    by_id = np.argsort(ids, kind="stable")
    places = np.empty(len(ids), dtype=np.int64)
    places[by_id] = np.cumsum(first_of_equal(ids[by_id])) - 1
    return places
