"""Estimates over the last few documents, document by document."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from breakeven.estimation.blocks import Rolling
from breakeven.figures.theme import COLOURS, finished

# a screen shows no more points
DRAWN = 1_000


def stream_figure(of: Rolling, f: str) -> go.Figure:
    """Expected F, loss and number of members of the last documents, at each of them."""
    at = np.unique(np.linspace(0, len(of.documents) - 1, DRAWN).astype(np.int64))
    series = ((f, of.expected_f), ("Loss", of.expected_loss), ("Members", of.expected_count))
    figure = make_subplots(rows=len(series), cols=1, shared_xaxes=True, vertical_spacing=0.05)
    for row, (name, values) in enumerate(series, 1):
        figure.add_trace(
            go.Scatter(
                x=at + 1,
                y=values[at],
                mode="lines",
                name=name,
                line={"color": COLOURS[0], "width": 1.5},
                hovertemplate=f"document %{{x:,}}<br>{name}, expected %{{y:.4g}}<extra></extra>",
            ),
            row,
            1,
        )
        figure.update_yaxes(title=name, row=row, col=1)
    figure.update_xaxes(title="Documents in order of arrival", row=len(series), col=1)
    return finished(figure, height=560).update_layout(showlegend=False, hovermode="x")
