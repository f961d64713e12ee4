"""Whether a small classifier tells two parts of the data apart by what their texts hold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.measures import ratio
from metrics.typing import Array

FOLDS = 5
# fewer documents of a side say nothing of what their kind is like
LEAST = 10
# documents that every word counts as seen in before any was, spread over the sides as those are:
# many, as of two thousand rare words hundreds lean to one side by chance
PRIOR = 10.0
NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class ToldApart:
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


def told_apart(
    features: sparse.sparray, second: Array, group: Array, stratum: Array, seed: int = 0
) -> ToldApart:
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
    kept = np.flatnonzero(weight)
    score = np.full(len(second), np.nan)
    if not len(kept):
        return ToldApart(np.nan, np.nan, np.nan, score, weight)
    of = np.unique(group[kept], return_inverse=True)[1]
    fold = _folds(of, second[kept], seed)
    held = sparse.csr_array(features, dtype=np.float32)[kept]
    held.data[:] = 1
    score[kept] = _scores(held, second[kept], weight[kept], fold)
    auc, low, high = _area(score[kept], second[kept], stratum[kept], of)
    return ToldApart(auc, low, high, score, weight)


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
        at = np.flatnonzero(fold == f)
        if len(at):
            said = held[at] @ says[f]
            score[at] = said - said.mean()
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
