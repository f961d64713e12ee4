"""The scatter of classes shows names literally and stays small."""

from __future__ import annotations

import json

import numpy as np
import pytest

from breakeven.figures.classes import quadrant_figure
from breakeven.figures.figure import pack_figure
from breakeven.ui.classes.weak_classes import CORNERS
from metrics.tallies import ContingencyTable
from metrics.uncertainty.class_verdicts import class_verdicts


def drawn(rows: list[tuple[int, int, int]], names: list[str], chosen: int | None = None) -> dict:
    tp, fp, fn = np.array(rows).T
    at = class_verdicts(ContingencyTable(tp, fp, fn, 10_000 - tp - fp - fn))
    classes = np.arange(len(rows)) + 100
    figure = quadrant_figure(names, classes, tp + fn, at, cut=0.5, labels=CORNERS, chosen=chosen)
    return pack_figure(figure)


def test_names_reach_the_hover_text_literally() -> None:
    spec = drawn([(5, 1, 2), (5, 1, 2)], ["<b>x</b>", "%{x}"])
    hover = " ".join(spec["data"][0]["text"])
    assert "&lt;b&gt;x&lt;/b&gt;" in hover
    # a name is data of the template and is not read as one
    assert "%{x}" in hover
    assert spec["data"][0]["hovertemplate"] == "%{text}<extra></extra>"
    assert "click again" in hover  # both lie at one point


def test_small_classes_lie_on_top_and_keep_their_identity() -> None:
    spec = drawn([(1, 0, 1), (90, 10, 10), (5, 5, 5)], ["a", "b", "c"])
    assert spec["data"][0]["customdata"] == [101, 102, 100]
    assert spec["data"][0]["marker"]["symbol"] == ["circle", "circle-open", "circle-open"]


def test_the_chosen_class_has_the_bars_of_its_intervals() -> None:
    ring = drawn([(90, 10, 10), (5, 5, 5)], ["a", "b"], chosen=1)["data"][1]
    # Wilson for 5 of 10: 0.5 -+ 0.2634 (z = 1.96, centre and half-width by hand)
    z2 = 1.959964**2
    half = 1.959964 * np.sqrt(10 * 0.25 + z2 / 4) / (10 + z2)
    assert ring["error_x"]["array"] == pytest.approx([half], abs=1e-6)


def test_a_thousand_and_a_half_classes_stay_below_a_megabyte() -> None:
    rng = np.random.default_rng(0)
    rows = [tuple(r) for r in rng.integers(1, 400, (1_500, 3)).tolist()]
    names = [f"{i} " + "x" * 200 for i in range(1_500)]
    assert len(json.dumps(drawn(rows, names, 3))) < 1_000_000


def test_the_quadrants_are_named_where_they_lie_and_not_in_a_legend() -> None:
    spec = drawn([(5, 1, 2), (50, 10, 20)], ["a", "b"], chosen=0)
    assert spec["layout"]["showlegend"] is False


def test_each_quadrant_has_its_name_in_its_corner() -> None:
    spec = drawn([(5, 1, 2), (50, 10, 20)], ["a", "b"])
    corners = {note["text"]: (note["x"], note["y"]) for note in spec["layout"]["annotations"]}
    # recall grows to the right, precision upwards; what is missed lies left, false alarms below
    well, missed, wrong, both = CORNERS
    assert corners == {well: (1, 1), missed: (0, 1), wrong: (1, 0), both: (0, 0)}
