"""Documents in two parts by their words: parts that are there are found, others are not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from metrics.merging.two_clusters import agreement, divided, two_clusters
from metrics.typing import Array

OIL, SHIP = np.arange(0, 10), np.arange(10, 20)


def texts(kinds: list[Array], rng: np.random.Generator, words: int = 60) -> sparse.csr_array:
    """A document of each kind: four in five of its own words, and a fifth of all others."""
    counts = rng.random((len(kinds), words)) < 0.2
    for document, own in enumerate(kinds):
        counts[document, np.concatenate([OIL, SHIP])] = False
        counts[document, own] = rng.random(len(own)) < 0.8
    return sparse.csr_array(counts.astype(int))


def test_two_kinds_of_texts_are_two_parts_the_larger_first() -> None:
    rng = np.random.default_rng(0)
    kinds = [OIL] * 40 + [SHIP] * 25
    found = two_clusters(texts(kinds, rng))
    assert found.second.tolist() == [False] * 40 + [True] * 25
    assert found.agreement > 0.8
    # nothing that was drawn agrees as well: 1 of 1,000
    assert found.p == pytest.approx(0.001)


def test_texts_of_one_kind_are_seldom_two_parts() -> None:
    rng = np.random.default_rng(1)
    chance = [two_clusters(texts([OIL] * 40, rng)).p for _ in range(40)]
    # of 40, 2 are expected below 0.05, and 6 or more are rarer than 1 in 50
    assert sum(p <= 0.05 for p in chance) < 6


def test_the_sides_do_not_depend_on_where_the_search_begins() -> None:
    rng = np.random.default_rng(2)
    counts = texts([OIL] * 20 + [SHIP] * 20, rng)
    sides = [divided(counts, seed) for seed in range(5)]
    for side in sides:
        assert np.array_equal(side, sides[0]) or np.array_equal(~side, sides[0])


def test_agreement_is_kappa_whichever_side_is_called_which() -> None:
    first = np.array([1, 1, 1, 0, 0, 0], dtype=bool)
    other = np.array([1, 1, 0, 0, 0, 1], dtype=bool)
    # 4 of 6 on the same side, 3 by chance: 1/3
    kappa, p = agreement(first, other, np.ones(6))
    assert kappa == pytest.approx(1 / 3)
    turned, same_p = agreement(first, ~other, np.ones(6))
    assert turned == pytest.approx(kappa)
    assert same_p == p
    # C(3,2) C(3,1) / C(6,3) = 9/20 have two in both, as many have one, one each three and none
    assert p == 1
    # three in both, or none: 2 of 20
    assert agreement(first, first, np.ones(6))[1] == pytest.approx(0.1, abs=0.03)


def test_what_only_the_length_says_is_no_agreement() -> None:
    length = np.arange(64)
    long = length >= 32
    kappa, p = agreement(long, long, length)
    assert np.isnan(kappa)
    assert np.isnan(p)


def test_too_few_documents_or_words_say_nothing() -> None:
    for counts in (np.ones((4, 9), dtype=int), np.ones((30, 9), dtype=int)):
        found = two_clusters(sparse.csr_array(counts))
        assert np.isnan(found.p)
        assert not found.second.any()
