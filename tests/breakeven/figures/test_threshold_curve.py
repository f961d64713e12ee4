"""Where a rule lies in the plane of precision and recall, beside one threshold for all classes."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.figures.threshold_curve import RulePoint, rule_figure, threshold_figure
from metrics.ranking.curves import iso_f, pr_curve
from metrics.tallies import ContingencyTable, tally_scores
from metrics.thresholds.threshold_curve import score_distribution, threshold_curve


def table(tp: float, fp: float, fn: float) -> ContingencyTable:
    return ContingencyTable(*(np.array(cell, dtype=float) for cell in (tp, fp, fn, 50)))


def test_points_and_curve_stand_at_their_values() -> None:
    curve = pr_curve(tally_scores(np.array([4.0, 3, 2, 1]), np.array([True, False, True, False])))
    points = [RulePoint("this rule", table(30, 10, 20)), RulePoint("as it is", table(20, 0, 30))]
    figure = rule_figure(curve, points, [iso_f(0.5)], "F₁")
    traces = {trace.get("name"): trace for trace in figure["data"]}
    line = traces["one threshold for all classes"]
    assert_allclose(line["x"], curve.recall)
    assert_allclose(line["y"], curve.precision)
    assert_allclose([traces["this rule"][end][0] for end in "xy"], [30 / 50, 30 / 40])
    assert_allclose([traces["as it is"][end][0] for end in "xy"], [20 / 50, 1])


def test_a_rule_that_predicts_nothing_has_no_point_and_a_table_no_curve() -> None:
    figure = rule_figure(None, [RulePoint("this rule", table(0, 0, 20))], [], "F₁")
    names = {trace.get("name") for trace in figure["data"]}
    assert not names & {"this rule", "one threshold for all classes"}


def test_measures_fill_their_axis_and_the_legend_stands_below_it() -> None:
    scores, true = np.array([0.1, 0.2, 0.6, 0.9]), np.array([False, True, False, True])
    tally = tally_scores(scores, true)
    figure = threshold_figure(score_distribution(tally), threshold_curve(tally, 1.0), 0.5, "F₁")
    low, high = figure["layout"]["yaxis2"]["range"]
    # from 0 to 1, with some room for lines at the ends
    assert low == pytest.approx(1 - high)
    assert -0.1 < low < 0
    assert figure["layout"]["legend"]["y"] < 0
    # bars of both kinds lie over each other
    bars = [trace for trace in figure["data"] if trace["type"] == "bar"]
    assert len(bars) == 2
    assert all(0 < trace["marker"]["opacity"] < 1 for trace in bars)
