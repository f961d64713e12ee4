"""What stays wrong as the least sure documents go to people."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    COLOURS,
    QUIET,
    Figure,
    add,
    finish_figure,
    new_figure,
    scatter,
    set_layout,
    x_axis,
    y_axis,
)
from metrics.risk_coverage import RiskCoverage

# a curve of more steps is drawn by this many
DRAWN = 1_000


def workload_figure(curve: RiskCoverage, share: float, wrong: float) -> Figure:
    """The curve between what chance and what perfect doubt would give; `share`, `wrong`: marked.

    Both in percent on the axes.
    """
    steps = np.unique(np.linspace(0, len(curve.sent) - 1, DRAWN).round().astype(int))
    every = 100 * float(curve.left[0])
    figure = new_figure(
        scatter(
            x=[0, 100],
            y=[every, 0],
            mode="lines",
            name="sent at random",
            line={"color": QUIET, "width": 1.5, "dash": "dot"},
            hovertemplate="at random: %{y:.1f} of 100<extra></extra>",
        ),
        scatter(
            x=[0, every, 100],
            y=[every, 0, 0],
            mode="lines",
            name="if every error were known",
            line={"color": QUIET, "width": 1.5, "dash": "dash"},
            hovertemplate="at best: %{y:.1f} of 100<extra></extra>",
        ),
        scatter(
            x=100 * curve.sent[steps],
            y=100 * curve.left[steps],
            mode="lines",
            name="the least sure first",
            line={"color": COLOURS[0], "width": 2.5},
            hovertemplate="%{x:.1f} % to people: %{y:.1f} of 100 stay wrong<extra></extra>",
        ),
    )
    add(
        figure,
        scatter(
            x=[100 * share],
            y=[100 * wrong],
            mode="markers",
            name="looked at",
            marker={"size": 12, "color": COLOURS[2]},
            hovertemplate="%{x:.1f} % to people: %{y:.1f} of 100 stay wrong<extra></extra>",
        ),
    )
    x_axis(figure, title="Documents that people look at, %", range=[-2, 102])
    y_axis(figure, title="Wrong, of 100 documents", rangemode="tozero")
    finish_figure(figure, height=380)
    return set_layout(
        figure, legend={"y": -0.25, "yanchor": "top"}, margin={"t": 8}, showlegend=True
    )
