"""Expected F of classes: exact, approximate with its bound, and realised where that is known."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    Figure,
    Trace,
    add,
    arranged,
    finished,
    of_traces,
    row_axis,
    scatter,
    spread,
    unit_axis,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS, QUIET, REALISED, distinct, literal
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
) -> Figure:
    """One row per class, first on top; the line is where the bound says the expectation lies."""
    rows = np.arange(len(names))
    shown = [
        f"{literal(name)}<br>expected {f} {e:.3f} (exact)<br>approximation {a:.3f}"
        f"<br>bound {lo:.3f} to {hi:.3f}"
        for name, e, a, lo, hi in zip(names, exact, approximate, low, high, strict=True)
    ]
    figure = of_traces(
        *[
            _bound(approximate, low, high, rows),
            scatter(
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
        add(
            figure,
            scatter(
                x=realised,
                y=rows,
                mode="markers",
                name="realised",
                marker=dict(REALISED),
                hovertemplate=f"realised {f} %{{x:.3f}}<extra></extra>",
            ),
        )
    x_axis(figure, **unit_axis(f"{f} of the cut in use"))
    y_axis(figure, **row_axis(distinct(names)))
    # a narrow screen gives every entry of the legend a line of its own, above the first row
    finished(figure, height=130 + 24 * max(len(names), 3))
    return arranged(figure, margin={"t": 76})


def _bound(approximate: Array, low: Array, high: Array, rows: Array) -> Trace:
    return scatter(
        x=approximate,
        y=rows,
        error_x=spread(approximate, low, high, width=4),
        mode="markers",
        name="approximation, with its bound",
        marker={"symbol": "diamond-open", "color": QUIET, "size": 9},
        hoverinfo="skip",
    )


def expected_against_realised(
    names: list[str], expected: Array, realised: Array, positives: Array, f: str
) -> Figure:
    """A dot per class, larger with more members: on the diagonal the estimate was right."""
    figure = of_traces(
        *[
            scatter(
                x=[0, 1],
                y=[0, 1],
                mode="lines",
                name="as expected",
                line={"color": QUIET, "dash": "dash", "width": 1},
                hoverinfo="skip",
            ),
            scatter(
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
    x_axis(figure, **unit_axis(f"Expected {f}"))
    y_axis(figure, **unit_axis(f"Realised {f}"))
    return finished(figure, height=440)
