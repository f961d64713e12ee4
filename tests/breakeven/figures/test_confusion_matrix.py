"""The heatmap draws the cells it is given, says names literally, and stays small."""

from __future__ import annotations

import html
import json
from typing import Any

import numpy as np
import pytest

from breakeven.figures.confusion_matrix import (
    DEEPEST,
    HUES,
    NUMBERED,
    PALEST,
    MatrixCells,
    inks_of,
    least_width,
    matrix_figure,
)
from breakeven.figures.figure import COLOURS, IN_DARK, pack_figure
from metrics.typing import Array
from tests.pages.reading import bare

HOSTILE = ["<b>bold</b>", "%{z}", "&lt;x&gt;", "", "a" * 500]


def cells_of(names: list[str], counts: Array | list[list[int]], **more: Any) -> MatrixCells:
    counts = np.array(counts, dtype=float).reshape(len(names), len(names))
    given = {
        "apart": 0,
        "single": np.arange(len(names)) < len(names) - more.get("apart", 0),
        "true_of": counts.sum(axis=1),
        "predicted_of": counts.sum(axis=0),
        "within": np.zeros(len(names)),
    } | more
    return MatrixCells(names=names, counts=counts, **given)


def texts_of(figure: dict[str, Any]) -> dict[tuple[int, int], str]:
    """The numbers in the cells."""
    return {
        (int(y), int(x)): text
        for trace in figure["data"]
        if trace.get("mode") == "text"
        for y, x, text in zip(trace["y"], trace["x"], trace["text"], strict=True)
    }


def test_points_lie_over_the_cells_row_by_row() -> None:
    figure = matrix_figure(cells_of(["a", "b", "c"], [[5, 1, 0], [2, 6, 0], [0, 0, 7]]))
    heat, points = figure["data"][:2]
    assert heat["z"].shape == (3, 3)
    assert (points["y"][5], points["x"][5]) == divmod(5, 3)
    # of 2 + 6 = 8 true in the row
    assert points["text"][3] == "<b>2</b> of 8 (25 %)"
    # deeper is a larger share of the row: 2 of 8 and 1 of 6 wrong, 7 of 7, 5 of 6 and 6 of 8 right;
    # errors below 1 and what is right from there; empty has no colour
    z = heat["z"]
    assert 1 > z[1, 0] > z[0, 1] > 0
    assert 2 > z[2, 2] > z[0, 0] > z[1, 1] > 1
    assert np.isnan(z[0, 2])
    # no class is of a third kind
    apart = matrix_figure(cells_of(["a", "(nothing)"], [[5, 900], [1, 0]], apart=1))
    assert (apart["data"][0]["z"][[0, 1], [1, 0]] > 2).all()


def test_an_error_is_as_deep_as_it_is_a_share_of_its_row_however_large_the_class() -> None:
    # 10 of 100 and 100 of 1,000
    z = matrix_figure(cells_of(["a", "b"], [[90, 10], [100, 900]]))["data"][0]["z"]
    assert z[0, 1] == z[1, 0]


def test_what_is_right_is_quieter_than_what_is_wrong() -> None:
    assert DEEPEST[1] < DEEPEST[0]
    assert HUES[1] != HUES[0]


def test_the_numbers_of_a_row_add_up_to_its_documents_where_errors_count_in_parts() -> None:
    # 3 + 1/3 + 1/3 + 1/3 + 1 = 5, 2 + 1/2 + 1/2 = 3
    counts = np.array([[3, 1 / 3, 1 / 3, 4 / 3], [1 / 2, 2, 0, 1 / 2], [0, 0, 4, 0], [0, 0, 0, 0]])
    figure = matrix_figure(cells_of(["a", "b", "c", "(nothing)"], counts, apart=1))
    rows = [0, 0, 0]
    for (row, _), text in texts_of(figure).items():
        rows[row] += int(text)
    assert rows == [5, 3, 4]
    # what is rounded away is coloured, and said
    assert not np.isnan(figure["data"][0]["z"][0, 2])
    assert figure["data"][1]["text"][2] == "<b>under 1</b> of 5 (7 %)"


