"""Net benefit at every threshold, beside assigning a class to all documents and to none.

Tested in `tests/breakeven/figures/test_net_benefit.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.figures.figure import (
    COLOURS,
    FONT,
    QUIET,
    Figure,
    SystemLook,
    add,
    distinct,
    finish_figure,
    new_figure,
    scatter,
    set_layout,
    unit_axis,
    x_axis,
    y_axis,
)
from breakeven.figures.precision_recall import name_point, under_ring
from metrics.ranking.net_benefit import NetBenefit

# the part of the plane below zero and above the best, in shares of the prevalence
BELOW_ZERO, ABOVE_BEST = 0.3, 1.15


@dataclass(frozen=True)
class NamedNetBenefit:
    """A curve of net benefit by its name.

    `prevalence`: the most that it can be. `now`: threshold and net benefit of the decisions, NaN
    where these were made by no threshold.
    """

    name: str
    look: SystemLook
    curve: NetBenefit
    prevalence: float
    now: tuple[float, float]


def plane_of(curves: Sequence[NamedNetBenefit]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ranges of both axes: whatever is far below 0 is left out."""
    best = max((c.prevalence for c in curves if c.prevalence > 0), default=0.5)
    low, high = unit_axis("")["range"]
    return (low, high), (-BELOW_ZERO * best, ABOVE_BEST * best)


def net_benefit_figure(curves: Sequence[NamedNetBenefit], *, moved: bool) -> Figure:
    """Curves with their bands; `moved`: whether a ring is moved over the figure.

    Beside the first what assigning all and none are worth.
    """
    first, several = curves[0], len(curves) > 1
    names = distinct([curve.name for curve in curves])
    _, (low, high) = plane_of(curves)
    figure = new_figure()
    if not np.isnan(first.curve.low).all():
        _band(figure, first, low, high)
    every = first.curve.assign_all
    for name, worth, look in (
        ("for all", every, {"color": COLOURS[5], "dash": "dash"}),
        ("for none", np.zeros(len(every)), {"color": QUIET, "dash": "dot"}),
    ):
        add(
            figure,
            scatter(
                x=first.curve.threshold,
                y=worth,
                mode="lines",
                name=name,
                line=look | {"width": 1.5},
                hovertemplate=f"predicted {name}, at %{{x:.2f}}: %{{y:.4f}}<extra></extra>",
            ),
        )
    for curve, name in zip(curves, names, strict=True):
        add(
            figure,
            scatter(
                x=curve.curve.threshold,
                y=curve.curve.value,
                mode="lines",
                name=name if several else "these probabilities",
                line={
                    "color": curve.look.colour,
                    "dash": curve.look.dash if several else "solid",
                    "width": 2,
                },
                hovertemplate="predicted from %{x:.2f} on: %{y:.4f}<extra>%{fullData.name}</extra>",
            ),
        )
    _marks(figure, first, several, low)
    x_axis(figure, **unit_axis("Threshold on the probability"), automargin=False)
    y_axis(figure, title="Net benefit, hits a document", range=[low, high], automargin=False)
    finish_figure(figure, height=560, uirevision="kept")
    set_layout(figure, legend={"y": -0.16, "yanchor": "top"}, margin={"t": 8, "l": 60, "b": 50})
    if not several:
        set_layout(figure, showlegend=False)
    return under_ring(figure) if moved else figure


def _band(figure: Figure, first: NamedNetBenefit, low: float, high: float) -> None:
    """The interval of the first, filled, inside the plane."""
    t, ends = first.curve.threshold, (first.curve.high, first.curve.low)
    upper, lower = (np.clip(end, 2 * low, 2 * high) for end in ends)
    add(
        figure,
        scatter(
            x=np.concatenate([t, t[::-1]]),
            y=np.concatenate([upper, lower[::-1]]),
            mode="lines",
            line={"width": 0, "color": QUIET},
            fill="toself",
            fillcolor="rgba(128,128,128,0.22)",
            name="95 % interval",
            hoverinfo="skip",
        ),
    )


def _marks(figure: Figure, first: NamedNetBenefit, several: bool, low: float) -> None:
    """The threshold of the decisions, and the names of what is drawn beside the curve."""
    t, value = first.now
    if not np.isnan(t) and value >= low:
        add(
            figure,
            scatter(
                x=[t],
                y=[value],
                mode="markers",
                name=f"{first.name}, predictions now" if several else "predictions now",
                marker={
                    "symbol": "x-thin",
                    "color": first.look.colour,
                    "size": 12,
                    "line": {"width": 2, "color": first.look.colour},
                },
                hovertemplate="predictions now, from %{x:.3g} on: %{y:.4f}<extra></extra>",
            ),
        )
        if not several:
            name_point(figure, t, value, "predictions now", first.look.colour, -40)
    if several:
        return
    every = first.curve.assign_all
    place = int(np.abs(every - low / 2).argmin())
    for x, y, text, side in (
        (float(first.curve.threshold[place]), float(every[place]), "for all", "bottom right"),
        (0.9, 0.0, "for none", "bottom center"),
    ):
        add(
            figure,
            scatter(
                x=[x],
                y=[y],
                text=[text],
                mode="text",
                textposition=side,
                textfont=FONT,
                showlegend=False,
                hoverinfo="skip",
            ),
        )
