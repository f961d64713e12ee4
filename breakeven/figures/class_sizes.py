"""Every class by how many documents it has and how good it is."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    FONT,
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
from breakeven.figures.theme import COLOURS, TEXT, literal, short
from metrics.intervals import Interval
from metrics.typing import Array

MOST_NAMES = 6
OPACITY = 0.7
# names nearer than this to another, in powers of ten and in F, would lie over it
APART = (0.5, 0.07)


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
            marker={"size": 9, "color": COLOURS[0], "opacity": OPACITY},
            selected={"marker": {"opacity": OPACITY}},
            unselected={"marker": {"opacity": OPACITY}},
            customdata=identity.tolist(),
            text=shown,
            hovertemplate="%{text}<extra></extra>",
            cliponaxis=False,
        )
    )
    if chosen is not None:
        ring = {"size": 17, "color": TEXT, "symbol": "circle-open", "line": {"width": 2.5}}
        at = {"x": [positives[chosen]], "y": [values[chosen]]}
        add(figure, scatter(mode="markers", marker=ring, hoverinfo="skip", cliponaxis=False, **at))
    add(figure, _names(names, positives, values, _with_room(positives, values, telling)))
    most = float(positives.max(initial=1.0))
    least = float(positives.min(initial=1.0))
    x_axis(
        figure,
        title="Documents of the class",
        type="log",
        dtick=1,
        range=[np.log10(least) - 0.15, np.log10(most) + 0.25],
    )
    y_axis(figure, **unit_axis(measure) | {"range": [-0.05, 1.08]})
    return finished(figure, height=300, margin={"t": 8}, showlegend=False, hovermode="closest")


def _with_room(positives: Array, values: Array, telling: Array) -> list[int]:
    found: list[int] = []
    across = np.log10(positives)
    for i in telling.tolist():
        apart = (np.abs(across[found] - across[i]) > APART[0]) | (
            np.abs(values[found] - values[i]) > APART[1]
        )
        if apart.all():
            found.append(i)
        if len(found) == MOST_NAMES:
            break
    return found


def _names(names: list[str], positives: Array, values: Array, found: list[int]) -> Trace:
    return scatter(
        x=positives[found],
        y=values[found],
        mode="markers+text",
        # so that the text keeps off the mark that is there
        marker={"size": 9, "opacity": 0},
        text=[short(names[i], 16) for i in found],
        textposition=["bottom center" if values[i] > 0.5 else "top center" for i in found],
        textfont=FONT,
        cliponaxis=False,
        hoverinfo="skip",
    )
