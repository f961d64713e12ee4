"""Classes by recall and precision, and those that get confused."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from markupsafe import Markup

from breakeven.analysis.evaluation.matrix_part import rounded_rows
from breakeven.data.wording import amount_of
from breakeven.report.svg.draw import (
    SIZE,
    WIDTH,
    Frame,
    across,
    drawing,
    fill,
    label,
    labels,
    line,
    outline,
    room_for,
    tag,
    text,
    up,
    wide,
)
from breakeven.results.class_rows import ClassRow
from breakeven.results.confusion import MostConfused

# x, y, width and height of a label
Box = tuple[float, float, float, float]
LONGEST = 110.0
LARGEST = 9.0


def classes_drawing(
    key: str, title: str, says: str, rows: Sequence[ClassRow], named: Collection[str], cut: float
) -> Markup:
    """A dot for each class, larger with its documents; `named` ones where there is room.

    Lines at the `cut` part what is low from what is high.
    """
    frame = Frame(44.0, 8.0, WIDTH - 60.0, WIDTH - 60.0)
    parts = [*across(frame, "Recall"), *up(frame, "Precision"), outline(frame)]
    parts += [
        line(frame.x(cut), frame.top, frame.x(cut), frame.y(0), stroke_dasharray="4 3"),
        line(frame.left, frame.y(cut), frame.x(1), frame.y(cut), stroke_dasharray="4 3"),
    ]
    there = [r for r in rows if not math.isnan(r.precision.value + r.recall.value)]
    most = max((row.positives for row in there), default=1.0) or 1.0
    dots: list[Box] = []
    for row in sorted(there, key=lambda row: -row.positives):
        x, y = frame.x(row.recall.value), frame.y(row.precision.value)
        r = 2.5 + (LARGEST - 2.5) * math.sqrt(row.positives / most)
        look = fill(5 if row.name in named else 0) | {"fill_opacity": "0.6"}
        parts.append(tag("circle", cx=x, cy=y, r=r, stroke="#ffffff", stroke_width=0.6, **look))
        dots.append((x - r, y - r, 2 * r, 2 * r))
    parts += _names([row for row in there if row.name in named], frame)
    return drawing(key, title, says, frame.top + frame.height + 36, parts)


def _names(rows: Sequence[ClassRow], frame: Frame) -> Iterator[Markup]:
    placed: list[Box] = []
    for row in rows:
        name = label(row.name, LONGEST, SIZE - 1)
        x, y = frame.x(row.recall.value), frame.y(row.precision.value)
        box = _free((x, y), wide(name, SIZE - 1), frame, placed)
        if box is None:
            continue
        placed.append(box)
        yield text(name, box[0], box[1] + box[3] - 3, font_size=SIZE - 1)


def _free(point: tuple[float, float], width: float, frame: Frame, placed: list[Box]) -> Box | None:
    """The nearest place for a label within the frame that no other one takes; None for none."""
    x, y = point
    height = SIZE + 2.0
    sides = [(6.0, -height / 2), (-6.0 - width, -height / 2)]
    sides += [(-width / 2, -height - 6), (-width / 2, 6.0), (6.0, -height - 2), (6.0, 3.0)]
    sides += [(-6.0 - width, -height - 2), (-6.0 - width, 3.0)]
    sides += [(6.0, step * height) for step in (-2, 1, -3, 2)]
    for dx, dy in sides:
        box = (x + dx, y + dy, width, height)
        within = box[0] >= frame.left and box[0] + width <= frame.x(1) + 10
        within = within and box[1] >= frame.top - 6 and box[1] + height <= frame.y(0) + 2
        if within and not any(_meet(box, other) for other in placed):
            return box
    return None


def _meet(box: Box, other: Box) -> bool:
    apart = box[0] + box[2] <= other[0] or other[0] + other[2] <= box[0]
    return not (apart or box[1] + box[3] <= other[1] or other[1] + other[3] <= box[1])


# of colours, that of what is right, of what is confused, and of the rest of a row
RIGHT_HUE, ERROR_HUE, REST_HUE = 2, 5, 6


def confusions_drawing(key: str, title: str, says: str, confused: MostConfused) -> Markup:
    """Counts as a table of shades: true in rows, predicted in columns; columns go by numbers.

    What a class has besides, and all of it, stand in two columns more: so its row adds up.
    """
    k = len(confused.classes)
    room = room_for(confused.classes) + 26
    side = min(30.0, (WIDTH - room - 12) / (k + 2))
    top = 34.0
    documents = np.array(confused.documents)
    cells = np.column_stack([confused.cells, documents - confused.cells.sum(axis=1)])
    rounded = np.column_stack([rounded_rows(cells), np.round(documents)])
    parts = [text("predicted", room + side * k / 2, 12.0, "middle")]
    parts += [text(i + 1, room + side * (i + 0.5), 28.0, "middle") for i in range(k)]
    parts += [
        text(word, room + side * (k + place + 0.5), 28.0, "middle", font_size=SIZE - 2)
        for place, word in enumerate(("rest", "all"))
    ]
    names = labels(list(confused.classes), room - 26)
    for i, name in enumerate(names):
        y = top + side * (i + 0.5) + 4
        parts += [text(name, room - 22, y, "end"), text(i + 1, room - 5, y, "end")]
        for j, count in enumerate(rounded[i].tolist()):
            x = room + side * j
            if j <= k and cells[i, j] > 0:
                hue = RIGHT_HUE if i == j else REST_HUE if j == k else ERROR_HUE
                deepest = 0.4 if i == j else 0.8
                shade = 0.1 + (deepest - 0.1) * math.sqrt(cells[i, j] / documents[i])
                look = fill(hue) | {"fill_opacity": f"{shade:.2f}"}
                parts.append(tag("rect", x=x, y=top + side * i, width=side, height=side, **look))
            if count:
                shown = amount_of(count)
                size = min(float(SIZE - 1), side / max(1.0, wide(shown, 1.0)) - 1)
                parts.append(text(shown, x + side / 2, y, "middle", font_size=size))
    frame = Frame(room, top, side * k, side * k)
    parts.append(outline(frame))
    return drawing(key, title, says, top + side * k + 6, parts)
