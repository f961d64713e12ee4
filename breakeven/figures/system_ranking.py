"""Systems side by side on one measure, the best on top."""

from __future__ import annotations

from breakeven.figures.figure import (
    Figure,
    finished,
    of_traces,
    row_axis,
    scatter,
    spread,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS, QUIET, distinct, literal
from metrics.typing import Array


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
    figure = of_traces(
        scatter(
            x=values,
            y=list(range(len(names))),
            error_x=spread(values, low, high),
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
    return finished(figure, height=64 + 34 * len(names), margin={"t": 12}, showlegend=False)
