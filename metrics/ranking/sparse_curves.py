"""Every curve's numbers for very many classes at once: of each class what its own tally gives.

The sums are made in the order in which `break_even`, `eleven_point` and `average_precision` make
them, so that the numbers are the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, overload

import numpy as np

from metrics.measures import ratio
from metrics.ranking.break_even import NAN, NEAR, UNDEFINED, BreakEven, least_gap
from metrics.ranking.eleven_point import LEVELS, ElevenPoint
from metrics.ranking.trec_eval import Version, hits_wanted
from metrics.sparse_scores import ListedTallies
from metrics.typing import Array

HOW: tuple[Literal["undefined", "interpolated", "exact"], ...] = (
    "undefined",
    "interpolated",
    "exact",
)


@dataclass(frozen=True, eq=False)
class SparseBreakEvens(Sequence[BreakEven]):
    """The break-even points of many classes, as arrays of shape (classes,).

    `how`: indices into HOW; `threshold`, `assigned`, `tp`, `r`: as in BreakEven, of a class.
    """

    how: Array
    threshold: Array
    assigned: Array
    tp: Array
    r: Array

    @cached_property
    def precision(self) -> Array:
        """At each point; NaN where undefined."""
        return np.where(self.how > 0, ratio(self.tp, self.assigned), NAN)

    @cached_property
    def recall(self) -> Array:
        """At each point; NaN where undefined."""
        return np.where(self.how > 0, ratio(self.tp, self.r), NAN)

    @cached_property
    def value(self) -> Array:
        """(P + R) / 2 at each point; NaN where undefined."""
        return (self.precision + self.recall) / 2

    def __len__(self) -> int:
        return len(self.how)

    def __iter__(self) -> Iterator[BreakEven]:
        arrays = self.value, self.how, self.threshold, self.precision, self.recall
        for value, how, *rest in zip(
            *(a.tolist() for a in (*arrays, self.assigned, self.tp)), strict=True
        ):
            yield BreakEven(value, HOW[how], *rest) if how else UNDEFINED

    @overload
    def __getitem__(self, c: int) -> BreakEven: ...
    @overload
    def __getitem__(self, c: slice) -> SparseBreakEvens: ...
    def __getitem__(self, c: int | slice) -> BreakEven | SparseBreakEvens:
        arrays = self.how, self.threshold, self.assigned, self.tp, self.r
        part = c if isinstance(c, slice) else slice(c, c + 1 or None)
        found = SparseBreakEvens(*(array[part] for array in arrays))
        if isinstance(c, slice):
            return found
        if not len(found):
            raise IndexError(c)
        return next(iter(found))


@dataclass(frozen=True, eq=False)
class SparseElevenPoints(Sequence[ElevenPoint]):
    """The eleven points of many classes: `levels`, shape (classes, 11), NaN where undefined."""

    levels: Array

    def __len__(self) -> int:
        return len(self.levels)

    @overload
    def __getitem__(self, c: int) -> ElevenPoint: ...
    @overload
    def __getitem__(self, c: slice) -> SparseElevenPoints: ...
    def __getitem__(self, c: int | slice) -> ElevenPoint | SparseElevenPoints:
        return (
            SparseElevenPoints(self.levels[c])
            if isinstance(c, slice)
            else ElevenPoint(self.levels[c])
        )


@dataclass(frozen=True)
class _Runs:
    """The pairs of one class and score together, by class and rising score; all of one length."""

    klass: Array
    start: Array
    assigned: Array
    tp: Array

    def __getitem__(self, which: Array) -> _Runs:
        return _Runs(self.klass[which], self.start[which], self.assigned[which], self.tp[which])


def _runs(tallies: ListedTallies) -> _Runs:
    start = np.flatnonzero(tallies.first_of(tallies.scores))
    klass = tallies.classes[start]
    end = tallies.ends[klass + 1]
    tp = tallies.hits_before[end] - tallies.hits_before[start]
    return _Runs(klass, start, end - start, tp)


def break_evens(tallies: ListedTallies) -> SparseBreakEvens:
    """The break-even point of every class, as `break_even` finds it."""
    r, runs = tallies.r, _runs(tallies)
    how, place = np.zeros(len(r), dtype=np.int64), np.zeros(len(r), dtype=np.int64)
    exact = np.flatnonzero(runs.assigned == r[runs.klass])
    how[runs.klass[exact]], place[runs.klass[exact]] = 2, exact
    rest = np.flatnonzero((how[runs.klass] == 0) & (runs.tp > 0))
    near = rest[_nearest(runs[rest], r)]
    how[runs.klass[near]], place[runs.klass[near]] = 1, near
    defined = np.flatnonzero(how)
    points = runs[place[defined]]
    threshold = np.full(len(r), NAN)
    threshold[defined] = tallies.scores[points.start]
    assigned, tp = np.zeros(len(r), dtype=np.int64), np.zeros(len(r), dtype=np.int64)
    assigned[defined], tp[defined] = points.assigned, points.tp
    return SparseBreakEvens(how, threshold, assigned, tp, r)


def _nearest(runs: _Runs, r: Array) -> Array:
    """Of each class the run at which precision and recall are nearest: indices of runs."""
    if not len(runs.klass):
        return np.zeros(0, dtype=np.int64)
    positives = r[runs.klass]
    off = np.abs(positives - runs.assigned)
    gap = runs.tp * (off / (runs.assigned * positives.astype(float)))
    starts = np.flatnonzero(np.diff(runs.klass, prepend=-1))
    sizes = np.diff(np.append(starts, len(gap)))
    least = np.repeat(np.minimum.reduceat(gap, starts), sizes)
    close = np.flatnonzero(gap <= least * (1 + NEAR))
    starts = np.flatnonzero(np.diff(runs.klass[close], prepend=-1))
    ends = np.append(starts[1:], len(close))
    best = close[ends - 1]
    # near ties of the gap are decided in fractions
    for i in np.flatnonzero(ends - starts > 1).tolist():
        falling = close[starts[i] : ends[i]][::-1]
        chosen = least_gap(int(positives[falling[0]]), runs.assigned[falling], runs.tp[falling])
        best[i] = falling[chosen]
    return best


@dataclass(frozen=True)
class _Entries:
    """The runs at which positives enter, class by class and by falling score.

    `ends`, shape (classes + 1,): where those of each class stand. `gained`: positives that enter.
    """

    ends: Array
    klass: Array
    tp: Array
    gained: Array
    precision: Array


def _entries(tallies: ListedTallies) -> _Entries:
    runs = _runs(tallies)
    gained = np.diff(tallies.hits_before[np.append(runs.start, len(tallies.scores))])
    some = np.flatnonzero(gained)
    sizes = np.bincount(runs.klass[some], minlength=len(tallies))
    ends = np.append(0, np.cumsum(sizes))
    # backwards within each class
    backwards = np.repeat(ends[:-1] + ends[1:] - 1, sizes) - np.arange(len(some))
    some = some[backwards]
    at = runs[some]
    return _Entries(ends, at.klass, at.tp, gained[some], at.tp / at.assigned)


def average_precisions(tallies: ListedTallies) -> Array:
    """Average precision of every class, as `average_precision` has it, shape (classes,)."""
    entries, r = _entries(tallies), tallies.r
    terms = entries.gained * entries.precision
    sizes = np.diff(entries.ends)
    sums = np.zeros(len(r))
    # classes of as many entries at a time: sums of rows are made as those of single arrays
    by_size = np.argsort(sizes, kind="stable")
    bounds = np.flatnonzero(np.diff(sizes[by_size], prepend=-1))
    for part in np.split(by_size, bounds[1:]):
        size = sizes[part[0]] if len(part) else 0
        if size:
            sums[part] = terms[entries.ends[part][:, None] + np.arange(size)].sum(axis=1)
    return np.where(r > 0, ratio(sums, r), NAN)


def eleven_points(tallies: ListedTallies) -> SparseElevenPoints:
    """The eleven points of every class, as `eleven_point` has them."""
    entries, r = _entries(tallies), tallies.r
    some = np.flatnonzero(r)
    best_from = _best_from(entries.precision, entries.ends)
    # classes one after the other on one line, each with room for ten times its positives
    room = 10 * int(r.max(initial=0)) + 1
    line = entries.klass * room + 10 * entries.tp
    levels = np.full((len(r), len(LEVELS)), NAN)
    for i in range(len(LEVELS)):
        positions = np.searchsorted(line, some * room + i * r[some])
        reached = positions < entries.ends[some + 1]
        levels[some, i] = np.where(reached, np.append(best_from, 0.0)[positions], 0.0)
    return SparseElevenPoints(levels)


def _best_from(values: Array, ends: Array) -> Array:
    """The largest of each value and those after it of its class, shape as given."""
    places, at = np.unique(values, return_inverse=True)
    sizes = np.diff(ends)
    # classes that stand later weigh less, so that none is above what stands before it
    above = np.repeat(np.arange(len(sizes), 0, -1), sizes) * len(places)
    best = np.maximum.accumulate((above + at)[::-1])[::-1]
    return places[best - above] if len(places) else values


def trec_eval_levels(tallies: ListedTallies, documents: Array, version: Version) -> Array:
    """trec_eval's eleven points of every class, shape (classes, 11), as `eleven_point_of_ranks`.

    `documents`: codes from 0 in the order of the ids, of all documents. The tallies are of all
    pairs that are listed, judged or not.
    """
    rank, r = _ranks(tallies, documents), tallies.r
    ends = tallies.hit_ends
    sizes = np.diff(ends)
    precision = (np.arange(len(rank)) - np.repeat(ends[:-1], sizes) + 1) / rank
    best_from = np.append(_best_from(precision, ends), 0.0)
    some = np.flatnonzero(r)
    wanted = np.maximum(hits_wanted(r[some, None], version) - 1, 0)
    positions = ends[some, None] + wanted
    levels = np.full((len(r), len(LEVELS)), NAN)
    levels[some] = np.where(
        wanted < sizes[some, None], best_from[np.minimum(positions, len(rank))], 0.0
    )
    return levels


def _ranks(tallies: ListedTallies, documents: Array) -> Array:
    """The ranks of the positives, class by class and ascending."""
    with np.errstate(over="ignore"):
        single = tallies.scores.astype(np.float32)
    start = np.flatnonzero(tallies.first_of(single))
    sizes = np.diff(np.append(start, len(single)))
    hits = np.diff(tallies.hits_before[np.append(start, len(single))])
    run = np.repeat(np.arange(len(start)), sizes)
    # those before it by score, and of equal ones by document, both descending
    above = tallies.ends[tallies.classes + 1] - start[run]
    within = np.zeros(len(single), dtype=np.int64)
    tied = np.flatnonzero(((sizes > 1) & (hits > 0))[run])
    order = tied[np.lexsort((documents[tallies.documents[tied]], run[tied]))]
    within[order] = tied - start[run[tied]]
    hit = tallies.positive
    ranks = (above - within)[hit]
    klass = tallies.classes[hit]
    return ranks[np.lexsort((ranks, klass))]
