"""Names stand beside marks, over no other mark and no other name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from breakeven.figures.classes import PLACES, name_places


def places(points: Sequence[tuple[int, int]], names: list[str], most: int = 9) -> dict[int, str]:
    across, down = np.array(points, dtype=float).T
    sizes = np.full(len(points), 10.0)
    tried = range(len(points))
    return name_places(names, across, down, sizes, plot=(400, 200), tried=tried, most=most)


def test_a_name_goes_to_the_side_where_no_mark_lies() -> None:
    # to the right of the first, within its name, lies the second; that one has room at its right
    assert places([(200, 100), (220, 100)], ["one", "two"]) == {0: "middle left", 1: "middle right"}


def test_a_name_stays_inside_of_the_plot() -> None:
    assert places([(395, 100)], ["a long name"]) == {0: "middle left"}


def test_a_mark_amid_others_has_no_name() -> None:
    around = [(200 + 12 * x, 100 + 12 * y) for x in range(-9, 10) for y in range(-3, 4)]
    among = around.index((200, 100))
    assert among not in places(around, ["some name"] * len(around), most=len(around))


def test_the_first_ones_tried_have_the_names() -> None:
    apart = [(100, 50), (100, 100), (100, 150)]
    assert list(places(apart, ["a", "b", "c"], most=2)) == [0, 1]


def test_a_name_above_a_mark_leaves_the_mark_free() -> None:
    # marks on both sides leave only above and below; the name of the first is one line high and
    # clear of its own mark, so that a mark right above that line is no hindrance
    beside = [(200, 100), (170, 100), (230, 100)]
    assert places(beside, ["name"] * 3)[0] == "top center"
    above = (200, 80)
    assert places([*beside, above], ["name"] * 4)[0] == "bottom center"
    assert places([*beside, (200, 74)], ["name"] * 4)[0] == "top center"


@pytest.mark.parametrize("place", PLACES)
def test_a_name_touches_its_mark_on_the_side_that_its_place_says(place: str) -> None:
    # from the middle of the mark to the middle of the name, in sizes of the name
    height, _, side = place.partition(" ")
    down = {"top": -0.5, "middle": 0, "bottom": 0.5}[height]
    right = {"left": -0.5, "center": 0, "right": 0.5}[side]
    assert PLACES[place] == (right, down)
