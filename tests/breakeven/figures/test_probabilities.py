"""Reliability: what is observed, with the ends of its interval."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.figures.probabilities import reliability_figure
from metrics.expected.calibration import reliability
from metrics.uncertainty.intervals import Interval


def test_the_bars_reach_from_the_observed_share_to_the_ends_of_its_interval() -> None:
    # of four documents of .1 one is a member, of two of .9 both
    table = reliability(np.array([0.1] * 4 + [0.9] * 2), np.array([1, 0, 0, 0, 1, 1]), bins=2)
    ends = Interval(np.array([0.05, 0.3]), np.array([0.7, 1.0]))
    figure = reliability_figure([("as in the file", table, ends)])
    (points,) = [trace for trace in figure["data"] if trace["name"] == "as in the file"]
    assert_allclose(points["x"], [0.1, 0.9])
    assert_allclose(points["y"], [0.25, 1.0])
    assert_allclose(points["error_y"]["arrayminus"], [0.2, 0.7])
    assert points["error_y"]["array"] == pytest.approx([0.45, 0.0])


def test_a_range_of_no_document_has_no_point() -> None:
    table = reliability(np.array([0.05, 0.95]), np.array([0, 1]), bins=10)
    figure = reliability_figure([("s", table, Interval(np.zeros(10), np.ones(10)))])
    (points,) = [trace for trace in figure["data"] if trace["name"] == "s"]
    assert_allclose(points["x"], [0.05, 0.95])
