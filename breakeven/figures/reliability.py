"""Reliability: how often documents given a probability were members."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.figures.figure import (
    Figure,
    add,
    arranged,
    finished,
    of_traces,
    scatter,
    unit_axis,
    x_axis,
    y_axis,
)
from breakeven.figures.theme import COLOURS, DASHES, QUIET, SYMBOLS
from metrics.expected.reliability import Reliability
from metrics.intervals import Interval


def reliability_figure(shown: Sequence[tuple[str, Reliability, Interval]]) -> Figure:
    """Observed share, with its interval, against mean probability; a line per set.

    Names are our own words.
    """
    figure = of_traces(
        scatter(
            x=[0, 1],
            y=[0, 1],
            mode="lines",
            name="right probabilities",
            line={"color": QUIET, "dash": "dash", "width": 1},
            hoverinfo="skip",
        )
    )
    for i, (name, table, ends) in enumerate(shown):
        some = table.documents > 0
        observed = table.observed[some]
        add(
            figure,
            scatter(
                x=table.mean_probability[some],
                y=observed,
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": np.maximum(ends.high[some] - observed, 0),
                    "arrayminus": np.maximum(observed - ends.low[some], 0),
                    "thickness": 1.2,
                    "width": 3,
                },
                mode="lines+markers",
                name=name,
                line={"color": COLOURS[i], "dash": DASHES[i], "width": 2},
                marker={"symbol": SYMBOLS[i], "size": 9},
                customdata=np.stack([table.documents[some], table.positives[some]], axis=1),
                hovertemplate="mean probability %{x:.3f}<br>share of members %{y:.3f}<br>"
                "%{customdata[1]:,.6g} of %{customdata[0]:,.6g}<extra></extra>",
            ),
        )
    x_axis(figure, **unit_axis("Probability, mean of the range"))
    y_axis(figure, **unit_axis("Share that are members"))
    finished(figure, height=420)
    return arranged(figure, legend={"y": -0.2, "yanchor": "top"}, margin={"t": 8})
