"""Numbers of members: what was assigned and what is true, beside the sum of probabilities."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from breakeven.figures.theme import COLOURS, QUIET, REALISED, distinct, finished, literal, row_axis
from metrics.typing import Array


def counting_figure(
    names: list[str],
    expected: Array,
    half_width: Array,
    assigned: Array,
    true: Array | None,
) -> go.Figure:
    """One row per class: how far the other numbers lie from the expected one, in documents."""
    rows = np.arange(len(names))
    figure = go.Figure(
        [
            go.Scatter(
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
            go.Scatter(
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
        figure.add_trace(
            go.Scatter(
                x=true - expected,
                y=rows,
                mode="markers",
                name="realised",
                marker=dict(REALISED),
                customdata=true,
                hovertemplate="true %{customdata:,}<extra></extra>",
            )
        )
    figure.update_xaxes(title="Documents more or fewer than the sum of probabilities")
    figure.update_yaxes(**row_axis(distinct(names)))
    return finished(figure, height=90 + 24 * max(len(names), 3))
