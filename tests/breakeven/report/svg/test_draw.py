from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import breakeven as be
from breakeven.data.splits import SplitSummary
from breakeven.report.html import drawings_of
from breakeven.report.record import Report
from breakeven.report.svg.classes import classes_drawing, confusions_drawing
from breakeven.report.svg.curves import curves_drawing, small_curves_drawing
from breakeven.report.svg.draw import SIZE, WIDTH, label, labels, wide
from breakeven.report.svg.rows import IntervalRow, intervals_drawing, splits_drawing
from breakeven.results.class_rows import ClassRow
from breakeven.results.confusion import MostConfused
from breakeven.results.rankings import RankingCurve
from metrics.ranking.break_even import UNDEFINED, BreakEven
from metrics.uncertainty.intervals import Interval, without_ends
from tests.breakeven.report.reported import hostile_report, large_report, report, small_report
from tests.breakeven.report.svg.seen import (
    assert_words_stand_apart,
    elements,
    place,
    scale,
    words_of,
)


def test_labels_are_cut_to_their_room_and_equal_ones_told_apart() -> None:
    names = ["short", "W" * 50, "W" * 50 + "x", "日" * 40, "\u202eab"]
    shown = labels(names, 90)
    assert all(wide(name.strip("\u2068\u2069"), SIZE) <= 90 + SIZE for name in shown)
    assert len(set(shown)) == len(names)
    assert shown[0] == "\u2068short\u2069"
    assert shown[1].endswith("#2")
    assert "⟨RLO⟩" in shown[4]
    # a name of a million signs costs no more than one of two hundred
    assert label("y" * 1_000_000, 60).endswith("…\u2069")


def row_of(template: ClassRow, name: str, **values: float) -> ClassRow:
    """A class of this name, with these numbers and no ends of them."""
    numbers = {key: without_ends(value) for key, value in values.items()}
    return replace(template, name=name, numbers={**template.numbers, **numbers})


def test_the_names_of_ninety_classes_do_not_overlap() -> None:
    rng, template = np.random.default_rng(2), large_report().classes[0]
    rows = [
        row_of(template, f"a long name of number {i}", precision=rng.random(), recall=rng.random())
        for i in range(90)
    ]
    drawn = classes_drawing("k", "t", "s", rows, {row.name for row in rows}, 0.5)
    texts = re.findall(r'<text ([^>]*font-size="10"[^>]*)>([^<]*)</text>', drawn)
    assert len(texts) > 20
    boxes = []
    for attributes, words in texts:
        values = dict(re.findall(r'(\w+)="([^"]*)"', attributes))
        boxes.append(
            (float(values["x"]), float(values["y"]), wide(words.strip("\u2068\u2069"), SIZE - 1))
        )
    for (x, y, w), (u, v, z) in combinations(boxes, 2):
        assert abs(y - v) >= SIZE or x + w <= u + 2 or u + z <= x + 2


def test_no_path_has_more_than_two_thousand_points_and_none_leaves_its_drawing() -> None:
    for drawn in drawings_of(large_report()).values():
        height = float(re.search(r'viewBox="0 0 \S+ (\S+)"', drawn)[1])  # type: ignore[index]
        for path in re.findall(r' d="([^"]*)"', drawn):
            points = np.array(re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path), dtype=float)
            assert len(points) <= 2_000
            assert (points >= 0).all()
            assert (points <= [WIDTH, height]).all()


def test_a_report_without_scores_or_other_systems_has_no_drawing_of_them() -> None:
    assert set(drawings_of(small_report())) == {"headline", "weakest", "classes", "confusions"}


@pytest.mark.parametrize("made", [large_report, small_report, hostile_report])
def test_no_words_leave_a_drawing_or_stand_on_others(made: Callable[[], Report]) -> None:
    for key, drawn in drawings_of(made()).items():
        assert_words_stand_apart(drawn, key)


def test_a_value_stands_at_its_place_on_the_axis_between_the_ends_of_its_interval() -> None:
    rows = [
        IntervalRow("both", (Interval(0.1, 0.5, value=0.25),)),
        IntervalRow("bare", (without_ends(0.75),)),
        IntervalRow("none", (without_ends(float("nan")),)),
    ]
    drawn = intervals_drawing("k", "t", "s", rows, "F1")
    left, right = scale(drawn)
    assert right - left > WIDTH / 2
    dots = elements(drawn, "circle")
    assert [share(dot["cx"], left, right) for dot in dots] == [0.25, 0.75]
    (interval,) = elements(drawn, "line", **{"class": "s0"})
    assert [share(interval[end], left, right) for end in ("x1", "x2")] == [0.1, 0.5]
    # each at the height of its row's name, with its figure to the right of the frame
    for name, figure, dot in (("both", "0.250", dots[0]), ("bare", "0.750", dots[1])):
        words, shown = place(drawn, name), place(drawn, figure)
        assert words.top < float(dot["cy"]) < words.bottom
        assert words.right < left < right < shown.left
        assert shown.bottom == words.bottom
    assert interval["y1"] == interval["y2"] == dots[0]["cy"]
    assert place(drawn, "none").bottom == place(drawn, "—").bottom > place(drawn, "bare").bottom


