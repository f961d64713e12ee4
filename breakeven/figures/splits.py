"""Classes beside each other in several splits, by training size, and over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from breakeven.data.splits import ClassDrift
from breakeven.data.wording import band_of, count_of, percent
from breakeven.figures.figure import (
    COLOURS,
    DASHES,
    FONT,
    QUIET,
    SYMBOLS,
    Figure,
    add,
    annotate,
    distinct,
    error_bars,
    finish_figure,
    literal,
    new_figure,
    scatter,
    set_layout,
    short,
    unit_axis,
    vline,
    x_axis,
    y_axis,
)
from metrics.dataset.learning_curve import TrainingSizeBand
from metrics.typing import Array

LOG_FROM = 50.0  # a linear axis would press the small shares together
ROW = 17  # pixels


def shares_figure(
    names: Sequence[str], splits: Sequence[str], shares: Array, beyond: Array
) -> Figure:
    """A row a class, a mark a split, joined by a line; shares, shape (splits, classes).

    `beyond`: mask of the classes whose line is drawn strongly. On a logarithmic axis a share
    of 0 stands at the left edge, open.
    """
    rows = np.arange(len(names))
    positive_shares = shares[shares > 0]
    logarithmic = (
        bool(len(positive_shares))
        and float(positive_shares.max() / positive_shares.min()) > LOG_FROM
    )
    edge = float(positive_shares.min()) / 2 if len(positive_shares) else 0.0
    drawn_shares = np.where((shares > 0) | ~np.bool_(logarithmic), shares, edge)
    tall = len(names) > 25
    figure = new_figure()
    if len(splits) > 1:
        _joined(figure, drawn_shares, beyond)
    for s, split in enumerate(splits):
        shown: list[Any] = [
            f"{literal(name)}<br>{literal(split)}: {percent(share, 2)} of the labels"
            for name, share in zip(names, shares[s].tolist(), strict=True)
        ]
        symbols = np.where(shares[s] > 0, SYMBOLS[s % 8], f"{SYMBOLS[s % 8]}-open")
        add(
            figure,
            scatter(
                x=drawn_shares[s],
                y=rows,
                mode="markers",
                name=short(split),
                marker={"color": COLOURS[s % 8], "size": 8, "symbol": symbols},
                text=shown,
                hovertemplate="%{text}<extra></extra>",
            ),
        )
    x_axis(
        figure,
        title="share of the labels of the split" + (", logarithmic" if logarithmic else ""),
        type="log" if logarithmic else "linear",
        tickformat="~p",
        dtick=1 if logarithmic else None,
        side="top" if tall else "bottom",
    )
    if not logarithmic:
        x_axis(figure, rangemode="tozero")
    y_axis(
        figure,
        tickvals=rows,
        ticktext=distinct(list(names)),
        range=[len(names) - 0.5, -0.5],
        showgrid=len(names) <= 100,
    )
    height = 90 + ROW * max(len(names), 4)
    finish_figure(figure, height=height, showlegend=True)
    if tall:
        # the legend above the axis that stands on top
        set_layout(figure, margin={"t": 90}, legend={"y": 1 + 50 / (height - 98)})
    return figure


def _joined(figure: Figure, shares: Array, beyond: Array) -> None:
    """A line a class from its least to its largest share, strong for those of `beyond`."""
    for strong in (False, True):
        chosen = np.flatnonzero(beyond == strong)
        if not len(chosen):
            continue
        ends = shares[:, chosen]
        gap = np.full(len(chosen), np.nan)
        add(
            figure,
            scatter(
                x=np.column_stack([np.nanmin(ends, 0), np.nanmax(ends, 0), gap]).ravel(),
                y=np.column_stack([chosen, chosen, gap]).ravel(),
                mode="lines",
                line={"color": COLOURS[5] if strong else QUIET, "width": 3 if strong else 1},
                hoverinfo="skip",
                showlegend=False,
            ),
        )


def size_figure(
    names: Sequence[str],
    training: Array,
    f: Array,
    *,
    low: Array,
    high: Array,
    line: tuple[Array, Array],
    measure: str,
) -> Figure:
    """F of each class against its training documents, with its interval, and the trend.

    Classes without training documents stand at the left, before 1.
    """
    x = np.maximum(training, 0.5)
    shown: list[Any] = [
        f"{literal(name)}<br>{n:,} training documents<br>{measure} {value:.3f} "
        f"({lo:.3f} to {hi:.3f})"
        for name, n, value, lo, hi in zip(names, training.tolist(), f, low, high, strict=True)
    ]
    figure = new_figure(
        scatter(
            x=x,
            y=f,
            mode="markers",
            name="a class, with its 95 % interval",
            error_y=error_bars(f, low, high, color="rgba(128,128,128,.35)", thickness=1),
            marker={"color": COLOURS[0], "size": 7},
            text=shown,
            hovertemplate="%{text}<extra></extra>",
        )
    )
    if len(line[0]):
        add(
            figure,
            scatter(
                x=line[0],
                y=line[1],
                mode="lines",
                name="trend",
                line={"color": COLOURS[5], "width": 3},
                hoverinfo="skip",
                showlegend=False,
            ),
        )
        # of a logarithmic axis annotations take the logarithm
        x_end, y_end = float(np.log10(line[0][-1])), float(line[1][-1])
        annotate(figure, x=x_end, y=y_end, text="trend", ax=0, ay=24)
    ticks = [0.5, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 100_000, 1_000_000]
    most = float(x.max()) if len(x) else 1.0
    ticks = [t for t in ticks if t <= most * 3]
    x_axis(
        figure,
        title="training documents of the class, logarithmic",
        type="log",
        tickvals=ticks,
        ticktext=["0" if t < 1 else f"{t:,}" for t in ticks],
        range=[np.log10(0.4), np.log10(most * 1.5)],
    )
    y_axis(figure, **unit_axis(measure))
    return finish_figure(figure, height=420)


def bands_figure(bands: Sequence[TrainingSizeBand], measure: str) -> Figure:
    """Macro and micro F of the classes in each band of training size."""
    x = np.arange(len(bands))
    figure = new_figure()
    for i, (name, values) in enumerate(
        (
            (f"macro {measure}", [b.macro.value for b in bands]),
            (f"micro {measure}", [b.micro for b in bands]),
        )
    ):
        add(
            figure,
            scatter(
                x=x,
                y=np.array(values, dtype=float),
                mode="lines+markers",
                name=name,
                line={"color": COLOURS[i], "dash": DASHES[i]},
                marker={"symbol": SYMBOLS[i], "size": 9},
                hovertemplate="%{y:.3f}",
            ),
        )
    x_axis(
        figure,
        title="training documents of the class",
        tickvals=x,
        ticktext=[
            f"{band_of(b.low, b.high)}<br>{count_of(b.classes, 'class', 'classes')}" for b in bands
        ],
        range=[-0.5, len(bands) - 0.5],
    )
    y_axis(figure, **unit_axis(measure))
    _name_lines(figure)
    return finish_figure(figure, height=340)


def _name_lines(figure: Figure) -> None:
    """Write the name of each of two lines beside it, where they are farthest from each other."""
    first, second = figure["data"]
    apart = first["y"] - second["y"]
    if np.isnan(apart).all():
        return
    widest = int(np.nanargmax(np.abs(apart)))
    for line in (first, second):
        above = (apart[widest] >= 0) == (line is first)
        y = float(line["y"][widest])
        annotate(figure, x=widest, y=y, text=line["name"], ax=0, ay=-24 if above else 24)
    set_layout(figure, showlegend=False)


def drift_figure(
    names: Sequence[str], drift: ClassDrift, starts: Sequence[tuple[str, str]]
) -> Figure:
    """Shares of classes over time; a line where each split of `starts` (name, day) begins."""
    figure = new_figure()
    days = drift.middle.astype("datetime64[D]").astype(str)
    for i, name in enumerate(names):
        add(
            figure,
            scatter(
                x=days,
                y=drift.share[i],
                mode="lines+markers",
                name=short(name, 24),
                line={"color": COLOURS[i % 8], "dash": DASHES[i % 6]},
                marker={"symbol": SYMBOLS[i % 8], "size": 6},
                customdata=drift.documents,
                hovertemplate="%{y:.1%} of %{customdata:,} documents",
            ),
        )
    for _, day in starts:
        vline(figure, day, line={"color": QUIET, "dash": "dot", "width": 1})
    set_layout(
        figure,
        annotations=[
            {
                "x": day,
                "y": 1 - 0.06 * i,  # splits that begin close to each other stay readable
                "yref": "paper",
                "text": short(split, 16),
                "showarrow": False,
                "xanchor": "left",
                "font": FONT,
            }
            for i, (split, day) in enumerate(starts)
        ],
    )
    x_axis(figure, title="median day of each period; all have about as many documents")
    y_axis(figure, title="share of the documents", tickformat=".0%", rangemode="tozero")
    set_layout(figure, hovermode="x unified")
    return finish_figure(figure, height=420)
