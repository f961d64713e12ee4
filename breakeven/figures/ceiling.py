"""People, systems, and what label noise leaves of a number, on one axis of F."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.data.wording import figure_of, interval_text
from breakeven.figures.figure import (
    COLOURS,
    QUIET,
    Figure,
    add,
    add_shape,
    distinct,
    error_bars,
    finish_figure,
    new_figure,
    row_axis,
    scatter,
    set_layout,
    unit_axis,
    vline,
    x_axis,
    y_axis,
)

ReachKind = Literal["people", "person", "system", "noise"]
PEOPLE, SYSTEMS, NOISE = COLOURS[5], COLOURS[0], COLOURS[3]
LOOKS = {"people": (PEOPLE, "diamond", 11), "person": (PEOPLE, "circle-open", 9)}
LOOKS |= {"system": (SYSTEMS, "circle", 10), "noise": (NOISE, "line-ns-open", 11)}
LEGEND: dict[ReachKind, str] = {
    "people": "people, mean",
    "person": "one annotator",
    "system": "system, against the same votes",
    "noise": "system, against the truth, with the band of label noise",
}
LONGEST = 20


@dataclass(frozen=True)
class Reach:
    """One row: a value with its ends, NaN where there are none.

    Of `noise` the ends are where errors of the labels coincide, and `independent` where they do
    not; it is NaN for other kinds.
    """

    name: str | None
    kind: ReachKind
    value: float
    low: float
    high: float
    independent: float = float("nan")


def ceiling_figure(rows: Sequence[Reach], measure: str) -> Figure:
    """A row for everybody, first on top; people's mean is drawn through all rows, with its ends.

    A row without a name is the people's mean.
    """
    figure = new_figure()
    named = list(dict.fromkeys(row.name for row in rows if row.name is not None))
    cut = dict(zip(named, distinct(named, LONGEST), strict=True))
    ticks = [
        "people"
        if row.name is None
        else f"{cut[row.name]}{' · truth' if row.kind == 'noise' else ''}"
        for row in rows
    ]
    for kind, legend in LEGEND.items():
        rows_of_kind = [i for i, row in enumerate(rows) if row.kind == kind]
        if not rows_of_kind:
            continue
        value, low, high = (
            np.array([getattr(rows[i], end) for i in rows_of_kind], dtype=float)
            for end in ("value", "low", "high")
        )
        colour, symbol, size = LOOKS[kind]
        wide = {"thickness": 9} if kind == "noise" else {}
        hover = [f"{ticks[i]}<br>{_hover(rows[i], measure)}" for i in rows_of_kind]
        add(
            figure,
            scatter(
                x=value,
                y=np.array(rows_of_kind),
                error_x=error_bars(value, low, high, color=_faint(colour, kind), **wide),
                mode="markers",
                name=legend,
                marker={
                    "color": colour,
                    "symbol": symbol,
                    "size": size,
                    "line": {"width": 2, "color": colour},
                },
                text=hover,
                hovertemplate="%{text}<extra></extra>",
            ),
        )
    _independent(figure, rows)
    for row in rows:
        if row.kind == "people" and not np.isnan(row.value):
            vline(figure, x=row.value, line={"color": PEOPLE, "dash": "dash", "width": 1})
            if not np.isnan(row.low):
                place = {"x0": row.low, "x1": row.high, "y0": 0, "y1": 1, "yref": "paper"}
                add_shape(figure, place, {"width": 0}, "rect")
                figure["layout"]["shapes"][-1] |= {
                    "fillcolor": "rgba(213,94,0,0.10)",
                    "layer": "below",
                }
    x_axis(figure, **unit_axis(measure))
    y_axis(figure, **row_axis(ticks))
    finish_figure(figure, height=120 + 26 * max(len(rows), 2))
    return set_layout(figure, margin={"t": 44})


def _faint(colour: str, kind: ReachKind) -> str:
    return "rgba(176,86,138,0.35)" if kind == "noise" else QUIET if kind == "person" else colour


def _independent(figure: Figure, rows: Sequence[Reach]) -> None:
    """Where a system would be if the errors of the labels knew nothing of it."""
    drawn = [i for i, row in enumerate(rows) if not np.isnan(row.independent)]
    if drawn:
        add(
            figure,
            scatter(
                x=np.array([rows[i].independent for i in drawn]),
                y=np.array(drawn),
                mode="markers",
                name="if label errors are independent",
                marker={"color": NOISE, "symbol": "x-thin", "size": 9,
                        "line": {"width": 2, "color": NOISE}},
                hoverinfo="skip",
            ),
        )  # fmt: skip


def _hover(row: Reach, measure: str) -> str:
    said = f"{measure} {figure_of(row.value)}"
    if np.isnan(row.low):
        return said
    ends = interval_text(row.low, row.high)
    if row.kind != "noise":
        return f"{said}<br>95 % interval {ends}"
    return (
        f"{said}<br>{ends} if label errors coincide"
        f"<br>{figure_of(row.independent)} if they are independent"
    )
