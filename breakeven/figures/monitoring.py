"""Estimates period by period, or over the last documents: usual, expected and actual values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.analysis.estimation.monitoring import MonitoredSeries, Monitoring
from breakeven.analysis.estimation.periods import Rolling
from breakeven.figures.figure import (
    COLOURS,
    REALISED,
    Figure,
    add,
    finish_figure,
    new_figure,
    scatter,
    set_layout,
    stack_axes,
    x_axis,
    y_axis,
)
from metrics.typing import Array

# --- Estimates period by period, with what is usual and what was realised


MOST_TICKS = 8


def course_figure(monitoring: Monitoring, names: Sequence[str]) -> Figure:
    """F, loss and share, if any, under each other; `names` are their axis titles, our own words."""
    series = [
        monitoring.f,
        monitoring.loss,
        *([] if monitoring.share is None else [monitoring.share]),
    ]
    figure = new_figure()
    stack_axes(figure, len(series), 0.04)
    ticks = list(monitoring.periods.names)
    documents = monitoring.periods.documents
    ends = ((monitoring.f_low, monitoring.f_high), *((s.low, s.high) for s in series[1:]))
    for row, (each, (low, high), name) in enumerate(zip(series, ends, names, strict=False), 1):
        _usual(figure, row, each)
        if row == 1:
            add(
                figure,
                scatter(
                    x=np.arange(len(ticks)),
                    y=monitoring.best_f,
                    mode="lines",
                    name="best predictions of each period, expected",
                    line={"color": COLOURS[2], "dash": "dot", "width": 1.5},
                    hovertemplate="best possible %{y:.3f}<extra></extra>",
                ),
                place=row,
            )
        _expected(figure, row, each, low=low, high=high, names=ticks, documents=documents)
        _realised_and_alarms(figure, row, each)
        y_axis(figure, row, title=name)
    step = max(1, -(-len(ticks) // MOST_TICKS))
    x_axis(figure, tickvals=np.arange(len(ticks))[::step], ticktext=ticks[::step])
    x_axis(figure, range=[-0.5, len(ticks) - 0.5])
    finish_figure(figure, height=70 + 203 * len(series))
    return set_layout(figure, legend={"y": 1.02}, margin={"t": 70}, showlegend=True, hovermode="x")


def _usual(figure: Figure, row: int, series: MonitoredSeries) -> None:
    x = np.arange(len(series.expected))
    some = ~np.isnan(series.usual_low)
    add(
        figure,
        scatter(
            x=np.concatenate([x[some], x[some][::-1]]),
            y=np.concatenate([series.usual_high[some], series.usual_low[some][::-1]]),
            mode="lines",
            fill="toself",
            fillcolor="rgba(128,128,128,0.18)",
            line={"width": 0},
            name="usual range for documents like those of the reference period",
            legendgroup="usual",
            showlegend=row == 1,
            hoverinfo="skip",
        ),
        place=row,
    )


def _expected(
    figure: Figure,
    row: int,
    series: MonitoredSeries,
    *,
    low: Array,
    high: Array,
    names: Sequence[str],
    documents: Array,
) -> None:
    x = np.arange(len(series.expected))
    add(
        figure,
        scatter(
            x=x,
            y=series.expected,
            error_y={
                "type": "data",
                "symmetric": False,
                "array": np.maximum(high - series.expected, 0),
                "arrayminus": np.maximum(series.expected - low, 0),
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
        place=row,
    )


def _realised_and_alarms(figure: Figure, row: int, series: MonitoredSeries) -> None:
    x = np.arange(len(series.expected))
    if not np.isnan(series.realised).all():
        add(
            figure,
            scatter(
                x=x,
                y=series.realised,
                mode="markers",
                name="actual",
                legendgroup="actual",
                showlegend=row == 1,
                marker={**REALISED, "size": 9},
                hovertemplate="actual %{y:.4g}<extra></extra>",
            ),
            place=row,
        )
    changed = series.changed
    add(
        figure,
        scatter(
            x=x[changed] if changed.any() else [None],
            y=series.expected[changed] if changed.any() else [None],
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
        place=row,
    )


# --- Estimates over the last few documents, document by document


# a screen shows no more points
MOST_POINTS = 1_000


def stream_figure(rolling: Rolling, f: str) -> Figure:
    """Expected F, loss and number of members of the last documents, at each of them."""
    drawn = np.unique(np.linspace(0, len(rolling.documents) - 1, MOST_POINTS).astype(np.int64))
    series = (
        (f, rolling.expected_f),
        ("Cost", rolling.expected_loss),
        ("Members", rolling.expected_count),
    )
    figure = new_figure()
    stack_axes(figure, len(series), 0.05)
    for row, (name, values) in enumerate(series, 1):
        add(
            figure,
            scatter(
                x=drawn + 1,
                y=values[drawn],
                mode="lines",
                name=name,
                line={"color": COLOURS[0], "width": 1.5},
                hovertemplate=f"document %{{x:,}}<br>{name}, expected %{{y:.4g}}<extra></extra>",
            ),
            place=row,
        )
        y_axis(figure, row, title=name)
    x_axis(figure, title="Documents in order of arrival")
    return finish_figure(figure, height=560, showlegend=False, hovermode="x")
