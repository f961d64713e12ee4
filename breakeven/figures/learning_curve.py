"""Effectiveness against training size: what was measured, and the curve through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from breakeven.analysis.comparison.learning_curve import LearningCurve
from breakeven.figures.figure import (
    COLOURS,
    SYMBOLS,
    Figure,
    add,
    error_bars,
    finish_figure,
    literal,
    new_figure,
    scatter,
    short,
    x_axis,
    y_axis,
)
from metrics.dataset.learning_curve import FARTHEST

TICKS = [digit * 10**power for power in range(9) for digit in (1, 3)]


def learning_curve_figure(curves: Sequence[LearningCurve], measure: str) -> Figure:
    """Points with intervals by learner; where there is a curve, it, dashed where nobody trained.

    `measure`: what the vertical axis is called.
    """
    figure = new_figure()
    for i, curve in enumerate(curves):
        colour, name = COLOURS[i % 8], short(curve.learner or "all systems", 24)
        if curve.limit is not None:
            _add_curve(figure, curve, colour)
        shown: list[Any] = [
            f"{literal(system)}<br>{size:,.0f} training documents<br>{value:.3f} "
            f"({low:.3f} to {high:.3f})"
            for system, size, value, low, high in zip(
                curve.systems, curve.sizes, curve.values, curve.ends.low, curve.ends.high,
                strict=True,
            )
        ]  # fmt: skip
        add(
            figure,
            scatter(
                x=curve.sizes,
                y=curve.values,
                mode="markers",
                name=name,
                error_y=error_bars(curve.values, curve.ends.low, curve.ends.high),
                marker={"color": colour, "size": 9, "symbol": SYMBOLS[i % 8]},
                text=shown,
                hovertemplate="%{text}<extra></extra>",
            ),
        )
    least = min(float(curve.sizes.min()) for curve in curves)
    most = max(
        float(curve.sizes.max()) * (1 if curve.limit is None else FARTHEST) for curve in curves
    )
    ticks = [tick for tick in TICKS if least / 2 <= tick <= most * 2]
    x_axis(
        figure,
        title="training documents, logarithmic",
        type="log",
        tickvals=ticks,
        ticktext=[f"{tick:,}" for tick in ticks],
        range=[np.log10(least / 1.3), np.log10(most * 1.3)],
    )
    y_axis(figure, title=measure, tickformat=".2f")
    return finish_figure(figure, height=420, showlegend=True)


def _add_curve(figure: Figure, curve: LearningCurve, colour: str) -> None:
    """The curve as far as somebody trained, dashed beyond; behind it its 95 % interval."""
    sizes, values, ends = curve.line()
    largest = float(curve.sizes.max())
    add(
        figure,
        scatter(
            x=np.concatenate([sizes, sizes[::-1]]),
            y=np.concatenate([ends.low, ends.high[::-1]]),
            mode="lines",
            line={"width": 0},
            fill="toself",
            fillcolor="rgba(128,128,128,0.18)",
            hoverinfo="skip",
            showlegend=False,
        ),
    )
    for dash, drawn in (("solid", sizes <= largest), ("dash", sizes >= largest * 0.95)):
        add(
            figure,
            scatter(
                x=sizes[drawn],
                y=values[drawn],
                mode="lines",
                line={"color": colour, "width": 2, "dash": dash},
                hovertemplate="%{x:,.0f} training documents: about %{y:.3f}<extra></extra>",
                showlegend=False,
            ),
        )
