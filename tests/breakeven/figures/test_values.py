"""Marks stand at their values, and what stands out is what should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.figures.classes import RING, SIZE, sizes_figure
from breakeven.figures.comparison import (
    ByClass,
    agreement_figure,
    confusion_difference_figure,
    difference_figure,
    dumbbell_figure,
    systems_figure,
)
from breakeven.figures.figure import COLOURS, QUIET, Figure, system_look
from breakeven.figures.splits import shares_figure, size_figure
from breakeven.figures.workload import workload_figure
from metrics.risk_coverage import RiskCoverage
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval
from tests.pages.reading import bare

NAN = float("nan")


def ends(error_bars: dict[str, Any], values: Array) -> tuple[list[float], list[float]]:
    """The lower and the upper ends of bars of error around these values."""
    low = values - np.asarray(error_bars["arrayminus"], dtype=float)
    high = values + np.asarray(error_bars["array"], dtype=float)
    return low.round(6).tolist(), high.round(6).tolist()


def named(figure: Figure) -> dict[str, Any]:
    return {trace.get("name", ""): trace for trace in figure["data"]}


def test_the_system_that_is_shown_stands_out_among_those_beside_it() -> None:
    values, low, high = np.array([[0.75, 0.5, NAN], [0.7, 0.25, NAN], [0.8, 0.75, NAN]])
    figure = systems_figure(
        ["one", "two", "none"], values=values, low=low, high=high, shown=1, measure="F1"
    )
    (dots,) = figure["data"]
    assert dots["marker"]["color"] == [QUIET, COLOURS[0], QUIET]
    assert (dots["x"].tolist()[:2], list(dots["y"])) == ([0.75, 0.5], [0, 1, 2])
    assert [part[:2] for part in ends(dots["error_x"], values)] == [[0.7, 0.25], [0.8, 0.75]]
    assert dots["text"][:2] == ["0.750", "0.500"]
    ticks = figure["layout"]["yaxis"]["ticktext"]
    assert ["<b>" in tick for tick in ticks] == [False, True, False]
    assert [bare(tick) for tick in ticks] == ["one", "<b>two</b>", "none"]
    assert figure["layout"]["yaxis"]["range"] == [2.5, -0.5]  # the first on top
    first = {"values": values[:1], "low": low[:1], "high": high[:1]}
    nobody = systems_figure(["a"], **first, shown=None, measure="F1")
    assert nobody["data"][0]["marker"]["color"] == [QUIET]


@pytest.mark.parametrize("chosen", [None, 1])
def test_a_class_stands_by_its_documents_and_its_value_and_the_chosen_one_has_a_ring(
    chosen: int | None,
) -> None:
    figure = sizes_figure(
        ["few", "many"],
        np.array([7, 9]),
        positives=np.array([10, 1_000]),
        values=np.array([0.25, 0.75]),
        interval=Interval(np.array([0.1, 0.7]), np.array([0.4, 0.8])),
        measure="F1",
        telling=np.array([1, 0]),
        chosen=chosen,
    )
    dots = figure["data"][0]
    assert (list(dots["x"]), list(dots["y"])) == ([10, 1_000], [0.25, 0.75])
    assert list(dots["customdata"]) == [7, 9]
    assert dots["text"][1] == "\u2068many\u2069<br>1,000 documents<br>F1 0.750, 95 % 0.700 to 0.800"
    left, right = figure["layout"]["xaxis"]["range"]
    assert left < 1  # powers of ten
    assert right > 3
    rings = [trace for trace in figure["data"] if trace["marker"].get("symbol") == "circle-open"]
    assert [list(ring["x"] + ring["y"]) for ring in rings] == [[1_000, 0.75]] * (chosen == 1)
    assert RING > SIZE


def test_what_stays_wrong_lies_between_chance_and_perfect_doubt() -> None:
    curve = RiskCoverage(
        np.array([np.inf, 0.5, 0.1]), np.array([0.0, 0.5, 1.0]), np.array([0.2, 0.05, 0.0])
    )
    figure = workload_figure(curve, 0.5, 0.05)
    lines = {name: (list(t["x"]), list(t["y"])) for name, t in named(figure).items()}
    assert lines["at random"] == ([0, 100], [20, 0])
    assert lines["best possible"] == ([0, 20, 100], [20, 0, 0])
    assert lines["least certain first"] == ([0, 50, 100], [20, 5, 0])
    assert lines["chosen"] == ([50], [5])
    assert [a["text"] for a in figure["layout"]["annotations"]] == [
        "at random", "best possible", "least certain first"
    ]  # fmt: skip


def by_class() -> ByClass:
    return ByClass(
        names=["a", "b", "c"],
        positives=np.array([5, 6, 7]),
        old=np.array([0.5, 0.5, NAN]),
        new=np.array([0.75, 0.25, 0.5]),
        low=np.array([0.125, NAN, NAN]),
        high=np.array([0.375, NAN, NAN]),
        real=np.array([True, False, False]),
    )


def test_both_systems_values_of_a_class_stand_in_its_row_and_are_joined() -> None:
    looks = system_look(3), system_look(1)
    figure = dumbbell_figure(by_class(), "x", "y", "F1", looks)
    lines, old, new = figure["data"]
    assert_allclose(lines["x"], [0.5, 0.75, NAN, 0.5, 0.25, NAN, NAN, 0.5, NAN])
    assert_allclose(lines["y"], [0, 0, NAN, 1, 1, NAN, 2, 2, NAN])
    assert [bare(trace["name"]) for trace in (old, new)] == ["x", "y"]
    assert_allclose(old["x"], [0.5, 0.5, NAN])
    assert_allclose(new["x"], [0.75, 0.25, 0.5])
    assert list(old["y"]) == list(new["y"]) == [0, 1, 2]
    # as on every other page
    drawn = [(trace["marker"]["color"], trace["marker"]["symbol"]) for trace in (old, new)]
    assert drawn == [(look.colour, look.symbol) for look in looks]


def test_no_interval_of_a_difference_meets_the_frame() -> None:
    reach = difference_figure(by_class(), "x", "y", "F1")["layout"]["xaxis"]["range"]
    # the interval that goes farthest ends at 37.5 points
    assert reach[0] == -reach[1] < -37.5


def test_differences_are_in_points_and_apart_by_whether_they_may_be_chance() -> None:
    figure = difference_figure(by_class(), "x", "y", "F1")
    real, chance = figure["data"]
    assert (list(real["x"]), list(real["y"])) == ([25], [0])
    assert ends(real["error_x"], real["x"]) == ([12.5], [37.5])
    assert (list(chance["x"]), list(chance["y"])) == ([-25], [1])
    assert real["text"] == [
        "\u2068a\u2069<br>+25.0 points<br>95 % interval +12.5 to +37.5<br>5 positives"
    ]
    assert "no interval" in chance["text"][0]
    low, high = figure["layout"]["xaxis"]["range"]
    assert low == -high
    assert high > 37.5


def test_the_agreement_of_two_is_a_number_and_of_one_with_itself_none() -> None:
    shares = np.array([[1.0, 0.5], [0.5, 1.0]])
    (cells,) = agreement_figure(["x", "y"], shares, "agree on")["data"]
    assert_allclose(cells["z"], [[NAN, 0.5], [0.5, NAN]])
    assert cells["texttemplate"] == "%{z:.2f}"
    (close,) = agreement_figure(["x", "y"], 0.99 + 0.01 * shares, "agree on")["data"]
    assert close["texttemplate"] == "%{z:.3f}"
    (many,) = agreement_figure([f"s{i}" for i in range(13)], np.eye(13), "agree on")["data"]
    assert many["texttemplate"] is None


def test_more_that_is_right_and_less_that_is_wrong_have_the_colour_of_better() -> None:
    old, new = np.array([[5, 3], [0, 4]]), np.array([[6, 1], [2, 4]])
    (cells,) = confusion_difference_figure(["a", "b"], old, new)["data"]
    assert np.sign(cells["z"]).tolist()[0] == [1, 1]
    assert np.sign(cells["z"]).tolist()[1][0] == -1
    assert np.isnan(cells["z"][1][1])
    assert cells["text"] == [["+1", "−2"], ["+2", ""]]
    assert_allclose(cells["z"][0], np.log1p([1, 2]))
    assert cells["zmax"] == -cells["zmin"] == pytest.approx(np.log1p(2))
    (same,) = confusion_difference_figure(["a", "b"], old, old)["data"]
    assert np.isnan(same["z"]).all()


def test_shares_of_splits_stand_in_the_row_of_their_class() -> None:
    shares = np.array([[0.5, 0.25], [0.25, 0.0]])
    figure = shares_figure(["a", "b"], ["train", "test"], shares, np.array([True, False]))
    quiet, strong, train, test = figure["data"]
    assert_allclose(quiet["x"], [0, 0.25, NAN])
    assert_allclose(strong["x"], [0.25, 0.5, NAN])
    assert strong["line"]["width"] > quiet["line"]["width"]
    assert (list(train["x"]), list(train["y"])) == ([0.5, 0.25], [0, 1])
    assert list(test["x"]) == [0.25, 0]
    assert [str(symbol).endswith("-open") for symbol in test["marker"]["symbol"]] == [False, True]
    assert figure["layout"]["xaxis"]["type"] == "linear"
    wide = shares_figure(["a", "b"], ["t"], np.array([[0.9, 0.01]]), np.array([False, False]))
    assert wide["layout"]["xaxis"]["type"] == "log"
    # without a place on that axis, 0 stands left of the least one
    none = shares_figure(
        ["a", "b", "c"], ["t"], np.array([[0.9, 0.01, 0.0]]), np.array([False] * 3)
    )
    assert list(none["data"][0]["x"]) == [0.9, 0.01, 0.005]


def test_a_class_without_training_documents_stands_left_of_one_with_a_single_one() -> None:
    figure = size_figure(
        ["a", "b"],
        np.array([0, 100]),
        np.array([0.25, 0.75]),
        low=np.array([0.1, 0.7]),
        high=np.array([0.5, 0.8]),
        line=(np.array([1.0, 100.0]), np.array([0.2, 0.7])),
        measure="F1",
    )
    dots, trend = figure["data"]
    assert (list(dots["x"]), list(dots["y"])) == ([0.5, 100], [0.25, 0.75])
    assert ends(dots["error_y"], dots["y"]) == ([0.1, 0.7], [0.5, 0.8])
    assert list(trend["y"]) == [0.2, 0.7]
    axis = figure["layout"]["xaxis"]
    assert list(axis["ticktext"])[:2] == ["0", "1"]
    assert [int(tick.replace(",", "")) for tick in axis["ticktext"][1:]] == axis["tickvals"][1:]
    assert axis["tickvals"][-1] == 300
