"""All classes by recall and precision, in four quadrants."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from breakeven.figures.figure import (
    FONT,
    MARGIN,
    Figure,
    add,
    finished,
    of_traces,
    scatter,
    unit_axis,
    x_axis,
    y_axis,
)
from breakeven.figures.names_beside import names_beside, places_beside
from breakeven.figures.theme import COLOURS, QUIET, TEXT, short
from metrics.class_verdicts import ClassVerdicts
from metrics.intervals import Interval
from metrics.typing import Array

# in the order of metrics.class_verdicts.QUADRANTS: well, missed, wrong, both
QUADRANT_COLOURS = (COLOURS[2], COLOURS[1], COLOURS[0], COLOURS[5])
MOST_NAMES = 10
# classes of which more are not tried for a name
MOST_TRIED = 40
OPACITY, PALE = 0.75, 0.2
LARGEST, SMALLEST = 24, 8
RECALLS, PRECISIONS = (-0.06, 1.06), (-0.17, 1.06)
# the plot where it is not wide, in pixels
WIDE, HIGH = 440, 380


def quadrant_figure(
    names: list[str],
    identity: Array,
    positives: Array,
    at: ClassVerdicts,
    *,
    cut: float,
    labels: tuple[str, ...],
    chosen: int | None = None,
    group: Array | None = None,
) -> Figure:
    """One mark per class, its area by positives: filled where its quadrant is sure, else open.

    Names, `identity` (what a click reports, in `customdata`), `positives` and `at` are of the
    drawn classes, all with precision and recall defined; `labels` name the quadrants in their
    order. The class at `chosen` gets a ring and the bars of its intervals; where there is a
    `group`, boolean, shape (drawn,), the others are pale.
    """
    sizes = np.clip(LARGEST * np.sqrt(positives / max(1, positives.max(initial=1))), SMALLEST, None)
    # large ones first, so that small ones lie on top and can be clicked
    order = np.argsort(-positives, kind="stable")
    colours = [QUADRANT_COLOURS[kind] for kind in at.quadrant[order].tolist()]
    text = _hover(names, at, positives)
    clear = np.full(len(names), OPACITY) if group is None else np.where(group, OPACITY, PALE)
    figure = of_traces(
        scatter(
            x=at.recall[order],
            y=at.precision[order],
            mode="markers",
            marker={
                "size": sizes[order],
                "color": colours,
                "symbol": ["circle" if sure else "circle-open" for sure in at.sure[order].tolist()],
                "line": {"width": 1.5, "color": colours},
                "opacity": clear[order].tolist(),
            },
            # a click chooses a class; it must not dim the others
            selected={"marker": {"opacity": OPACITY}},
            unselected={"marker": {"opacity": OPACITY}},
            customdata=identity[order].tolist(),
            text=[text[i] for i in order.tolist()],
            hovertemplate="%{text}<extra></extra>",
            cliponaxis=False,
        )
    )
    if chosen is not None:
        _ring(figure, chosen, at, float(sizes[chosen]))
    first = [] if group is None else np.flatnonzero(group).tolist()
    found = named_marks(names, positives, at, sizes, chosen, first)
    add(figure, names_beside(found, names, at.recall, at.precision, sizes))
    # room for whole marks at the border, where many classes lie
    x_axis(figure, **unit_axis("Recall") | {"range": list(RECALLS)})
    # and below for the names of the lower quadrants
    y_axis(figure, **unit_axis("Precision") | {"range": list(PRECISIONS)})
    return finished(
        figure,
        height=500,
        margin=MARGIN | {"t": 44},
        hovermode="closest",
        dragmode=False,
        showlegend=False,
        shapes=_cut_lines(cut),
        annotations=_quadrant_names(labels),
    )


def _hover(names: list[str], at: ClassVerdicts, positives: Array) -> list[str]:
    """What is read at each point: every class that lies there."""
    places: dict[tuple[float, float], list[int]] = defaultdict(list)
    for i in np.argsort(-positives, kind="stable").tolist():
        places[(float(at.precision[i]), float(at.recall[i]))].append(i)
    text = [""] * len(names)
    for (p, r), members in places.items():
        listed = [f"{short(names[i])} ({positives[i]:,})" for i in members[:MOST_NAMES]]
        if len(members) > MOST_NAMES:
            listed.append(f"and {len(members) - MOST_NAMES:,} more")
        if len(members) > 1:
            listed.append("<i>click again for the next class here</i>")
        said = f"precision {p:.3f}, recall {r:.3f}<br>" + "<br>".join(listed)
        for i in members:
            text[i] = said
    return text


def _ring(figure: Figure, chosen: int, at: ClassVerdicts, size: float) -> None:
    def bars(value: float, interval: Interval) -> dict[str, Any]:
        return {
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, float(interval.high[chosen]) - value)],
            "arrayminus": [max(0.0, value - float(interval.low[chosen]))],
            "color": TEXT,
            "thickness": 3,
            "width": 0,
        }

    p, r = float(at.precision[chosen]), float(at.recall[chosen])
    add(
        figure,
        scatter(
            x=[r],
            y=[p],
            error_x=bars(r, at.recall_interval),
            error_y=bars(p, at.precision_interval),
            mode="markers",
            marker={"size": size + 8, "color": TEXT, "symbol": "circle-open", "line": {"width": 3}},
            hoverinfo="skip",
            cliponaxis=False,
        ),
    )


def named_marks(
    names: list[str],
    positives: Array,
    at: ClassVerdicts,
    sizes: Array,
    chosen: int | None,
    group: list[int],
) -> dict[int, str]:
    """Which classes have their name beside their mark, and where it stands.

    The chosen one, those of the group and those with most errors, whose names lie over no other
    name and no mark.
    """
    missed = positives * (1 - at.recall)
    wrong = positives * at.recall * (1 / np.maximum(at.precision, 1e-9) - 1)
    errors = missed + wrong
    x = (at.recall - RECALLS[0]) / (RECALLS[1] - RECALLS[0]) * WIDE
    y = (PRECISIONS[1] - at.precision) / (PRECISIONS[1] - PRECISIONS[0]) * HIGH
    first = [] if chosen is None else [chosen]
    tried = [i for i in np.argsort(-errors, kind="stable")[:MOST_TRIED].tolist() if errors[i] > 0]
    return places_beside(
        names,
        x,
        y,
        sizes,
        plot=(WIDE, HIGH),
        tried=[*first, *group, *tried],
        most=MOST_NAMES,
        chosen=chosen,
    )


def _cut_lines(cut: float) -> list[dict[str, Any]]:
    line = {"type": "line", "layer": "below", "line": {"color": QUIET, "dash": "dot", "width": 1}}
    return [
        {**line, "x0": cut, "x1": cut, "yref": "paper", "y0": 0, "y1": 1},
        {**line, "y0": cut, "y1": cut, "xref": "paper", "x0": 0, "x1": 1},
    ]


def _quadrant_names(labels: tuple[str, ...]) -> list[dict[str, Any]]:
    """The name of each quadrant in its corner: above the plot, and in it where few classes lie."""
    return [
        {
            "xref": "paper",
            "x": 0 if kind & 1 else 1,
            "xanchor": "left" if kind & 1 else "right",
            "yref": "paper",
            "y": 0 if kind & 2 else 1,
            "yanchor": "bottom",
            "align": "left" if kind & 1 else "right",
            "text": label,
            "showarrow": False,
            "font": FONT,
        }
        for kind, label in enumerate(labels)
    ]
