"""The same number of classes for every document beside the same threshold for every class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.figures.figure import Figure, add, of_traces, scatter
from breakeven.figures.pr import in_pr_plane, point_of, reading_aids
from breakeven.figures.theme import COLOURS
from metrics.measures import fallout, precision, recall
from metrics.ranking.curves import OperatingPoints, thinned
from metrics.ranking.iso_f import IsoF
from metrics.tallies import ContingencyTable

LABELLED = (1, 2, 3, 5, 10)


def top_k_figure(
    tables: ContingencyTable,
    points: OperatingPoints,
    now: ContingencyTable,
    lines: Sequence[IsoF],
    f: str,
) -> Figure:
    """`tables`: pooled, for k = 0, 1, ...; `points`: of the pooled ranking; `now`: the decisions'.

    k = 0 assigns nothing and is no point.
    """
    figure = of_traces()
    reading_aids(figure, lines, float("nan"), f)
    drawn = thinned(points)
    add(
        figure,
        scatter(
            x=drawn.recall,
            y=drawn.precision,
            customdata=np.asarray(drawn.threshold, dtype=float),
            mode="lines",
            name="one threshold for all classes",
            line={"color": COLOURS[0], "width": 2},
            hovertemplate="score ≥ %{customdata}<br>P %{y:.3f}, R %{x:.3f}<extra></extra>",
        ),
    )
    k = np.arange(1, len(tables))
    some = tables[k]
    add(
        figure,
        scatter(
            x=recall(some),
            y=precision(some),
            customdata=fallout(some),
            text=[f"k = {i}" if i in LABELLED else "" for i in k.tolist()],
            hovertext=[f"k = {i}" for i in k.tolist()],
            mode="lines+markers+text",
            textposition="top right",
            name="k classes for every document",
            line={"color": COLOURS[1], "width": 2, "dash": "dash"},
            marker={"symbol": "diamond", "size": 7},
            hovertemplate="%{hovertext}<br>P %{y:.3f}, R %{x:.3f}<br>fallout %{customdata:.4f}"
            "<extra></extra>",
        ),
    )
    if now.assigned and now.positives:
        add(figure, point_of(now, "decisions now", COLOURS[5], "x-thin", 12, True))
    return in_pr_plane(figure)
