"""What probabilities promise: how often documents are members, and how many of a class are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.figures.figure import (
    COLOURS,
    DASHES,
    QUIET,
    REALISED,
    SYMBOLS,
    Figure,
    add,
    diagonal,
    distinct,
    finish_figure,
    literal,
    new_figure,
    row_axis,
    scatter,
    set_layout,
    unit_axis,
    vline,
    x_axis,
    y_axis,
)
from metrics.expected.calibration import Reliability
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# --- Reliability: how often documents given a probability were members


def reliability_figure(shown: Sequence[tuple[str, Reliability, Interval]]) -> Figure:
    """Observed share, with its interval, against mean probability; a line per set.

    Names are our own words.
    """
    figure = new_figure(diagonal("right probabilities"))
    for i, (name, table, ends) in enumerate(shown):
        some = table.documents > 0
        observed = table.observed[some]
        add(
            figure,
            scatter(
                x=table.mean_probability[some],
                y=observed,
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": np.maximum(ends.high[some] - observed, 0),
                    "arrayminus": np.maximum(observed - ends.low[some], 0),
                    "thickness": 1.2,
                    "width": 3,
                },
                mode="lines+markers",
                name=name,
                line={"color": COLOURS[i], "dash": DASHES[i], "width": 2},
                marker={"symbol": SYMBOLS[i], "size": 9},
                customdata=np.stack([table.documents[some], table.positives[some]], axis=1),
                hovertemplate="mean probability %{x:.3f}<br>share of members %{y:.3f}<br>"
                "%{customdata[1]:,.6g} of %{customdata[0]:,.6g}<extra></extra>",
            ),
        )
    x_axis(figure, **unit_axis("Probability, mean of the range"))
    y_axis(figure, **unit_axis("Share that are members"))
    finish_figure(figure, height=420)
    return set_layout(figure, legend={"y": -0.2, "yanchor": "top"}, margin={"t": 8})


# --- Numbers of members: what was assigned and what is true, beside the sum of probabilities


def counting_figure(
    names: list[str],
    expected: Array,
    half_width: Array,
    assigned: Array,
    true: Array | None,
) -> Figure:
    """One row per class: how far the other numbers lie from the expected one, in documents."""
    rows = np.arange(len(names))
    figure = new_figure(
        *[
            scatter(
                x=np.zeros(len(names)),
                y=rows,
                error_x={"type": "data", "array": half_width, "color": QUIET, "width": 4},
                mode="markers",
                name="sum of probabilities, with its 95 % interval",
                marker={"color": COLOURS[0], "size": 9},
                text=[
                    f"{literal(name)}<br>expected {e:,.1f} ± {w:,.1f}"
                    for name, e, w in zip(names, expected, half_width, strict=True)
                ],
                hovertemplate="%{text}<extra></extra>",
            ),
            scatter(
                x=assigned - expected,
                y=rows,
                mode="markers",
                name="predicted (classify and count)",
                marker={"symbol": "diamond-open", "color": COLOURS[2], "size": 10},
                customdata=assigned,
                hovertemplate="predicted %{customdata:,}<extra></extra>",
            ),
        ]
    )
    if true is not None:
        add(
            figure,
            scatter(
                x=true - expected,
                y=rows,
                mode="markers",
                name="actual",
                marker=dict(REALISED),
                customdata=true,
                hovertemplate="true %{customdata:,}<extra></extra>",
            ),
        )
    vline(figure, 0, line={"color": QUIET, "width": 1})
    x_axis(figure, title="Documents more or fewer than the sum of probabilities")
    y_axis(figure, **row_axis(distinct(names)))
    return finish_figure(figure, height=90 + 24 * max(len(names), 3))
