from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import numpy as np

from breakeven.reporting.content.results import Number
from breakeven.reporting.html.drawings import drawings_of
from breakeven.reporting.svg.classes import classes_drawing
from breakeven.reporting.svg.draw import SIZE, WIDTH, label, labels, wide
from tests.breakeven.reporting.reported import large_report, small_report


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


def test_the_names_of_ninety_classes_do_not_overlap() -> None:
    rng, one = np.random.default_rng(2), large_report().classes[0]
    rows = [
        replace(
            one,
            name=f"a long name of number {i}",
            precision=Number(value=rng.random()),
            recall=Number(value=rng.random()),
        )
        for i in range(90)
    ]
    drawn = classes_drawing("k", "t", "s", rows, {row.name for row in rows}, 0.5)
    found = re.findall(r'<text ([^>]*font-size="10"[^>]*)>([^<]*)</text>', drawn)
    assert len(found) > 20
    boxes = []
    for attributes, words in found:
        at = dict(re.findall(r'(\w+)="([^"]*)"', attributes))
        boxes.append((float(at["x"]), float(at["y"]), wide(words.strip("\u2068\u2069"), SIZE - 1)))
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
