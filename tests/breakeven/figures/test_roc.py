"""The ROC figure runs through its points and marks the decisions of now."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose

from breakeven.figures.figure import system_look
from breakeven.figures.roc import NamedRoc, roc_figure
from metrics.ranking.roc import roc_curve
from metrics.tallies import ContingencyTable, tally_scores


def named(name: str, place: int = 0) -> NamedRoc:
    scores = np.array([4.0, 3, 1, 3, 2, 1, 0])
    positive = np.array([True, True, True, False, False, False, False])
    # from 3 on: two hits, one false alarm
    now = ContingencyTable(np.array(2), np.array(1), np.array(1), np.array(3))
    return NamedRoc(name, system_look(place), roc_curve(tally_scores(scores, positive)), now)


def test_the_curve_and_the_decisions_stand_at_their_values() -> None:
    figure = roc_figure([named("a")], moved=False)
    traces = {trace.get("name"): trace for trace in figure["data"]}
    line = traces["every threshold"]
    assert_allclose(line["x"], [0, 0, 1 / 4, 2 / 4, 3 / 4, 1])
    assert_allclose(line["y"], [0, 1 / 3, 2 / 3, 2 / 3, 1, 1])
    assert line["customdata"][0] == "nothing predicted"
    assert_allclose([traces["predictions now"][end][0] for end in "xy"], [1 / 4, 2 / 3])
    assert (traces["by chance"]["x"], traces["by chance"]["y"]) == ([0, 1], [0, 1])


def test_several_curves_have_a_legend_with_their_names() -> None:
    figure = roc_figure([named("a"), named("b", 1)], moved=True)
    assert figure["layout"].get("showlegend", True)
    names = [str(trace.get("name")) for trace in figure["data"] if trace["mode"] == "lines"]
    assert [name.strip("\u2068\u2069") for name in names] == ["by chance", "a", "b"]
