"""Eleven-point average precision document by document: Yang's six steps.

Documents that are alike may be counted together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import sparse

from metrics.averaging import Average, Undefined, mean_of
from metrics.parallel import first_of_equal, run_parallel
from metrics.ranking.curves import OperatingPoints, hit_points
from metrics.ranking.eleven_point import ElevenPoint
from metrics.tallies import tally_scores
from metrics.typing import Array

# --- Eleven-point average precision document by document: Yang's six steps
#
# For one document the classes are ranked by score, and the correct ones are to be found. Steps 1
# to 4 make eleven precisions of each document, which steps 5 and 6 average.


# What step 3 does when recall 1.0 is never reached: take the precision of the point closest in
# recall wherever it lies, or only if it lies in [0.9, 1.0). The text leaves it open.
PivotReading = Literal["closest", "interval"]

# the interval from which on the other reading takes a point, [0.9, 1)
NEAR = 9

# scores that are compared at a time: as many as a processor keeps beside it
COMPARISONS = 500_000


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


def yang_steps(scores: Array, correct: Array, reading: PivotReading = "closest") -> YangSteps:
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
    representatives = np.zeros(11)
    np.maximum.at(representatives, interval, points.precision)
    if len(points) and (reading == "closest" or interval[-1] >= NEAR):
        representatives[10] = points.precision[-1]
    interpolated = np.maximum.accumulate(representatives[::-1])[::-1]
    return YangSteps(ranking, points, interval, representatives, interpolated)


@dataclass(frozen=True)
class _Block:
    """Step 2 for some documents: what is best in each interval of recall, and the last point.

    `document` and `precision`, of one length: those with a point in an interval (as in YangSteps),
    and the highest there; the intervals one after the other, of which each begins, and the last
    ends, at `begins`, shape (12,). `last`: the documents that have points, ascending, and of the
    point of each that is closest to recall 1 the `last_interval` and `last_precision`. Documents
    are counted from `start` on, and precisions are places in `different`, which are few: these are
    held of every document.
    """

    start: int
    different: Array
    document: Array
    precision: Array
    begins: Array
    last: Array
    last_interval: Array
    last_precision: Array


@dataclass(frozen=True)
class DocumentPoints:
    """Step 2 for every document, a block of them after the other.

    `r`, shape (documents,): how many correct classes each document has.
    """

    blocks: tuple[_Block, ...]
    r: Array

    def downward(self, reading: PivotReading) -> Iterator[Array]:
        """Steps 3 and 4: interpolated precision at recall 1.0, 0.9, ..., 0.0, in [0, 1].

        Each of shape (documents,), NaN for a document without correct classes. All are the same
        array, which the next level is written to.
        """
        best, none = np.zeros(len(self.r)), self.r == 0
        for level in range(10, -1, -1):
            for block in self.blocks:
                level_points, own = slice(*block.begins[level : level + 2]), best[block.start :]
                documents = block.document[level_points]
                own[documents] = np.maximum(
                    own[documents], block.different[block.precision[level_points]]
                )
                if level == 10:
                    near = slice(None) if reading == "closest" else block.last_interval >= NEAR
                    own[block.last[near]] = block.different[block.last_precision[near]]
            best[none] = np.nan
            yield best

    def mean(
        self, reading: PivotReading, undefined: Undefined = "drop", weights: Array | None = None
    ) -> ElevenPoint:
        """Steps 5 and 6, level by level; a document without correct classes is 0/0.

        `weights`, shape (documents,), weigh the documents.
        """
        levels = self.downward(reading)
        means = [mean_of(level, undefined, weights=weights).value for level in levels]
        return ElevenPoint(np.array(means[::-1]))


def document_points(scores: Array | sparse.csr_array, labels: sparse.sparray) -> DocumentPoints:
    """Steps 1 and 2 for every document.

    `scores` is (classes, documents), NaN where never ranked, or csr with listed classes only;
    `labels` boolean (documents, classes). Time grows with the number of labels times that of
    classes. Source: 2011 note, section 4.
    """
    by_document = sparse.csr_array(labels)
    r = np.diff(by_document.indptr)
    if sparse.issparse(scores):
        return DocumentPoints((_points(*_listed_hits(scores, by_document), r),), r)
    step = max(1, COMPARISONS // max(1, len(scores)))

    def of_block(block: int) -> _Block:
        documents = slice(block * step, (block + 1) * step)
        return _points(*_dense_hits(scores, by_document, documents), r)

    blocks = max(1, -(-len(r) // step))
    values = len(by_document.indices) * len(scores)
    return DocumentPoints(tuple(run_parallel(of_block, blocks, values)), r)


def _points(document: Array, assigned: Array, r: Array) -> _Block:
    """Step 2 of ranked correct pairs, with how many classes are assigned.

    All pairs of a document are here.
    """
    # one whole number a pair: within a document those of falling scores have more assigned
    bits = int(assigned.max(initial=0)).bit_length()
    pairs = (document.astype(np.int64) << bits) | assigned
    pairs.sort()
    # the last of equal scores in a document stands for all of them
    point = np.flatnonzero(np.diff(pairs, append=-1))
    first = first_of_equal(pairs >> bits)
    hits = point + 1 - np.flatnonzero(first)[np.cumsum(first)[point] - 1]
    document, assigned = pairs[point] >> bits, pairs[point] & ((1 << bits) - 1)
    interval = _interval(hits, r[document])
    # the places of precisions are in the order of these
    different, precision = np.unique(hits / assigned, return_inverse=True)
    precision = precision.astype(np.min_scalar_type(len(different)))
    begins = np.flatnonzero(first_of_equal(document * 11 + interval))
    best = np.maximum.reduceat(precision, begins) if len(begins) else precision
    # recall only rises, so the point closest to 1.0 is the last one
    last = np.flatnonzero(np.diff(document, append=-1))
    start = int(document[0]) if len(document) else 0
    document, interval = document - start, interval.astype(np.int8)
    document = document.astype(np.min_scalar_type(int(document.max(initial=0))))
    order = np.argsort(interval[begins], kind="stable")
    of_each = np.bincount(interval[begins], minlength=11)
    return _Block(
        start,
        different,
        document[begins][order],
        best[order],
        np.append(0, np.cumsum(of_each)),
        document[last],
        interval[last],
        precision[last],
    )


def _unranked(scores: Array, correct: Array) -> int:
    return int(np.sum(correct & np.isnan(scores)))


def _interval(hits: Array, r: Any) -> Array:
    # in integers: 3 of 10 lies in [.3, .4), which 0.1 * 3 would deny
    return 10 * hits // np.maximum(r, 1)


def _dense_hits(scores: Array, labels: sparse.csr_array, documents: slice) -> tuple[Array, Array]:
    """Per ranked correct pair: its document, and how many classes score at least that."""
    starts, number = labels.indptr[:-1][documents], np.diff(labels.indptr)[documents]
    order = np.argsort(-number, kind="stable")
    correct, first = number[order], starts[order]
    others = np.take(scores[:, documents], order[correct > 0], axis=1)
    assigned = np.empty(int(number.sum()), dtype=np.int64)
    held = np.min_scalar_type(len(scores))
    begin = int(starts[0]) if len(starts) else 0
    # those with a first correct class, with a second, ...: each time fewer of the same
    for nth in range(int(correct.max(initial=0))):
        entries = first[: np.count_nonzero(correct > nth)] + nth
        own = others[labels.indices[entries], np.arange(len(entries))]
        least = others[:, : len(entries)] >= own
        assigned[entries - begin] = np.add.reduce(least.view(np.uint8), axis=0, dtype=held)
    document = np.repeat(documents.start + np.arange(len(number)), number)
    # a ranked class is itself one of those
    ranked = assigned > 0
    return document[ranked], assigned[ranked]


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


# --- Eleven-point average precision by document, of documents that are alike and counted together


@dataclass(frozen=True)
class CountedPoints:
    """How many documents (`times`) meet how many correct classes at which precision.

    `r`: how many correct classes such a document has; `ranked`: how many of these have a score;
    `hits`: so many of them, at least 1; `best`: the highest precision from there on down its
    ranking, in (0, 1]; `weight` of one document. All of shape (points,). Every `hits` that a
    level of recall asks for is here, and `ranked`.
    """

    r: Array
    ranked: Array
    hits: Array
    best: Array
    weight: Array
    times: Array

    def mean(
        self, reading: PivotReading, undefined: Undefined, r: Array, weights: Array, times: Array
    ) -> ElevenPoint:
        """Yang's steps 5 and 6, as `DocumentPoints.mean`, NaN where no document is left.

        `r`, `weights`, `times`, shape (kinds,): how many correct classes all documents have, how
        much one counts, and how many there are.
        """
        different, own = np.unique(weights, return_inverse=True)
        defined, none = (
            np.bincount(own, times * there, minlength=len(different)) for there in (r > 0, r == 0)
        )
        means = [
            self._level(level, reading, undefined, (different, defined, none))
            for level in range(11)
        ]
        return ElevenPoint(np.array([mean.value for mean in means]))

    def _level(
        self,
        level: int,
        reading: PivotReading,
        undefined: Undefined,
        every: tuple[Array, Array, Array],
    ) -> Average:
        """The mean at one level; `every`: weights, documents with correct classes, others."""
        different, defined, none = every
        # in integers: recall found/r reaches level/10 when 10 found >= level r
        wanted = np.maximum(-(-level * self.r // 10), 1)
        reached = wanted <= self.ranked
        here = self.hits == np.where(reached, wanted, self.ranked)
        counts = reached if reading == "interval" else np.ones_like(reached)
        counts = counts | (10 * self.ranked // self.r >= NEAR)
        values, weight, times = (
            values_by_point[here]
            for values_by_point in (self.best * counts, self.weight, self.times)
        )
        # documents of which nothing is ranked have a precision of 0 everywhere
        rest = defined - np.bincount(
            np.searchsorted(different, weight), times, minlength=len(different)
        )
        return mean_of(
            np.concatenate([values, np.zeros(len(rest)), np.full(len(none), np.nan)]),
            undefined,
            weights=np.concatenate([weight, different, different]),
            times=np.concatenate([times, rest, none]),
        )
