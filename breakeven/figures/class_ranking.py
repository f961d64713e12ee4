"""Classes side by side on one measure, with how uncertain each is."""

from __future__ import annotations

from typing import Any

import numpy as np

from breakeven.figures.figure import (
    Figure,
    finished,
    hline,
    of_traces,
    row_axis,
    scatter,
    spread,
    unit_axis,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS, QUIET, literal, with_counts
from metrics.typing import Array


def ranking_figure(
    names: list[str],
    values: Array,
    *,
    low: Array,
    high: Array,
    positives: Array,
    measure: str,
    gap_after: int | None = None,
) -> Figure:
    """A dot with its interval for each class, first on top; a line after `gap_after` rows."""
    rows = np.arange(len(names))
    shown: list[Any] = [
        f"{literal(name)}<br>{measure} {value:.3f}<br>95 % interval {lo:.3f} to {hi:.3f}"
        f"<br>{n:,} positives"
        for name, value, lo, hi, n in zip(names, values, low, high, positives.tolist(), strict=True)
    ]
    figure = of_traces(
        scatter(
            x=values,
            y=rows,
            error_x=spread(values, low, high),
            mode="markers",
            marker={"color": COLOURS[0], "size": 9},
            text=shown,
            hovertemplate="%{text}<extra></extra>",
        )
    )
    if gap_after is not None:
        hline(figure, y=gap_after - 0.5, line={"color": QUIET, "dash": "dot", "width": 1})
    x_axis(figure, **unit_axis(f"{measure}, with its 95 % interval"))
    y_axis(figure, **row_axis(with_counts(names, positives)))
    return finished(figure, height=60 + 24 * max(len(names), 3))
