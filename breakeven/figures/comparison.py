"""Systems side by side: on one measure, class by class, their agreement, their confusions.

Tested in `test_values`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from breakeven.data.wording import signed
from breakeven.figures.figure import (
    COLOURS,
    QUIET,
    Figure,
    SystemLook,
    add,
    cell_axes,
    distinct,
    error_bars,
    finish_figure,
    heatmap,
    literal,
    new_figure,
    row_axis,
    scatter,
    set_layout,
    short,
    unit_axis,
    vline,
    with_counts,
    x_axis,
    y_axis,
)
from metrics.typing import Array

# --- Systems side by side: class by class, their differences, their agreement, their confusions


ROW = 22
NUMBERED = 12
# letters of a class's name, so that the plot keeps more than half of the width
LONGEST_NAME = 20
# figures in cells, by whether the theme is dark
INK = ("#1a1a1a", "#fafafa")


@dataclass(frozen=True)
class ByClass:
    """Two systems on the same classes, first class on top; arrays have one length.

    `low`, `high`: ends of the paired interval of new minus old, NaN where there is none.
    `real`: the difference is beyond chance. `lower_is_better`: of what is measured; `in_points`:
    its differences are said in hundredths.
    """

    names: Sequence[str]
    positives: Array
    old: Array
    new: Array
    low: Array
    high: Array
    real: Array
    lower_is_better: bool = False
    in_points: bool = True


def dumbbell_figure(
    by_class: ByClass, old: str, new: str, measure: str, looks: tuple[SystemLook, SystemLook]
) -> Figure:
    """Both systems' values of each class, joined by a line. `looks`: of the old and of the new."""
    rows = np.arange(len(by_class.names))
    gap = np.full(len(rows), np.nan)
    figure = new_figure(
        scatter(
            x=np.column_stack([by_class.old, by_class.new, gap]).ravel(),
            y=np.column_stack([rows, rows, gap]).ravel(),
            mode="lines",
            line={"color": QUIET, "width": 2},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    labels = distinct([old, new])
    for i, values in enumerate((by_class.old, by_class.new)):
        add(
            figure,
            scatter(
                x=values,
                y=rows,
                mode="markers",
                name=labels[i],
                marker={
                    "color": looks[i].colour,
                    "symbol": looks[i].symbol,
                    "size": 10 - i,
                },
                text=[literal(name) for name in by_class.names],
                hovertemplate="%{text}<br>" + measure + " %{x:.3f}<extra>%{fullData.name}</extra>",
            ),
        )
    x_axis(figure, **_value_axis(measure, by_class))
    return _by_class(figure, by_class)


def _value_axis(measure: str, by_class: ByClass) -> dict[str, Any]:
    """The axis of shares; of values beyond 0 to 1 one that holds them."""
    values = np.concatenate([by_class.old, by_class.new])
    if np.nanmin(values, initial=0.0) >= 0 and np.nanmax(values, initial=1.0) <= 1:
        return unit_axis(measure)
    return {"title": measure}


def _within(low: float, high: float, digits: int) -> str:
    if np.isnan(low):
        return "no interval: the two never differ here"
    return f"95 % interval {signed(low, digits)} to {signed(high, digits)}"


def difference_figure(by_class: ByClass, old: str, new: str, measure: str) -> Figure:
    """New minus old of each class with its interval; filled where beyond chance."""
    rows = np.arange(len(by_class.names))
    scale, digits, unit = (100, 1, "points") if by_class.in_points else (1, 4, "difference")
    points = scale * (by_class.new - by_class.old)
    low, high = scale * by_class.low, scale * by_class.high
    least = 1.0 if by_class.in_points else 0.01
    figure = new_figure()
    for real, name, symbol in (
        (True, "unlikely to be chance", "circle"),
        (False, "no clear difference", "circle-open"),
    ):
        here = np.flatnonzero((by_class.real == real) & ~np.isnan(points))
        colour = COLOURS[0] if real else QUIET
        text: list[Any] = [
            f"{literal(by_class.names[int(i)])}<br>{signed(points[i], digits)} {unit}<br>"
            f"{_within(low[i], high[i], digits)}<br>{by_class.positives[i]:,} positives"
            for i in here
        ]
        add(
            figure,
            scatter(
                x=points[here],
                y=rows[here],
                error_x=error_bars(points[here], low[here], high[here], color=colour),
                mode="markers",
                name=name,
                marker={"color": colour, "symbol": symbol, "size": 9, "line": {"width": 2}},
                text=text,
                hovertemplate="%{text}<extra></extra>",
            ),
        )
    vline(figure, x=0, line={"color": QUIET, "dash": "dash", "width": 1})
    ends = np.concatenate([low, high, points, [-least, least]])
    reach = 1.12 * float(np.nanmax(np.abs(ends)))
    x_axis(
        figure,
        title=f"{unit}, {short(new, 20)} minus the other: lower is better"
        if by_class.lower_is_better
        else f"{unit} in favour of {short(new, 20)}",
        range=[-reach, reach],
        zeroline=False,
    )
    return _by_class(figure, by_class)


def _by_class(figure: Figure, by_class: ByClass) -> Figure:
    y_axis(figure, **row_axis(with_counts(by_class.names, by_class.positives, LONGEST_NAME)))
    finish_figure(figure, height=110 + ROW * max(len(by_class.names), 3))
    # above a tall chart the legend would be out of sight of its axis' end
    set_layout(figure, legend={"y": 1.0, "yanchor": "bottom"}, margin={"t": 44})
    return figure


def agreement_figure(
    systems: Sequence[str], shares: Array, meaning: str, dark: bool = False
) -> Figure:
    """Every two systems' agreement, in [0, 1]; the numbers stand in the cells."""
    n = len(systems)
    names = distinct(list(systems), 16)
    shown = np.where(np.eye(n, dtype=bool), np.nan, shares)
    some = shown[~np.isnan(shown)]
    # with more digits where all agree nearly always
    digits = 3 if len(some) and some.min() > 0.98 else 2
    numbered = n <= NUMBERED
    figure = new_figure(
        heatmap(
            z=shown,
            zmin=float(some.min()) if len(some) else 0.0,
            zmax=float(some.max()) if len(some) else 1.0,
            colorscale=[[0, "rgba(86,180,233,0.10)"], [1, "rgba(86,180,233,0.75)"]],
            showscale=False,
            xgap=2,
            ygap=2,
            customdata=np.array([[f"{a}, {b}" for a in names] for b in names]),
            hovertemplate="%{customdata}<br>" + meaning + " %{z:.3f}<extra></extra>",
            texttemplate=f"%{{z:.{digits}f}}" if numbered else None,
            textfont={"size": 13, "color": INK[dark]},
        )
    )
    cell_axes(figure, names)
    return finish_figure(figure, height=110 + 44 * max(n, 2))


def confusion_difference_figure(
    names: Sequence[str | None], old: Array, new: Array, dark: bool = False
) -> Figure:
    """New minus old counts of a confusion matrix, (rows true, columns assigned) in one order.

    Off the diagonal a rise is for the worse, so good and bad have the colours, not more and
    fewer: blue is better, vermilion worse.
    """
    n = len(names)
    change = np.asarray(new - old, dtype=float)
    better = np.where(np.eye(n, dtype=bool), change, -change)
    better[change == 0] = np.nan
    most = float(np.nanmax(np.abs(better))) if np.any(change) else 1.0
    ticks = distinct(list(names), 20)
    bent = np.sign(better) * np.log1p(np.abs(better))
    figure = new_figure(
        heatmap(
            z=bent,
            zmin=-np.log1p(most),
            zmax=np.log1p(most),
            colorscale=[
                [0, "rgba(213,94,0,0.9)"],
                [0.5, "rgba(140,140,140,0.1)"],
                [1, "rgba(0,114,178,0.9)"],
            ],
            showscale=False,
            xgap=1,
            ygap=1,
            customdata=np.dstack([old, new, change]),
            hovertemplate="true: %{y}<br>predicted: %{x}<br>%{customdata[0]:,.2~f} before, "
            "%{customdata[1]:,.2~f} after<extra></extra>",
            text=[["" if v == 0 else f"{v:+.3g}".replace("-", "−") for v in row] for row in change],
            texttemplate="%{text}" if n <= 2 * NUMBERED else None,
            textfont={"size": 12, "color": INK[dark]},
        )
    )
    cell_axes(figure, ticks)
    x_axis(figure, title="predicted", tickangle=-90 if n > 8 else None)
    y_axis(figure, title="true")
    return finish_figure(figure, height=170 + 26 * max(n, 3))


# --- Systems side by side on one measure, the best on top


def systems_figure(
    names: list[str], *, values: Array, low: Array, high: Array, shown: int | None, measure: str
) -> Figure:
    """A dot with its interval for each system, in their order; the one at `shown` stands out.

    Values may be NaN, and have no dot then.
    """
    ticks = distinct(names, 24)
    if shown is not None:
        ticks[shown] = f"<b>{ticks[shown]}</b>"
    text = [
        f"{literal(name)}<br>{measure} {value:.3f}<br>95 % {lo:.3f} to {hi:.3f}<br>click to see it"
        for name, value, lo, hi in zip(
            names, values.tolist(), low.tolist(), high.tolist(), strict=True
        )
    ]
    colours = [COLOURS[0] if i == shown else QUIET for i in range(len(names))]
    figure = new_figure(
        scatter(
            x=values,
            y=list(range(len(names))),
            error_x=error_bars(values, low, high),
            mode="markers+text",
            marker={"color": colours, "size": 12},
            text=[f"{value:.3f}" for value in values.tolist()],
            textposition="top center",
            hovertext=text,
            hovertemplate="%{hovertext}<extra></extra>",
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
            cliponaxis=False,
        )
    )
    x_axis(figure, title=f"{measure}, with its 95 % interval", nticks=5)
    y_axis(figure, **row_axis(ticks))
    return finish_figure(figure, height=64 + 34 * len(names), margin={"t": 12}, showlegend=False)
