"""Numbers of members: what was assigned and what is true, beside the sum of probabilities."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    Figure,
    add,
    finished,
    of_traces,
    row_axis,
    scatter,
    vline,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS, QUIET, REALISED, distinct, literal
from metrics.typing import Array


def counting_figure(
    names: list[str],
    expected: Array,
    half_width: Array,
    assigned: Array,
    true: Array | None,
) -> Figure:
    """One row per class: how far the other numbers lie from the expected one, in documents."""
    rows = np.arange(len(names))
    figure = of_traces(
        *[
            scatter(
                x=np.zeros(len(names)),
                y=rows,
                error_x={"type": "data", "array": half_width, "color": QUIET, "width": 4},
                mode="markers",
                name="sum of probabilities, with its 95 % interval",
                marker={"color": COLOURS[0], "size": 9},
                text=[
                    f"{literal(name)}<br>expected {e:,.1f} ± {w:,.1f}"
                    for name, e, w in zip(names, expected, half_width, strict=True)
                ],
                hovertemplate="%{text}<extra></extra>",
            ),
            scatter(
                x=assigned - expected,
                y=rows,
                mode="markers",
                name="assigned (classify and count)",
                marker={"symbol": "diamond-open", "color": COLOURS[2], "size": 10},
                customdata=assigned,
                hovertemplate="assigned %{customdata:,}<extra></extra>",
            ),
        ]
    )
    if true is not None:
        add(
            figure,
            scatter(
                x=true - expected,
                y=rows,
                mode="markers",
                name="realised",
                marker=dict(REALISED),
                customdata=true,
                hovertemplate="true %{customdata:,}<extra></extra>",
            ),
        )
    vline(figure, 0, line={"color": QUIET, "width": 1})
    x_axis(figure, title="Documents more or fewer than the sum of probabilities")
    y_axis(figure, **row_axis(distinct(names)))
    return finished(figure, height=90 + 24 * max(len(names), 3))
