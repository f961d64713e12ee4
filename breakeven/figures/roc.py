"""Recall against fallout: the ROC curve, beside what chance gives. Tested in `test_roc`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.figures.figure import (
    FONT,
    Figure,
    SystemLook,
    add,
    diagonal,
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
from metrics.measures import fallout, recall
from metrics.ranking.roc import RocPoints, thinned_roc
from metrics.tallies import ContingencyTable


@dataclass(frozen=True)
class NamedRoc:
    """A ROC curve by its name: its points, None without scores, and the table of the decisions."""

    name: str
    look: SystemLook
    points: RocPoints | None
    now: ContingencyTable


def roc_figure(curves: Sequence[NamedRoc], *, moved: bool) -> Figure:
    """Curves over the line of chance; `moved`: whether a ring is moved over the figure."""
    figure = new_figure(
        diagonal("by chance"),
        scatter(
            x=[0.72],
            y=[0.72],
            text=["by chance"],
            mode="text",
            textposition="bottom right",
            textfont=FONT,
            showlegend=False,
            hoverinfo="skip",
        ),
    )
    several = len(curves) > 1
    names = distinct([curve.name for curve in curves])
    for curve, name in zip(curves, names, strict=True):
        if curve.points is not None and not np.isnan(curve.points.recall).any():
            _line(figure, curve, name if several else "every threshold", several)
    for i, (curve, name) in enumerate(zip(curves, names, strict=True)):
        x, y = float(fallout(curve.now)), float(recall(curve.now))
        if np.isnan(x) or np.isnan(y):
            continue  # no documents inside the class, or none outside: no point
        shown = f"{name}, predictions now" if several else "predictions now"
        _point(figure, (x, y), shown, curve, legend=i == 0 or curve.points is None)
    x_axis(figure, **unit_axis("Fallout"), automargin=False)
    y_axis(figure, **unit_axis("Recall"), automargin=False)
    finish_figure(figure, height=560, uirevision="kept")
    set_layout(figure, legend={"y": -0.16, "yanchor": "top"}, margin={"t": 8, "l": 60, "b": 50})
    if not several:
        set_layout(figure, showlegend=False)
        first = curves[0]
        place = float(fallout(first.now)), float(recall(first.now))
        if not np.isnan(place).any():
            name_point(figure, *place, "predictions now", first.look.colour, 40)
    return under_ring(figure) if moved else figure


def _line(figure: Figure, curve: NamedRoc, name: str, several: bool) -> None:
    assert curve.points is not None
    points = thinned_roc(curve.points)
    add(
        figure,
        scatter(
            x=points.fallout,
            y=points.recall,
            customdata=_from_threshold(points.threshold),
            mode="lines",
            name=name,
            line={
                "color": curve.look.colour,
                "dash": curve.look.dash if several else "solid",
                "width": 2,
            },
            hovertemplate="%{customdata}<br>recall %{y:.3f}, fallout %{x:.4f}"
            "<extra>%{fullData.name}</extra>",
        ),
    )


def _from_threshold(thresholds: np.ndarray) -> list[str]:
    words = {np.inf: "nothing predicted", -np.inf: "everything predicted"}
    return [words.get(t, f"score ≥ {t:.6g}") for t in thresholds.tolist()]


def _point(
    figure: Figure, place: tuple[float, float], name: str, curve: NamedRoc, legend: bool
) -> None:
    add(
        figure,
        scatter(
            x=[place[0]],
            y=[place[1]],
            mode="markers",
            name=name,
            showlegend=legend,
            marker={
                "symbol": "x-thin",
                "color": curve.look.colour,
                "size": 12,
                "line": {"width": 2, "color": curve.look.colour},
            },
            hovertemplate="recall %{y:.3f}, fallout %{x:.4f}<extra>%{fullData.name}</extra>",
        ),
    )