def test_a_number_of_a_narrow_cell_never_runs_into_the_next_one() -> None:
    counts = np.zeros((26, 26))
    # three letters beside one, four beside one, two beside two
    counts[0, :2], counts[2, 2:4], counts[4, 4:6] = (168, 3), (1068, 1), (14, 20)
    texts = texts_of(matrix_figure(cells_of([f"c{i}" for i in range(26)], counts)))
    of_shares = matrix_figure(cells_of([f"c{i}" for i in range(26)], counts, shares=True))
    # 98 of 100 and 2, more than 99 and less than 1, 41 and 59
    assert texts_of(of_shares)[0, 0] == "98"
    assert texts_of(of_shares)[2, 3] == "&lt;1"  # as a figure takes it
    assert texts == {(0, 0): "168", (0, 1): "3", (2, 3): "1", (4, 4): "14", (4, 5): "20"}


def test_rows_end_and_columns_close_with_what_they_add_up_to() -> None:
    figure = matrix_figure(cells_of(["a", "b"], [[50, 1234], [2, 60]]))
    sums = [a for a in figure["layout"]["annotations"] if "xref" in a or "yref" in a]
    at_ends = {a["y"]: a["text"] for a in sums if a.get("xref") and not a.get("yref")}
    at_feet = {a["x"]: a["text"] for a in sums if a.get("yref") and not a.get("xref")}
    assert (at_ends, at_feet) == ({0: "1,284", 1: "62"}, {0: "52", 1: "1,294"})
    heads = [a for a in sums if len({"xref", "yref"} & a.keys()) == 2]
    # over the column of sums, and beside their row: on the frame of the cells
    assert [(a["text"], a["x"], a["y"]) for a in heads] == [("all", 1, 1), ("all", 0, 0)]


def test_a_row_of_several_classes_says_what_is_confused_within() -> None:
    cells = cells_of(["a", "(2 more)"], [[5, 1], [0, 9]], apart=1, within=np.array([0.0, 2.0]))
    text = matrix_figure(cells)["data"][1]["text"]
    assert text[3] == "<b>9</b> of 9 (100 %)<br>2 confused with each other, the others right"


@pytest.mark.parametrize(("n", "named"), [(3, True), (30, True), (32, True), (33, False)])
def test_every_row_and_column_is_named_where_a_screen_or_its_frame_has_room(
    n: int, named: bool
) -> None:
    cells = cells_of([f"class number {i}" for i in range(n)], np.eye(n))
    layout = matrix_figure(cells)["layout"]
    assert [layout[axis].get("dtick") for axis in ("xaxis", "yaxis")] == [1 if named else None] * 2
    # letters of 12 pixels do not touch at 15, beside names of 15 letters
    assert (least_width(cells) > 15 * n + 15 * 6) == named


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_stand_out_from_the_colour_of_their_cell(dark: bool) -> None:
    # every depth of every kind, against black and white: 4.5 : 1 is asked for (WCAG 2.2)
    depth = np.tile(np.linspace(0.01, 1, 60), (3, 1))
    kind = np.arange(3)[:, None] * np.ones((1, 60), int)
    inks = inks_of(depth, kind, dark)
    for r, c in np.ndindex(depth.shape):
        ink = str(inks[r, c])
        hue = (IN_DARK if dark else COLOURS)[HUES[r]]
        part = float(PALEST + (DEEPEST[r] - PALEST) * depth[r, c])
        page = "#0e1117" if dark else "#ffffff"
        mixed = [part * a + (1 - part) * b for a, b in zip(rgb(hue), rgb(page), strict=True)]
        light, dim = sorted((luminance(mixed), luminance(rgb(ink))), reverse=True)
        assert (light + 0.05) / (dim + 0.05) >= 4.5


