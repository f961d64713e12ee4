"""Drawings with a row each: values with their intervals, and the documents of each split."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from breakeven.data.splits import SplitSummary
from breakeven.data.wording import figure_of
from breakeven.report.svg.draw import (
    ROW,
    WIDTH,
    Frame,
    across,
    drawing,
    fill,
    labels,
    line,
    marker,
    outline,
    room_for,
    stroke,
    tag,
    text,
)
from metrics.uncertainty.intervals import Interval

# --- Values with their intervals, one row each: averages, classes, systems


@dataclass(frozen=True)
class IntervalRow:
    """A name with one value, or several that are told apart by their marks."""

    name: str
    values: tuple[Interval, ...]


def intervals_drawing(
    key: str,
    title: str,
    says: str,
    rows: Sequence[IntervalRow],
    axis: str,
    marks: Sequence[str] = ("",),
) -> Markup:
    """Dots with their intervals from 0 to 1; `marks` name the values where a row has several."""
    figures = 42.0 if len(marks) == 1 else 0.0
    room = room_for([row.name for row in rows])
    height = ROW if len(marks) == 1 else ROW + 6.0 * (len(marks) - 1)
    top = 8.0 if len(marks) == 1 else 24.0
    frame = Frame(room + 8, top, WIDTH - room - 24 - figures, height * len(rows))
    parts = [*across(frame, axis), outline(frame), *_legend(marks, frame)]
    names = labels([row.name for row in rows], room)
    for i, (row, name) in enumerate(zip(rows, names, strict=True)):
        middle = top + height * (i + 0.5)
        parts.append(text(name, room, middle + 4, "end"))
        parts += _dots(row, frame, middle)
        if figures:
            shown = figure_of(row.values[0].value)
            parts.append(text(shown, frame.left + frame.width + 6, middle + 4))
    return drawing(key, title, says, top + height * len(rows) + 36, parts)


def _dots(row: IntervalRow, frame: Frame, middle: float) -> Iterator[Markup]:
    apart = 9.0
    for j, number in enumerate(row.values):
        if math.isnan(number.value):
            continue
        y = middle + apart * (j - (len(row.values) - 1) / 2)
        if not math.isnan(number.low):
            look = stroke(j) | {"stroke_dasharray": None, "stroke_width": 2.0}
            yield line(frame.x(number.low), y, frame.x(number.high), y, **look)
        yield marker(j, frame.x(number.value), y, 4.0 if j == 0 else 3.6)


def _legend(marks: Sequence[str], frame: Frame) -> Iterator[Markup]:
    if len(marks) == 1:
        return
    x = frame.left + 4
    for j, name in enumerate(marks):
        yield marker(j, x, 10.0)
        yield text(name, x + 8, 14.0)
        x += 8 + 8.0 * len(name) + 12


# --- how many documents each split holds


TALL = 26.0


def splits_drawing(key: str, title: str, says: str, rows: Sequence[SplitSummary]) -> Markup:
    """A bar for each split, as long as it has documents, with their number."""
    room = room_for([row.name for row in rows]) + 10
    widest = WIDTH - room - 80
    most = max((row.documents for row in rows), default=1) or 1
    parts = []
    names = labels([row.name for row in rows], room - 10)
    for i, (row, name) in enumerate(zip(rows, names, strict=True)):
        y = 6.0 + TALL * i
        width = max(1.0, widest * row.documents / most)
        parts += [
            text(name, room - 8, y + 13, "end"),
            tag("rect", x=room, y=y, width=width, height=TALL - 8, **fill(0)),
            text(f"{row.documents:,}", room + width + 6, y + 13),
        ]
    return drawing(key, title, says, 8 + TALL * len(rows), parts)
