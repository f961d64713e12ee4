"""Expected F of classes: exact, approximate with its bound, and realised where that is known."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from breakeven.figures.theme import (
    COLOURS,
    QUIET,
    REALISED,
    distinct,
    finished,
    literal,
    row_axis,
    unit_axis,
)
from metrics.typing import Array


def expected_f_figure(
    names: list[str],
    *,
    exact: Array,
    approximate: Array,
    low: Array,
    high: Array,
    realised: Array | None,
    f: str,
) -> go.Figure:
    """One row per class, first on top; the line is where the bound says the expectation lies."""
    rows = np.arange(len(names))
    shown = [
        f"{literal(name)}<br>expected {f} {e:.3f} (exact)<br>approximation {a:.3f}"
        f"<br>bound {lo:.3f} to {hi:.3f}"
        for name, e, a, lo, hi in zip(names, exact, approximate, low, high, strict=True)
    ]
    figure = go.Figure(
        [
            _bound(approximate, low, high, rows),
            go.Scatter(
                x=exact,
                y=rows,
                mode="markers",
                name=f"expected {f}, exact",
                marker={"color": COLOURS[0], "size": 9},
                text=shown,
                hovertemplate="%{text}<extra></extra>",
            ),
        ]
    )
    if realised is not None:
        figure.add_trace(
            go.Scatter(
                x=realised,
                y=rows,
                mode="markers",
                name="realised",
                marker=dict(REALISED),
                hovertemplate=f"realised {f} %{{x:.3f}}<extra></extra>",
            )
        )
    figure.update_xaxes(**unit_axis(f"{f} of the cut in use"))
    figure.update_yaxes(**row_axis(distinct(names)))
    # a narrow screen gives every entry of the legend a line of its own, above the first row
    return finished(figure, height=130 + 24 * max(len(names), 3)).update_layout(margin={"t": 76})


def _bound(approximate: Array, low: Array, high: Array, rows: Array) -> go.Scatter:
    return go.Scatter(
        x=approximate,
        y=rows,
        error_x={
            "type": "data",
            "symmetric": False,
            "array": high - approximate,
            "arrayminus": approximate - low,
            "color": QUIET,
            "thickness": 1.5,
            "width": 4,
        },
        mode="markers",
        name="approximation, with its bound",
        marker={"symbol": "diamond-open", "color": QUIET, "size": 9},
        hoverinfo="skip",
    )


def expected_against_realised(
    names: list[str], expected: Array, realised: Array, positives: Array, f: str
) -> go.Figure:
    """A dot per class, larger with more members: on the diagonal the estimate was right."""
    figure = go.Figure(
        [
            go.Scatter(
                x=[0, 1],
                y=[0, 1],
                mode="lines",
                name="as expected",
                line={"color": QUIET, "dash": "dash", "width": 1},
                hoverinfo="skip",
            ),
            go.Scatter(
                x=expected,
                y=realised,
                mode="markers",
                name="a class, larger with more members",
                marker={
                    "color": COLOURS[0],
                    "opacity": 0.6,
                    "size": 5 + 3 * np.log2(1 + positives.astype(float)),
                },
                text=[
                    f"{literal(name)}<br>{n:,} members"
                    for name, n in zip(names, positives.tolist(), strict=True)
                ],
                hovertemplate="%{text}<br>expected %{x:.3f}, realised %{y:.3f}<extra></extra>",
            ),
        ]
    )
    figure.update_xaxes(**unit_axis(f"Expected {f}"))
    figure.update_yaxes(**unit_axis(f"Realised {f}"))
    return finished(figure, height=440)
