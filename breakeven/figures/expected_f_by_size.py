"""Expected F by how many documents are assigned, the most probable first."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    Figure,
    add,
    arranged,
    finished,
    of_traces,
    scatter,
    unit_axis,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS
from metrics.expected.expected_f import ApproximateF
from metrics.typing import Array


def expected_f_by_size_figure(
    sizes: Array, exact: Array, near: ApproximateF, marks: dict[str, tuple[int, float]], f: str
) -> Figure:
    """The exact curve over the approximation and its bounds; all arrays have one shape.

    `marks`: points to name, by our own words: how many are assigned, and the expected F.
    """
    figure = of_traces(
        *[
            scatter(
                x=np.concatenate([sizes, sizes[::-1]]),
                y=np.concatenate([near.high, near.low[::-1]]),
                mode="lines",
                fill="toself",
                fillcolor="rgba(128,128,128,0.18)",
                line={"width": 0},
                name="bounds",
                hoverinfo="skip",
            ),
            scatter(
                x=sizes,
                y=near.value,
                mode="lines",
                name="approximation",
                line={"color": COLOURS[1], "dash": "dot", "width": 1.5},
                hovertemplate="approximation %{y:.3f}<extra></extra>",
            ),
            scatter(
                x=sizes,
                y=exact,
                mode="lines",
                name=f"expected {f}, exact",
                line={"color": COLOURS[0], "width": 2},
                hovertemplate="%{x:,} assigned: %{y:.3f}<extra></extra>",
            ),
        ]
    )
    for i, (name, (size, value)) in enumerate(marks.items()):
        add(
            figure,
            scatter(
                x=[size],
                y=[value],
                mode="markers",
                name=name,
                marker={"size": 11, "symbol": ("circle", "diamond-open")[i], "color": COLOURS[2]},
                hovertemplate=f"{name}: %{{x:,}} assigned, %{{y:.3f}}<extra></extra>",
            ),
        )
    x_axis(figure, title="Documents assigned, the most probable first", rangemode="tozero")
    y_axis(figure, **unit_axis(f"Expected {f}"))
    finished(figure, height=380)
    return arranged(figure, legend={"y": -0.25, "yanchor": "top"}, margin={"t": 8}, showlegend=True)