def test_two_values_of_a_row_stand_above_each_other_with_their_names_on_top() -> None:
    rows = [
        IntervalRow(name, (Interval(0.25, 0.5, value=0.25), without_ends(0.75))) for name in "pq"
    ]
    drawn = intervals_drawing("k", "t", "s", rows, "F1", ("micro", "macro"))
    left, right = scale(drawn)
    legend, *dots = elements(drawn, "circle")
    assert [share(dot["cx"], left, right) for dot in dots] == [0.25, 0.25]
    micro, macro = place(drawn, "micro"), place(drawn, "macro")
    assert float(legend["cx"]) < micro.left < micro.right < macro.left
    # the second of a row is a diamond: its path starts at its upper end
    starts = [path["d"][1:].split("l")[0].split() for path in elements(drawn, "path")]
    assert [share(x, left, right) for x, _ in starts[1:]] == [0.75, 0.75]
    for name, dot, (_, y) in zip("pq", dots, starts[1:], strict=True):
        words = place(drawn, name)
        assert float(dot["cy"]) < (words.top + words.bottom) / 2 < float(y) + 4
    assert not [words for words in words_of(drawn) if words.text == "0.250"]


def curve(name: str, point: BreakEven, levels: float = 0.5) -> RankingCurve:
    return RankingCurve(
        name=name, recall=np.array([0.5, 1.0]), precision=np.array([1.0, 0.5]), points=2,
        break_even=point, levels=np.full(11, levels), eleven_point=levels, average_precision=0.5,
        now=(0.5, 0.5), prevalence=0.5, positives=4,
    )  # fmt: skip


MET = BreakEven(0.75, "exact", 0.5, 0.75, 0.75)


def test_a_curve_goes_through_its_points_and_has_its_break_even_point_on_the_diagonal() -> None:
    drawn = curves_drawing("k", "t", "s", [curve("a", MET), curve("b", UNDEFINED)])
    left, right = scale(drawn)
    # the plane is as high as it is wide, and precision 1 is its upper end
    (frame,) = [rect for rect in elements(drawn, "rect") if rect["fill"] == "none"]
    top, side = float(frame["y"]), float(frame["height"])
    assert (float(frame["x"]), float(frame["width"]), side) == (left, right - left, right - left)
    first, second = (path["d"] for path in elements(drawn, "path", fill="none")[:2])
    assert first == second
    (x1, y1), (x2, y2) = (point.split(" ") for point in first[1:].split("L"))
    assert [share(x, left, right) for x in (x1, x2)] == [0.5, 1]
    assert [share(y, top, top + side) for y in (y1, y2)] == [0, 0.5]
    # one in the plane and one beside the name; none where nothing is defined
    circles = elements(drawn, "circle", stroke="#ffffff")
    assert len(circles) == 2
    assert share(circles[0]["cx"], left, right) == 0.75
    assert share(circles[0]["cy"], top, top + side) == 0.25
    words = place(drawn, "break-even 0.750")
    assert words.bottom == place(drawn, "a").bottom
    assert words.top < float(circles[1]["cy"]) < words.bottom
    assert place(drawn, "break-even undefined").bottom == place(drawn, "b").bottom > words.bottom


def test_what_curves_and_lines_mean_is_said_beside_each() -> None:
    drawn = curves_drawing("k", "t", "s", [curve("a", MET), curve("b", UNDEFINED)])
    short = [line for line in elements(drawn, "line") if line["x1"] == "44" and line["x2"] == "74"]
    for line, said in zip(short, ("a", "b", "precision = recall"), strict=True):
        words = place(drawn, said)
        assert words.top < float(line["y1"]) == float(line["y2"]) < words.bottom
        assert 0 < words.left - 74 < 10
    signs = elements(drawn, "path", fill="none", **{"class": "l"})
    eleven = place(drawn, "eleven interpolated points, pooled list")
    middle = float(signs[-1]["d"][1:].split("l")[0].split()[1]) + 4.5
    assert eleven.top < middle < eleven.bottom


