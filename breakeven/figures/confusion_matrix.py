"""The confusion matrix as a heatmap whose cells can be clicked."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np

from breakeven.figures.figure import (
    Figure,
    Trace,
    add_shape,
    arranged,
    cell_axes,
    finished,
    heatmap,
    hline,
    of_traces,
    scatter,
    vline,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import BAD, QUIET, distinct, literal
from breakeven.text import NO_CLASS
from metrics.typing import Array

NUMBERED = 15
HOVER = (
    "true: %{y}<br>assigned: %{x}<br><b>%{customdata[0]:,.2~f}</b>, of "
    "%{customdata[1]:,.2~f} true and %{customdata[2]:,.2~f} assigned%{text}<extra></extra>"
)
# beyond this the box leaves names cut; the tables and the chosen cell say them in full
MOST_TEXT = 200_000
COUNT_TICKS = (0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 1_000_000)
SHARE_TICKS = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1)


@dataclass(frozen=True)
class Cells:
    """What is drawn: n rows (true) and as many columns (assigned), in one order.

    `names`, n of them; with `nothing` the last row and column are *nothing* and the last name
    is not shown. `counts`, (n, n); `shown`, (n, n): the counts, or with `shares` shares in
    [0, 1], NaN where undefined. `true_of`, `assigned_of`, (n,): sums of the whole rows and
    columns. `chosen`: row and column to outline.
    """

    names: list[str]
    counts: Array
    shown: Array
    shares: bool
    true_of: Array
    assigned_of: Array
    nothing: bool
    diagonal: bool
    chosen: tuple[int, int] | None = None


def matrix_figure(cells: Cells, dark: bool = False) -> Figure:
    """Rows true, columns assigned, first on top; cell r, c is point r * n + c of trace 1.

    `dark`: the theme, for colours and numbers of the cells; all else suits both.
    """
    n = len(cells.names)
    value = np.where(cells.counts > 0, cells.shown, np.nan)
    if not cells.diagonal:
        value[np.diag_indices(n)] = np.nan
    ticks = _ticks(cells)
    # a heatmap reports no clicks: points nobody sees lie over its cells and do
    colours = _colours(value, cells.shares, dark, gap=1 if n <= NUMBERED else 0)
    figure = of_traces(colours, _click_points(cells, ticks))
    if n <= NUMBERED:
        depth = colours["z"] / colours["zmax"]
        white = depth < 0.6 if dark else depth > 0.85
        arranged(figure, annotations=_numbers(value, white, cells.shares))
    _lines(figure, cells, n)
    size = 12 if n <= 50 else 10
    cell_axes(figure, ticks)
    x_axis(
        figure,
        title="assigned: what the system says",
        tickangle=None if n <= NUMBERED else -90,
        tickfont={"size": size if n <= 50 else 8},  # beside each other there is less room
    )
    y_axis(figure, title="true: what the experts say", tickfont={"size": size})
    row = 36 if n <= NUMBERED else 18 if n <= 50 else 13
    return finished(
        figure,
        height=190 + row * n,
        hovermode="closest",
        hoverdistance=-1,  # the nearest centre wins, so all of a cell is clickable
        clickmode="event+select",
        dragmode=False,
    )


def _click_points(cells: Cells, ticks: list[str]) -> Trace:
    """A point nobody sees over each cell, row by row."""
    n = len(cells.names)
    sums = (cells.counts, cells.true_of[:, None], cells.assigned_of[None, :])
    return scatter(
        x=np.tile(np.arange(n, dtype=np.int16), n),
        y=np.repeat(np.arange(n, dtype=np.int16), n),
        mode="markers",
        marker={"size": 1, "opacity": 0},
        customdata=np.stack(np.broadcast_arrays(*sums), axis=-1).reshape(n * n, 3),
        text=_hover_text(cells, ticks),
        hovertemplate=HOVER,
        showlegend=False,
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
    )


def _colours(value: Array, shares: bool, dark: bool, gap: int) -> Trace:
    """Steps that leave a single document visible beside thousands; empty cells have no colour."""
    blue = "86,180,233" if dark else "0,114,178"
    bend = np.sqrt if shares else np.log1p
    largest = float(np.nanmax(value)) if np.any(~np.isnan(value)) else 1.0
    ticks = [largest]
    for tick in reversed(SHARE_TICKS if shares else COUNT_TICKS):
        if 0.15 * bend(largest) < bend(tick) < bend(ticks[0]) - 0.15 * bend(largest):
            ticks.insert(0, tick)
    return heatmap(
        z=bend(value).astype(np.float32),
        zmin=0,
        zmax=float(bend(largest)),
        # from the page's own colour towards blue: little is faint in both themes
        colorscale=[[0, f"rgba({blue},0.15)"], [1, f"rgba({blue},1)"]],
        xgap=gap,
        ygap=gap,
        hoverinfo="skip",
        colorbar={
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 0,
            "yanchor": "top",
            "ypad": 12,
            "len": 0.5,
            "thickness": 8,
            "outlinewidth": 0,
            "tickvals": [float(bend(t)) for t in ticks],
            "ticktext": [_number(t, shares) for t in ticks],
            "tickangle": 0,
        },
    )


def _ticks(cells: Cells) -> list[str]:
    ticks = distinct(cells.names, 24 if len(cells.names) <= NUMBERED else 18)
    return [*ticks[:-1], NO_CLASS] if cells.nothing else ticks


def _hover_text(cells: Cells, ticks: list[str]) -> Array:
    """What the box says beside names on the axes and counts: shares, and names cut on the axes."""
    n = len(cells.names)
    text = np.full((n, n), "", dtype=object)
    if cells.shares:
        for r, c in np.ndindex(n, n):
            text[r, c] = "<br>" + _number(float(cells.shown[r, c]), True)
    full = [
        "" if tick == NO_CLASS or tick == literal(name) else _wrapped(name)
        for name, tick in zip(cells.names, ticks, strict=True)
    ]
    filled = np.argwhere(cells.counts > 0)
    if sum(len(full[r]) + len(full[c]) for r, c in filled) > MOST_TEXT:
        return text.ravel()
    for r, c in filled:
        if full[r]:
            text[r, c] += f"<br>true in full: {full[r]}"
        if full[c]:
            text[r, c] += f"<br>assigned in full: {full[c]}"
    return text.ravel()


def _wrapped(name: str, width: int = 60, most: int = 300) -> str:
    lines = textwrap.wrap(name if len(name) <= most else name[: most - 1] + "…", width)
    return "<br>".join(literal(line) for line in lines)


def _number(value: float, share: bool) -> str:
    if np.isnan(value):
        return "—"
    if share:
        return "<1 %".replace("<", "&lt;") if 0 < value < 0.005 else f"{100 * value:.0f} %"
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def _numbers(value: Array, white: Array, shares: bool) -> list[dict[str, Any]]:
    """The number of each cell that has one, in a colour that is read on the cell's own."""
    return [
        {
            "x": c,
            "y": r,
            "text": _number(value[r, c], shares),
            "font": {"color": "#ffffff" if white[r, c] else "#1a1a1a", "size": 13},
            "showarrow": False,
        }
        for r, c in np.argwhere(~np.isnan(value)).tolist()
    ]


def _lines(figure: Figure, cells: Cells, n: int) -> None:
    quiet = {"color": QUIET, "width": 1, "dash": "dot"}
    if not cells.diagonal:
        end = n - 1.5 if cells.nothing else n - 0.5
        add_shape(figure, {"x0": -0.5, "y0": -0.5, "x1": end, "y1": end}, quiet)
    if cells.nothing:
        hline(figure, y=n - 1.5, line=quiet)
        vline(figure, x=n - 1.5, line=quiet)
    if cells.chosen is not None:
        r, c = cells.chosen
        place = {"x0": c - 0.5, "x1": c + 0.5, "y0": r - 0.5, "y1": r + 0.5}
        add_shape(figure, place, {"color": BAD, "width": 2}, "rect")
