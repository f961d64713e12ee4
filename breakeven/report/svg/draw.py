"""What all drawings share: elements, colours, labels cut to their room, axes.

In an element of SVG or HTML, what is no markup of ours is escaped.
Colours stand in the elements, for what reads no style sheet, and a class beside each lets the
style sheet of the report take others where the page is dark.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from markupsafe import Markup, escape

from breakeven.data.wording import NO_CLASS, name_of, visible
from breakeven.figures.figure import COLOURS, TEXT
from metrics.typing import Array

# units of a drawing: it is shown about as wide in pixels, so that text stays readable
WIDTH = 420
SIZE = 11
ROW = 22
LINE, FAINT = "#8a8d94", "#d5d7db"
# dashes that tell lines apart without colour, by the order of the theme's
STROKES = ("", "7 3", "2 2.5", "8 3 2 3", "12 4", "12 4 3 4")
# signs that take more or less room than the usual, in parts of the size of the type
NARROW, BROAD = set("iljftI.,:;|!'()[] "), set("mwMW@%—…")


# the typeface goes along with a drawing, so that it looks the same everywhere: of Source Sans 3, in
# which pages are set, the signs that words, numbers and most names need. `script/typeface.py` makes
# the file, and its licence lies beside it; others stand in for signs that it has not
TYPEFACE = Path(__file__).parent / "typeface.woff2"
# the same, for what reads no WOFF2
PLAIN_TYPEFACE = TYPEFACE.with_suffix(".ttf")
# in quotes: one name that CSS cannot read, as a lone 3, and a browser takes none of them
FAMILY = "'Breakeven Sans','Source Sans','Source Sans 3',system-ui,sans-serif"


@cache
def typeface_address() -> str:
    """The typeface itself, as an address that asks nobody."""
    return f"data:font/woff2;base64,{base64.b64encode(TYPEFACE.read_bytes()).decode()}"


@cache
def typeface_rule() -> str:
    """The rule of CSS that brings the typeface along."""
    return (
        "@font-face{font-family:Breakeven Sans;font-weight:400 700;"
        f"src:url({typeface_address()}) format('woff2')}}"
    )


def tag(name: str, *inside: object, **attributes: object) -> Markup:
    """An element. `class_` is the attribute `class`, `font_size` has a dash; None is left out."""
    said = Markup("").join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), number_of(value))
        for key, value in attributes.items()
        if value is not None
    )
    content = Markup("").join(escape(part) for part in inside)
    return Markup("<{0}{1}>{2}</{0}>").format(name, said, content)


def number_of(value: object) -> str:
    """A length to a tenth, anything else as it is."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Frame:
    """A rectangle for data from (0, 0) to (1, 1), whose y grows upwards."""

    left: float
    top: float
    width: float
    height: float

    def x(self, share: float) -> float:
        """Where a share of the width lies."""
        return self.left + self.width * share

    def y(self, share: float) -> float:
        """Where a share of the height lies."""
        return self.top + self.height * (1 - share)


def drawing(
    key: str, title: str, says: str, height: float, parts: Iterable[Markup], width: float = WIDTH
) -> Markup:
    """A whole drawing; its text alternative is what it is and the sentence that it shows."""
    return tag(
        "svg",
        tag("title", visible(title), id=f"{key}-title"),
        tag("desc", visible(says), id=f"{key}-desc"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        class_="drawing",
        role="img",
        aria_labelledby=f"{key}-title {key}-desc",
        viewBox=f"0 0 {number_of(float(width))} {number_of(float(height))}",
        font_family=FAMILY,
        font_size=SIZE,
    )


def text(words: object, x: float, y: float, anchor: str = "start", **look: object) -> Markup:
    """A line of text; `fill` and the rest as attributes."""
    given = {"fill": TEXT, "class_": "t", "text_anchor": anchor} | look
    return tag("text", words, x=x, y=y, **given)


def line(x1: float, y1: float, x2: float, y2: float, **look: object) -> Markup:
    """A straight line, grey unless told otherwise."""
    given = {"stroke": LINE, "class_": "l", "stroke_width": 1.0} | look
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, **given)


def stroke(i: int) -> dict[str, object]:
    """How the line of number `i` looks: colour and dashes."""
    dashes = STROKES[i % len(STROKES)]
    return {
        "stroke": COLOURS[i % len(COLOURS)],
        "class_": f"s{i % len(COLOURS)}",
        "fill": "none",
        "stroke_width": 1.8,
        "stroke_dasharray": dashes or None,
    }


def fill(i: int) -> dict[str, object]:
    """How an area of number `i` looks."""
    return {"fill": COLOURS[i % len(COLOURS)], "class_": f"f{i % len(COLOURS)}"}


