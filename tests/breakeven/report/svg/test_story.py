"""The pictures of a story: every square and bar where it must be, in the colour it must have."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from breakeven.analysis.story.screen_parts import (
    ClassFlow,
    DecisionWays,
    FewDocuments,
    Hundred,
    LargestClasses,
    Picture,
    WrongKind,
)
from breakeven.report.svg.draw import WIDTH
from breakeven.report.svg.story import CELL, EXTRA, MISSED, RIGHT, WRONG, in_theme, story_drawing
from tests.breakeven.report.svg.seen import assert_words_stand_apart, elements, place, words_of

SVG = "{http://www.w3.org/2000/svg}"


def rects(drawn: Markup, colour: int, width: float | None = None) -> list[float]:
    """The left ends of the rectangles of a colour, filled or hatched, of a width."""
    matching = [
        rect
        for rect in ElementTree.fromstring(drawn).iter(f"{SVG}rect")
        if rect.get("class") in (f"f{colour}", f"s{colour}")
    ]
    return [
        float(rect.get("x", ""))
        for rect in matching
        if width is None or abs(float(rect.get("width", "")) - width) < 2
    ]


def hundred(wrong: WrongKind) -> Hundred:
    return Hundred(
        name="Classes", right=79, low=75, high=83, yes="found", no="not", wrong=wrong,
        counted="141 of 179",
    )  # fmt: skip


def test_of_a_hundred_each_has_its_square_and_misses_lie_left_false_alarms_right() -> None:
    missed = story_drawing("k", hundred("missed"), "It finds 79.")
    hits, gone = rects(missed, RIGHT, CELL), rects(missed, MISSED, CELL)
    assert (len(hits), len(gone)) == (79, 21)
    # a hatched one is a line's half smaller
    assert max(gone) <= min(hits) + 1
    extra = story_drawing("k", hundred("extra"), "79 are right.")
    hits, false = rects(extra, RIGHT, CELL), rects(extra, EXTRA, CELL)
    assert (len(hits), len(false)) == (79, 21)
    assert min(false) >= max(hits) - 1
    # between 75 and 83 either way: four of those found and four of the others
    for drawn, colour in ((missed, MISSED), (extra, EXTRA)):
        root = ElementTree.fromstring(drawn)
        hatched = [
            path.get("class") for path in root.iter(f"{SVG}path") if "L" in path.get("d", "")
        ]
        assert (hatched.count("s0"), hatched.count(f"s{colour}")) == (4 + 1, 4)  # and the legend


def test_in_a_flow_misses_lie_at_the_left_end_and_false_alarms_at_the_right_one() -> None:
    drawn = story_drawing(
        "k", ClassFlow(name="<b>x</b>", found=141, missed=38, extra=51, rest=3069), "s"
    )
    bars = {colour: rects(drawn, colour)[0] for colour in (MISSED, RIGHT, EXTRA)}
    assert bars[MISSED] == 4 < bars[RIGHT] < bars[EXTRA]
    ends = [
        float(rect.get("x", "")) + float(rect.get("width", ""))
        for rect in ElementTree.fromstring(drawn).iter(f"{SVG}rect")
    ]
    assert max(ends) <= WIDTH - 3
    text = "".join(ElementTree.fromstring(drawn).itertext())
    assert "All 3,299 documents" in text
    assert "179 truly “<b>x</b>”" in text


def test_nothing_leaves_a_picture_whatever_its_names() -> None:
    long = "W" * 300
    for picture in (
        FewDocuments(names=(long, "b"), true=(long, "b"), called=("c", "b"), right=(False, True)),
        DecisionWays(names=(long, "b"), right=(100.0, 0.0), kinds=("mine", "fixed")),
        ClassFlow(name=long, found=1, missed=0, extra=0, rest=0),
        ClassFlow(name=long, found=0, missed=3, extra=0, rest=10**9),
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


def test_ways_to_decide_are_bars_as_long_as_they_are_right() -> None:
    drawn = story_drawing(
        "k",
        DecisionWays(names=("it", "fix"), right=(80.0, 20.0), kinds=("mine", "fixed")),
        "s",
    )
    first, second = elements(drawn, "rect")
    assert float(first["width"]) == pytest.approx(4 * float(second["width"]), abs=0.2)
    assert ("fill-opacity" in first, "fill-opacity" in second) == (False, True)
    for bar, name, number in ((first, "it", "80"), (second, "fix", "20")):
        words, figure = place(drawn, name), place(drawn, number)
        y = float(bar["y"])
        assert y < words.bottom == figure.bottom < y + float(bar["height"])
        assert words.right < float(bar["x"]) < figure.left - float(bar["width"])
    # one's own stands out
    bold = [text["y"] for text in elements(drawn, "text") if "font-weight" in text]
    assert len(bold) == 2 == len([y for y in bold if y == bold[0]])


def test_words_of_a_picture_stand_beside_its_squares_and_apart() -> None:
    drawn = story_drawing("k", hundred("missed"), "s", about="of what")
    right = max(
        float(rect["x"]) + float(rect["width"])
        for rect in elements(drawn, "rect")
        if abs(float(rect["width"]) - CELL) < 2
    )
    labels = [words for words in words_of(drawn) if words.text != "of what"]
    assert all(words.left > right for words in labels)
    assert {"79 found", "21 not", "75 to 83"} <= {words.text for words in labels}
    pictures: list[Picture] = [
        hundred("extra"),
        ClassFlow(name="x", found=141, missed=38, extra=51, rest=3069),
        DecisionWays(names=("a", "b" * 40), right=(100.0, 3.0), kinds=("mine", "before")),
        LargestClasses(names=("a" * 40, "b"), documents=(12_345.0, 1.0), more=1),
        FewDocuments(
            names=("a", "b" * 90), true=("x" * 90, "y"), called=("y", "y"), right=(False, True)
        ),
    ]
    for picture in pictures:
        assert_words_stand_apart(story_drawing("k", picture, "s", about="of what"), str(picture))


def test_few_documents_say_what_they_are_and_what_is_said_of_them_where_that_is_wrong() -> None:
    drawn = story_drawing(
        "k",
        FewDocuments(names=("d1", "d2"), true=("a", "b"), called=("c", "b"), right=(False, True)),
        "s",
    )
    texts = [words.text for words in words_of(drawn)]
    assert texts == ["✗", "d1", "truly a, predicted c", "✓", "d2", "truly b"]
    assert [len(rects(drawn, colour)) for colour in (RIGHT, WRONG)] == [1, 1]


def test_the_largest_classes_are_bars_and_the_others_are_counted() -> None:
    classes = LargestClasses(names=("a", "b"), documents=(200.0, 50.0), more=3)
    drawn = story_drawing("k", classes, "s")
    first, second = elements(drawn, "rect")
    assert float(first["width"]) == pytest.approx(4 * float(second["width"]), abs=0.2)
    assert place(drawn, "200").bottom == place(drawn, "a").bottom < place(drawn, "50").bottom
    assert place(drawn, "and 3 classes more").top > place(drawn, "b").bottom
    alone = story_drawing("k", LargestClasses(names=("a",), documents=(0.0,), more=0), "s")
    assert "more" not in "".join(words.text for words in words_of(alone))


def test_a_hatched_square_fills_the_place_of_a_filled_one() -> None:
    drawn = story_drawing("k", hundred("missed"), "s")
    squares = [
        (group.find(f"{SVG}rect"), group.find(f"{SVG}path"))
        for group in ElementTree.fromstring(drawn).iter(f"{SVG}g")
    ]
    hatched = [(rect, path) for rect, path in squares if rect is not None and path is not None]
    assert len(hatched) == 8 + 1
    for rect, path in hatched:
        x, y, w, h, line = (
            float(rect.get(key, "")) for key in ("x", "y", "width", "height", "stroke-width")
        )
        assert w == pytest.approx(h)
        # half of the line lies outside of the rectangle, on either side
        left, top, size = x - line / 2, y - line / 2, w + line
        assert size in (pytest.approx(CELL), pytest.approx(12))
        # each line of the hatching goes from edge to edge
        for point in re.findall(r"[ML]([^ML]+)", path.get("d", "")):
            px, py = map(float, point.split())
            near = [abs(px - left), abs(px - left - size), abs(py - top), abs(py - top - size)]
            assert min(near) < 0.06


def test_a_band_of_a_flow_stays_between_its_bars() -> None:
    drawn = story_drawing("k", ClassFlow(name="x", found=141, missed=38, extra=51, rest=3069), "s")
    paths = [path.get("d", "") for path in ElementTree.fromstring(drawn).iter(f"{SVG}path")]
    bands = [re.findall(r"-?[\d.]+", path) for path in paths if "C" in path]
    assert bands
    for numbers in bands:
        down = [float(number) for number in numbers[1::2]]
        start, end = down[0], down[3]
        assert start < end
        # each side begins and ends straight down: its handles lie half way
        assert down[1:3] + down[5:7] == [pytest.approx((start + end) / 2, abs=0.06)] * 4
