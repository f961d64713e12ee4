"""Interpolated precision at the eleven levels, by one or two conventions."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from breakeven.figures.theme import COLOURS, DASHES, SYMBOLS, finished, unit_axis
from metrics.ranking.eleven_point import LEVELS, ElevenPoint


def levels_figure(conventions: Sequence[tuple[str, ElevenPoint]]) -> go.Figure:
    """One line per convention, named by our own words."""
    figure = go.Figure(
        [
            go.Scatter(
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
    figure.update_xaxes(**unit_axis("Recall level"))
    figure.update_yaxes(**unit_axis("Interpolated precision"))
    finished(figure, height=340)
    return figure.update_layout(legend={"y": -0.22, "yanchor": "top"}, margin={"t": 8})