def rgb(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def luminance(colour: list[float]) -> float:
    channels = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_shares_are_of_the_row_and_never_all_or_none_where_it_is_not() -> None:
    counts = [[999, 1], [0, 3]]
    figure = matrix_figure(cells_of(["a", "b"], counts, shares=True))
    assert texts_of(figure) == {(0, 0): "&gt;99 %", (0, 1): "&lt;1 %", (1, 1): "100 %"}
    assert figure["data"][1]["text"].tolist()[2] == "none"


def test_rows_are_true_and_columns_predicted_and_nothing_is_no_class() -> None:
    figure = matrix_figure(cells_of(["nothing", "(nothing)"], [[1, 2], [3, 0]], apart=1))
    assert "true" in figure["layout"]["yaxis"]["title"]["text"]
    assert "predicted" in figure["layout"]["xaxis"]["title"]["text"]
    assert list(figure["layout"]["xaxis"]["labelalias"].values()) == [
        "\u2068nothing\u2069",
        "(nothing)",
    ]


def test_hostile_names_are_literal_and_whole_in_the_box() -> None:
    n = len(HOSTILE)
    figure = matrix_figure(cells_of(HOSTILE, np.ones((n, n))))
    ticks = figure["layout"]["yaxis"]["labelalias"].values()
    ticks = [tick.strip("\u2068\u2069") for tick in ticks]
    assert ticks[0] == html.escape("<b>bold</b>", quote=False)
    assert ticks[1] == "%{z}"
    assert html.unescape(ticks[2]) == "&lt;x&gt;"
    assert ticks[3] == "(empty name)"
    assert len(ticks[4]) < 30
    assert figure["data"][1]["text"][4].replace("<br>", "").count("a") > 290


def test_long_names_are_cut_at_their_ends_and_those_alike_then_are_numbered() -> None:
    names = [f"science/physics/{end}" for end in ("optics", "quantum")]
    figure = matrix_figure(cells_of(names, [[1, 2], [3, 4]]))
    shown = [bare(name) for name in figure["layout"]["yaxis"]["labelalias"].values()]
    assert shown == ["science/physics/o…", "science/physics/q…"]
    assert "science/physics/optics" in bare(figure["data"][1]["text"][0])
    alike = [f"{'a' * 20}{end}" for end in "xy"]
    figure = matrix_figure(cells_of(alike, [[1, 2], [3, 4]]))
    shown = [bare(name) for name in figure["layout"]["yaxis"]["labelalias"].values()]
    assert shown == [f"{'a' * 14}… #1", f"{'a' * 14}… #2"]


@pytest.mark.parametrize("length", [5, 5000])
@pytest.mark.parametrize("shares", [False, True])
def test_a_hundred_classes_stay_below_a_megabyte(length: int, shares: bool) -> None:
    counts = np.random.default_rng(1).integers(1, 2000, (100, 100)).astype(float)
    names = [f"{i}<{'&' * length}" for i in range(100)]
    figure = matrix_figure(cells_of(names, counts, shares=shares))
    assert len(json.dumps(pack_figure(figure))) < 1_000_000


@pytest.mark.parametrize("n", [0, 1, 3])
def test_very_few_classes_are_drawn(n: int) -> None:
    figure = matrix_figure(cells_of(["x"] * n, np.zeros((n, n))))
    assert figure["data"][0]["z"].shape == (n, n)


def test_names_above_columns_are_turned_where_a_phone_has_no_room_for_them() -> None:
    turned = [
        pack_figure(matrix_figure(cells_of([name] * n, np.eye(n, dtype=int).tolist())))["layout"][
            "xaxis"
        ]["tickangle"]
        for name, n in (("yes", 2), ("money-fx", 8))
    ]
    # two columns of 120 pixels each take three letters, eight of 30 do not take eight letters
    assert turned == [0, -90]


def test_only_a_matrix_without_numbers_is_drawn_larger_by_dragging() -> None:
    modes = {
        n: matrix_figure(cells_of([f"c{i}" for i in range(n)], np.eye(n)))["layout"]["dragmode"]
        for n in (NUMBERED, NUMBERED + 1)
    }
    assert modes == {NUMBERED: False, NUMBERED + 1: "zoom"}