def test_the_first_curve_has_its_eleven_levels_unless_they_are_undefined() -> None:
    # eleven open signs in the plane and one where they are explained
    without = curves_drawing("k", "t", "s", [curve("a", MET, float("nan")), curve("b", MET)])
    drawn = curves_drawing("k", "t", "s", [curve("a", MET), curve("b", MET, float("nan"))])
    assert open_signs(without) == 1
    assert open_signs(drawn) == 11 + 1


def open_signs(drawn: str) -> int:
    return len(elements(drawn, "path", fill="none", **{"class": "l"}))


def test_small_planes_stand_three_in_a_row_each_with_its_name_and_break_even_point() -> None:
    names = "abcd"
    points = [MET, UNDEFINED, MET, MET]
    curves = [curve(name, point) for name, point in zip(names, points, strict=True)]
    drawn = small_curves_drawing("k", "t", "s", curves)
    frames = [rect for rect in elements(drawn, "rect") if rect["fill"] == "none"]
    places = [(float(frame["x"]), float(frame["y"])) for frame in frames]
    side = float(frames[0]["width"])
    assert places[0][1] == places[1][1] == places[2][1] < places[3][1] - side
    assert places[0][0] == places[3][0] < places[1][0] - side < places[2][0] - 2 * side
    assert places[2][0] + side <= WIDTH
    for name, (x, y) in zip(names, places, strict=True):
        words = place(drawn, name)
        assert words.left == x
        assert y - 12 < words.bottom < y
    circles = [(float(c["cx"]), float(c["cy"])) for c in elements(drawn, "circle")]
    want = [(x + 0.75 * side, y + 0.25 * side) for i, (x, y) in enumerate(places) if i != 1]
    assert circles == [pytest.approx(point, abs=0.1) for point in want]
    below = [words for words in words_of(drawn) if words.text.startswith("break-even")]
    assert [words.text.split()[1] for words in below] == ["0.750", "undefined", "0.750", "0.750"]
    assert [words.left for words in below] == [x for x, _ in places]


def test_a_ranking_of_one_point_is_a_dot() -> None:
    one = replace(curve("a", UNDEFINED), recall=np.array([1.0]), precision=np.array([0.25]))
    drawn = small_curves_drawing("k", "t", "s", [one])
    (frame,) = [rect for rect in elements(drawn, "rect") if rect["fill"] == "none"]
    x, y, side = (float(frame[key]) for key in ("x", "y", "width"))
    (dot,) = elements(drawn, "circle")
    assert float(dot["cx"]) == pytest.approx(x + side, abs=0.1)
    assert float(dot["cy"]) == pytest.approx(y + 0.75 * side, abs=0.1)


def test_a_class_is_a_dot_at_its_recall_and_precision_as_large_as_it_has_documents() -> None:
    template = small_report().classes[0]
    values = [("low", 0.25, 0.5, 4), ("high", 0.75, 1.0, 16), ("nowhere", float("nan"), 0.5, 9)]
    rows = [row_of(template, name, recall=r, precision=p, positives=n) for name, r, p, n in values]
    drawn = classes_drawing("k", "t", "s", rows, {"low"}, 0.5)
    left, right = scale(drawn)
    (frame,) = [rect for rect in elements(drawn, "rect") if rect["fill"] == "none"]
    top = float(frame["y"])
    bottom = top + float(frame["height"])
    # the larger first, that it hides no other; areas of 1 to 4 beyond the least radius
    large, small = elements(drawn, "circle")
    assert [share(dot["cx"], left, right) for dot in (large, small)] == [0.75, 0.25]
    assert [share(dot["cy"], top, bottom) for dot in (large, small)] == [0, 0.5]
    assert [float(dot["r"]) for dot in (large, small)] == [9, pytest.approx((9 + 2.5) / 2, abs=0.1)]
    assert large["class"] != small["class"]
    # the name right beside its dot, and no other
    words = place(drawn, "low")
    assert not [other for other in words_of(drawn) if other.text in ("high", "nowhere")]
    assert 0 < words.left - float(small["cx"]) < 10
    assert words.top < float(small["cy"]) < words.bottom
    cuts = elements(drawn, "line", **{"stroke-dasharray": "4 3"})
    assert [[share(cut[x], left, right) for x in ("x1", "x2")] for cut in cuts] == [
        [0.5] * 2,
        [0, 1],
    ]
    assert [[share(cut[y], top, bottom) for y in ("y1", "y2")] for cut in cuts] == [
        [0, 1], [0.5, 0.5],
    ]  # fmt: skip


def test_a_name_goes_to_the_left_of_its_dot_where_the_right_has_no_room() -> None:
    row = row_of(small_report().classes[0], "a long name", recall=1.0, precision=0.5)
    drawn = classes_drawing("k", "t", "s", [row], {row.name}, 0.5)
    (dot,) = elements(drawn, "circle")
    assert place(drawn, row.name).right < float(dot["cx"])


