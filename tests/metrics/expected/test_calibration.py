"""Logistic regression on one variable: nothing is gained by any other line."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import expit

from metrics.expected.calibration import BINS, logistic_line
from metrics.typing import Array

RNG = np.random.default_rng(22)
MANY = 5 * BINS


def slopes_of_loss(x: Array, target: Array, weights: Array, slope: float, level: float) -> Array:
    """Of the mean log loss by slope and intercept, added up one by one; both 0 at its least."""
    off = [
        w * (p - t)
        for p, t, w in zip(expit(slope * x + level), target.tolist(), weights.tolist(), strict=True)
    ]
    by_slope = math.fsum(o * v for o, v in zip(off, x.tolist(), strict=True))
    return np.array([by_slope, math.fsum(off)]) / math.fsum(weights.tolist())


def drawn(x: Array, slope: float, level: float) -> Array:
    """Shares of members drawn in a little from 0 and 1, drawn from a line."""
    return np.where(RNG.random(len(x)) < expit(slope * x + level), 0.99, 0.01)


x: Array
CASES = {
    "few": (x := RNG.normal(size=40), drawn(x, 2, 0), np.ones(40)),
    "many": (x := RNG.normal(size=MANY), drawn(x, 1.5, -1), np.ones(MANY)),
    "weighed": (x := RNG.normal(3, 2, MANY), drawn(x, 1, -3), RNG.random(MANY)),
    "weightless": (x := RNG.normal(size=MANY), drawn(x, 1, 0), RNG.integers(0, 2, MANY) * 1.0),
    "rare": (
        x := RNG.normal(size=MANY),
        np.where(np.argsort(np.argsort(-x)) < 10, 11 / 12, 1e-5),
        np.ones(MANY),
    ),
    "far away": (x := RNG.standard_cauchy(MANY), drawn(x, 0.1, -1), np.ones(MANY)),
    "falling": (x := RNG.normal(size=MANY), drawn(x, -3, 1), np.ones(MANY)),
    "separated": (x := np.arange(MANY) - MANY / 3, np.where(x > 0, 1 - 1e-4, 1e-4), np.ones(MANY)),
    "two values": (np.repeat([0.0, 1.0], 9), np.repeat([0.2, 0.9], 9), np.ones(18)),
    "side by side": (1 + np.arange(8) * 1e-6, np.arange(8) / 10 + 0.1, np.ones(8)),
}


@pytest.mark.parametrize("case", CASES)
def test_the_loss_falls_nowhere_from_the_line(case: str) -> None:
    x, target, weights = CASES[case]
    slope, level = logistic_line(x, target, weights)
    spread = float(np.std(x))
    centre = float(np.mean(x))
    # of the variable at home: far from 0 the slope's own digits would count, not the fit's
    z = (x - centre) / spread
    slopes = slopes_of_loss(z, target, weights, slope * spread, level + slope * centre)
    # values that hardly differ are hardly told apart
    assert np.abs(slopes).max() < (1e-9 if case == "side by side" else 1e-13)


def test_two_values_have_their_log_odds() -> None:
    # of the target 0.2 at 0, log(1/4); of 0.9 at 1, log 9: the slope is log 36
    slope, level = logistic_line(*CASES["two values"])
    assert level == pytest.approx(-math.log(4), rel=1e-12)
    assert slope == pytest.approx(math.log(36), rel=1e-12)


@pytest.mark.parametrize("value", [0.0, 0.1, -7e9])
def test_where_all_are_equal_the_line_is_level(value: float) -> None:
    # targets 0.25 and 0.75, of weights 3 and 1: 0.375, of log-odds log(3/5)
    slope, level = logistic_line(
        np.full(9_999, value), np.tile([0.25, 0.25, 0.75], 3_333), np.tile([1.0, 2.0, 1.0], 3_333)
    )
    assert slope == 0
    assert level == pytest.approx(math.log(3 / 5), rel=1e-9)


def test_a_value_many_times_is_its_weight() -> None:
    x, target, _ = CASES["few"]
    times = RNG.integers(1, 500, len(x))
    by_weight = logistic_line(x, target, times.astype(float))
    again = np.repeat(np.arange(len(x)), times)
    assert by_weight == pytest.approx(logistic_line(x[again], target[again], np.ones(len(again))))
