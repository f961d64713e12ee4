"""Estimates over the last few documents, document by document."""

from __future__ import annotations

import numpy as np

from breakeven.estimation.blocks import Rolling
from breakeven.figures.figure import (
    Figure,
    add,
    finished,
    of_traces,
    scatter,
    stacked,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS

# a screen shows no more points
DRAWN = 1_000


def stream_figure(of: Rolling, f: str) -> Figure:
    """Expected F, loss and number of members of the last documents, at each of them."""
    at = np.unique(np.linspace(0, len(of.documents) - 1, DRAWN).astype(np.int64))
    series = ((f, of.expected_f), ("Loss", of.expected_loss), ("Members", of.expected_count))
    figure = of_traces()
    stacked(figure, len(series), 0.05)
    for row, (name, values) in enumerate(series, 1):
        add(
            figure,
            scatter(
                x=at + 1,
                y=values[at],
                mode="lines",
                name=name,
                line={"color": COLOURS[0], "width": 1.5},
                hovertemplate=f"document %{{x:,}}<br>{name}, expected %{{y:.4g}}<extra></extra>",
            ),
            place=row,
        )
        y_axis(figure, row, title=name)
    x_axis(figure, title="Documents in order of arrival")
    return finished(figure, height=560, showlegend=False, hovermode="x")
