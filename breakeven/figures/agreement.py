"""How alike people, systems and the truth label, two by two, as a heatmap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from breakeven.data.wording import NOTHING, count_of, figure_of
from breakeven.figures.figure import (
    QUIET,
    Figure,
    cell_axes,
    distinct,
    finish_figure,
    heatmap,
    hline,
    literal,
    new_figure,
    set_layout,
    vline,
    x_axis,
)
from metrics.typing import Array

# numbers stand in the cells of no more than so many
NUMBERED = 15


def pairwise_agreement_figure(
    names: Sequence[str],
    values: Array,
    documents: Array,
    people: int,
    measure: str,
    dark: bool = False,
) -> Figure:
    """A cell for every two; `values` and `documents`, square, NaN where there is none.

    The first `people` of the names are people: a line parts them from systems and the truth.
    `measure`: what the values are. `dark`: the theme, for colours and numbers of the cells.
    """
    n, ticks = len(names), distinct(names, 24)
    blue = "86,180,233" if dark else "0,114,178"
    lowest = min(0.0, float(np.nanmin(values))) if np.any(~np.isnan(values)) else 0.0
    figure = new_figure(
        heatmap(
            z=values.astype(np.float32),
            zmin=lowest,
            zmax=1,
            colorscale=[[0, f"rgba({blue},0.06)"], [1, f"rgba({blue},1)"]],
            xgap=1,
            ygap=1,
            text=_hover_text(names, values, documents, measure),
            hovertemplate="%{text}<extra></extra>",
            hoverongaps=False,
            showscale=n > NUMBERED,
            colorbar={"thickness": 8, "outlinewidth": 0, "len": 0.6},
        )
    )
    if n <= NUMBERED:
        depth = (values - lowest) / (1 - lowest)
        set_layout(figure, annotations=_numbers(values, depth < 0.5 if dark else depth > 0.72))
    cell_axes(figure, ticks)
    x_axis(figure, tickangle=-90 if n > 6 else None, tickfont={"size": 12 if n <= 30 else 9})
    if 0 < people < n:
        quiet = {"color": QUIET, "width": 1, "dash": "dot"}
        hline(figure, y=people - 0.5, line=quiet)
        vline(figure, x=people - 0.5, line=quiet)
    row = 34 if n <= NUMBERED else 20 if n <= 30 else 13
    return finish_figure(figure, height=150 + row * n, dragmode=False)


def _hover_text(
    names: Sequence[str], values: Array, documents: Array, measure: str
) -> list[list[str]]:
    def cell(i: int, j: int) -> str:
        shared = 0 if np.isnan(documents[i, j]) else int(documents[i, j])
        return (
            f"{literal(names[i])} and {literal(names[j])}<br>{measure}: "
            f"<b>{figure_of(values[i, j])}</b><br>of {count_of(shared, 'document')}"
        )

    n = len(names)
    return [["" if i == j else cell(i, j) for j in range(n)] for i in range(n)]


def _numbers(values: Array, white: Array) -> list[dict[str, Any]]:
    """The number of each cell, in a colour that is read on the cell's own."""
    n = len(values)
    return [
        {
            "x": j,
            "y": i,
            "text": NOTHING if np.isnan(values[i, j]) else f"{values[i, j]:.2f}",
            "font": {"color": "#ffffff" if white[i, j] else "#1a1a1a", "size": 12},
            "showarrow": False,
        }
        for i in range(n)
        for j in range(n)
        if i != j and not np.isnan(values[i, j])
    ]
