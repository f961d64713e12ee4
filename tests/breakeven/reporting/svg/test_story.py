"""The pictures of a story: every square and bar where it must be, in the colour it must have."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from markupsafe import Markup

from breakeven.reporting.svg.draw import WIDTH
from breakeven.reporting.svg.story import CELL, EXTRA, FOUND, MISSED, in_theme, story_drawing
from breakeven.story.pictures import Few, Flow, Hundred, Ways, Wrong

SVG = "{http://www.w3.org/2000/svg}"


def rects(drawn: Markup, colour: int, width: float | None = None) -> list[float]:
    """The left ends of the rectangles of a colour, filled or hatched, of a width."""
    found = [
        rect
        for rect in ElementTree.fromstring(drawn).iter(f"{SVG}rect")
        if rect.get("class") in (f"f{colour}", f"s{colour}")
    ]
    return [
        float(rect.get("x", ""))
        for rect in found
        if width is None or abs(float(rect.get("width", "")) - width) < 2
    ]


def hundred(wrong: Wrong) -> Hundred:
    return Hundred(
        name="Classes", right=79, low=75, high=83, yes="found", no="not", wrong=wrong,
        counted="141 of 179",
    )  # fmt: skip


def test_of_a_hundred_each_has_its_square_and_misses_lie_left_false_alarms_right() -> None:
    missed = story_drawing("k", hundred("missed"), "It finds 79.")
    found, gone = rects(missed, FOUND, CELL), rects(missed, MISSED, CELL)
    assert (len(found), len(gone)) == (79, 21)
    # a hatched one is a line's half smaller
    assert max(gone) <= min(found) + 1
    extra = story_drawing("k", hundred("extra"), "79 are right.")
    found, false = rects(extra, FOUND, CELL), rects(extra, EXTRA, CELL)
    assert (len(found), len(false)) == (79, 21)
    assert min(false) >= max(found) - 1
    # between 75 and 83 either way: four of those found and four of the others
    for drawn, colour in ((missed, MISSED), (extra, EXTRA)):
        of = ElementTree.fromstring(drawn)
        hatched = [path.get("class") for path in of.iter(f"{SVG}path") if "L" in path.get("d", "")]
        assert (hatched.count("s0"), hatched.count(f"s{colour}")) == (4 + 1, 4)  # and the legend


def test_in_a_flow_misses_lie_at_the_left_end_and_false_alarms_at_the_right_one() -> None:
    drawn = story_drawing(
        "k", Flow(name="<b>x</b>", found=141, missed=38, extra=51, rest=3069), "s"
    )
    bars = {colour: rects(drawn, colour)[0] for colour in (MISSED, FOUND, EXTRA)}
    assert bars[MISSED] == 4 < bars[FOUND] < bars[EXTRA]
    ends = [
        float(rect.get("x", "")) + float(rect.get("width", ""))
        for rect in ElementTree.fromstring(drawn).iter(f"{SVG}rect")
    ]
    assert max(ends) <= WIDTH - 3
    said = "".join(ElementTree.fromstring(drawn).itertext())
    assert "All 3,299 documents" in said
    assert "179 truly “<b>x</b>”" in said


def test_nothing_leaves_a_picture_whatever_its_names() -> None:
    long = "W" * 300
    for picture in (
        Few(names=(long, "b"), true=(long, "b"), called=("c", "b"), right=(False, True)),
        Ways(names=(long, "b"), right=(100.0, 0.0), kinds=("mine", "fixed")),
        Flow(name=long, found=1, missed=0, extra=0, rest=0),
        Flow(name=long, found=0, missed=3, extra=0, rest=10**9),
    ):
        drawn = story_drawing("k", picture, "said", about=long)
        height = float(re.findall(r'viewBox="0 0 \S+ (\S+)"', drawn)[0])
        for rect in ElementTree.fromstring(drawn).iter(f"{SVG}rect"):
            x, y, w, h = (float(rect.get(key, "")) for key in ("x", "y", "width", "height"))
            assert 0 <= x <= x + w <= WIDTH
            assert 0 <= y <= y + h <= height
        # alone it has the colours of a dark page itself
        dark = in_theme(drawn, dark=True)
        assert ElementTree.fromstring(dark).find(f"{SVG}style") is not None
