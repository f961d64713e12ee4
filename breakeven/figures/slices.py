"""Slices beside each other: how far each is from the rest, as it is and with the same mix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.analysis.slices.slice_comparison import DifferenceFromRest, SliceComparison
from breakeven.data.wording import interval_text, signed
from breakeven.figures.figure import (
    COLOURS,
    QUIET,
    Figure,
    add,
    distinct,
    error_bars,
    finish_figure,
    literal,
    new_figure,
    row_axis,
    scatter,
    set_layout,
    vline,
    x_axis,
    y_axis,
)

ROW = 34
LONGEST = 24
# how far both marks of a row are from its middle
APART = 0.14


def slices_figure(compared: Sequence[SliceComparison], measure: str) -> Figure:
    """A row for each slice, first on top; two marks with their intervals, left of 0 is worse."""
    figure = new_figure()
    ticks = distinct([comparison.declared.name for comparison in compared], LONGEST)
    rows = np.arange(len(compared))
    raw = [comparison.difference for comparison in compared]
    same = [comparison.standardised for comparison in compared]
    for differences, name, colour, symbol, apart in (
        (raw, "as it is", COLOURS[0], "circle", -APART),
        (same, "with the same class mix", COLOURS[5], "diamond", APART),
    ):
        value, low, high = _ends(differences)
        add(
            figure,
            scatter(
                x=value,
                y=rows + apart,
                error_x=error_bars(value, low, high, color=colour),
                mode="markers",
                name=name,
                marker={"color": colour, "symbol": symbol, "size": 9},
                text=[
                    f"{literal(comparison.declared.name)}<br>{name}: {signed(each.value)}<br>"
                    f"95 % interval {interval_text(each.interval.low, each.interval.high)}"
                    for comparison, each in zip(compared, differences, strict=True)
                ],
                hovertemplate="%{text}<extra></extra>",
            ),
        )
    vline(figure, x=0, line={"color": QUIET, "dash": "dash", "width": 1})
    x_axis(figure, title=f"{measure}: slice minus rest", zeroline=False)
    y_axis(figure, **row_axis(ticks))
    finish_figure(figure, height=110 + ROW * max(len(compared), 2))
    return set_layout(figure, margin={"t": 44})


def _ends(differences: Sequence[DifferenceFromRest]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    value = np.array([each.value for each in differences], dtype=float)
    low = np.array([each.interval.low for each in differences], dtype=float)
    high = np.array([each.interval.high for each in differences], dtype=float)
    return value, low, high
