"""The mean of precision and recall beside F, for every beta."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    Figure,
    add,
    finished,
    of_traces,
    scatter,
    unit_axis,
    vline,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS, QUIET
from metrics.ranking.break_even import MeanAgainstF, mean_minus_f

# from precision alone almost to recall alone, even steps of log beta
BETAS = 2.0 ** np.linspace(-5, 5, 121)
TICKS = (1 / 32, 1 / 8, 1 / 2, 1, 2, 8, 32)


def mean_against_f_figure(relation: MeanAgainstF, beta: float) -> Figure:
    """F over beta against the level (P + R) / 2, with the beta where they cross."""
    f = relation.mean - mean_minus_f(relation.precision, relation.recall, BETAS)
    figure = of_traces(
        *[
            scatter(
                x=np.log2(BETAS),
                y=f,
                customdata=BETAS,
                mode="lines",
                name="F at β",
                line={"color": COLOURS[0], "width": 2},
                hovertemplate="β %{customdata:.3g}: F %{y:.3f}<extra></extra>",
            ),
            scatter(
                x=[-5, 5],
                y=[relation.mean, relation.mean],
                mode="lines",
                name=f"(P + R)/2 = {relation.mean:.3f}",
                line={"color": COLOURS[5], "width": 2, "dash": "dash"},
                hoverinfo="skip",
            ),
        ]
    )
    if 2**-5 <= relation.crossing <= 2**5:
        add(
            figure,
            scatter(
                x=[float(np.log2(relation.crossing))],
                y=[relation.mean],
                mode="markers",
                name=f"equal at β = √(R/P) = {relation.crossing:.3g}",
                marker={"symbol": "diamond", "color": COLOURS[2], "size": 11},
                hoverinfo="skip",
            ),
        )
    if 2**-5 <= beta <= 2**5:
        vline(figure, x=float(np.log2(beta)), line={"color": QUIET, "dash": "dot", "width": 1})
    x_axis(
        figure,
        title="β: how much recall weighs against precision",
        tickvals=[float(np.log2(t)) for t in TICKS],
        ticktext=["1/32", "1/8", "1/2", "1", "2", "8", "32"],
        range=[-5, 5],
    )
    y_axis(figure, **unit_axis("F, and (P + R)/2"))
    return finished(figure, height=300)
