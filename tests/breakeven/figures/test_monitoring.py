"""The course of an estimate: the usual range stands where there is one."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.testing import assert_allclose

from breakeven.analysis.estimation.monitoring import MonitoredSeries, Monitoring
from breakeven.analysis.estimation.periods import Rolling, by_number
from breakeven.figures.monitoring import course_figure, stream_figure

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


def test_each_kind_of_mark_is_named_once_however_many_rows_there_are() -> None:
    f = series(0.5, 0.45, 0.3)
    ends = (f.expected - 0.1, f.expected + 0.1)
    course = Monitoring(by_number(6, 2), f, *ends, f.expected, f, f)
    figure = course_figure(course, ["F", "loss", "share"])
    rows_of: dict[str, list[str]] = defaultdict(list)
    for trace in figure["data"]:
        if trace.get("showlegend", True):
            rows_of[trace["name"]].append(trace.get("yaxis", "y"))
    assert set(rows_of) >= {"expected, with its interval", "alarm: outside what is usual"}
    assert set(map(tuple, rows_of.values())) == {("y",)}


def test_the_last_documents_are_drawn_from_the_first_one_on_in_three_rows() -> None:
    f, loss, members = np.array([0.5, 0.6]), np.array([0.2, 0.1]), np.array([1.0, 2.0])
    windows = np.array([1, 2])
    figure = stream_figure(Rolling(windows, f, loss, members, members > 1), "F₁")
    drawn = [(list(trace["x"]), trace["y"].tolist()) for trace in figure["data"]]
    assert drawn == [([1, 2], values.tolist()) for values in (f, loss, members)]
    bottoms = [figure["layout"][axis]["domain"][0] for axis in ("yaxis", "yaxis2", "yaxis3")]
    assert bottoms == sorted(set(bottoms), reverse=True)
