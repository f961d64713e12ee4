"""Thresholds: one class's scores with the measure below, and where a rule of all classes lies.

Tested in `test_thresholds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.figures.figure import (
    BAD,
    COLOURS,
    GOOD,
    QUIET,
    Figure,
    Trace,
    add,
    add_shape,
    bar,
    finish_figure,
    new_figure,
    scatter,
    set_layout,
    stack_axes,
    vline,
    x_axis,
    y_axis,
)
from breakeven.figures.precision_recall import in_pr_plane, point_of, reading_aids
from metrics.ranking.curves import IsoF, OperatingPoints
from metrics.tallies import ContingencyTable
from metrics.thresholds.threshold_curve import ScoreDistribution, ThresholdCurve


def threshold_figure(
    distribution: ScoreDistribution,
    curve: ThresholdCurve,
    threshold: float | None,
    measure: str,
    interval: tuple[float, float] | None = None,
) -> Figure:
    """Scores above, measure below; the line is at `threshold`, its 95 % `interval` a band."""
    figure = new_figure(*_bars(distribution))
    add(figure, *_measures(curve, measure), *_best(curve, measure), place=2)
    stack_axes(figure, 2, 0.07)
    low, high = _range(distribution, curve)
    if threshold is not None and low <= threshold <= high:
        vline(figure, threshold, line={"color": BAD, "width": 2})
    if interval is not None and not np.isnan(interval[0]):
        x0, x1 = max(interval[0], low), min(interval[1], high)
        band = {"x0": x0, "x1": x1, "y0": 0, "y1": 1, "yref": "y2 domain"}
        look = {"fillcolor": BAD, "opacity": 0.1}
        add_shape(figure, band | look, {"width": 0}, "rect")
    _axes(figure, distribution, curve, measure)
    finish_figure(figure, height=470, barmode="overlay", bargap=0, uirevision="kept")
    set_layout(figure, legend={"y": -0.2, "yanchor": "top"}, margin={"t": 8})
    return figure


def _bars(distribution: ScoreDistribution) -> list[Trace]:
    """How many negatives and positives score where."""
    edges = distribution.edges
    ends = np.char.add(
        np.char.add(np.char.mod("%.4g", edges[:-1]), " to "), np.char.mod("%.4g", edges[1:])
    )
    return [
        bar(
            x=(edges[1:] + edges[:-1]) / 2,
            y=np.where(counts > 0, counts, np.nan),
            width=np.diff(edges),
            name=name,
            text=ends,
            textposition="none",
            hovertemplate=f"%{{y:,}} {name} score %{{text}}<extra></extra>",
            marker={
                "color": colour,
                "opacity": 0.75,
                "line": {"width": 0},
                "pattern": {"shape": pattern, "fillmode": "overlay", "solidity": 0.2},
            },
        )
        for counts, name, colour, pattern in (
            (distribution.negatives, "not in the class", QUIET, ""),
            (distribution.positives, "in the class", GOOD, "/"),
        )
    ]


def _measures(curve: ThresholdCurve, measure: str) -> list[Trace]:
    """The measure by threshold, and what it is made of where it is no loss."""
    parts = [
        (curve.precision, "precision", QUIET, "dot", 1.3),
        (curve.recall, "recall", QUIET, "dash", 1.3),
    ]
    shown = [] if curve.lower_is_better else parts
    return [
        _step(curve, *line) for line in (*shown, (curve.value, measure, COLOURS[0], "solid", 2.5))
    ]


def _best(curve: ThresholdCurve, measure: str) -> list[Trace]:
    """The best threshold, and the stretch where it is about as good."""
    return [
        scatter(
            x=[curve.plateau_low, curve.plateau_high],
            y=[curve.best, curve.best],
            mode="lines",
            name="about as good",
            line={"color": COLOURS[1], "width": 7},
            opacity=0.7,
            hovertemplate="from %{x:.4g}<extra>about as good</extra>",
        ),
        scatter(
            x=[curve.best_high],
            y=[curve.best],
            mode="markers",
            name="best",
            marker={"symbol": "diamond", "size": 11, "color": COLOURS[1], "line": {"width": 1}},
            hovertemplate=f"best {measure} %{{y:.3f}} at %{{x:.4g}}<extra></extra>",
        ),
    ]


def _axes(
    figure: Figure, distribution: ScoreDistribution, curve: ThresholdCurve, measure: str
) -> None:
    y_axis(figure, title="documents", type="log")
    most = max(int(distribution.positives.max()), int(distribution.negatives.max()), 1)
    y_axis(
        figure,
        range=[np.log10(0.6), np.log10(most * 1.6)],
        dtick=1,
        exponentformat="none",
    )
    axis = {"title": measure, "range": [-0.03, 1.03]}
    if curve.lower_is_better:
        # assigning everything may cost many times what assigning nothing does
        top = max(float(curve.value[-1]), curve.best) - curve.best or 1.0
        axis["range"] = [curve.best - 0.15 * top, curve.best + 1.6 * top]
    y_axis(figure, 2, **axis)
    x_axis(figure, title="Score", range=list(_range(distribution, curve)))


def _step(
    curve: ThresholdCurve, values: np.ndarray, name: str, colour: str, dash: str, width: float
) -> Trace:
    return scatter(
        x=curve.threshold,
        y=values,
        mode="lines",
        name=name,
        # a value holds from the next lower threshold up to its own
        line={"color": colour, "dash": dash, "width": width, "shape": "vh"},
        hovertemplate=f"{name} %{{y:.3f}} at %{{x:.4g}}<extra></extra>",
    )


def _range(distribution: ScoreDistribution, curve: ThresholdCurve) -> tuple[float, float]:
    low, high = float(distribution.edges[0]), float(curve.threshold[-1])
    room = 0.02 * (high - low)
    return low - room, high + room


# --- A rule beside other thresholds, where precision and recall of all predictions lie


@dataclass(frozen=True)
class RulePoint:
    """Where the predictions of all classes lie under a rule, and what they are called."""

    name: str
    table: ContingencyTable


def rule_figure(
    curve: OperatingPoints | None, points: Sequence[RulePoint], lines: Sequence[IsoF], f: str
) -> Figure:
    """Points of rules in the plane of recall and precision, the first as what is looked at.

    `curve`: what one threshold for all classes gives; None where that was not counted.
    """
    figure = new_figure()
    reading_aids(figure, lines, float("nan"), f, free=0.1)
    if curve is not None:
        add(
            figure,
            scatter(
                x=curve.recall,
                y=curve.precision,
                customdata=np.asarray(curve.threshold, dtype=float),
                mode="lines",
                name="one threshold for all classes",
                line={"color": QUIET, "width": 1.5},
                hovertemplate="score ≥ %{customdata}<br>P %{y:.3f}, R %{x:.3f}<extra></extra>",
            ),
        )
    looks = (
        (COLOURS[5], "circle", 13),
        (COLOURS[0], "x-thin", 12),
        (COLOURS[2], "diamond-open", 11),
    )
    for point, (colour, symbol, size) in zip(points, looks, strict=False):
        if point.table.assigned and point.table.positives:
            add(figure, point_of(point.table, point.name, colour, symbol, size, True))
    in_pr_plane(figure)
    return set_layout(figure, height=400, margin={"t": 8, "l": 50, "b": 40, "r": 8})
