"""The figure of net benefit: the curve in its band, beside assigning all and none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from breakeven.figures.figure import system_look
from breakeven.figures.net_benefit import NamedNetBenefit, net_benefit_figure, plane_of
from metrics.ranking.net_benefit import net_benefit_curve
from metrics.tallies import tally_scores

RANDOM = np.random.default_rng(4)
TRUTH = RANDOM.random(200) < 0.25
CURVE = net_benefit_curve(
    tally_scores(np.clip(RANDOM.normal(0.3 + 0.3 * TRUTH, 0.15), 0, 1), TRUTH)
)
SHARE = float(TRUTH.mean())


def test_curve_band_and_both_fixed_answers_are_drawn() -> None:
    named = NamedNetBenefit("a", system_look(0), CURVE, SHARE, (0.5, float(CURVE.value[49])))
    traces = {
        trace.get("name"): trace for trace in net_benefit_figure([named], moved=False)["data"]
    }
    assert_array_equal(traces["these probabilities"]["y"], CURVE.value)
    assert_array_equal(traces["for all"]["y"], CURVE.assign_all)
    assert not np.any(traces["for none"]["y"])
    band = traces["95 % interval"]
    upper, lower = np.split(band["y"], 2)
    inside = np.abs(CURVE.low) < SHARE / 2
    assert_allclose(upper, CURVE.high)
    assert_allclose(lower[::-1][inside], CURVE.low[inside])
    assert_allclose([traces["predictions now"][end][0] for end in "xy"], [0.5, CURVE.value[49]])


def test_the_plane_reaches_from_below_none_to_above_the_prevalence() -> None:
    named = NamedNetBenefit("a", system_look(0), CURVE, SHARE, (np.nan, np.nan))
    _, (low, high) = plane_of([named])
    assert low < 0 < SHARE < high
    names = {trace.get("name") for trace in net_benefit_figure([named], moved=True)["data"]}
    assert "predictions now" not in names


def test_what_decides_now_is_named_beside_a_single_curve() -> None:
    named = NamedNetBenefit("a", system_look(0), CURVE, SHARE, (0.5, float(CURVE.value[49])))
    for curves, said in (([named], 1), ([named, replace(named, name="b")], 0)):
        layout = net_benefit_figure(curves, moved=False)["layout"]
        texts = [note["text"] for note in layout.get("annotations", ())]
        assert texts.count("predictions now") == said
