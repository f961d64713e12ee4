"""Words that go with one group of documents: by hand, one after another, planted and by chance."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.dataset.distinctive_words import distinctive_words
from metrics.typing import Array


def test_a_sum_by_hand() -> None:
    # in 8 of 10 against 2 of 10, and in half of all: the prior is 5 with and 5 without
    found = distinctive_words(np.array([8]), np.array([2]), (10, 10), np.array([50]), 100)
    # ln(13/7) - ln(7/13), and its variance 1/13 + 1/7 + 1/7 + 1/13
    assert_allclose(found.log_odds, 2 * math.log(13 / 7))
    assert_allclose(found.z, 2 * math.log(13 / 7) / math.sqrt(2 / 13 + 2 / 7))
    assert len(found.significant_words) == 0  # z is 1.87


def test_it_is_what_one_word_after_another_gives() -> None:
    rng = np.random.default_rng(1)
    n = (40, 25)
    first, other = (rng.integers(0, m + 1, 30) for m in n)
    background = first + other + rng.integers(0, 50, 30)
    distinctive = distinctive_words(first, other, n, background, 120)
    p = []
    for w in range(30):
        share = (background[w] + 0.5) / 121
        with_word = [first[w] + 25 * share, other[w] + 25 * share]
        without = [40 + 25 - with_word[0], 25 + 25 - with_word[1]]
        odds = math.log(with_word[0] / without[0]) - math.log(with_word[1] / without[1])
        error = math.sqrt(sum(1 / count for count in [*with_word, *without]))
        assert distinctive.log_odds[w] == pytest.approx(odds)
        assert distinctive.z[w] == pytest.approx(odds / error)
        p.append(2 * NormalDist().cdf(-abs(odds / error)))
    # Benjamini and Hochberg: the largest p as it is, smaller ones times 30 over their rank
    least, by_hand = 1.0, dict[int, float]()
    for rank, w in reversed(list(enumerate(np.argsort(p), 1))):
        least = min(least, p[w] * 30 / rank)
        by_hand[int(w)] = least
    assert_allclose(distinctive.p, [by_hand[w] for w in range(30)])


def counts(group: Array, words: Array) -> tuple[Array, Array, tuple[int, int]]:
    one, other = words[group].sum(axis=0), words[~group].sum(axis=0)
    return one, other, (int(group.sum()), int((~group).sum()))


def test_a_planted_word_is_found_and_nothing_else() -> None:
    rng = np.random.default_rng(3)
    shares = np.append(rng.uniform(0.02, 0.6, 200), 0.1)
    words = rng.random((300, 201)) < shares
    group = np.arange(300) < 60
    words[group, 200] = rng.random(60) < 0.5
    first, other, sizes = counts(group, words)
    distinctive = distinctive_words(first, other, sizes, words.sum(axis=0), 300)
    assert distinctive.significant_words.tolist() == [200]
    assert distinctive.z[200] > 4
    # the other way round it goes with the other group
    assert_allclose(
        distinctive_words(other, first, sizes[::-1], words.sum(axis=0), 300).z, -distinctive.z
    )


def test_where_groups_do_not_differ_hardly_ever_a_word_is_found() -> None:
    rng = np.random.default_rng(4)
    shares = np.minimum(0.9, 1 / np.arange(1, 301))  # as words are: few frequent, most rare
    some = 0
    for _ in range(200):
        words = rng.random((200, 300)) < shares
        one, other, of = counts(np.arange(200) < rng.integers(10, 150), words)
        some += len(distinctive_words(one, other, of, words.sum(axis=0), 200).significant_words) > 0
    assert some <= 10  # in 5 of 100 at most


def test_rare_words_and_an_empty_group_say_nothing() -> None:
    found = distinctive_words(np.array([2, 2]), np.array([0, 1]), (5, 5), np.array([2, 3]), 10)
    assert np.isnan(found.z).tolist() == [True, False]
    empty = distinctive_words(np.array([0]), np.array([9]), (0, 9), np.array([9]), 9)
    assert np.isnan(empty.z).all()
    assert len(empty.significant_words) == 0
    assert (
        len(distinctive_words(np.zeros(0), np.zeros(0), (3, 3), np.zeros(0), 6).significant_words)
        == 0
    )
