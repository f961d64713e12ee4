"""Every class by how many documents it has and how good it is."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
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
from breakeven.figures.theme import COLOURS, TEXT, literal
from metrics.intervals import Interval
from metrics.typing import Array

MOST_NAMES = 6
# classes of which more are not tried for a name
MOST_TRIED = 40
OPACITY = 0.7
SIZE, RING = 9, 17
LOWEST, HIGHEST = -0.05, 1.08
# the plot where it is not wide, in pixels
WIDE, HIGH = 400, 230


def sizes_figure(
    names: list[str],
    identity: Array,
    *,
    positives: Array,
    values: Array,
    interval: Interval,
    measure: str,
    telling: Array,
    chosen: int | None,
) -> Figure:
    """A mark for each class with documents: further right of more, higher up the better it is.

    `identity` (what a click reports, in `customdata`), `positives`, `values` and the ends of
    `interval` are of the drawn classes, none of them NaN; `telling`: places among them, of which
    the first get a name where there is room. The one at `chosen` gets a ring.
    """
    ends = zip(interval.low.tolist(), interval.high.tolist(), strict=True)
    shown = [
        f"{literal(name)}<br>{n:,} documents<br>{measure} {value:.3f}, 95 % {low:.3f} to {high:.3f}"
        for name, n, value, (low, high) in zip(
            names, positives.tolist(), values.tolist(), ends, strict=True
        )
    ]
    figure = of_traces(
        scatter(
            x=positives,
            y=values,
            mode="markers",
            marker={"size": SIZE, "color": COLOURS[0], "opacity": OPACITY},
            selected={"marker": {"opacity": OPACITY}},
            unselected={"marker": {"opacity": OPACITY}},
            customdata=identity.tolist(),
            text=shown,
            hovertemplate="%{text}<extra></extra>",
            cliponaxis=False,
        )
    )
    if chosen is not None:
        ring = {"size": RING, "color": TEXT, "symbol": "circle-open", "line": {"width": 2.5}}
        at = {"x": [positives[chosen]], "y": [values[chosen]]}
        add(figure, scatter(mode="markers", marker=ring, hoverinfo="skip", cliponaxis=False, **at))
    left = np.log10(float(positives.min(initial=1.0))) - 0.15
    right = np.log10(float(positives.max(initial=1.0))) + 0.25
    diameters = np.full(len(names), float(SIZE))
    if chosen is not None:
        diameters[chosen] = RING
    places = places_beside(
        names,
        (np.log10(positives) - left) / (right - left) * WIDE,
        (HIGHEST - values) / (HIGHEST - LOWEST) * HIGH,
        diameters,
        plot=(WIDE, HIGH),
        tried=telling[:MOST_TRIED].tolist(),
        most=MOST_NAMES,
    )
    add(figure, names_beside(places, names, positives, values, diameters))
    x_axis(
        figure,
        title="Documents of the class",
        type="log",
        dtick=1,
        range=[left, right],
    )
    y_axis(figure, **unit_axis(measure) | {"range": [LOWEST, HIGHEST]})
    return finished(figure, height=300, margin={"t": 8}, showlegend=False, hovermode="closest")
