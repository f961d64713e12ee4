"""How far two parts of the data are apart in lengths, words and classes, beside chance.

Last, whether a small classifier tells the two apart by what their texts hold.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.averaging import mean_of
from metrics.measures import ratio
from metrics.typing import Array

# --- how far two parts of the data are apart in their lengths, words and classes, beside chance


RANDOM_SPLITS = 99
# a word in so many groups that none of them is in the first part so seldom is never unseen
HARDLY_EVER = 1e-6
DRAWS = (999, 199)
MOST_KINDS = 2_000


@dataclass(frozen=True)
class SampleDistance:
    """How far two distributions are apart.

    `value`, in [0, 1]: the largest difference of the shares up to a number; `location`: that
    number, of which and below `first` and `second` are the shares; `p`: of a distance as large by
    chance. NaN where a side is empty.
    """

    value: float
    location: float
    first: float
    second: float
    p: float


def sample_distance(first: Array, second: Array) -> SampleDistance:
    """Kolmogorov and Smirnov's two-sample test; numbers that are NaN are left out.

    p is that of large samples, and too high, never too low, where numbers are equal.
    """
    from scipy.special import kolmogorov

    a, b = (np.sort(side[~np.isnan(side)]) for side in (first, second))
    if not len(a) or not len(b):
        return SampleDistance(*[np.nan] * 5)
    numbers = np.unique(np.concatenate([a, b]))
    up_to = [np.searchsorted(side, numbers, side="right") / len(side) for side in (a, b)]
    largest = int(np.argmax(np.abs(up_to[1] - up_to[0])))
    value = float(abs(up_to[1][largest] - up_to[0][largest]))
    p = float(kolmogorov(value * np.sqrt(len(a) * len(b) / (len(a) + len(b)))))
    return SampleDistance(
        value, float(numbers[largest]), float(up_to[0][largest]), float(up_to[1][largest]), p
    )


@dataclass(frozen=True)
class UnseenWords:
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


def unseen_words(counts: sparse.sparray, second: Array, group: Array, seed: int = 0) -> UnseenWords:
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
        return UnseenWords(np.nan, np.nan, np.nan, np.nan, per_document)
    share = float(in_second[only].sum() / words)
    drawn = _drawn(held, total, int(second.sum()), group, np.random.default_rng(seed))
    # the same sum in another order must not count as more
    p = (1 + int(np.sum(drawn >= share * (1 - 1e-6)))) / (1 + RANDOM_SPLITS)
    return UnseenWords(share, float(drawn.mean()), float(drawn.max()), p, per_document)


def _drawn(
    held: sparse.csr_array, total: Array, size: int, group: Array, rng: np.random.Generator
) -> Array:
    """The shares of random splits, (RANDOM_SPLITS,)."""
    groups = np.unique(group, return_inverse=True)[1]
    sizes = np.bincount(groups)
    into = sparse.csr_array(
        (
            np.ones(len(groups), dtype=np.float32),
            (groups, np.arange(len(groups))),
        )
    )
    grouped = sparse.csc_array(into @ held)
    words = np.asarray(grouped.sum(axis=1)).ravel()
    first = np.ones((len(sizes), RANDOM_SPLITS), dtype=np.float32)
    for b in range(RANDOM_SPLITS):
        order = rng.permutation(len(sizes))
        first[order[np.cumsum(sizes[order]) <= size], b] = 0
    groups_with = np.diff(grouped.indptr)
    rare = (size / len(groups)) ** groups_with >= HARDLY_EVER
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


# --- whether a small classifier tells two parts of the data apart by what their texts hold


FOLDS = 5
# fewer documents of a side say nothing of what their kind is like
LEAST = 10
# documents that every word counts as seen in before any was, spread over the sides as those are:
# many, as of two thousand rare words hundreds lean to one side by chance
PRIOR = 10.0
NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class ClassifierTest:
    """How well documents of two sides are told apart that nothing was learnt from.

    `auc`, in [0, 1]: the chance that of a document of each side, both of one stratum, the second
    side's has the higher score; 0.5 is a guess. `low` to `high`: its 95 % interval. NaN where no
    stratum has ten documents of each side. `score`: (n,), higher for what looks like the second
    side, NaN for documents left out; `weight`: (n,), what each counted for, 0 for those left out.
    """

    auc: float
    low: float
    high: float
    score: Array
    weight: Array

    @property
    def compared(self) -> int:
        """How many documents were compared."""
        return int(np.count_nonzero(self.weight))


def classifier_test(
    features: sparse.sparray, second: Array, group: Array, stratum: Array, seed: int = 0
) -> ClassifierTest:
    """Naive Bayes on what documents have, cross-validated in five folds.

    `features`: (n, terms), above 0 where a document has a term. `second`: mask (n,) of the second
    side. `group`: (n,), documents with equal numbers are in one fold, and count as drawn together.
    `stratum`: (n,), documents are compared with those of equal numbers, and the first side is
    weighed so that it has the second one's strata: what only a stratum tells tells nothing then.

    The variance is that of the placements (DeLong, DeLong and Clarke-Pearson 1988; groups as in
    Obuchowski 1997), doubled: a document is scored by all others and they by it, so that without
    a difference each pair speaks twice. Source of the question: Lopez-Paz and Oquab (2017).
    """
    weight = _weights(second, stratum)
    rows = np.flatnonzero(weight)
    score = np.full(len(second), np.nan)
    if not len(rows):
        return ClassifierTest(np.nan, np.nan, np.nan, score, weight)
    groups = np.unique(group[rows], return_inverse=True)[1]
    fold = _folds(groups, second[rows], seed)
    held = sparse.csr_array(features, dtype=np.float32)[rows]
    held.data[:] = 1
    score[rows] = _scores(held, second[rows], weight[rows], fold)
    auc, low, high = _area(score[rows], second[rows], stratum[rows], groups)
    return ClassifierTest(auc, low, high, score, weight)


def _weights(second: Array, stratum: Array) -> Array:
    """What each document counts for, so that both sides have the same strata; 0 for left out."""
    code, sizes = _in_strata(second, stratum)
    enough = np.min(sizes, axis=0) >= LEAST
    of_first = np.where(enough, ratio(sizes[1], sizes[0]), 0)
    return np.where(second, enough[code], of_first[code]).astype(float)


def _folds(group: Array, second: Array, seed: int) -> Array:
    """The fold of each document, (n,): groups dealt out in turn, by how much is second in them."""
    share = np.bincount(group, second) / np.bincount(group)
    order = np.lexsort((np.random.default_rng(seed).random(len(share)), share))
    turn = np.empty(len(share), dtype=np.int64)
    turn[order] = np.arange(len(share)) % FOLDS
    return turn[group]


def _scores(held: sparse.csr_array, second: Array, weight: Array, fold: Array) -> Array:
    """What a classifier of the other folds says of each document, (n,), 0 in the middle."""
    n = len(second)
    cell = fold + FOLDS * second
    into = sparse.csr_array((weight.astype(np.float32), (cell, np.arange(n))), shape=(2 * FOLDS, n))
    counts = np.asarray((into @ held).toarray(), dtype=np.float64).reshape(2, FOLDS, -1)
    sizes = np.bincount(cell, weight, minlength=2 * FOLDS).reshape(2, FOLDS)
    # of the other folds
    counts = counts.sum(axis=1, keepdims=True) - counts
    sizes = sizes.sum(axis=1, keepdims=True) - sizes
    prior = (PRIOR * ratio(sizes, sizes.sum(axis=0))).reshape(2, FOLDS, 1)
    # what is left of a difference by rounding is nothing
    odds = np.log(np.maximum(counts, 0) + prior) - np.log(np.maximum(sizes, 1e-9))[:, :, None]
    says = (odds[1] - odds[0]).astype(np.float32)
    score = np.zeros(n)
    for f in range(FOLDS):
        rows = np.flatnonzero(fold == f)
        if len(rows):
            log_odds = held[rows] @ says[f]
            score[rows] = log_odds - log_odds.mean()
    return score


def _area(score: Array, second: Array, stratum: Array, group: Array) -> tuple[float, float, float]:
    """The area under the ROC curve within strata, and the ends of its interval."""
    code, sizes = _in_strata(second, stratum)
    side = second.astype(np.int64)
    below = _below(score, second, code) / sizes[1 - side, code]
    placed = np.where(second, below, 1 - below)
    share = sizes[0] * sizes[1] / sizes.sum(axis=0)
    share = share / share.sum()
    of_stratum = np.bincount(code, placed * second) / sizes[1]
    auc = float(share @ of_stratum)
    pull = np.bincount(group, share[code] * (placed - of_stratum[code]) / sizes[side, code])
    reach = NORMAL_95 * float(np.sqrt(2 * np.sum(pull**2)))
    return auc, max(0.0, auc - reach), min(1.0, auc + reach)


def _in_strata(second: Array, stratum: Array) -> tuple[Array, Array]:
    """The stratum of each document as a number from 0, and how many of each side are in each."""
    code = np.unique(stratum, return_inverse=True)[1]
    cells = np.bincount(code * 2 + second, minlength=2 * (1 + int(code.max(initial=-1))))
    return code, cells.reshape(-1, 2).T


def _below(score: Array, second: Array, code: Array) -> Array:
    """How many of the other side and the same stratum score lower; equal ones count half."""
    rank = np.unique(score, return_inverse=True)[1]
    floor = code * (len(rank) + 1)
    at = floor + rank
    found = np.empty(len(score))
    for one in (False, True):
        others, mine = np.sort(at[second != one]), second == one
        lower, up_to = (np.searchsorted(others, at[mine], side) for side in ("left", "right"))
        found[mine] = (lower + up_to) / 2 - np.searchsorted(others, floor[mine])
    return found
