"""Which classes are best made one: what they gain beyond what classes of their sizes would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from scipy import sparse

from breakeven.analysis.class_structure.merging import (
    GrowingMerge,
    MergedClasses,
    meetings_of_evaluation,
    sets_of_evaluation,
)
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.averaging import Undefined
from metrics.measures import f_beta
from metrics.merging.merge_gains import Meetings, SetsTogether
from metrics.typing import DEFAULT_BETA, EQUAL, Array


@dataclass(frozen=True, kw_only=True)
class MergedPairs:
    """Micro F if a pair of classes were one: before, after, and after by size; shape (pairs,)."""

    before: float
    after: Array
    by_size: Array


@dataclass(frozen=True, kw_only=True)
class PairGains:
    """Pairs of classes that gain when they are made one, the best first; arrays of one length.

    `first`, `second`: indices of classes. `gain`: in micro F, above 0. `by_size`: that of two
    classes of their sizes that meet as their sizes have it. `beyond`: what is left of it, by which
    they are ranked. `compared`: how many pairs there are in all. `sets`: of classes that documents
    have; None where they are not here.
    """

    evaluation: BaseEvaluation
    beta: float
    first: Array
    second: Array
    gain: Array
    by_size: Array
    compared: int
    sets: Callable[[], SetsTogether] | None = field(default=None, repr=False, compare=False)

    @property
    def beyond(self) -> Array:
        """The gain less that by size."""
        return self.gain - self.by_size

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, chosen: Array) -> PairGains:
        sides = (side[chosen] for side in (self.first, self.second, self.gain, self.by_size))
        first, second, gain, by_size = sides
        return replace(self, first=first, second=second, gain=gain, by_size=by_size)

    def bits_lost(self, most: int) -> Array:
        """What each of the best pairs, at most so many, loses in bits of information.

        As `MergedClasses.bits_lost` of the pair alone. ValueError where documents are not here.
        """
        if self.sets is None:
            raise ValueError("bits follow from sets of classes, which were not counted")
        sets, k = self.sets(), len(self.evaluation.classes)
        before = sets.bits()
        lost = []
        for pair in zip(self.first[:most].tolist(), self.second[:most].tolist(), strict=True):
            column = np.arange(k)
            column[pair[1]] = pair[0]
            into = sparse.csr_array((np.ones(k, dtype=bool), (np.arange(k), column)), shape=(k, k))
            lost.append(before - sets.bits(into))
        return np.array(lost, dtype=float)


def merge_pairs(
    evaluation: Evaluation, first: Array, second: Array, beta: float = DEFAULT_BETA
) -> MergedPairs:
    """What each of these pairs of classes, first < second, would give alone."""
    met, k = meetings_of_evaluation(evaluation), len(evaluation.classes)
    left, right, cells = met.pairs()
    pooled = evaluation.tables.pooled()
    before = float(f_beta(pooled, beta))
    keys, wanted = left * k + right, first * k + second
    place = np.searchsorted(keys, wanted)
    has_met = np.flatnonzero(np.isin(wanted, keys))
    after = np.full(np.shape(first), before)
    after[has_met] = f_beta(cells[place[has_met]].on(pooled), beta)
    by_size = f_beta(met.by_size(first, second).on(pooled), beta)
    return MergedPairs(before=before, after=after, by_size=by_size)


def pair_gains(evaluation: Evaluation, beta: float = DEFAULT_BETA) -> PairGains:
    """Every pair of classes with a gain in micro F beyond that by size, the most of it first.

    Pairs that never meet in a document have no gain. None of them where there are fewer than three
    classes: of two, all that is not the one is the other.
    """
    met, sets = meetings_of_evaluation(evaluation), partial(sets_of_evaluation, evaluation)
    return replace(gains_of(evaluation, met, beta), sets=sets)


def gains_of(evaluation: BaseEvaluation, met: Meetings, beta: float) -> PairGains:
    """As `pair_gains`, of classes that meet as they were counted."""
    k = len(evaluation.classes)
    first, second, cells = met.pairs()
    pooled = evaluation.tables.pooled()
    before = f_beta(pooled, beta)
    gain = f_beta(cells.on(pooled), beta) - before
    by_size = f_beta(met.by_size(first, second).on(pooled), beta) - before
    beyond = gain - by_size
    some = np.flatnonzero((gain > EQUAL) & (beyond > EQUAL) & (k > 2))
    order = some[np.lexsort((second[some], first[some], -beyond[some]))]
    return PairGains(
        evaluation=evaluation,
        beta=beta,
        first=first[order],
        second=second[order],
        gain=gain[order],
        by_size=by_size[order],
        compared=k * (k - 1) // 2,
    )


def merge_best(
    evaluation: Evaluation, steps: int, beta: float = DEFAULT_BETA, undefined: Undefined = "drop"
) -> MergedClasses | None:
    """The best pair made one, then the best pair of what there is then, so many steps at most.

    So larger groups grow. Ends where no pair gains more than by its size, or two classes are left;
    None where none does from the start. ValueError for fewer than one step.
    """
    if steps < 1:
        raise ValueError(f"{steps} is not a number of steps; give one or more")
    growing = GrowingMerge(evaluation, beta)
    while len(growing.steps) < steps:
        pairs = gains_of(growing.now, growing.meetings, beta)
        if not len(pairs):
            break
        best = (growing.members[int(side[0])] for side in (pairs.first, pairs.second))
        # the larger one names the new class first
        larger, smaller = sorted(
            best, key=lambda members: -sum(evaluation.tables.positives[c] for c in members)
        )
        growing.take(larger[0], smaller[0])
    return growing.merged(undefined) if growing.steps else None
