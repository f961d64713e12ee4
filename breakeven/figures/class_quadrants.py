"""All classes by recall and precision, in four quadrants."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from breakeven.figures.figure import (
    FONT,
    MARGIN,
    Figure,
    Trace,
    add,
    finished,
    of_traces,
    scatter,
    unit_axis,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS, QUIET, TEXT, short
from metrics.class_verdicts import ClassVerdicts
from metrics.intervals import Interval
from metrics.typing import Array

# in the order of metrics.class_verdicts.QUADRANTS: well, missed, wrong, both
QUADRANT_COLOURS = (COLOURS[2], COLOURS[1], COLOURS[0], COLOURS[5])
MOST_NAMES = 8
OPACITY = 0.75


def quadrant_figure(
    names: list[str],
    identity: Array,
    positives: Array,
    at: ClassVerdicts,
    *,
    cut: float,
    labels: tuple[str, ...],
    chosen: int | None = None,
) -> Figure:
    """One mark per class, its area by positives: filled where its quadrant is sure, else open.

    Names, `identity` (what a click reports, in `customdata`), `positives` and `at` are of the
    drawn classes, all with precision and recall defined; `labels` name the quadrants in their
    order. The class at `chosen` gets a ring and the bars of its intervals.
    """
    sizes = np.clip(26 * np.sqrt(positives / max(1, positives.max(initial=1))), 8, None)
    # large ones first, so that small ones lie on top and can be clicked
    order = np.argsort(-positives, kind="stable")
    colours = [QUADRANT_COLOURS[kind] for kind in at.quadrant[order].tolist()]
    text = _hover(names, at, positives)
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
                "opacity": OPACITY,
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
    add(figure, _names_of(_named(positives, at, chosen), names, at))
    # room for whole marks at the border, where many classes lie
    x_axis(figure, **unit_axis("Recall") | {"range": [-0.06, 1.06]})
    # and below for the names of the lower quadrants
    y_axis(figure, **unit_axis("Precision") | {"range": [-0.17, 1.06]})
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


def _named(positives: Array, at: ClassVerdicts, chosen: int | None) -> list[int]:
    """Which classes have their name beside them: the chosen one, and those with most errors.

    Names that would lie over one another are left out.
    """
    missed = positives * (1 - at.recall)
    wrong = positives * at.recall * (1 / np.maximum(at.precision, 1e-9) - 1)
    first = [] if chosen is None else [chosen]
    found: list[int] = []
    for i in [*first, *np.argsort(-(missed + wrong), kind="stable")[: 2 * MOST_NAMES].tolist()]:
        apart = (np.abs(at.recall[found] - at.recall[i]) > 0.2) | (
            np.abs(at.precision[found] - at.precision[i]) > 0.05
        )
        if apart.all() and len(found) < MOST_NAMES and (i == chosen or missed[i] + wrong[i] > 0):
            found.append(i)
    return found


def _names_of(found: list[int], names: list[str], at: ClassVerdicts) -> Trace:
    return scatter(
        x=at.recall[found],
        y=at.precision[found],
        mode="text",
        text=[short(names[i], 16) for i in found],
        textposition=["top left" if at.recall[i] > 0.5 else "top right" for i in found],
        textfont=FONT,
        cliponaxis=False,
        hoverinfo="skip",
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
