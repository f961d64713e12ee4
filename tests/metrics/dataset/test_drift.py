"""Lengths, words and classes of two parts and over time, beside other programs and sums by hand."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse, stats

from metrics.dataset.drift import mix_shift, sample_distance, trends, unseen_words


def test_the_distance_is_that_of_kolmogorov_and_smirnov() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.normal(0, 1, 400), rng.normal(0.4, 1, 300)
    distance = sample_distance(np.append(first, np.nan), second)
    scipy_says = stats.ks_2samp(first, second, method="asymp")
    assert distance.value == pytest.approx(scipy_says.statistic)
    assert distance.location == scipy_says.statistic_location
    assert distance.p == pytest.approx(
        stats.kstwobign.sf(scipy_says.statistic * np.sqrt(400 * 300 / 700))
    )
    assert distance.first - distance.second == pytest.approx(distance.value)
    assert np.isnan(sample_distance(first, np.array([])).value)


def test_words_that_only_the_second_part_has() -> None:
    # train: a a b   b | test: a c c   b d      unseen: c twice and d, of five words
    counts = sparse.csr_array([[2, 1, 0, 0], [0, 1, 0, 0], [1, 0, 2, 0], [0, 1, 0, 1]])
    found = unseen_words(counts, np.array([False, False, True, True]), np.arange(4))
    assert found.share == pytest.approx(3 / 5)
    assert_allclose(found.per_document, [0, 0, 2, 1])
    assert np.isnan(unseen_words(counts, np.zeros(4, dtype=bool), np.arange(4)).share)


def test_random_splits_have_as_many_unseen_words_as_drawing_without_return_says() -> None:
    # a word on d of n documents is unseen where all of them are among the m that are drawn
    rng = np.random.default_rng(1)
    has = rng.random((60, 300)) < 0.03
    second = np.arange(60) < 20
    found = unseen_words(sparse.csr_array(has.astype(int)), second, np.arange(60))
    on = has.sum(axis=0)
    expected = sum(d * comb(60 - d, 20 - d) / comb(60, 20) for d in on if 0 < d <= 20)
    assert found.by_chance == pytest.approx(expected / (has.sum() / 3), rel=0.03)
    assert found.p > 0.02


def test_documents_of_a_group_stay_together_in_a_random_split() -> None:
    # thirty stories of two copies each with a word of their own: always unseen
    story = np.repeat(np.arange(30), 2)
    own = sparse.csr_array(np.eye(30)[story])
    second = story < 10
    together = unseen_words(own, second, story)
    assert (together.share, together.by_chance, together.p) == (1, 1, 1)
    assert unseen_words(own, second, np.arange(60)).by_chance < 0.5


def test_the_test_of_the_mix_is_that_of_all_splits() -> None:
    # eight documents of sets a, b, ab: all 56 ways to draw three of them
    sets = np.array([[1, 0], [0, 1], [1, 1]], dtype=bool)
    set_of = np.array([0, 0, 0, 1, 1, 1, 2, 2])
    drawn = [0, 1, 2]  # three times a

    def chi(rows: tuple[int, ...] | list[int]) -> float:
        there, every = sets[set_of[list(rows)]].sum(axis=0), sets[set_of].sum(axis=0)
        return float(((there - every * 3 / 8) ** 2 / (every * 3 / 8)).sum())

    exact = np.mean([chi(rows) >= chi(drawn) - 1e-9 for rows in combinations(range(8), 3)])
    second = np.bincount(set_of[drawn], minlength=3)
    shift = mix_shift(
        sparse.csr_array(sets), np.ones(3), np.bincount(set_of, minlength=3) - second, second
    )
    assert shift.p == pytest.approx(exact, abs=3 * np.sqrt(exact * (1 - exact) / 1000))
    # a has 3 of 3 labels there, and 2 of 7 here
    assert shift.value == pytest.approx(1 - 2 / 7)


def test_one_class_a_document_is_pearsons_test() -> None:
    first, second = np.array([60, 50, 40]), np.array([35, 20, 25])
    found = mix_shift(sparse.eye_array(3, format="csr"), np.ones(3), first, second)
    p = stats.chi2_contingency([first, second], correction=False).pvalue
    assert found.p == pytest.approx(p, abs=3 * np.sqrt(p / 1000))
    assert found.value == pytest.approx(np.abs(first / 150 - second / 80).sum() / 2)


def test_what_was_drawn_together_changes_places_together() -> None:
    # ten threads of ten documents, each of one class: two of five against three of five is chance
    threads = sparse.csr_array(np.repeat(np.eye(2) * 10, 5, axis=0))
    second = np.array([1, 1, 0, 0, 0, 1, 1, 1, 0, 0])
    found = mix_shift(threads, np.full(10, 10), 1 - second, second)
    # five threads of ten cannot have a more even mix
    assert found.p == 1
    alone = mix_shift(sparse.eye_array(2), np.ones(2), np.array([30, 20]), np.array([20, 30]))
    assert alone.p < 0.1


def test_a_trend_is_cochran_and_armitages_where_periods_are_as_chance_has_them() -> None:
    sizes = np.array([50, 60, 40, 50, 60])
    counts = np.array([[5, 8, 6, 9, 12]])
    trend = trends(counts, sizes)
    # their chi-square is n r^2 of the period and of being in the class
    x = np.repeat(np.arange(5), sizes)
    y = np.concatenate([np.arange(n) < c for n, c in zip(sizes, counts[0], strict=True)])
    z = np.sqrt(len(x)) * np.corrcoef(x, y)[0, 1]
    assert trend.p[0] == pytest.approx(2 * stats.t.sf(z, 3))
    line = stats.linregress(x, y.astype(float))
    assert trend.begin[0] == pytest.approx(line.intercept)
    assert trend.end[0] == pytest.approx(line.intercept + 4 * line.slope)


def test_bursts_are_no_trend() -> None:
    # the same slope, but periods jump ten times as much as by chance
    sizes = np.full(8, 100)
    steady = np.array([12, 15, 18, 21, 24, 27, 30, 33])
    bursts = steady + np.array([10, -10, 10, -10, -10, 10, -10, 10])
    found = trends(np.array([steady, bursts, np.zeros(8), np.full(8, 100)]), sizes)
    assert found.p[0] < 0.01
    assert found.p[1] > 0.1
    assert np.isnan(found.p[2:]).all()
