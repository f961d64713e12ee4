"""Intervals of break-even points and average precision: by oracle, and holding what they say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.ranking.break_even import break_even
from metrics.ranking.curves import average_precision
from metrics.ranking.ranking_intervals import average_precision_interval, break_even_interval
from metrics.tallies import ScoreTally, tally_scores
from metrics.typing import Array
from metrics.uncertainty.intervals import wilson


def tally_of(scores: Array, positive: Array) -> ScoreTally:
    return tally_scores(scores, positive)


def ranked(n: int, prevalence: float, better: float, random: np.random.Generator) -> ScoreTally:
    positive = random.random(n) < prevalence
    return tally_of(random.normal(0, 1, n) + better * positive, positive)


def test_a_break_even_point_is_as_uncertain_as_a_share_of_the_positives() -> None:
    # 4 of the first 5 are right, of 5: Wilson of 4 in 5
    positive = np.array([1, 1, 0, 1, 1, 0, 0, 1, 0, 0], dtype=bool)
    tally = tally_of(-np.arange(10.0), positive)
    found = break_even_interval(break_even(tally), tally.r)
    assert_allclose([found.low, found.high], [0.375535, 0.963777], atol=1e-5)


@pytest.mark.parametrize("positives", [0, 1, 2])
def test_fewer_than_three_positives_tell_nothing(positives: int) -> None:
    tally = tally_of(np.arange(9.0), np.arange(9) >= 9 - positives)
    for interval in (
        average_precision_interval(tally),
        break_even_interval(break_even(tally), tally.r),
    ):
        assert np.isnan([interval.low, interval.high]).all()


def test_few_positives_all_first_are_not_certain() -> None:
    tally = tally_of(np.arange(9.0), np.arange(9) >= 5)
    for interval in (
        average_precision_interval(tally),
        break_even_interval(break_even(tally), tally.r),
    ):
        assert (interval.low, interval.high) == (pytest.approx(4 / 7.841459), 1)


def test_many_positives_vary_by_what_each_document_moves() -> None:
    random = np.random.default_rng(3)
    n, step = 600, 1e-6
    positive = random.random(n) < 0.2
    # scores with ties
    scores = np.round(random.normal(0, 1, n) + 1.2 * positive, 1)
    value = average_precision(tally_of(scores, positive))
    moved = []
    for i in range(n):
        weights = np.ones(n)
        weights[i] += step
        heavier = tally_scores(scores, positive, weights=weights)
        moved.append((average_precision(heavier) - value) / step)
    trials = value * (1 - value) / np.sum(np.square(moved))
    want = wilson(value * trials, trials)
    interval = average_precision_interval(tally_of(scores, positive))
    assert_allclose([interval.low, interval.high], [want.low, want.high], rtol=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(("prevalence", "better"), [(0.05, 1.5), (0.3, 0.7), (0.3, 1.5)])
@pytest.mark.parametrize("positives", [10, 30, 150])
def test_intervals_of_rankings_hold(prevalence: float, better: float, positives: int) -> None:
    everything = ranked(1_000_000, prevalence, better, np.random.default_rng(0))
    truth = average_precision(everything), break_even(everything).value
    random = np.random.default_rng(positives)
    held = np.zeros(2)
    for _ in range(300):
        tally = ranked(round(positives / prevalence), prevalence, better, random)
        intervals = (
            average_precision_interval(tally),
            break_even_interval(break_even(tally), tally.r),
        )
        held += [i.low <= t <= i.high for i, t in zip(intervals, truth, strict=True)]
    assert (held / 300 >= 0.915).all()