def test_counts_of_confusions_stand_in_their_row_and_column_darker_with_their_share() -> None:
    cells = np.array([[7.0, 4.0, 0.0], [1.0, 3.0, 0.0], [0.0, 0.0, 9.0]])
    documents = (16.0, 4.0, 9.0)
    confused = MostConfused(
        rule="", classes=("x", "y", "z"), cells=cells, documents=documents, pairs=(("x", "y", 4.0),)
    )
    drawn = confusions_drawing("k", "t", "s", confused)
    squares = [rect for rect in elements(drawn, "rect") if rect["fill"] != "none"]
    # besides 16 - 7 - 4 = 5 of x in no column
    filled = [(0, 0), (0, 1), (0, 3), (1, 0), (1, 1), (2, 2)]
    assert len(squares) == len(filled)
    cells = np.column_stack([cells, [5, 0, 0]])
    for (i, j), square in zip(filled, squares, strict=True):
        x, y, side = (float(square[key]) for key in ("x", "y", "width"))
        # darker with the root of the share of the row: 4 of 16 as dark as 1 of 4; what is right
        # is quieter
        most = 0.4 if i == j else 0.8
        shade = 0.1 + (most - 0.1) * (cells[i, j] / documents[i]) ** 0.5
        assert float(square["fill-opacity"]) == pytest.approx(shade, abs=0.005)
        here = [
            words.text
            for words in words_of(drawn)
            if x < (words.left + words.right) / 2 < x + side and y < words.bottom < y + side
        ]
        assert here == [f"{cells[i, j]:.0f}"]
    # the sum of each row at its end
    assert {words.text for words in words_of(drawn)} >= {"16", "4", "9", "rest", "all"}
    rows = [place(drawn, name) for name in "xyz"]
    for row, square in zip(rows, [squares[first] for first in (0, 3, 5)], strict=True):
        assert float(square["y"]) < row.bottom < float(square["y"]) + float(square["height"])
        assert row.right < float(square["x"])


def test_a_bar_is_as_long_as_its_split_has_documents() -> None:
    rows = [
        SplitSummary(
            name=name, documents=n, labels=n, labels_per_document=1.0, without_class=0,
            classes_present=1, words=1.0, first=None, last=None,
        )
        for name, n in (("train", 1_000), ("dev", 0), ("test", 250))
    ]  # fmt: skip
    drawn = splits_drawing("k", "t", "s", rows)
    bars = elements(drawn, "rect")
    widths = [float(bar["width"]) for bar in bars]
    assert widths[1:] == [1, pytest.approx(widths[0] / 4, abs=0.1)]
    texts = (("train", "1,000"), ("dev", "0"), ("test", "250"))
    for bar, (name, number) in zip(bars, texts, strict=True):
        y = float(bar["y"])
        words, shown = place(drawn, name), place(drawn, number)
        assert y < words.bottom == shown.bottom < y + float(bar["height"])
        assert words.right < float(bar["x"]) < shown.left - float(bar["width"])
    assert widths[0] > WIDTH / 2


def share(position: str, start: float, end: float) -> float:
    """Where something lies between two ends, to a hundredth."""
    return round((float(position) - start) / (end - start), 2)


def test_systems_are_drawn_the_best_first_and_those_without_a_value_last() -> None:
    # nobody has the class: F is 0/0 of what predicts nothing, 0 of what predicts it once
    nothing, once = np.zeros((4, 1), dtype=int), np.eye(4, 1, dtype=int)
    quiet, wrong = (
        be.from_arrays(nothing, called, classes=["a"], system=name)
        for name, called in (("quiet", nothing), ("wrong", once))
    )
    review = replace(quiet, predictions=(*quiet.predictions, *wrong.predictions))
    drawn = drawings_of(report(review, undefined="drop"))["systems"]
    assert place(drawn, "wrong").top < place(drawn, "quiet").top


def test_names_stay_within_the_axes_and_within_three_lines_of_their_dot() -> None:
    template, names = small_report().classes[0], [f"name {i}" for i in range(12)]
    rows = [row_of(template, name, recall=0.0, precision=0.5) for name in names]
    drawn = classes_drawing("k", "t", "s", rows, {*names}, 0.5)
    (left, _), dot = scale(drawn), elements(drawn, "circle")[0]
    shown = [words for words in words_of(drawn) if words.text in names]
    assert len(shown) > 3
    assert all(words.left >= left for words in shown)
    # a line is two pixels higher than its letters
    reach = 3 * (SIZE + 2) + 1
    assert all(abs(words.bottom - float(dot["cy"])) <= reach for words in shown)
