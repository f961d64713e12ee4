"""Precision against recall: curves, the points that matter on them, and what to read them by.

Up to three curves have their names beside them, more a legend. Tested in `test_curves`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.figures.figure import (
    COLOURS,
    FONT,
    QUIET,
    SYMBOLS,
    Figure,
    SystemLook,
    Trace,
    add,
    annotate,
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
from metrics.measures import precision, recall
from metrics.ranking.break_even import BreakEven
from metrics.ranking.curves import IsoF, OperatingPoints, thinned
from metrics.ranking.eleven_point import LEVELS, ElevenPoint, InterpolatedPrecision
from metrics.tallies import ContingencyTable

# where the plane of a figure lies that a ring is moved over, in pixels
LEFT, RIGHT, TOP, PLANE_HIGH, BELOW, LEGEND_LINE = 60, 10, 8, 490, 60, 20
RING = COLOURS[5]
# which ranking the eleven points are of: the documents by one class, or all pairs
CATEGORY_PIVOT, POOLED_LIST = "category pivot", "pooled list"
# up to so many points a curve shows each of them: its line in between is no threshold's
FEW_POINTS = 80
# so many curves are named beside them
MOST_NAMED = 3
# where a name may stand beside a curve
NAMED_AT = np.arange(1, 10) / 10


@dataclass(frozen=True)
class NamedCurve:
    """A curve by its name: its points, None without scores, and the table of the decisions.

    `look`: of the system, or of what else tells it from the others.
    """

    name: str
    look: SystemLook
    points: OperatingPoints | None
    now: ContingencyTable


@dataclass(frozen=True)
class CurveMarks:
    """What is marked on the first curve: eleven interpolated points and break-even.

    `interpolated`: the step line that the eleven lie on; `convention`: of which ranking they are;
    `moved`: whether a ring is moved over the figure.
    """

    eleven: ElevenPoint
    interpolated: InterpolatedPrecision
    convention: str
    break_even: BreakEven
    moved: bool


def pr_figure(
    curves: Sequence[NamedCurve],
    marks: CurveMarks | None,
    lines: Sequence[IsoF],
    prevalence: float,
    f: str,
) -> Figure:
    """Curves over lines of equal F; `marks` belong to the first, `prevalence` (NaN: none) too."""
    figure = new_figure()
    low = marks is not None and marks.break_even.value < 0.5
    reading_aids(figure, lines, prevalence, f, free=0.93 if low else 0.1)
    names = distinct([curve.name for curve in curves])
    several = len(curves) > 1
    for curve, name in zip(curves, names, strict=True):
        if curve.points is not None:
            add(figure, _line(curve, name, several))
    if marks is not None:
        _marks(figure, marks)
    for i, (curve, name) in enumerate(zip(curves, names, strict=True)):
        if not np.all(curve.now.assigned * curve.now.positives):
            continue  # precision or recall is 0/0: no point
        alone = curve.points is None or i == 0
        shown = f"{name}, predictions now" if several else "predictions now"
        add(figure, point_of(curve.now, shown, curve.look.colour, _now_symbol(i), 12, alone))
    if len(curves) <= MOST_NAMED:
        _name_beside(figure, curves, names, marks)
    in_pr_plane(figure)
    return under_ring(figure) if marks is not None and marks.moved else figure


def _name_beside(
    figure: Figure, curves: Sequence[NamedCurve], names: Sequence[str], marks: CurveMarks | None
) -> None:
    """Names beside what they name, instead of a legend."""
    set_layout(figure, showlegend=False)
    if len(curves) > 1:
        _name_curves(figure, curves, names)
    if marks is not None:
        _name_marks(figure, marks)
    first = curves[0].now
    if len(curves) == 1 and first.assigned and first.positives:
        x, y = float(recall(first)), float(precision(first))
        near = marks is not None and _near(marks.break_even, x, y)
        # clear of what break-even is named with, and of the axis
        far = (64 if near else 34) if y > 0.3 else (-22 if near else -34)
        name_point(figure, x, y, "predictions now", curves[0].look.colour, far)


def _name_curves(figure: Figure, curves: Sequence[NamedCurve], names: Sequence[str]) -> None:
    """Each curve where it lies farthest from the others, the upper ones above, others below."""
    heights = np.array(
        [
            np.interp(NAMED_AT, *_rising(curve.points)) if curve.points is not None else NAMED_AT
            for curve in curves
        ]
    )
    free = np.ones(len(NAMED_AT), dtype=bool)
    for i, (curve, name) in enumerate(zip(curves, names, strict=True)):
        if curve.points is None:
            continue
        others = np.delete(heights, i, axis=0)
        apart = np.where(free, np.abs(others - heights[i]).min(axis=0), -1.0)
        place = int(apart.argmax())
        free[max(0, place - 1) : place + 2] = False
        height = float(heights[i, place])
        above = height > np.mean(others[:, place]) and height < 0.9
        name_point(
            figure,
            float(NAMED_AT[place]),
            height,
            name,
            curve.look.colour,
            -24 if above else 24,
        )


def _rising(points: OperatingPoints) -> tuple[np.ndarray, np.ndarray]:
    """A curve by rising recall: at one recall the least precision counts, as it is drawn last."""
    return np.asarray(points.recall, dtype=float), np.asarray(points.precision, dtype=float)


def _name_marks(figure: Figure, marks: CurveMarks) -> None:
    """Break-even and the eleven points, each with its value."""
    break_even = marks.break_even
    if not np.isnan(marks.eleven.average):
        levels = marks.eleven.levels
        # below a high curve, as deep as it falls beside the text; above a low one
        high = levels[1] > 0.4
        deepest = float(levels[1] - levels[1:7].min()) * PLANE_HIGH + 54 if high else -44
        name_point(
            figure,
            float(LEVELS[1]),
            float(levels[1]),
            f"eleven points, {marks.convention}:<br>average {marks.eleven.average:.3f}",
            COLOURS[3],
            min(deepest, 0.6 * PLANE_HIGH),
        )
    if break_even.how != "undefined":
        x, y = break_even.recall, break_even.precision
        text = f"break-even {break_even.value:.3f}"
        if break_even.how == "interpolated":
            text += ", interpolated"
        name_point(figure, x, y, text, COLOURS[2], 34 if y > 0.3 else -34)


def _near(break_even: BreakEven, x: float, y: float) -> bool:
    if break_even.how == "undefined":
        return False
    return abs(break_even.recall - x) < 0.25 and abs(break_even.precision - y) < 0.12


def name_point(figure: Figure, x: float, y: float, text: str, colour: str, down: float) -> None:
    """A text with a thin line to a point: so many pixels below it, on the side with more room."""
    left = x > 0.5
    annotate(
        figure,
        x=x,
        y=y,
        text=text,
        align="right" if left else "left",
        xanchor="right" if left else "left",
        ax=-16 if left else 16,
        ay=down,
        arrowcolor=colour,
    )


def under_ring(figure: Figure) -> Figure:
    """A figure with its plane where `ring_place` expects it, so that only the ring is moved."""
    ring = {"symbol": "circle-open", "color": RING, "size": 17, "line": {"width": 2}}
    add(figure, scatter(x=[None], y=[None], mode="markers", name="at the slider", marker=ring))
    for axis in ("xaxis", "yaxis"):
        figure["layout"][axis]["fixedrange"] = True
    names = sum(trace.get("showlegend", True) for trace in figure["data"])
    below = BELOW
    if figure["layout"].get("showlegend", True):
        below += LEGEND_LINE * (names + 1)
    margin = {"l": LEFT, "r": RIGHT, "t": TOP, "b": below, "autoexpand": False}
    figure["layout"]["legend"]["y"] = -BELOW / PLANE_HIGH
    return set_layout(figure, height=TOP + PLANE_HIGH + below, margin=margin)


def ring_place(
    x: float, y: float, ranges: tuple[Sequence[float], Sequence[float]] | None = None
) -> tuple[float, float] | None:
    """Where a point lies: its share of the plane's width, and pixels below the figure's top.

    `ranges`: of both axes, by default those of shares. None where the point is undefined, or
    beyond the plane.
    """
    unit = unit_axis("")["range"]
    (left, right), (low, high) = ranges or (unit, unit)
    if not (left <= x <= right and low <= y <= high):
        return None
    return (x - left) / (right - left), TOP + PLANE_HIGH * (high - y) / (high - low)


def decisions_figure(
    names: Sequence[str],
    tables: ContingencyTable,
    pool: ContingencyTable,
    lines: Sequence[IsoF],
    f: str,
) -> Figure:
    """One point per class, and the pool of all, where there are decisions and no scores."""
    figure = new_figure()
    reading_aids(figure, lines, float("nan"), f, free=0.1)
    x, y = np.atleast_1d(recall(tables)), np.atleast_1d(precision(tables))
    add(
        figure,
        scatter(
            x=x,
            y=y,
            mode="markers",
            name="a class",
            text=[
                f"{name}<br>{tp:,} of {k:,} predictions right<br>{tp:,} of {r:,} documents found"
                for name, tp, k, r in zip(
                    distinct(list(names)),
                    tables.tp.tolist(),
                    tables.assigned.tolist(),
                    tables.positives.tolist(),
                    strict=True,
                )
            ],
            hovertemplate="%{text}<br>P %{y:.3f}, R %{x:.3f}<extra></extra>",
            marker={"color": COLOURS[0], "size": 10},
        ),
    )
    add(figure, point_of(pool, "all classes pooled", COLOURS[5], "x", 13, True))
    return in_pr_plane(figure)


def in_pr_plane(figure: Figure) -> Figure:
    """Axes and legend of every figure of precision against recall."""
    # margins that hold for these axes: looking for others draws a moved threshold twice
    x_axis(figure, **unit_axis("Recall"), automargin=False)
    y_axis(figure, **unit_axis("Precision"), automargin=False)
    # a moved slider must not undo a zoom
    finish_figure(figure, height=560, uirevision="kept")
    return set_layout(
        figure, legend={"y": -0.16, "yanchor": "top"}, margin={"t": 8, "l": 60, "b": 50}
    )


def reading_aids(
    figure: Figure, lines: Sequence[IsoF], prevalence: float, f: str, *, free: float
) -> None:
    """Lines of equal F, the diagonal, and the prevalence unless NaN.

    `free`: at which recall the diagonal is named, where no curve runs.
    """
    gap = np.array([np.nan])
    if lines:
        add(
            figure,
            scatter(
                x=np.concatenate([part for line in lines for part in (line.recall, gap)]),
                y=np.concatenate([part for line in lines for part in (line.precision, gap)]),
                mode="lines",
                name=f"equal {f}",
                line={"color": QUIET, "width": 0.8},
                opacity=0.6,
                hoverinfo="skip",
            ),
        )
        # below its line far to the right, where curves seldom run
        places = [int(np.abs(line.recall - 0.93).argmin()) for line in lines]
        add(
            figure,
            scatter(
                x=[float(line.recall[m]) for line, m in zip(lines, places, strict=True)],
                y=[float(line.precision[m]) for line, m in zip(lines, places, strict=True)],
                text=[f"{f} {line.level:.1f}" for line in lines],
                mode="text",
                textposition="bottom left",
                textfont=FONT,
                showlegend=False,
                hoverinfo="skip",
            ),
        )
    add(
        figure,
        diagonal("precision = recall"),
        _aside(
            free,
            free,
            "precision = recall",
            "bottom right" if free < 0.5 else "top left",
        ),
    )
    if not np.isnan(prevalence):
        _at_random(figure, prevalence)


def _at_random(figure: Figure, prevalence: float) -> None:
    """What predicting at random gives, named on the side that the diagonal leaves free."""
    add(
        figure,
        scatter(
            x=[0, 1],
            y=[prevalence, prevalence],
            mode="lines",
            name=f"predicting at random: {prevalence:.3g}",
            line={"color": COLOURS[5], "width": 1.2, "dash": "dot"},
            hoverinfo="skip",
        ),
        _aside(0.62, prevalence, f"at random {prevalence:.2g}", "top center"),
    )


def _aside(x: float, y: float, text: str, side: str) -> Trace:
    return scatter(
        x=[x],
        y=[y],
        text=[text],
        mode="text",
        textposition=side,
        textfont=FONT,
        showlegend=False,
        hoverinfo="skip",
    )


def _line(curve: NamedCurve, name: str, several: bool) -> Trace:
    assert curve.points is not None
    points = thinned(curve.points)
    return scatter(
        x=points.recall,
        y=points.precision,
        customdata=np.asarray(points.threshold, dtype=float),
        mode="lines+markers" if len(points) <= FEW_POINTS else "lines",
        name=name if several else "every threshold",
        line={
            "color": curve.look.colour,
            "dash": curve.look.dash if several else "solid",
            "width": 2,
        },
        marker={"size": 4},
        hovertemplate="score ≥ %{customdata}<br>P %{y:.3f}, R %{x:.3f}"
        "<extra>%{fullData.name}</extra>",
    )


def _marks(figure: Figure, marks: CurveMarks) -> None:
    if not np.isnan(marks.eleven.average):
        _eleven_points(figure, marks)
    if marks.break_even.how != "undefined":
        break_even = marks.break_even
        add(
            figure,
            scatter(
                x=[break_even.recall],
                y=[break_even.precision],
                customdata=[break_even.threshold],
                mode="markers",
                name=f"break-even, {break_even.how}: {break_even.value:.3f}",
                marker={"symbol": "star", "color": COLOURS[2], "size": 15},
                hovertemplate="break-even at score ≥ %{customdata}<br>P %{y:.3f}, R %{x:.3f}"
                "<extra></extra>",
            ),
        )


def _eleven_points(figure: Figure, marks: CurveMarks) -> None:
    """The eleven levels on their step line: at a recall, the best precision there or further."""
    steps, colour = marks.interpolated, COLOURS[3]
    add(
        figure,
        scatter(
            x=steps.recall,
            y=steps.precision,
            mode="lines",
            line={"color": colour, "width": 1, "shape": "vh"},
            opacity=0.7,
            showlegend=False,
            legendgroup="eleven points",
            hoverinfo="skip",
        ),
    )
    add(
        figure,
        scatter(
            x=LEVELS,
            y=marks.eleven.levels,
            mode="markers",
            name=f"eleven interpolated points, {marks.convention}: "
            f"average {marks.eleven.average:.3f}",
            legendgroup="eleven points",
            marker={
                "symbol": "diamond-open",
                "color": colour,
                "size": 9,
                "line": {"width": 2},
            },
            hovertemplate="best precision at recall ≥ %{x:.1f}: %{y:.3f}<extra></extra>",
        ),
    )


def _now_symbol(i: int) -> str:
    # thin for the first, so that the break-even star is seen under it
    return ("x-thin", *SYMBOLS[1:4], *SYMBOLS[6:])[i % 6]


def point_of(
    table: ContingencyTable, name: str, colour: str, symbol: str, size: int, legend: bool
) -> Trace:
    """A single operating point."""
    return scatter(
        x=[float(recall(table))],
        y=[float(precision(table))],
        mode="markers",
        name=name,
        showlegend=legend,
        marker={
            "symbol": symbol,
            "color": colour,
            "size": size,
            "line": {"width": 2, "color": colour},
        },
        hovertemplate="P %{y:.3f}, R %{x:.3f}<extra>%{fullData.name}</extra>",
    )
