"""The heatmap draws the cells it is given, says names literally, and stays small."""

from __future__ import annotations

import html
import json
from typing import Any

import numpy as np
import pytest

from breakeven.figures.confusion_matrix import Cells, matrix_figure
from breakeven.figures.figure import packed
from metrics.typing import Array

HOSTILE = ["<b>bold</b>", "%{z}", "&lt;x&gt;", "", "a" * 500]


def cells_of(names: list[str], counts: Array | list[list[int]], **more: Any) -> Cells:
    counts = np.array(counts, dtype=float)
    given = {
        "shown": counts,
        "shares": False,
        "true_of": counts.sum(axis=1),
        "assigned_of": counts.sum(axis=0),
        "nothing": False,
        "diagonal": True,
    } | more
    return Cells(names, counts, **given)


def test_points_lie_over_the_cells_row_by_row() -> None:
    figure = matrix_figure(cells_of(["a", "b", "c"], [[5, 1, 0], [2, 6, 0], [0, 0, 7]]))
    heat, points = figure["data"]
    assert heat["z"].shape == (3, 3)
    row, column = divmod(5, 3)
    assert (points["y"][5], points["x"][5]) == (row, column)
    # counts, and the sums of row and column, for the box: 2 + 6 = 8 true, 5 + 2 = 7 assigned
    assert points["customdata"][3].tolist() == [2, 8, 7]
    # deeper is more, and an empty cell has no colour
    assert heat["z"][2, 2] > heat["z"][1, 1] > heat["z"][1, 0] > heat["z"][0, 1] > 0
    assert np.isnan(heat["z"][0, 2])
    assert heat["zmax"] == pytest.approx(heat["z"][2, 2])


def test_without_the_diagonal_the_colours_are_left_to_the_errors() -> None:
    figure = matrix_figure(cells_of(["a", "b"], [[5000, 1], [2, 6000]], diagonal=False))
    assert np.isnan(figure["data"][0]["z"].diagonal()).all()
    assert figure["data"][0]["zmax"] == pytest.approx(figure["data"][0]["z"][1, 0])
    assert [a["text"] for a in figure["layout"]["annotations"]] == ["1", "2"]


def test_an_undefined_share_is_a_dash_and_zero_is_not() -> None:
    counts = np.array([[3, 1], [0, 0]])
    shown = np.array([[0.75, 0.25], [np.nan, np.nan]])
    figure = matrix_figure(cells_of(["a", "b"], counts, shown=shown, shares=True))
    assert figure["data"][1]["text"].tolist() == ["<br>75 %", "<br>25 %", "<br>—", "<br>—"]


def test_rows_are_true_and_columns_assigned_and_nothing_is_no_class() -> None:
    figure = matrix_figure(cells_of(["nothing", ""], [[1, 2], [3, 0]], nothing=True))
    assert "true" in figure["layout"]["yaxis"]["title"]["text"]
    assert "assigned" in figure["layout"]["xaxis"]["title"]["text"]
    assert list(figure["layout"]["xaxis"]["ticktext"]) == ["\u2068nothing\u2069", "(nothing)"]


def test_hostile_names_are_literal_and_whole_in_the_box() -> None:
    n = len(HOSTILE)
    figure = matrix_figure(cells_of(HOSTILE, np.ones((n, n))))
    ticks = figure["layout"]["yaxis"]["ticktext"]
    ticks = [tick.strip("\u2068\u2069") for tick in ticks]
    assert ticks[0] == html.escape("<b>bold</b>", quote=False)
    assert ticks[1] == "%{z}"
    assert html.unescape(ticks[2]) == "&lt;x&gt;"
    assert ticks[3] == "(empty name)"
    assert len(ticks[4]) < 30
    assert figure["data"][1]["text"][4].replace("<br>", "").count("a") > 290


@pytest.mark.parametrize("length", [5, 5000])
@pytest.mark.parametrize("shares", [False, True])
def test_a_hundred_classes_stay_below_a_megabyte(length: int, shares: bool) -> None:
    counts = np.random.default_rng(1).integers(1, 2000, (100, 100)).astype(float)
    shown = counts / counts.sum(axis=1, keepdims=True) if shares else counts
    names = [f"{i}<{'&' * length}" for i in range(100)]
    figure = matrix_figure(cells_of(names, counts, shown=shown, shares=shares))
    assert len(json.dumps(packed(figure))) < 1_000_000


@pytest.mark.parametrize("n", [0, 1, 3])
def test_very_few_classes_are_drawn(n: int) -> None:
    figure = matrix_figure(cells_of(["x"] * n, np.zeros((n, n))))
    assert figure["data"][0]["z"].shape == (n, n)
