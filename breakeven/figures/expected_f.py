"""Expected F: of classes, by how many are predicted, and what is best predicted in two sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.analysis.estimation.estimates import ThresholdExample
from breakeven.figures.figure import (
    COLOURS,
    QUIET,
    REALISED,
    Figure,
    Trace,
    add,
    distinct,
    error_bars,
    finish_figure,
    literal,
    new_figure,
    row_axis,
    scatter,
    set_layout,
    unit_axis,
    vline,
    x_axis,
    y_axis,
)
from metrics.expected.expected_f import ApproximateF
from metrics.typing import Array

# --- Expected F of classes: exact, approximate with its bound, and realised where that is known


def expected_f_figure(
    names: list[str],
    *,
    exact: Array,
    approximate: Array,
    low: Array,
    high: Array,
    realised: Array | None,
    f: str,
) -> Figure:
    """One row per class, first on top; the line is where the bound says the expectation lies."""
    rows = np.arange(len(names))
    shown = [
        f"{literal(name)}<br>expected {f} {e:.3f} (exact)<br>approximation {a:.3f}"
        f"<br>bound {lo:.3f} to {hi:.3f}"
        for name, e, a, lo, hi in zip(names, exact, approximate, low, high, strict=True)
    ]
    figure = new_figure(
        *[
            _bound(approximate, low, high, rows),
            scatter(
                x=exact,
                y=rows,
                mode="markers",
                name=f"expected {f}, exact",
                marker={"color": COLOURS[0], "size": 9},
                text=shown,
                hovertemplate="%{text}<extra></extra>",
            ),
        ]
    )
    if realised is not None:
        add(
            figure,
            scatter(
                x=realised,
                y=rows,
                mode="markers",
                name="actual",
                marker=dict(REALISED),
                hovertemplate=f"actual {f} %{{x:.3f}}<extra></extra>",
            ),
        )
    x_axis(figure, **unit_axis(f"{f} of the predictions in use"))
    y_axis(figure, **row_axis(distinct(names)))
    # a narrow screen gives every entry of the legend a line of its own, above the first row
    finish_figure(figure, height=130 + 24 * max(len(names), 3))
    return set_layout(figure, margin={"t": 76})


def _bound(approximate: Array, low: Array, high: Array, rows: Array) -> Trace:
    return scatter(
        x=approximate,
        y=rows,
        error_x=error_bars(approximate, low, high, width=4),
        mode="markers",
        name="approximation, with its bound",
        marker={"symbol": "diamond-open", "color": QUIET, "size": 9},
        hoverinfo="skip",
    )


def expected_against_realised(
    names: list[str], expected: Array, realised: Array, positives: Array, f: str
) -> Figure:
    """A dot per class, larger with more members: on the diagonal the estimate was right."""
    figure = new_figure(
        *[
            scatter(
                x=[0, 1],
                y=[0, 1],
                mode="lines",
                name="as expected",
                line={"color": QUIET, "dash": "dash", "width": 1},
                hoverinfo="skip",
            ),
            scatter(
                x=expected,
                y=realised,
                mode="markers",
                name="a class, larger with more members",
                marker={
                    "color": COLOURS[0],
                    "opacity": 0.6,
                    "size": 5 + 3 * np.log2(1 + positives.astype(float)),
                },
                text=[
                    f"{literal(name)}<br>{n:,} members"
                    for name, n in zip(names, positives.tolist(), strict=True)
                ],
                hovertemplate="%{text}<br>expected %{x:.3f}, actual %{y:.3f}<extra></extra>",
            ),
        ]
    )
    x_axis(figure, **unit_axis(f"Expected {f}"))
    y_axis(figure, **unit_axis(f"Actual {f}"))
    return finish_figure(figure, height=440)


# --- Expected F by how many documents are assigned, the most probable first


def expected_f_by_size_figure(
    sizes: Array, exact: Array, near: ApproximateF, marks: dict[str, tuple[int, float]], f: str
) -> Figure:
    """The exact curve over the approximation and its bounds; all arrays have one shape.

    `marks`: points to name, by our own words: how many are assigned, and the expected F.
    """
    figure = new_figure(
        *[
            scatter(
                x=np.concatenate([sizes, sizes[::-1]]),
                y=np.concatenate([near.high, near.low[::-1]]),
                mode="lines",
                fill="toself",
                fillcolor="rgba(128,128,128,0.18)",
                line={"width": 0},
                name="bounds",
                hoverinfo="skip",
            ),
            scatter(
                x=sizes,
                y=near.value,
                mode="lines",
                name="approximation",
                line={"color": COLOURS[1], "dash": "dot", "width": 1.5},
                hovertemplate="approximation %{y:.3f}<extra></extra>",
            ),
            scatter(
                x=sizes,
                y=exact,
                mode="lines",
                name=f"expected {f}, exact",
                line={"color": COLOURS[0], "width": 2},
                hovertemplate="%{x:,} predicted: %{y:.3f}<extra></extra>",
            ),
        ]
    )
    for i, (name, (size, value)) in enumerate(marks.items()):
        add(
            figure,
            scatter(
                x=[size],
                y=[value],
                mode="markers",
                name=name,
                marker={"size": 11, "symbol": ("circle", "diamond-open")[i], "color": COLOURS[2]},
                hovertemplate=f"{name}: %{{x:,}} predicted, %{{y:.3f}}<extra></extra>",
            ),
        )
    x_axis(figure, title="Documents predicted, the most probable first", rangemode="tozero")
    y_axis(figure, **unit_axis(f"Expected {f}"))
    finish_figure(figure, height=380)
    return set_layout(
        figure, legend={"y": -0.25, "yanchor": "top"}, margin={"t": 8}, showlegend=True
    )


# --- Two sets of documents by probability: what is best assigned in each


# the least probable documents of a large class lie on top of each other
MOST_DOCUMENTS = 400


def two_sets_figure(names: Sequence[str], sets: Sequence[ThresholdExample]) -> Figure:
    """One row per set, first on top: filled is best predicted, hollow best left out."""
    figure = new_figure()
    for i, example in enumerate(sets):
        p = example.p[: max(example.size + MOST_DOCUMENTS // 2, MOST_DOCUMENTS)]
        called = np.arange(len(p)) < example.size
        # rank within equal probabilities, so that they stack instead of hiding each other
        _, first = np.unique(-p, return_index=True)
        stacked = np.arange(len(p)) - first[np.searchsorted(-p[first], -p)]
        y = i - np.minimum(stacked, 8) * 0.05
        for assigned in (True, False):
            of_kind = called == assigned
            if not of_kind.any():
                continue
            add(
                figure,
                scatter(
                    x=p[of_kind],
                    y=y[of_kind],
                    mode="markers",
                    name="best predicted" if assigned else "best not predicted",
                    legendgroup=str(assigned),
                    showlegend=i == 0,
                    marker={
                        "symbol": "circle" if assigned else "circle-open",
                        "color": COLOURS[0] if assigned else COLOURS[5],
                        "size": 10,
                    },
                    hovertemplate="probability %{x:.3f}<extra></extra>",
                ),
            )
    for x, dash in ((sets[0].called, "dash"), (sets[1].left_out, "dot")):
        vline(figure, x=x, line={"color": QUIET, "dash": dash, "width": 1})
    x_axis(figure, **unit_axis("Probability of belonging to the class"))
    y_axis(
        figure,
        tickvals=list(range(len(sets))),
        ticktext=distinct(list(names)),
        range=[len(sets) - 0.4, -0.9],
        showgrid=False,
    )
    return finish_figure(figure, height=260)
