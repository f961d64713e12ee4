"""Which errors are left as the least certain documents are reviewed."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    COLOURS,
    QUIET,
    Figure,
    add,
    annotate,
    finish_figure,
    new_figure,
    scatter,
    set_layout,
    x_axis,
    y_axis,
)
from metrics.risk_coverage import RiskCoverage
from metrics.typing import Array

# a curve of more steps is drawn by this many
DRAWN = 1_000
# from where to where a name beside its place goes, in percent of documents; the last place of one
NAME, FARTHEST = (4, 24), 76.0


def workload_figure(curve: RiskCoverage, share: float, wrong: float) -> Figure:
    """The curve between what chance and what perfect doubt would give; `share`, `wrong`: marked.

    Both in percent on the axes.
    """
    steps = np.unique(np.linspace(0, len(curve.sent) - 1, DRAWN).round().astype(int))
    every = 100 * float(curve.left[0])
    names = ("at random", "best possible", "least certain first")
    figure = new_figure(
        scatter(
            x=[0, 100],
            y=[every, 0],
            mode="lines",
            name=names[0],
            line={"color": QUIET, "width": 1.5, "dash": "dot"},
            hovertemplate="at random: %{y:.1f} % wrong<extra></extra>",
        ),
        scatter(
            x=[0, every, 100],
            y=[every, 0, 0],
            mode="lines",
            name=names[1],
            line={"color": QUIET, "width": 1.5, "dash": "dash"},
            hovertemplate="at best: %{y:.1f} % wrong<extra></extra>",
        ),
        scatter(
            x=100 * curve.sent[steps],
            y=100 * curve.left[steps],
            mode="lines",
            name=names[2],
            line={"color": COLOURS[0], "width": 2.5},
            hovertemplate="%{x:.1f} % reviewed: %{y:.1f} % still wrong<extra></extra>",
        ),
    )
    add(
        figure,
        scatter(
            x=[100 * share],
            y=[100 * wrong],
            mode="markers",
            name="chosen",
            marker={"size": 12, "color": COLOURS[2]},
            hovertemplate="%{x:.1f} % reviewed: %{y:.1f} % still wrong<extra></extra>",
        ),
    )
    _name_lines(figure, names, every)
    x_axis(figure, title="Reviewed, %", range=[-2, 102], dtick=25)
    y_axis(figure, title="Still wrong, %", rangemode="tozero")
    finish_figure(figure, height=340)
    return set_layout(figure, margin={"t": 8}, showlegend=False)


def _free(x: Array, y: Array, every: float) -> float:
    """Where along the axis, from the foot of the best line on, a name has no line through it."""
    places = np.arange(every, FARTHEST, 2.0)
    for at in places.tolist():
        near = y[(x >= at + NAME[0]) & (x <= at + NAME[1])]
        # the line is below the name, or above it
        if len(near) and (near.max() < 0.04 * every or near.min() > 0.16 * every):
            return float(at)
    return every


def _name_lines(figure: Figure, names: tuple[str, str, str], every: float) -> None:
    """The names of the lines beside them."""
    random, best, first = names
    annotate(figure, x=60, y=0.4 * every, text=random, ax=0, ay=-14, xanchor="left")
    curve = figure["data"][2]
    x, y = np.asarray(curve["x"], dtype=float), np.asarray(curve["y"], dtype=float)
    annotate(figure, x=_free(x, y, every), y=0, text=best, ax=24, ay=-20, xanchor="left")
    # where the curve has come down to half
    half = int(np.abs(y - every / 2).argmin())
    annotate(
        figure, x=float(x[half]), y=float(y[half]), text=first, ax=28, ay=-16, xanchor="left",
        arrowcolor=COLOURS[0],
    )  # fmt: skip
