"""Interpolated precision at the eleven levels, by one or two conventions."""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.figures.figure import (
    Figure,
    arranged,
    finished,
    of_traces,
    scatter,
    unit_axis,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS, DASHES, SYMBOLS
from metrics.ranking.eleven_point import LEVELS, ElevenPoint


def levels_figure(conventions: Sequence[tuple[str, ElevenPoint]]) -> Figure:
    """One line per convention, named by our own words."""
    figure = of_traces(
        *[
            scatter(
                x=LEVELS,
                y=points.levels,
                mode="lines+markers",
                name=f"{name}: {points.average:.4f}",
                line={"color": COLOURS[i], "dash": DASHES[i]},
                marker={"symbol": SYMBOLS[i], "size": 8},
                hovertemplate="level %{x:.1f}: %{y:.4f}<extra></extra>",
            )
            for i, (name, points) in enumerate(conventions)
        ]
    )
    x_axis(figure, **unit_axis("Recall level"))
    y_axis(figure, **unit_axis("Interpolated precision"))
    finished(figure, height=340)
    return arranged(figure, legend={"y": -0.22, "yanchor": "top"}, margin={"t": 8})
