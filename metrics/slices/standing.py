"""How far a slice stands out from its strata, and how much that says for a slice of its size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from metrics.measures import ratio
from metrics.slices.packed import Packed
from metrics.typing import Array

# steps that an outcome of many values is rounded to
STEPS = 255
# below this a skewness changes nothing
STRAIGHT = 1e-4


@dataclass(frozen=True, eq=False)
class Outcome:
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


def outcome_of(values: Array) -> Outcome:
    """A mask, or finite numbers; numbers that are no few whole steps apart are rounded to 255."""
    if values.dtype == bool:
        return Outcome(values.astype(np.int64), 0.0, 1.0, True)
    low, high = float(values.min()), float(values.max())
    whole = bool(np.all(values - low == np.round(values - low))) and high - low <= STEPS
    step = 1.0 if whole or high == low else (high - low) / STEPS
    return Outcome(np.round((values - low) / step).astype(np.int64), low, step, False)


@dataclass(frozen=True, eq=False)
class Moments:
    """Moments of an outcome within each stratum, all of shape (strata,), in levels.

    `spread`: variance, as of a sample, `third`: the third central moment that goes with drawing
    without putting back. Both are 0 where nothing could be drawn otherwise.
    """

    sizes: Array
    mean: Array
    spread: Array
    third: Array


def moments_of(held: Packed, levels: Array) -> Moments:
    """The moments of the outcome in every stratum."""
    n, codes = held.sizes, held.strata
    mean = np.bincount(codes, weights=levels) / n
    off = levels - mean[codes]
    second, third = (np.bincount(codes, weights=off**power) for power in (2, 3))
    return Moments(
        n,
        mean,
        np.nan_to_num(ratio(second, n - 1)),
        np.nan_to_num(ratio(third, (n - 1.0) * np.maximum(n - 2, 0))),
    )


@dataclass(frozen=True, eq=False)
class Drawn:
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

    def __getitem__(self, at: Array | slice) -> Drawn:
        """Some of the slices."""
        return Drawn(self.sizes[at], self.mean[at], self.spread[at], self.skew[at], self.most[at])

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


def drawn_of(held: Packed, slices: Array, strata: Moments, yes_or_no: bool) -> Drawn:
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
    return Drawn(sizes, mean, spread, np.nan_to_num(ratio(third, spread**3)), most)


def _moments(counts: Array, strata: Moments) -> Array:
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


def sums_of(held: Packed, slices: Array, outcome: Outcome) -> Array:
    """The sum of the levels in each slice, shape (slices,)."""
    total = np.zeros(len(slices), dtype=np.int64)
    for bit in range(outcome.bits):
        total += held.count_in(slices, held.words((outcome.levels >> bit) & 1 == 1)) << bit
    return total


def members_of(held: Packed, slices: Array) -> sparse.csr_array:
    """Which documents each slice holds, (slices, documents) of 0 and 1, in single precision."""
    parts = [sparse.csr_array(held.masks(members)) for _, members in held.parts(slices)]
    return sparse.csr_array(sparse.vstack(parts, format="csr"), dtype=np.float32)
