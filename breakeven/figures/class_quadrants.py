"""All classes by recall and precision, in four quadrants."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import plotly.graph_objects as go

from breakeven.figures.theme import COLOURS, QUIET, finished, short, unit_axis
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
) -> go.Figure:
    """One mark per class, its area by positives: filled where its quadrant is sure, else open.

    Names, `identity` (what a click reports, in `customdata`), `positives` and `at` are of the
    drawn classes, all with precision and recall defined; `labels` name the quadrants in their
    order. The class at `chosen` gets a ring and the bars of its intervals.
    """
    sizes = np.clip(42 * np.sqrt(positives / max(1, positives.max(initial=1))), 8, None)
    # large ones first, so that small ones lie on top and can be clicked
    order = np.argsort(-positives, kind="stable")
    colours = [QUADRANT_COLOURS[kind] for kind in at.quadrant[order].tolist()]
    text = _hover(names, at, positives)
    figure = go.Figure(
        go.Scatter(
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
        )
    )
    if chosen is not None:
        _ring(figure, chosen, at, float(sizes[chosen]))
    # room for whole marks at the border, where many classes lie
    near = {"range": [-0.06, 1.06]}
    figure.update_xaxes(**unit_axis("Recall") | near)
    figure.update_yaxes(**unit_axis("Precision") | near)
    return finished(
        figure,
        height=480,
        hovermode="closest",
        dragmode=False,
        showlegend=False,
        shapes=_cut_lines(cut),
        annotations=_quadrant_names(cut, labels),
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


def _ring(figure: go.Figure, chosen: int, at: ClassVerdicts, size: float) -> None:
    def bars(value: float, interval: Interval) -> dict[str, Any]:
        return {
            "type": "data",
            "symmetric": False,
            "array": [max(0.0, float(interval.high[chosen]) - value)],
            "arrayminus": [max(0.0, value - float(interval.low[chosen]))],
            "color": QUIET,
            "thickness": 1.5,
            "width": 4,
        }

    p, r = float(at.precision[chosen]), float(at.recall[chosen])
    figure.add_scatter(
        x=[r],
        y=[p],
        error_x=bars(r, at.recall_interval),
        error_y=bars(p, at.precision_interval),
        mode="markers",
        marker={
            "size": size + 8,
            "color": QUIET,
            "symbol": "circle-open",
            "line": {"width": 3},
        },
        hoverinfo="skip",
    )


def _cut_lines(cut: float) -> list[dict[str, Any]]:
    line = {"type": "line", "layer": "below", "line": {"color": QUIET, "dash": "dot", "width": 1}}
    return [
        {**line, "x0": cut, "x1": cut, "yref": "paper", "y0": 0, "y1": 1},
        {**line, "y0": cut, "y1": cut, "xref": "paper", "x0": 0, "x1": 1},
    ]


def _quadrant_names(cut: float, labels: tuple[str, ...]) -> list[dict[str, Any]]:
    """The name of each quadrant beside the cut, where few classes lie, if there is room."""
    return [
        {
            "x": cut / 2 if kind & 1 else (1 + cut) / 2,
            "y": cut,
            "yanchor": "top" if kind & 2 else "bottom",
            "text": label,
            "showarrow": False,
            "font": {"size": 12, "color": QUIET},
        }
        for kind, label in enumerate(labels)
        if (cut if kind & 1 else 1 - cut) >= 0.25
    ]
