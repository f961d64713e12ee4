"""What rankings come to: eleven levels, break-even beside F, the first k of each document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.figures.figure import (
    COLOURS,
    DASHES,
    QUIET,
    SYMBOLS,
    Figure,
    add,
    finish_figure,
    new_figure,
    scatter,
    set_layout,
    unit_axis,
    vline,
    x_axis,
    y_axis,
)
from breakeven.figures.precision_recall import in_pr_plane, point_of, reading_aids
from metrics.measures import fallout, precision, recall
from metrics.ranking.break_even import MeanAgainstF, mean_minus_f
from metrics.ranking.curves import IsoF, OperatingPoints, thinned
from metrics.ranking.eleven_point import LEVELS, ElevenPoint
from metrics.tallies import ContingencyTable

# --- Interpolated precision at the eleven levels, by one or two conventions


def levels_figure(conventions: Sequence[tuple[str, ElevenPoint]]) -> Figure:
    """One line per convention, named by our own words."""
    figure = new_figure(
        *[
            scatter(
                x=LEVELS,
                y=points.levels,
                mode="lines+markers",
                name=f"{name}: {points.average:.3f}",
                line={"color": COLOURS[i], "dash": DASHES[i]},
                marker={"symbol": SYMBOLS[i], "size": 8},
                hovertemplate="level %{x:.1f}: %{y:.3f}<extra></extra>",
            )
            for i, (name, points) in enumerate(conventions)
        ]
    )
    x_axis(figure, **unit_axis("Recall level"))
    y_axis(figure, **unit_axis("Interpolated precision"))
    finish_figure(figure, height=340)
    return set_layout(figure, legend={"y": -0.22, "yanchor": "top"}, margin={"t": 8})


# --- the mean of precision and recall beside F, for every beta


# from precision alone almost to recall alone, even steps of log beta
BETAS = 2.0 ** np.linspace(-5, 5, 121)
BETA_TICKS = (1 / 32, 1 / 8, 1 / 2, 1, 2, 8, 32)


def mean_against_f_figure(relation: MeanAgainstF, beta: float) -> Figure:
    """F over beta against the level (P + R) / 2, with the beta where they cross."""
    f = relation.mean - mean_minus_f(relation.precision, relation.recall, BETAS)
    figure = new_figure(
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
        tickvals=[float(np.log2(t)) for t in BETA_TICKS],
        ticktext=["1/32", "1/8", "1/2", "1", "2", "8", "32"],
        range=[-5, 5],
    )
    y_axis(figure, **unit_axis("F, and (P + R)/2"))
    return finish_figure(figure, height=300)


# --- the same number of classes for every document beside the same threshold for every class


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
    figure = new_figure()
    reading_aids(figure, lines, float("nan"), f, free=0.1)
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
        add(figure, point_of(now, "predictions now", COLOURS[5], "x-thin", 12, True))
    return in_pr_plane(figure)
