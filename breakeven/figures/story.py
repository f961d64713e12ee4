"""Pictures that need no explanation: so many of a hundred, found and missed, ways side by side."""

from __future__ import annotations

import numpy as np

from breakeven.figures.figure import (
    Figure,
    arranged,
    bar,
    finished,
    of_traces,
    row_axis,
    scatter,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import BAD, COLOURS, GOOD, QUIET, distinct
from breakeven.story.screen import FoundAndMissed, Hundred, Ways

ACROSS = 10
HIDDEN = {"visible": False, "fixedrange": True}


def hundred_figure(picture: Hundred, right: str, wrong: str) -> Figure:
    """A square for each of a hundred; what might be otherwise on other documents is hollow.

    `right`, `wrong`: what the two colours mean, in our own words.
    """
    each = np.arange(picture.of)
    across, down = each % ACROSS, each // ACROSS
    uncertain = (each >= picture.low) & (each < picture.high)
    traces = []
    for inside, name, colour in ((True, right, GOOD), (False, wrong, BAD)):
        chosen = (each < picture.right) == inside
        symbols = np.where(uncertain[chosen], "square-open", "square")
        traces.append(
            scatter(
                x=across[chosen],
                y=down[chosen],
                mode="markers",
                name=name,
                marker={
                    "symbol": symbols.tolist(),
                    "size": 22,
                    "color": colour,
                    "line": {"width": 2, "color": colour},
                },
                hoverinfo="skip",
            )
        )
    figure = of_traces(*traces)
    x_axis(figure, range=[-0.6, ACROSS - 0.4], **HIDDEN)
    y_axis(figure, range=[max(int(down.max(initial=0)), 4) + 0.6, -0.6], **HIDDEN)
    finished(figure, height=340)
    return arranged(figure, legend={"y": -0.05, "yanchor": "top"}, margin={"t": 8}, showlegend=True)


def found_figure(picture: FoundAndMissed) -> Figure:
    """One bar: missed to the left, found in the middle, wrongly taken for it to the right."""
    parts = (
        ("missed", -picture.missed - picture.found / 2, picture.missed, COLOURS[1]),
        ("found", -picture.found / 2, picture.found, GOOD),
        ("wrongly taken for it", picture.found / 2, picture.extra, BAD),
    )
    figure = of_traces(
        *(
            bar(
                x=[width],
                y=[""],
                base=[start],
                orientation="h",
                name=f"{name}: {width:,.6g}",
                marker={"color": colour},
                hoverinfo="name",
            )
            for name, start, width, colour in parts
        )
    )
    x_axis(figure, **HIDDEN)
    y_axis(figure, **HIDDEN)
    finished(figure, height=200)
    return arranged(
        figure, barmode="overlay", legend={"y": -0.05, "yanchor": "top"}, margin={"t": 8},
        showlegend=True,
    )  # fmt: skip


def ways_figure(picture: Ways) -> Figure:
    """A bar for each way to decide: how many of 100 documents it gets right."""
    colours = [QUIET if i in picture.fixed else COLOURS[0] for i in range(len(picture.names))]
    names = distinct(picture.names)
    names[picture.mine] = f"<b>{names[picture.mine]}</b>"
    figure = of_traces(
        bar(
            x=list(picture.right),
            y=list(range(len(names))),
            orientation="h",
            marker={"color": colours},
            text=[f"{value:.0f}" for value in picture.right],
            textposition="auto",
            hovertemplate="%{x:.1f} of 100<extra></extra>",
        )
    )
    x_axis(figure, title="Right, of 100 documents", range=[0, 100])
    y_axis(figure, **row_axis(names))
    return finished(figure, height=90 + 30 * len(names))
