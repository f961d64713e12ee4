"""The course of an estimate: the usual range stands where there is one."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose

from breakeven.analysis.estimation.monitoring import MonitoredSeries, Monitoring
from breakeven.analysis.estimation.periods import by_number
from breakeven.figures.monitoring import course_figure

NAN = float("nan")


def series(*expected: float) -> MonitoredSeries:
    """Usual is a tenth around 0.5, but of the first period, with which the others are compared."""
    values = np.array(expected)
    none, usual = np.full(len(values), NAN), np.ones(len(values))
    usual[0] = NAN
    return MonitoredSeries(values, values - 0.2, values + 0.2, 0.4 * usual, 0.6 * usual, none)


def test_the_usual_range_runs_there_and_back_over_the_periods_that_have_one() -> None:
    f = series(0.5, 0.45, 0.3)
    ends = (f.expected - 0.1, f.expected + 0.1)
    course = Monitoring(by_number(6, 2), f, *ends, f.expected, series(0.5, 0.5, 0.5), None)
    figure = course_figure(course, ["F", "loss"])
    bands = [trace for trace in figure["data"] if trace["name"].startswith("usual")]
    assert len(bands) == 2
    for band in bands:
        assert_allclose(band["x"], [1, 2, 2, 1])
        assert_allclose(band["y"], [0.6, 0.6, 0.4, 0.4])
