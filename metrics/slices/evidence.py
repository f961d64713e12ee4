"""How far a slice stands out from its strata, and the most that any slice shows by chance.

What a slice shows counts for as much as it says for a slice of its size; chance is what the
largest shows where outcomes have nothing to do with slices.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy import sparse

from metrics.measures import ratio
from metrics.slices.conditions import PackedDocuments
from metrics.typing import Array

# --- how far a slice stands out from its strata, and how much that says for a slice of its size


# steps that an outcome of many values is rounded to
STEPS = 255
# below this a skewness changes nothing
STRAIGHT = 1e-4


@dataclass(frozen=True, eq=False)
class SliceOutcome:
    """What is looked for, of each document: `low + step * levels`; levels are 0.., (documents,).

    `yes_or_no`: it is a mask, so that "twice as frequent" means something.
    """

    levels: Array
    low: float
    step: float
    yes_or_no: bool

    @cached_property
    def values(self) -> Array:
        """The outcome in its own unit, (documents,)."""
        return self.low + self.step * self.levels

    @cached_property
    def bits(self) -> int:
        """How many bits the largest level has."""
        return int(self.levels.max(initial=0)).bit_length()


def slice_outcome(values: Array) -> SliceOutcome:
    """A mask, or finite numbers; numbers that are no few whole steps apart are rounded to 255."""
    if values.dtype == bool:
        return SliceOutcome(values.astype(np.int64), 0.0, 1.0, True)
    low, high = float(values.min()), float(values.max())
    whole = bool(np.all(values - low == np.round(values - low))) and high - low <= STEPS
    step = 1.0 if whole or high == low else (high - low) / STEPS
    return SliceOutcome(np.round((values - low) / step).astype(np.int64), low, step, False)


@dataclass(frozen=True, eq=False)
class StratumMoments:
    """Moments of an outcome within each stratum, all of shape (strata,), in levels.

    `spread`: variance, as of a sample, `third`: the third central moment that goes with drawing
    without putting back. Both are 0 where nothing could be drawn otherwise.
    """

    sizes: Array
    mean: Array
    spread: Array
    third: Array


def stratum_moments(held: PackedDocuments, levels: Array) -> StratumMoments:
    """The moments of the outcome in every stratum."""
    n, codes = held.sizes, held.strata
    mean = np.bincount(codes, weights=levels) / n
    off = levels - mean[codes]
    second, third = (np.bincount(codes, weights=off**power) for power in (2, 3))
    return StratumMoments(
        n,
        mean,
        np.nan_to_num(ratio(second, n - 1)),
        np.nan_to_num(ratio(third, (n - 1.0) * np.maximum(n - 2, 0))),
    )


@dataclass(frozen=True, eq=False)
class SliceMoments:
    """What slices have where outcomes are dealt anew within strata: arrays of shape (slices,).

    `sizes`: documents; `mean`, `spread` (standard deviation) and `skew` of the sum of the levels;
    `most`: how many standard errors above the mean a slice is whose outcome is twice as frequent
    as elsewhere, at most; infinite where the outcome is no mask.
    """

    sizes: Array
    mean: Array
    spread: Array
    skew: Array
    most: Array

    def __getitem__(self, slices: Array | slice) -> SliceMoments:
        """Some of the slices."""
        return SliceMoments(
            self.sizes[slices],
            self.mean[slices],
            self.spread[slices],
            self.skew[slices],
            self.most[slices],
        )

    def score(self, sums: Array) -> Array:
        """Sums of levels as standard normal scores of the same chance; NaN where none could differ.

        `sums`, (slices,).
        """
        return straightened(ratio(sums - self.mean, self.spread), self.skew)


def straightened(standard: Array, skew: Array) -> Array:
    """Standardised sums of known skewness as normal scores.

    Source: Wilson and Hilferty (1931), for a gamma distribution of that skewness.
    """
    bent = np.where(np.abs(skew) < STRAIGHT, 1.0, skew)
    root = np.cbrt(np.maximum(1 + bent * standard / 2, 0))
    return np.where(np.abs(skew) < STRAIGHT, standard, 6 / bent * (root - 1) + bent / 6)


def bent_back(score: Array, skew: Array) -> Array:
    """The inverse of `straightened`."""
    bent = np.where(np.abs(skew) < STRAIGHT, 1.0, skew)
    root = 1 + bent / 6 * (score - bent / 6)
    return np.where(np.abs(skew) < STRAIGHT, score, 2 / bent * (root**3 - 1))


def evidence(score: Array, most: Array) -> Array:
    """The log likelihood ratio of the best effect between none and `most` standard errors.

    So a slice of few documents, which could stand out as far only by chance, counts for less.
    0 for a score that is not above 0 or is undefined.
    """
    above = np.fmax(score, 0.0)
    return np.where(above <= most, above * above / 2, np.fmin(most, 1e9) * (above - most / 2))


def score_for(wanted: Array, most: Array) -> Array:
    """The least score whose evidence is at least so much: the inverse of `evidence`."""
    wanted = np.fmax(wanted, 0.0)
    return np.where(wanted <= most**2 / 2, np.sqrt(2 * wanted), ratio(wanted, most) + most / 2)


def slice_moments(
    held: PackedDocuments, slices: Array, strata: StratumMoments, yes_or_no: bool
) -> SliceMoments:
    """Mean, spread and skewness of every slice, by what it holds of each stratum."""
    columns = [
        np.zeros((0, 4)),
        *(_moments(held.by_stratum(members), strata) for _, members in held.parts(slices)),
    ]
    sizes, mean, variance, third = np.concatenate(columns).T
    spread = np.sqrt(variance)
    most = np.full(len(sizes), np.inf)
    if yes_or_no:
        rise = np.minimum(mean, (sizes - mean) / 2) * (1 - sizes / held.documents)
        most = np.nan_to_num(ratio(rise, spread))
    return SliceMoments(sizes, mean, spread, np.nan_to_num(ratio(third, spread**3)), most)


def _moments(counts: Array, strata: StratumMoments) -> Array:
    """Size, mean, variance and third central moment, (slices, 4), of counts (slices, strata)."""
    rest = strata.sizes - counts
    varying = counts * (rest / strata.sizes)
    return np.column_stack(
        [
            counts.sum(axis=1),
            counts @ strata.mean,
            varying @ strata.spread,
            (varying * (rest - counts)) @ strata.third,
        ]
    )


def sums_of(held: PackedDocuments, slices: Array, outcome: SliceOutcome) -> Array:
    """The sum of the levels in each slice, shape (slices,)."""
    total = np.zeros(len(slices), dtype=np.int64)
    for bit in range(outcome.bits):
        total += held.count_in(slices, held.words((outcome.levels >> bit) & 1 == 1)) << bit
    return total


def members_of(held: PackedDocuments, slices: Array) -> sparse.csr_array:
    """Which documents each slice holds, (slices, documents) of 0 and 1, in single precision."""
    parts = [sparse.csr_array(held.masks(members)) for _, members in held.parts(slices)]
    return sparse.csr_array(sparse.vstack(parts, format="csr"), dtype=np.float32)


# --- the most that any slice shows where outcomes have nothing to do with slices


DRAWS = 1_000
# documents in slices times draws: from here on the overlap of slices is told from some documents
WORK = 500_000_000
# scores below this are not told apart: nothing that low is found
LOW = 2.0
# slices multiplied at once: what comes out stays small
AT_ONCE = 512


def shuffled(levels: Array, strata: Array, draws: int, rng: np.random.Generator) -> Array:
    """Outcomes dealt anew within strata, (documents, draws), every order equally likely."""
    out = np.empty((len(levels), draws), dtype=np.float32)
    order = np.argsort(strata, kind="stable")
    for rows in np.split(order, np.cumsum(np.bincount(strata))[:-1]):
        out[rows] = rng.permuted(np.tile(levels[rows, None], draws), axis=0)
    return out


def largest(
    held: PackedDocuments, slices: Array, drawn: SliceMoments, sums: Array, discount: Array
) -> Array:
    """Of each column the largest evidence less discount that any slice has; shape (draws,).

    No less than the evidence of two standard errors. `sums`: what is summed over the documents of
    a slice, (documents, draws).
    """
    maxima = np.full(sums.shape[1], LOW * LOW / 2)
    for first in range(0, len(slices), AT_ONCE):
        part = slice(first, first + AT_ONCE)
        total, some = members_of(held, slices[part]) @ sums, drawn[part]
        high = np.flatnonzero(total > (some.mean + LOW * some.spread)[:, None].astype(np.float32))
        rows, draw = np.divmod(high, total.shape[1])
        moments = some[rows]
        shown = evidence(moments.score(total[rows, draw]), moments.most) - discount[part][rows]
        np.maximum.at(maxima, draw, shown)
    return maxima


def largest_by_chance(
    held: PackedDocuments,
    slices: Array,
    drawn: SliceMoments,
    discount: Array,
    levels: Array,
    rng: np.random.Generator,
    *,
    draws: int = DRAWS,
) -> Array:
    """The largest evidence less discount in each of so many draws, shape (draws,).

    Outcomes are dealt anew within strata. Where slices hold very many documents in all, every sum
    is as good as normal, and what counts is how slices overlap: that is taken from a part of the
    documents, with a normal number for each.
    """
    held_in_all = int(drawn.sizes.sum())
    if held_in_all * draws <= WORK:
        dealt = shuffled(levels, held.strata, draws, rng)
        return largest(held, slices, drawn, dealt, discount)
    documents = WORK * held.documents // (held_in_all * draws)
    some = np.sort(rng.choice(held.documents, documents, replace=False))
    part = held.part(some)
    variance = stratum_moments(held, levels).spread[np.unique(held.strata[some])]
    normal = rng.standard_normal((documents, draws), dtype=np.float32)
    normal *= np.sqrt(variance)[part.strata, None].astype(np.float32)
    normal -= _means(normal, part.strata)[part.strata]
    nothing = np.zeros(len(variance))
    alike = slice_moments(
        part, slices, StratumMoments(part.sizes, nothing, variance, nothing), False
    )
    return largest(part, slices, replace(alike, most=drawn.most), normal, discount)


def _means(values: Array, strata: Array) -> Array:
    """The means of each stratum, (documents, draws) to (strata, draws)."""
    sizes = np.bincount(strata)
    one = np.ones(len(strata), dtype=np.float32)
    of = sparse.csr_array((one, (strata, np.arange(len(strata)))))
    means: Array = (of @ values) / sizes[:, None].astype(np.float32)
    return means
