"""Eleven-point average precision document by document: Yang's six steps.

For one document the classes are ranked by score, and the correct ones are to be found. Steps 1
to 4 make eleven precisions of each document; steps 5 and 6 are `eleven_point.mean_levels` and
the average of the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from scipy import sparse

from metrics.ranking.curves import OperatingPoints, hit_points
from metrics.side_by_side import side_by_side
from metrics.tallies import tally_scores
from metrics.typing import Array

# What step 3 does when recall 1.0 is never reached: take the precision of the point closest in
# recall wherever it lies, or only if it lies in [0.9, 1.0). The text leaves it open.
Reading = Literal["closest", "interval"]
READINGS: tuple[Reading, ...] = get_args(Reading)

# pairs of a correct class and a competing class that are compared at a time: as many as a
# processor keeps beside it
COMPARISONS = 1_000_000


@dataclass(frozen=True)
class YangSteps:
    """One document's way through steps 1 to 4.

    `ranking`: indices of the ranked classes by falling score, the earlier among equals first.
    `points`: step 1, one per distinct score of a correct class. `interval`: per point, 0..9 for
    recall in [0, .1), ..., [.9, 1), and 10 for recall 1. `representatives`, `interpolated`:
    steps 2 and 3, and step 4, shape (11,), in [0, 1]; NaN if the document has no correct class.
    """

    ranking: Array
    points: OperatingPoints
    interval: Array
    representatives: Array
    interpolated: Array


def yang_steps(scores: Array, correct: Array, reading: Reading = "closest") -> YangSteps:
    """Steps 1 to 4 for one document: scores, shape (classes,), NaN where never ranked.

    `correct` is a boolean mask, shape (classes,). Equal scores enter together, and precision is
    taken after all of them. Source: 2011 note, section 4; the tie rule is this project's.
    """
    ranked = np.flatnonzero(~np.isnan(scores))
    ranking = ranked[np.argsort(-scores[ranked], kind="stable")]
    points = hit_points(
        tally_scores(scores[ranked], correct[ranked], unscored_positives=_unranked(scores, correct))
    )
    interval = _interval(points.tp, points.r)
    if points.r == 0:
        undefined = np.full(11, np.nan)
        return YangSteps(ranking, points, interval, undefined, undefined)
    none = np.zeros(len(points), dtype=np.int64)
    representatives = _representatives(none, interval, points.precision, 1, reading)
    return YangSteps(
        ranking, points, interval, representatives[0], _interpolated(representatives)[0]
    )


@dataclass(frozen=True)
class DocumentPoints:
    """Step 1 for every document: grouped by document, in order of rising recall.

    `document`, `interval` (as in YangSteps) and `precision` have one length; `r`, shape
    (documents,): how many correct classes each document has.
    """

    document: Array
    interval: Array
    precision: Array
    r: Array

    def levels(self, reading: Reading) -> Array:
        """Steps 2 to 4: interpolated precision, shape (documents, 11), in [0, 1].

        NaN for a document without correct classes.
        """
        found = _representatives(self.document, self.interval, self.precision, len(self.r), reading)
        # in place: of many documents each copy takes much memory
        from_last = found[:, ::-1]
        np.maximum.accumulate(from_last, axis=1, out=from_last)
        found[self.r == 0] = np.nan
        return found


def document_points(scores: Array | sparse.csr_array, labels: sparse.sparray) -> DocumentPoints:
    """Step 1 for every document.

    `scores` is (classes, documents), NaN where never ranked, or csr with listed classes only;
    `labels` boolean (documents, classes). Time grows with the number of labels times that of
    classes. Source: 2011 note, section 4.
    """
    by_document = sparse.csr_array(labels)
    r = np.diff(by_document.indptr)
    hits = _listed_hits if sparse.issparse(scores) else _dense_hits
    document, assigned = hits(scores, by_document)
    # one whole number a pair: within a document those of falling scores have more assigned
    base = by_document.shape[1] + 1
    pairs = np.sort(document.astype(np.int64) * base + assigned)
    # the last of equal scores in a document stands for all of them
    last = np.flatnonzero(np.diff(pairs, append=-1))
    document, assigned = np.divmod(pairs[last], base)
    before = np.cumsum(np.bincount(pairs // base, minlength=len(r)))
    found = last + 1 - np.concatenate([[0], before])[document]
    return DocumentPoints(document, _interval(found, r[document]), found / assigned, r)


def _unranked(scores: Array, correct: Array) -> int:
    return int(np.sum(correct & np.isnan(scores)))


def _interval(found: Array, r: Any) -> Array:
    # in integers: 3 of 10 lies in [.3, .4), which 0.1 * 3 would deny
    return 10 * found // np.maximum(r, 1)


def _representatives(
    document: Array, interval: Array, precision: Array, documents: int, reading: Reading
) -> Array:
    """Steps 2 and 3; points grouped by document, in order of rising recall."""
    out = np.zeros((documents, 11))
    np.maximum.at(out, (document, interval), precision)
    last = np.flatnonzero(np.diff(document, append=documents) != 0)
    # recall only rises, so the point closest to 1.0 is the last one
    near = last if reading == "closest" else last[interval[last] >= 9]
    out[document[near], 10] = precision[near]
    return out


def _interpolated(representatives: Array) -> Array:
    return np.maximum.accumulate(representatives[:, ::-1], axis=1)[:, ::-1]


def _dense_hits(scores: Array, labels: sparse.csr_array) -> tuple[Array, Array]:
    """Per ranked correct pair: its document, and how many classes score at least that."""
    document = np.repeat(np.arange(labels.shape[0]), np.diff(labels.indptr))
    score = scores[labels.indices, document]
    ranked = ~np.isnan(score)
    document, score = document[ranked], score[ranked]
    assigned = np.empty(len(document), dtype=np.int64)
    step = max(1, COMPARISONS // max(1, scores.shape[0]))

    def count(block: int) -> None:
        part = slice(block * step, (block + 1) * step)
        others = np.take(scores, document[part], axis=1)
        assigned[part] = (others >= score[part]).sum(axis=0, dtype=np.int32)

    blocks = -(-len(document) // step)
    side_by_side(count, blocks, len(document) * len(scores))
    return document, assigned


def _listed_hits(scores: sparse.csr_array, labels: sparse.csr_array) -> tuple[Array, Array]:
    listed = sparse.csc_array(scores)
    document = np.repeat(np.arange(listed.shape[1]), np.diff(listed.indptr))
    order = np.lexsort((-listed.data, document))
    document, klass, score = document[order], listed.indices[order], listed.data[order]
    group_end = np.flatnonzero(
        np.append((document[1:] != document[:-1]) | (score[1:] != score[:-1]), len(document) > 0)
    )
    end = group_end[np.searchsorted(group_end, np.arange(len(document)))]
    assigned = end + 1 - np.searchsorted(document, document)
    width = labels.shape[1]
    true_pairs = np.repeat(np.arange(labels.shape[0]), np.diff(labels.indptr)) * width
    correct = np.isin(document * width + klass, true_pairs + labels.indices)
    return document[correct], assigned[correct]
