"""Two sides told apart by a small classifier: the area, its interval, and what it must not see."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.metrics import roc_auc_score

from metrics.dataset.drift import classifier_test
from metrics.typing import Array


def drawn(rng: np.random.Generator, n: int, words: int = 60) -> Array:
    """Documents (n, words) that have each word with a chance of one in five."""
    return rng.random((n, words)) < 0.2


def alone(n: int) -> Array:
    return np.arange(n)


def one_stratum(n: int) -> Array:
    return np.zeros(n, dtype=int)


def test_the_area_is_that_of_the_scores_and_its_variance_twice_that_of_delong() -> None:
    rng = np.random.default_rng(4)
    second = rng.random(300) < 0.4
    words = drawn(rng, 300)
    words[:, :3] |= second[:, None] & (rng.random((300, 3)) < 0.5)
    result = classifier_test(sparse.csr_array(words), second, alone(300), one_stratum(300))
    assert result.auc == pytest.approx(roc_auc_score(second, result.score))
    first_scores, second_scores = result.score[~second], result.score[second]
    wins = (second_scores[:, None] > first_scores) + (second_scores[:, None] == first_scores) / 2
    delong = wins.mean(axis=1).var() / len(second_scores) + wins.mean(axis=0).var() / len(
        first_scores
    )
    assert result.high - result.auc == pytest.approx(1.959964 * np.sqrt(2 * delong), rel=1e-6)
    assert result.auc - result.low == pytest.approx(result.high - result.auc)
    assert result.low > 0.6


def test_strata_are_compared_pair_by_pair_of_one_stratum() -> None:
    rng = np.random.default_rng(5)
    second, stratum = rng.random(200) < 0.5, rng.integers(0, 3, 200)
    result = classifier_test(sparse.csr_array(drawn(rng, 200)), second, alone(200), stratum)
    area, weight = 0.0, 0.0
    for s in range(3):
        first_scores = result.score[(stratum == s) & ~second]
        second_scores = result.score[(stratum == s) & second]
        share = len(first_scores) * len(second_scores) / (len(first_scores) + len(second_scores))
        wins = sum((b > a) + (b == a) / 2 for a in first_scores for b in second_scores)
        area, weight = (
            area + share * wins / (len(first_scores) * len(second_scores)),
            weight + share,
        )
    assert result.auc == pytest.approx(area / weight)


def test_a_word_of_a_class_tells_the_sides_apart_but_not_within_the_class() -> None:
    # three words go with class 1, which is on eight of ten documents there and two of ten here
    rng = np.random.default_rng(6)
    second = np.arange(600) % 2 == 0
    klass = (rng.random(600) < np.where(second, 0.2, 0.8)).astype(int)
    words = drawn(rng, 600)
    words[:, :3] = rng.random((600, 3)) < np.where(klass == 1, 0.9, 0.1)[:, None]
    held = sparse.csr_array(words)
    every = classifier_test(held, second, alone(600), one_stratum(600))
    within = classifier_test(held, second, alone(600), klass)
    assert every.low > 0.6
    assert within.low < 0.5 < within.high


def test_a_stratum_with_fewer_than_ten_documents_of_a_side_is_left_out() -> None:
    rng = np.random.default_rng(7)
    second = np.arange(100) % 2 == 0
    stratum = np.where(np.arange(100) < 19, 1, 0)  # ten of one side, nine of the other
    result = classifier_test(sparse.csr_array(drawn(rng, 100)), second, alone(100), stratum)
    assert result.compared == 81
    assert np.isnan(result.score[stratum == 1]).all()
    nothing = classifier_test(
        sparse.csr_array(drawn(rng, 19)), second[:19], alone(19), one_stratum(19)
    )
    assert np.isnan(nothing.auc)
    assert nothing.compared == 0


def test_weights_give_both_sides_the_same_strata() -> None:
    second = np.repeat([True, True, False, False], [10, 30, 40, 20])
    stratum = np.repeat([0, 1, 0, 1], [10, 30, 40, 20])
    rng = np.random.default_rng(8)
    found = classifier_test(sparse.csr_array(drawn(rng, 100)), second, alone(100), stratum)
    # 40 of stratum 0 stand for 10, 20 of stratum 1 for 30
    assert_allclose(np.unique(found.weight[~second]), [10 / 40, 30 / 20])
    assert (found.weight[second] == 1).all()


def test_copies_are_not_told_apart_by_their_copies() -> None:
    # each of 100 stories is there four times, on one side, and no story is like another
    rng = np.random.default_rng(9)
    story = np.repeat(np.arange(100), 4)
    second = (rng.random(100) < 0.5)[story]
    words = drawn(rng, 100, 2_000)[story]
    held = sparse.csr_array(words)
    apart = classifier_test(held, second, alone(400), one_stratum(400))
    together = classifier_test(held, second, story, one_stratum(400))
    assert apart.auc > 0.95
    assert together.low < 0.5 < together.high
    # four copies are one witness: the interval is as wide as that of a hundred documents
    first = classifier_test(held[::4], second[::4], alone(100), one_stratum(100))
    assert together.high - together.low == pytest.approx(first.high - first.low, rel=0.25)


def test_the_interval_holds_a_guess_where_there_is_nothing_to_tell() -> None:
    held = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        second = rng.random(120) < 0.4
        found = classifier_test(
            sparse.csr_array(drawn(rng, 120)), second, alone(120), one_stratum(120)
        )
        held += found.low <= 0.5
    # 97.5 of 100 lower ends, give or take three standard errors
    assert held >= 188
