"""Whether documents fall into two parts by their words, and which is in which.

Two means on tf-idf always find two parts. Whether they are more than chance is told by finding them
twice, from one half of the words and from the other, which have no word in common: where words come
together only as they would in any text, the two divisions agree no more than chance has it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.typing import EQUAL, Array

# a word in fewer documents, or a smaller share of them, parts no two large parts
LEAST, LEAST_SHARE = 3, 0.05
ROUNDS = 60
# long texts have other words than short ones: so many of like length are compared
ALIKE = 8
DRAWS = 999


@dataclass(frozen=True)
class TwoClusters:
    """Documents in two parts by their words.

    `second`: which are in the second part, boolean (documents,); the first is the larger.
    `agreement`: kappa of the divisions by one half of the words and by the other, 1 where they are
    the same, 0 as by chance among documents of like length; `p` of as much of it by chance. NaN
    where there are not enough documents or words.
    """

    second: Array
    agreement: float
    p: float


def two_clusters(counts: sparse.sparray) -> TwoClusters:
    """The two parts of documents by how often they have each word, (documents, words).

    Source: two means on cosines (Dhillon & Modha 2001), begun at the first principal direction; the
    test by halves of the words is this project's.
    """
    rows = sparse.csr_array(counts, dtype=float)
    n = rows.shape[0]
    texts = np.bincount(rows.indices, minlength=rows.shape[1])
    # a word that all have parts nothing; by how common they are, so that the halves are alike
    words = np.flatnonzero((texts >= max(LEAST, LEAST_SHARE * n)) & (texts < n))
    words = words[np.lexsort((words, -texts[words]))]
    if len(words) < 4 or n < 2 * LEAST:
        return TwoClusters(np.zeros(n, dtype=bool), np.nan, np.nan)
    second = divided(rows[:, words], 0)
    # another beginning for each: from the same one they would agree where nothing divides them
    first_half, second_half = (divided(rows[:, words[half::2]], half + 1) for half in (0, 1))
    length = np.diff(sparse.csr_array(rows[:, words]).indptr)
    return TwoClusters(
        second if 2 * second.sum() <= n else ~second, *agreement(first_half, second_half, length)
    )


def divided(counts: sparse.sparray, seed: int) -> Array:
    """Which of the documents are on one side, by two means on the cosines of their tf-idf.

    Around the mean of all. `seed`: where the search for the principal direction begins.
    """
    weights = _weights(sparse.csr_array(counts))
    mean = np.asarray(weights.mean(axis=0)).ravel()

    def place_on(direction: Array) -> Array:
        return np.asarray(weights @ direction - mean @ direction)

    place = np.random.default_rng(seed).standard_normal(weights.shape[0])
    for _ in range(ROUNDS):
        before, place = place, _unit(place_on(_unit(weights.T @ place - mean * place.sum())))
        if abs(float(before @ place)) > 1 - 1e-7:
            break
    side = place > 0
    for _ in range(ROUNDS):
        centre, other_centre = (
            _unit(weights[on_side].sum(axis=0) - mean * on_side.sum()) for on_side in (side, ~side)
        )
        moved = place_on(centre - other_centre) > 0
        if np.array_equal(moved, side):
            break
        side = moved
    return side


def _unit(vector: Array) -> Array:
    return vector / max(float(np.sqrt(np.sum(vector**2))), EQUAL)


def _weights(counts: sparse.csr_array) -> sparse.csr_array:
    """tf-idf among these documents, rows of unit length, or 0: (1 + ln tf) ln(n / df)."""
    n = counts.shape[0]
    texts = np.maximum(np.bincount(counts.indices, minlength=counts.shape[1]), 1)
    found = counts.copy()
    found.data = (1 + np.log(counts.data)) * np.log(n / texts)[counts.indices]
    length = np.sqrt(np.asarray(found.multiply(found).sum(axis=1)).ravel())
    found.data /= np.repeat(np.maximum(length, EQUAL), np.diff(found.indptr))
    return found


def agreement(division: Array, other: Array, length: Array) -> tuple[float, float]:
    """How far two divisions are the same, whichever side is called which; and p of that by chance.

    Boolean (documents,). By chance: with as many on each side among documents of like `length`, in
    groups of some eight. p from 999 seeded draws. NaN where either has all of them on one side.
    """
    n = len(division)
    groups = max(1, n // ALIKE)
    group = np.empty(n, dtype=np.int64)
    group[np.argsort(length, kind="stable")] = np.arange(n) * groups // n
    size, a, b = (
        np.bincount(group, weights, groups).astype(np.int64) for weights in (None, division, other)
    )
    expected = float(np.sum(a * b / size))
    both = int(np.sum(division & other))
    drawn = np.random.default_rng(0).hypergeometric(a, size - a, b, (DRAWS, groups)).sum(axis=1)
    far = np.abs(drawn - expected) >= abs(both - expected) - EQUAL * n
    same = int(np.sum(division == other))
    same_expected = float(np.sum((a * b + (size - a) * (size - b)) / size))
    if both < expected:  # the other way round they agree
        same, same_expected = n - same, n - same_expected
    if n - same_expected < EQUAL * n:
        return np.nan, np.nan
    kappa = (same - same_expected) / (n - same_expected)
    return kappa, float((1 + far.sum()) / (DRAWS + 1))