def path(frame: Frame, across: Array, up: Array, **look: object) -> Markup:
    """A line through points of the frame, broken where one is NaN."""
    x, y = frame.left + frame.width * across, frame.top + frame.height * (1 - up)
    parts, pen = [], "M"
    for a, b in zip(x.tolist(), y.tolist(), strict=True):
        if np.isnan(a) or np.isnan(b):
            pen = "M"
            continue
        parts.append(f"{pen}{a:.1f} {b:.1f}")
        pen = "L"
    return tag("path", d="".join(parts), **look)


def marker(i: int, x: float, y: float, size: float = 4.0, **look: object) -> Markup:
    """A sign of number `i`: a circle, diamond, square, triangle, cross or slanting cross."""
    s = size
    shapes = (
        None,
        f"M{x:.1f} {y - s:.1f}l{s:.1f} {s:.1f}l{-s:.1f} {s:.1f}l{-s:.1f} {-s:.1f}z",
        f"M{x - s:.1f} {y - s:.1f}h{2 * s:.1f}v{2 * s:.1f}h{-2 * s:.1f}z",
        f"M{x:.1f} {y - s:.1f}l{s:.1f} {2 * s:.1f}h{-2 * s:.1f}z",
        f"M{x - s:.1f} {y:.1f}h{2 * s:.1f}M{x:.1f} {y - s:.1f}v{2 * s:.1f}",
        f"M{x - s:.1f} {y - s:.1f}l{2 * s:.1f} {2 * s:.1f}m0 {-2 * s:.1f}l{-2 * s:.1f} {2 * s:.1f}",
    )
    shape, given = shapes[i % len(shapes)], fill(i) | look
    if shape is None:
        return tag("circle", cx=x, cy=y, r=s, **given)
    if i % len(shapes) > 3:
        return tag("path", d=shape, **stroke(i) | {"stroke_dasharray": None} | look)
    return tag("path", d=shape, **given)


def wide(words: str, size: float = SIZE) -> float:
    """About how much room a line of text takes, on the safe side."""
    return size * sum(map(_of_sign, words))


def _of_sign(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.05
    if sign in NARROW:
        return 0.4
    if sign in BROAD:
        return 1.02
    return 0.78 if sign.isupper() else 0.66


def label(name: object, room: float, size: float = SIZE) -> str:
    """A foreign name on one line, cut to its room, apart from the text around it."""
    if name is None:
        return NO_CLASS
    # no label has room for more signs, and a name may have a million
    start = visible(name_of(str(name)[:200]))
    shown = re.sub(r"\s", " ", start)
    if wide(shown, size) > room or len(str(name)) > 200:
        cut = shown
        while cut and wide(cut + "…", size) > room:
            cut = cut[:-1]
        shown = cut.rstrip() + "…"
    return f"\u2068{shown}\u2069"


def labels(names: Sequence[object], room: float, size: float = SIZE) -> list[str]:
    """`label` of each; names that the cut made equal get their position behind them."""
    cut = [label(name, room, size) for name in names]
    again = {name for name in cut if cut.count(name) > 1}
    return [
        f"{label(name, room - wide(f' #{i + 1}', size), size)} #{i + 1}" if c in again else c
        for i, (name, c) in enumerate(zip(names, cut, strict=True))
    ]


def room_for(names: Sequence[object], least: float = 60.0, most: float = 168.0) -> float:
    """The width of a column of labels, for the longest within limits."""
    return min(most, max([least, *(wide(label(name, most)) + 2 for name in names)]))


def across(frame: Frame, name: str, *, step: int = 2) -> list[Markup]:
    """The horizontal axis from 0 to 1 below a frame, with its name."""
    parts = []
    for tenth in range(0, 11, step):
        x = frame.x(tenth / 10)
        parts.append(line(x, frame.top, x, frame.top + frame.height, stroke=FAINT, class_="g"))
        parts.append(text(f"{tenth / 10:g}", x, frame.top + frame.height + 14, "middle"))
    middle = frame.left + frame.width / 2
    return [*parts, text(name, middle, frame.top + frame.height + 29, "middle")]


def up(frame: Frame, name: str, *, step: int = 2) -> list[Markup]:
    """The vertical axis from 0 to 1 left of a frame, with its name."""
    parts = []
    for tenth in range(0, 11, step):
        y = frame.y(tenth / 10)
        parts.append(line(frame.left, y, frame.left + frame.width, y, stroke=FAINT, class_="g"))
        parts.append(text(f"{tenth / 10:g}", frame.left - 5, y + 4, "end"))
    x, y = frame.left - 30, frame.top + frame.height / 2
    turned = f"rotate(-90 {x:.1f} {y:.1f})"
    return [*parts, text(name, x, y, "middle", transform=turned)]


def outline(frame: Frame) -> Markup:
    """The border of a frame."""
    return tag(
        "rect",
        x=frame.left,
        y=frame.top,
        width=frame.width,
        height=frame.height,
        fill="none",
        stroke=LINE,
        class_="l",
    )
