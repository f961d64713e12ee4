"""Estimates period by period, with what is usual and what was realised."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from breakeven.estimation.monitoring import MonitoredSeries, Monitoring
from breakeven.figures.theme import COLOURS, REALISED, finished
from metrics.typing import Array

MOST_TICKS = 8


def course_figure(of: Monitoring, names: Sequence[str]) -> go.Figure:
    """F, loss and share, if any, under each other; `names` are their axis titles, our own words."""
    series = [of.f, of.loss, *([] if of.share is None else [of.share])]
    figure = make_subplots(rows=len(series), cols=1, shared_xaxes=True, vertical_spacing=0.04)
    ticks = list(of.periods.names)
    documents = of.periods.documents
    ends = ((of.f_low, of.f_high), *((s.low, s.high) for s in series[1:]))
    for row, (each, (low, high), name) in enumerate(zip(series, ends, names, strict=False), 1):
        _usual(figure, row, each)
        if row == 1:
            figure.add_trace(
                go.Scatter(
                    x=np.arange(len(ticks)),
                    y=of.best_f,
                    mode="lines",
                    name="best decisions of each period, expected",
                    line={"color": COLOURS[2], "dash": "dot", "width": 1.5},
                    hovertemplate="best possible %{y:.3f}<extra></extra>",
                ),
                row,
                1,
            )
        _expected(figure, row, each, low=low, high=high, names=ticks, documents=documents)
        _realised_and_alarms(figure, row, each)
        figure.update_yaxes(title=name, row=row, col=1)
    step = max(1, -(-len(ticks) // MOST_TICKS))
    figure.update_xaxes(tickvals=np.arange(len(ticks))[::step], ticktext=ticks[::step])
    figure.update_xaxes(range=[-0.5, len(ticks) - 0.5])
    finished(figure, height=70 + 203 * len(series))
    return figure.update_layout(
        legend={"y": 1.02}, margin={"t": 70}, showlegend=True, hovermode="x"
    )


def _usual(figure: go.Figure, row: int, of: MonitoredSeries) -> None:
    at = np.arange(len(of.expected))
    some = ~np.isnan(of.usual_low)
    figure.add_trace(
        go.Scatter(
            x=np.concatenate([at[some], at[some][::-1]]),
            y=np.concatenate([of.usual_high[some], of.usual_low[some][::-1]]),
            mode="lines",
            fill="toself",
            fillcolor="rgba(128,128,128,0.18)",
            line={"width": 0},
            name="usual while documents are like those of the reference period",
            legendgroup="usual",
            showlegend=row == 1,
            hoverinfo="skip",
        ),
        row,
        1,
    )


def _expected(
    figure: go.Figure,
    row: int,
    of: MonitoredSeries,
    *,
    low: Array,
    high: Array,
    names: Sequence[str],
    documents: Array,
) -> None:
    at = np.arange(len(of.expected))
    figure.add_trace(
        go.Scatter(
            x=at,
            y=of.expected,
            error_y={
                "type": "data",
                "symmetric": False,
                "array": np.maximum(high - of.expected, 0),
                "arrayminus": np.maximum(of.expected - low, 0),
                "thickness": 1.2,
                "width": 3,
                "color": COLOURS[0],
            },
            mode="lines+markers",
            name="expected, with its interval",
            legendgroup="expected",
            showlegend=row == 1,
            line={"color": COLOURS[0], "width": 2},
            marker={"size": 7},
            text=[f"{name}, {n:,} documents" for name, n in zip(names, documents, strict=True)],
            hovertemplate="%{text}<br>expected %{y:.4g}<extra></extra>",
        ),
        row,
        1,
    )


def _realised_and_alarms(figure: go.Figure, row: int, of: MonitoredSeries) -> None:
    at = np.arange(len(of.expected))
    if not np.isnan(of.realised).all():
        figure.add_trace(
            go.Scatter(
                x=at,
                y=of.realised,
                mode="markers",
                name="realised",
                legendgroup="realised",
                showlegend=row == 1,
                marker={**REALISED, "size": 9},
                hovertemplate="realised %{y:.4g}<extra></extra>",
            ),
            row,
            1,
        )
    changed = of.changed
    figure.add_trace(
        go.Scatter(
            x=at[changed] if changed.any() else [None],
            y=of.expected[changed] if changed.any() else [None],
            mode="markers",
            name="alarm: outside what is usual",
            legendgroup="alarm",
            showlegend=row == 1,
            marker={
                "symbol": "circle-open",
                "size": 17,
                "color": COLOURS[5],
                "line": {"width": 2, "color": COLOURS[5]},
            },
            hoverinfo="skip",
        ),
        row,
        1,
    )
