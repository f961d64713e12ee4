"""Two sets of documents by probability: what is best assigned in each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.estimation.no_common_threshold import Example
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
from breakeven.figures.theme import COLOURS, QUIET, distinct

# the least probable documents of a large class lie on top of each other
MOST_DRAWN = 400


def two_sets_figure(names: Sequence[str], sets: Sequence[Example]) -> Figure:
    """One row per set, first on top: filled is best assigned, hollow best left out."""
    figure = of_traces()
    for i, of in enumerate(sets):
        p = of.p[: max(of.size + MOST_DRAWN // 2, MOST_DRAWN)]
        called = np.arange(len(p)) < of.size
        # rank within equal probabilities, so that they stack instead of hiding each other
        _, first = np.unique(-p, return_index=True)
        stacked = np.arange(len(p)) - first[np.searchsorted(-p[first], -p)]
        y = i - np.minimum(stacked, 8) * 0.05
        for assigned in (True, False):
            of_kind = called == assigned
            if not of_kind.any():
                continue
            add(
                figure,
                scatter(
                    x=p[of_kind],
                    y=y[of_kind],
                    mode="markers",
                    name="best assigned" if assigned else "best left out",
                    legendgroup=str(assigned),
                    showlegend=i == 0,
                    marker={
                        "symbol": "circle" if assigned else "circle-open",
                        "color": COLOURS[0] if assigned else COLOURS[5],
                        "size": 10,
                    },
                    hovertemplate="probability %{x:.4f}<extra></extra>",
                ),
            )
    for x, dash in ((sets[0].called, "dash"), (sets[1].left_out, "dot")):
        vline(figure, x=x, line={"color": QUIET, "dash": dash, "width": 1})
    x_axis(figure, **unit_axis("Probability of belonging to the class"))
    y_axis(
        figure,
        tickvals=list(range(len(sets))),
        ticktext=distinct(list(names)),
        range=[len(sets) - 0.4, -0.9],
        showgrid=False,
    )
    return finished(figure, height=260)
