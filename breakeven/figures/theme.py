"""One look for every figure, and the one way names from files enter it."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from metrics.typing import Array

# told apart by people with any colour vision, in both themes, and by lightness in grey
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8c8c", "#b8a800")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x", "star", "hexagon")
QUIET = "#8c8c8c"
GOOD, BAD = COLOURS[0], COLOURS[5]
LONGEST = 32
# what came of an estimate looks the same in every figure
REALISED: Mapping[str, Any] = {
    "symbol": "x-thin",
    "size": 10,
    "line": {"color": BAD, "width": 2.5},
}


def literal(name: object) -> str:
    """A name from a file as Plotly text: shown as written, never interpreted.

    For `text`, names and ticks; inside a hover template it would still be a template.
    """
    return html.escape(str(name), quote=False) or "(empty)"


def short(name: object, longest: int = LONGEST) -> str:
    """As `literal`, cut to a length that leaves room for the plot."""
    text = str(name)
    return literal(text if len(text) <= longest else text[: longest - 1] + "…")


def distinct(names: list[str] | tuple[str, ...], longest: int = LONGEST) -> list[str]:
    """`short` of each; names that the cut made equal get their position behind them."""
    cut = [short(name, longest) for name in names]
    seen: dict[str, int] = {}
    for name in cut:
        seen[name] = seen.get(name, 0) + 1
    return [f"{c} #{i + 1}" if seen[c] > 1 else c for i, c in enumerate(cut)]


def with_counts(names: Sequence[str], counts: Array) -> list[str]:
    """`distinct` names, each with its number of documents behind it."""
    return [
        f"{name} <span style='color:{QUIET}'>{n:,}</span>"
        for name, n in zip(distinct(list(names)), counts.tolist(), strict=True)
    ]


def finished(figure: go.Figure, height: int | None = None, **layout: Any) -> go.Figure:
    """Margins, legend and type shared by all figures."""
    figure.update_layout(
        margin={"l": 8, "r": 8, "t": 32, "b": 8},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0, "title": None},
        hoverlabel={"align": "left", "namelength": -1},
        height=height,
        **layout,
    )
    figure.update_xaxes(automargin=True)
    figure.update_yaxes(automargin=True)
    return figure


def unit_axis(title: str, **more: Any) -> dict[str, Any]:
    """An axis for shares: [0, 1] with a little air, so points on the border are whole."""
    return {"title": title, "range": [-0.02, 1.02], "tickformat": ".1f", "dtick": 0.2, **more}


def row_axis(ticks: Sequence[str]) -> dict[str, Any]:
    """An axis with one row for each tick, first on top."""
    return {
        "tickvals": np.arange(len(ticks)),
        "ticktext": ticks,
        "range": [len(ticks) - 0.5, -0.5],
        "showgrid": False,
    }


def cell_axes(figure: go.Figure, ticks: Sequence[str]) -> None:
    """The axes of a square table of cells: rows from the top, columns named above."""
    plain = row_axis(ticks) | {"zeroline": False, "ticks": ""}
    figure.update_yaxes(**plain)
    figure.update_xaxes(**plain | {"range": [-0.5, len(ticks) - 0.5], "side": "top"})
