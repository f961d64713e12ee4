"""A class counted where it turns has the measures of all of its scores put in order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from metrics.ranking.break_even import break_even
from metrics.ranking.curves import average_precision
from metrics.ranking.eleven_point import eleven_point
from metrics.ranking.pooled_curves import part_edges, parted
from metrics.ranking.ranking_intervals import average_precision_interval
from metrics.ranking.trec_eval import met_in
from metrics.ranking.unsorted_scores import at_hits, turning_points
from metrics.tallies import tally_scores
from metrics.thresholds.strategies import best_threshold


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("digits", [0, 1, 3, 9])  # nearly all scores equal others, or nearly none
@pytest.mark.parametrize("share", [0, 0.001, 0.05, 0.6, 1])
@pytest.mark.parametrize("number", [0, 1, 7, 4_000])
def test_every_measure_is_that_of_a_sort(kind: Any, digits: int, share: float, number: int) -> None:
    rng = np.random.default_rng(number + digits)
    true = rng.random(number) < share
    scores = (rng.normal(size=number) + 1.5 * true).round(digits).astype(kind)
    tally = tally_scores(scores, true)
    edges = part_edges([scores[true], rng.normal(size=2_000).astype(kind)])
    turning = turning_points(scores, scores[true], edges)
    assert (turning.tally.n, turning.tally.r) == (number, int(true.sum()))
    assert break_even(turning.tally) == break_even(tally)
    assert_array_equal(eleven_point(turning.tally).levels, eleven_point(tally).levels)
    assert_array_equal(average_precision(turning.tally), average_precision(tally))
    got, want = average_precision_interval(turning.tally), average_precision_interval(tally)
    assert_array_equal([got.low, got.high], [want.low, want.high])
    met, expected = turning.met, met_in(tally.scores, tally.positives)
    for field in ("ranks", "tied", "values", "at_least"):
        assert_array_equal(getattr(met, field), getattr(expected, field))
    for field in ("number", "positive", "lowest"):
        assert_array_equal(getattr(turning.parted, field), getattr(parted(tally, edges), field))
    if number == 4_000 and digits == 9 and share == 0.05:
        assert len(turning.tally.scores) < number / 2  # few turn anything


@pytest.mark.parametrize("digits", [0, 1, 9])  # nearly all scores equal others, or nearly none
@pytest.mark.parametrize("share", [0, 0.001, 0.05, 1])
@pytest.mark.parametrize("number", [0, 1, 7, 4_000])
@pytest.mark.parametrize("beta", [0.5, 2])
def test_counted_at_positives_the_best_threshold_is_that_of_a_sort(
    digits: int, share: float, number: int, beta: float
) -> None:
    rng = np.random.default_rng(number + digits)
    true = rng.random(number) < share
    scores = (rng.normal(size=number) + 1.5 * true).round(digits)
    counted, whole = at_hits(scores, scores[true]), tally_scores(scores, true)
    assert (counted.n, counted.r) == (number, int(true.sum()))
    assert best_threshold(counted, beta) == best_threshold(whole, beta)


def test_a_threshold_is_no_negative_zero() -> None:
    scores = np.array([-0.0, -0.0, 0.0, -1.0])
    point = break_even(tally_scores(scores, np.array([True, True, True, False])))
    assert (point.value, str(point.threshold)) == (1.0, "0.0")
