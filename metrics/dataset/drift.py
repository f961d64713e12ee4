"""How far two parts of the data are apart in their lengths, words and classes, beside chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.averaging import mean_of
from metrics.measures import ratio
from metrics.typing import Array

RANDOM_SPLITS = 99
# a word in so many groups that none of them is in the first part so seldom is never unseen
HARDLY_EVER = 1e-6
DRAWS = (999, 199)
MOST_KINDS = 2_000


@dataclass(frozen=True)
class Distance:
    """How far two distributions are apart.

    `value`, in [0, 1]: the largest difference of the shares up to a number; `at`: that number, of
    which and below `first` and `second` are the shares; `p`: of a distance as large by chance. NaN
    where a side is empty.
    """

    value: float
    at: float
    first: float
    second: float
    p: float


def distance(first: Array, second: Array) -> Distance:
    """Kolmogorov and Smirnov's two-sample test; numbers that are NaN are left out.

    p is that of large samples, and too high, never too low, where numbers are equal.
    """
    from scipy.special import kolmogorov

    one, two = (np.sort(side[~np.isnan(side)]) for side in (first, second))
    if not len(one) or not len(two):
        return Distance(*[np.nan] * 5)
    at = np.unique(np.concatenate([one, two]))
    up_to = [np.searchsorted(side, at, side="right") / len(side) for side in (one, two)]
    most = int(np.argmax(np.abs(up_to[1] - up_to[0])))
    value = float(abs(up_to[1][most] - up_to[0][most]))
    p = float(kolmogorov(value * np.sqrt(len(one) * len(two) / (len(one) + len(two)))))
    return Distance(value, float(at[most]), float(up_to[0][most]), float(up_to[1][most]), p)


@dataclass(frozen=True)
class Unseen:
    """The share of the second part's running words that the first never has, in [0, 1].

    `by_chance`, `highest`: the mean and the highest of as many random splits as `RANDOM_SPLITS`;
    `p`: how often a random split has a share as high, at least 1 / 100. NaN without words.
    `per_document`: of each document, (n,), how many of its words only the second part has.
    """

    share: float
    by_chance: float
    highest: float
    p: float
    per_document: Array


def unseen_words(counts: sparse.sparray, second: Array, group: Array, seed: int = 0) -> Unseen:
    """How new the words of the second part are, beside random splits of the same sizes.

    `counts`: how often each document has each word, (n, words); `second`: mask (n,); `group`:
    (n,), documents with equal numbers stay together in a random split.
    """
    held = sparse.csr_array(counts, dtype=np.float32)
    in_second = np.asarray(held[second].sum(axis=0)).ravel()
    total = np.asarray(held.sum(axis=0)).ravel()
    only = (in_second == total) & (total > 0)
    per_document = held @ only.astype(np.float32)
    words = float(in_second.sum())
    if not words or not total.sum() - words:
        return Unseen(np.nan, np.nan, np.nan, np.nan, per_document)
    share = float(in_second[only].sum() / words)
    drawn = _drawn(held, total, int(second.sum()), group, np.random.default_rng(seed))
    # the same sum in another order must not count as more
    p = (1 + int(np.sum(drawn >= share * (1 - 1e-6)))) / (1 + RANDOM_SPLITS)
    return Unseen(share, float(drawn.mean()), float(drawn.max()), p, per_document)


def _drawn(
    held: sparse.csr_array, total: Array, size: int, group: Array, rng: np.random.Generator
) -> Array:
    """The shares of random splits, (RANDOM_SPLITS,)."""
    of = np.unique(group, return_inverse=True)[1]
    sizes = np.bincount(of)
    into = sparse.csr_array((np.ones(len(of), dtype=np.float32), (of, np.arange(len(of)))))
    grouped = sparse.csc_array(into @ held)
    words = np.asarray(grouped.sum(axis=1)).ravel()
    first = np.ones((len(sizes), RANDOM_SPLITS), dtype=np.float32)
    for b in range(RANDOM_SPLITS):
        order = rng.permutation(len(sizes))
        first[order[np.cumsum(sizes[order]) <= size], b] = 0
    groups_with = np.diff(grouped.indptr)
    rare = (size / len(of)) ** groups_with >= HARDLY_EVER
    has = sparse.csc_array(grouped[:, rare])
    has.data[:] = 1
    unseen = np.asarray(sparse.csr_array(has.T) @ first) == 0
    return np.asarray((total[rare] @ unseen) / np.maximum(words @ (1 - first), 1))


@dataclass(frozen=True)
class MixShift:
    """How far the mixes of classes of two parts are apart as a whole.

    `value`, in [0, 1]: the total variation of the classes' shares; `by_chance`: its mean over
    random splits of the same sizes; `p`: of a chi-square as high in one.
    """

    value: float
    by_chance: float
    p: float


def mix_shift(
    held: sparse.sparray, sizes: Array, first: Array, second: Array, seed: int = 0
) -> MixShift:
    """One test of the mix of classes of two parts, whose units change places at random.

    Units are documents, or groups of documents drawn together, and of p kinds: `held`, (p,
    classes): how many documents of each class a unit has; `sizes`, (p,): of all; `first`,
    `second`, (p,): how many units of each part are of a kind. A document keeps its classes, so
    several classes on one are no several witnesses. NaN where a part is empty or has no class.
    """
    if not second.sum() or not first.sum():
        return MixShift(np.nan, np.nan, np.nan)
    units = sparse.csr_array(held, dtype=float)
    times = DRAWS[len(sizes) > MOST_KINDS]
    every = first + second
    drawn = np.random.default_rng(seed).multivariate_hypergeometric(
        every, int(second.sum()), size=times, method="marginals"
    )
    kinds = np.vstack([second, drawn])
    there, both = kinds @ units, units.T @ every
    expected = both * (kinds @ sizes / (every @ sizes))[:, None]
    chi = ((there - expected) ** 2 / np.where(expected > 0, expected, 1)).sum(axis=1)
    here = both - there
    mixes = (ratio(part, part.sum(axis=1)[:, None]) for part in (there, here))
    apart = np.abs(np.subtract(*mixes)).sum(axis=1) / 2
    p = (1 + int(np.sum(chi[1:] >= chi[0] * (1 - 1e-9)))) / (1 + times)
    return MixShift(float(apart[0]), mean_of(apart[1:]).value, p)


@dataclass(frozen=True)
class Trends:
    """How each class's share of the documents moves over periods; arrays of shape (classes,).

    `begin`, `end`: the shares of the first and last period on a straight line; `p`: of a line as
    steep by chance. NaN for a class in none or all of the documents.
    """

    begin: Array
    end: Array
    p: Array


def trends(counts: Array, sizes: Array) -> Trends:
    """Cochran and Armitage's test of a trend, for each class, widened where documents come in runs.

    `counts`: documents of each class in each period, (classes, periods); `sizes`: of all,
    (periods,), above 0; three periods at least. What the line leaves of the chi-square over the
    periods says how much more they differ than by chance; the slope is judged by that (t with
    periods - 2 degrees of freedom). Source: Cochran (1954), Armitage (1955); McCullagh and Nelder
    (1989), 4.5, for the widening.
    """
    from scipy.special import stdtr

    x = np.arange(len(sizes)) - np.average(np.arange(len(sizes)), weights=sizes)
    share = ratio(counts, sizes)
    mean = counts.sum(axis=1) / sizes.sum()
    spread = np.where((mean > 0) & (mean < 1), mean * (1 - mean), np.nan)
    across = float(sizes @ x**2)
    slope = ((share - mean[:, None]) * sizes) @ x / across
    of_line = slope**2 * across / spread
    every = ((share - mean[:, None]) ** 2 @ sizes) / spread
    freedom = len(sizes) - 2
    wider = np.maximum((every - of_line) / freedom, 1)
    p = 2 * stdtr(freedom, -np.sqrt(of_line / wider))
    line = [np.clip(mean + slope * end, 0, 1) for end in (x[0], x[-1])]
    return Trends(line[0], line[1], p)
