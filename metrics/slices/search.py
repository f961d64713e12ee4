"""Weak slices: searched among all, found beyond chance, confirmed, and each reported once.

Of all slices the one that stands out most is held against what the largest of as many is by
chance. So of data in which nothing matters 3 of 100 show any slice, however many are looked at.
What is reported of a slice is corrected for its having been found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse
from scipy.special import log_ndtr, ndtr

from metrics.incidence import count_per_class
from metrics.measures import ratio
from metrics.slices.conditions import DEPTH, PackedDocuments, choose_slices, pack_documents
from metrics.slices.evidence import (
    DRAWS,
    SliceMoments,
    SliceOutcome,
    bent_back,
    evidence,
    largest_by_chance,
    score_for,
    slice_moments,
    slice_outcome,
    stratum_moments,
    sums_of,
)
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# --- what is said of a slice that was found, so that being found does not flatter it


# halvings of where a corrected value may lie: to a billionth of what is looked through
HALVINGS = 30
# in standard errors: further off nothing is looked for
FAR = 40.0


@dataclass(frozen=True)
class SliceDifference:
    """The mean outcome in a slice and in the rest, had that the slice's mix of strata.

    Documents of a stratum that is wholly in the slice count as no different. `error`: the standard
    error of the difference; NaN for a slice of fewer than two documents.
    """

    inside: float
    rest: float
    error: float

    @property
    def difference(self) -> float:
        """How much higher it is inside."""
        return self.inside - self.rest


def slice_difference(values: Array, strata: Array, mask: Array) -> SliceDifference:
    """A slice beside the rest. `values`, `strata` (codes 0..), `mask`: all of (documents,)."""
    k = int(strata.max()) + 1
    inside, outside = strata[mask], strata[~mask]
    n, m = np.bincount(inside, minlength=k), np.bincount(outside, minlength=k)
    own = ratio(np.bincount(inside, weights=values[mask], minlength=k), n)
    other = ratio(np.bincount(outside, weights=values[~mask], minlength=k), m)
    off = values[~mask] - other[outside]
    spread = ratio(np.bincount(outside, weights=off * off, minlength=k), m)
    other = np.where(np.isnan(other), own, other)
    gaps = values[mask] - other[inside]
    size = len(inside)
    share = n / size
    of_rest = np.nansum(share**2 * ratio(spread, m))
    error = np.sqrt(ratio(np.sum((gaps - gaps.mean()) ** 2), (size - 1) * size) + of_rest)
    rest = float(values[mask].mean() - gaps.mean())
    return SliceDifference(float(values[mask].mean()), rest, float(error))


def corrected_difference(value: float, error: float, needed: float) -> tuple[float, Interval]:
    """A difference that was only looked at as it reached `needed`: median-unbiased, 95 % interval.

    Of all samples in which it reaches that much, the value is below the truth in half, and the
    interval holds the truth in 95 of 100. No end is below 0, for that it is above has been tested.

    Source: the normal distribution cut off at what was needed; Fithian, Sun and Taylor (2014).
    """
    wanted = np.log([0.5, 0.025, 0.975])
    low, high = np.full(3, value - FAR * error), np.full(3, value + FAR * error)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        reached = log_ndtr((middle - value) / error)
        reached -= log_ndtr((middle - min(needed, value)) / error)
        above = reached > wanted
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    ends = np.maximum(0.0, (low + high) / 2)
    return float(ends[0]), Interval(ends[1], ends[2])


# --- Weak slices: searched among all, found beyond chance, confirmed, and each said once
#
# Of all slices the one that stands out most is held against what the largest of as many is by
# chance. So of data in which nothing matters 3 of 100 show any slice, however many are looked at.


# family-wise; 5 in 100 are promised, and this leaves room for where sums are only nearly normal
LEVEL = 0.03
# with each further condition the evidence has to be so many times what it had to be without: there
# are many more slices of three conditions than of one, and they are the harder to act on
FURTHER = 4.0
# so many slices are said; what more there is has been told by them, nearly always
MOST_REPORTED = 20
# in either half more than what its strata have
SAME_WAY = 0.5
# a slice of more conditions has to be weaker than the one it is part of by so much
WEAKER = 1.1


@dataclass(frozen=True, kw_only=True)
class WeakSlice:
    """A slice in which the outcome is more frequent, or higher, than in the rest.

    `conditions`: columns of what was searched, ascending. `inside`: the mean outcome; `rest`: that
    of the others, had they the slice's mix of strata. `p`: family-wise, `q`: false discovery rate.
    `difference`, with its `interval`: corrected for its having been found. `confirmed`: the p-value
    in the random half in which it stands out less.
    """

    conditions: tuple[int, ...]
    documents: int
    inside: float
    rest: float
    p: float
    q: float
    difference: float
    interval: Interval
    confirmed: float

    @property
    def gain(self) -> float:
        """By how much the sum of outcomes fell if the slice were as the rest: documents set right.

        As counted here; by `difference` it would be less.
        """
        return self.documents * (self.inside - self.rest)


@dataclass(frozen=True)
class SliceSearch:
    """What came of a search. `weak`: the slices, the most telling first.

    `slices_searched`: how many slices of one, two and three conditions. `explained`: how many more
    stand out, which those in `weak` explain. `least`: documents that a slice had to hold.
    """

    weak: tuple[WeakSlice, ...]
    slices_searched: tuple[int, ...]
    explained: int
    least: int


def weak_slices(  # noqa: PLR0913 - what is searched, and what a slice has to be
    held: sparse.sparray,
    group_of: Array,
    values: Array,
    strata: Array,
    least: int,
    *,
    seed: int = 0,
    draws: int = DRAWS,
    most: int | None = None,
    level: float = LEVEL,
) -> SliceSearch:
    """Slices of up to three conditions with more of an outcome than elsewhere.

    `held`: which conditions each document meets, boolean (documents, conditions); `group_of`:
    conditions of one group are never put together, (conditions,); `values`: a mask, or finite
    numbers, (documents,); `strata`: codes (documents,): only documents of one stratum are
    compared, so that no slice is weak by its mix of them alone. `least`: documents of a slice, and
    of its rest; `most`: documents of a slice, None for any number. Equal `seed`, equal slices.
    Where nothing matters, any is found in at most 5 of 100 data sets by the usual `level`, which
    is family-wise.

    Source: the largest statistic under permutation, Westfall and Young (1993).
    """
    sizes = count_per_class(held)
    enough = np.flatnonzero((sizes >= least) & (len(values) - sizes >= least))
    if not len(enough) or len(np.unique(values)) < 2:
        return SliceSearch((), (0,) * DEPTH, 0, least)
    rng = np.random.default_rng(seed)
    documents = pack_documents(sparse.csc_array(held)[:, enough], strata)
    outcome = slice_outcome(values)
    slices = choose_slices(documents, group_of[enough], least)
    if most is not None:
        slices = slices[documents.count(slices) <= most]
    if not len(slices):
        return SliceSearch((), (0,) * DEPTH, 0, least)
    depth = (slices < documents.conditions).sum(axis=1)
    counts = np.bincount(depth, minlength=DEPTH + 1)[1:]
    discount = np.log(FURTHER) * (depth - 1.0)
    moments = stratum_moments(documents, outcome.levels)
    drawn = slice_moments(documents, slices, moments, outcome.yes_or_no)
    by_chance = largest_by_chance(
        documents, slices, drawn, discount, outcome.levels, rng, draws=draws
    )
    search = _Search(
        documents=documents,
        slices=slices,
        outcome=outcome,
        drawn=drawn,
        sums=sums_of(documents, slices, outcome).astype(float),
        discount=discount,
        by_chance=np.sort(by_chance),
        first_half=half_of(documents.strata, rng),
        level=level,
    )
    weak, explained = search.select()
    weak = tuple(replace(w, conditions=tuple(enough[list(w.conditions)].tolist())) for w in weak)
    return SliceSearch(weak, tuple(counts.tolist()), explained, least)


def half_of(strata: Array, rng: np.random.Generator) -> Array:
    """Every second document of each stratum, at random; a mask (documents,)."""
    order = np.lexsort((rng.random(len(strata)), strata))
    mask = np.zeros(len(strata), dtype=bool)
    mask[order[::2]] = True
    return mask


def discovery_rates(p: Array) -> Array:
    """For each p-value the least false discovery rate at which it is among the found.

    Source: Benjamini and Hochberg (1995).
    """
    order = np.argsort(p)
    steps = p[order] * len(p) / np.arange(1, len(p) + 1)
    rates = np.empty(len(p))
    rates[order] = np.minimum.accumulate(steps[::-1])[::-1]
    return np.minimum(rates, 1.0)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Search:
    """All slices with what they show, and what the largest shows by chance, ascending."""

    documents: PackedDocuments
    slices: Array
    outcome: SliceOutcome
    drawn: SliceMoments
    sums: Array
    discount: Array
    by_chance: Array
    first_half: Array
    level: float

    def family_wise(self, shown: Array) -> Array:
        """The p-value of evidence less discount: in how many draws any slice shows as much."""
        draws = len(self.by_chance)
        as_much = draws - np.searchsorted(self.by_chance, shown - 1e-9)
        return (1 + as_much) / (1 + draws)

    def shown(self, slices: Array, explained: Array) -> Array:
        """Evidence less discount of some slices, beyond what others explain of their sums."""
        drawn = self.drawn[slices]
        return (
            evidence(drawn.score(self.sums[slices] - explained), drawn.most) - self.discount[slices]
        )

    def select(self) -> tuple[tuple[WeakSlice, ...], int]:
        """The slices that are said, and how many others stand out that are not.

        The one that shows most comes first; every further one has to stand out as far beyond what
        those before it explain.
        """
        every = np.arange(len(self.sums))
        first = self.family_wise(self.shown(every, np.zeros(len(every))))
        left = every[first <= self.level]
        standing, explained = len(left), np.zeros(len(left))
        chosen: list[int] = []
        reported: list[WeakSlice] = []
        while len(left) and len(reported) < MOST_REPORTED:
            shown = self.shown(left, explained)
            best = int(np.argmax(shown))
            candidate = int(left[best])
            if self.family_wise(shown[best : best + 1])[0] > self.level:
                break
            if self._adds(candidate, chosen):
                weak = self._weak(candidate, float(first[candidate]))
                if weak.confirmed < SAME_WAY:
                    reported.append(weak)
                    chosen.append(candidate)
                    beyond = self.sums[candidate] - explained[best] - self.drawn.mean[candidate]
                    words = self.documents.members(self.slices[candidate : candidate + 1])[0]
                    shared = self.documents.count_in(self.slices[left], words)
                    explained += beyond / self.drawn.sizes[candidate] * shared
            keep = np.arange(len(left)) != best
            left, explained = left[keep], explained[keep]
        return tuple(reported), standing - len(reported)

    def _adds(self, candidate: int, chosen: list[int]) -> bool:
        """Whether a slice is weaker than those chosen that it is part of, both shrunk to none."""
        mine = set(self.slices[candidate].tolist())
        parents = [c for c in chosen if mine > set(self.slices[c].tolist()) - {self._none}]
        return all(self._shrunk(candidate) > WEAKER * self._shrunk(parent) for parent in parents)

    @property
    def _none(self) -> int:
        return self.documents.conditions

    def _shrunk(self, candidate: int) -> float:
        """The excess of each document, as if as many documents as a slice needs had none."""
        excess = self.sums[candidate] - self.drawn.mean[candidate]
        return float(excess / (self.drawn.sizes[candidate] + self.drawn.sizes.min()))

    def _weak(self, candidate: int, p: float) -> WeakSlice:
        words = self.documents.members(self.slices[candidate : candidate + 1])
        mask = self.documents.masks(words)[0]
        side = slice_difference(self.outcome.values, self.documents.strata, mask)
        value, interval = corrected_difference(
            side.difference, side.error, self._needed(candidate, side.difference)
        )
        chances = ndtr(-self.drawn.score(self.sums))
        return WeakSlice(
            conditions=tuple(c for c in self.slices[candidate].tolist() if c != self._none),
            documents=int(self.drawn.sizes[candidate]),
            inside=side.inside,
            rest=side.rest,
            p=p,
            q=float(discovery_rates(np.nan_to_num(chances, nan=1.0))[candidate]),
            difference=value,
            interval=interval,
            confirmed=max(
                self._in_half(candidate, half) for half in (self.first_half, ~self.first_half)
            ),
        )

    def _needed(self, candidate: int, difference: float) -> float:
        """The difference from which on the slice would have been found."""
        draws = len(self.by_chance)
        # as many draws may show as much as keep p at the level
        wanted = self.by_chance[draws - int(self.level * (1 + draws) - 1)]
        score = score_for(wanted + self.discount[candidate], self.drawn.most[candidate])
        least = float(bent_back(score, self.drawn.skew[candidate]) * self.drawn.spread[candidate])
        return difference * least / (self.sums[candidate] - self.drawn.mean[candidate])

    def _in_half(self, candidate: int, half: Array) -> float:
        """The chance of as much in a half of the documents, where nothing matters."""
        rows = np.flatnonzero(half)
        part, levels = self.documents.part(rows), self.outcome.levels[rows]
        outcome = SliceOutcome(levels, self.outcome.low, self.outcome.step, self.outcome.yes_or_no)
        slices = self.slices[candidate : candidate + 1]
        drawn = slice_moments(part, slices, stratum_moments(part, levels), outcome.yes_or_no)
        return float(ndtr(-drawn.score(sums_of(part, slices, outcome).astype(float)))[0])
