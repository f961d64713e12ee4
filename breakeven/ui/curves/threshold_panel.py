"""Moving a threshold: curve, slider, numbers and the button that takes it; rerun alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import streamlit as st

from breakeven.documents.behind import Cell, of_cell_at
from breakeven.figures.pr import (
    CATEGORY_PIVOT,
    LEFT,
    POOLED_LIST,
    RIGHT,
    RING,
    Curve,
    Marks,
    pr_figure,
    ring_at,
)
from breakeven.figures.theme import DARK
from breakeven.reports.uncertainty import INTERVALS
from breakeven.selection import number
from breakeven.selection.expression import Between, Score
from breakeven.text import amount_of, count_of, f_name, figure_of, signed, span, threshold_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.shared.counted import Counts, counts_in
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components.charts import is_dark, show_figure
from breakeven.ui.components.html import grid, ring_over, say, unbroken
from breakeven.ui.components.placing import first_when_narrow
from breakeven.ui.curves.rankings import PlottedRanking, Ranking, intervals_of
from breakeven.ui.curves.text import curves_told
from breakeven.ui.curves.use import show_use
from metrics import measures
from metrics.ranking.iso_f import F_LEVELS, iso_f
from metrics.tallies import ContingencyTable

# the cells of a table in plain words, and as they are called elsewhere
CELLS: dict[Cell, tuple[str, str]] = {
    "tp": ("Found", "TP"),
    "fp": ("False alarms", "FP"),
    "fn": ("Missed", "FN"),
    "tn": ("Rightly left", "TN"),
}


def chosen_threshold(main: PlottedRanking) -> float:
    """The threshold in the choices where it lies among the scores, else the break-even's."""
    ranking = main.ranking
    if ranking is None:
        return float("nan")
    low, high = float(ranking.thresholds[-1]), float(ranking.thresholds[0])
    at = ranking.break_even.threshold
    default = at if not np.isnan(at) else float(ranking.thresholds[len(ranking.thresholds) // 2])
    asked = number(state.raw().get("curves.at"), default, -float("inf"), float("inf"))
    return min(max(asked, low), high)


@widgets.fragment
def threshold_panel(page: Page, curves: Sequence[PlottedRanking]) -> None:
    """The part of the page that follows the slider, which moves along the first curve."""
    main, counts = curves[0], counts_in(page.review.truth, page.evaluation)
    show_moved(
        curves,
        page.selection.beta,
        counts,
        lambda threshold: show_use(page.review, page.selection, main, threshold),
    )


def show_moved(
    curves: Sequence[PlottedRanking],
    beta: float,
    counts: Counts,
    use: Callable[[float], None],
) -> None:
    """The slider, the curves and what they say at a threshold; `use`: what can be done with it."""
    main = curves[0]
    left, right = st.columns([4, 3], gap="medium")
    if main.ranking is None:
        with left:
            _curve(main, curves, None, beta)
        return
    # on a phone the slider stands above the picture, with the numbers that follow it
    first_when_narrow("moved")
    with right, st.container(key="moved"):
        threshold = _move(main.ranking, chosen_threshold(main))
        at = main.scored.table_at(main.class_index, threshold)
        _named(main, at, threshold, counts)
        use(threshold)
        rows = [*_shares(main, at, threshold, beta), *_cells(main, at, threshold, counts)]
        grid(["", "At this threshold", "Decisions now", "Change"], rows)
        st.caption("Small figures: 95 % intervals.", help=INTERVALS)
    with left:
        _curve(main, curves, at, beta)


def _move(ranking: Ranking, threshold: float) -> float:
    stops = ranking.stops
    if len(stops) == 1:
        st.caption(
            f"Every score is the same ({ranking.names[0]}), so there is one threshold only, "
            "and it assigns every document that has a score."
        )
        return float(stops[0])
    # equal scores enter together: a threshold between two stops gives the upper one's table
    stop = min(int(np.searchsorted(stops, threshold)), len(stops) - 1)
    widgets.stops(
        "stop",
        "Threshold: further right, fewer get the class",
        ranking.names,
        stop,
        changed=lambda stop: state.share("curves.at", repr(float(stops[stop]))),
        twin="curves.at",
        help="Stops at scores: where documents of the class enter, and just before the next ones "
        "do. Equal scores enter together. Type any other threshold below.",
    )
    widgets.number(
        "curves.at",
        "Assign where score ≥",
        threshold,
        twin="stop",
        # any number is taken: beyond the scores it stands for the nearest of them
        step=float(stops[-1] - stops[0]) / 100,
    )
    return threshold


def _named(main: PlottedRanking, at: ContingencyTable, threshold: float, counts: Counts) -> None:
    """How many documents the threshold names."""
    c = main.class_index
    shown = threshold_of(main.tally.short(threshold).item())
    named = float(at.assigned)
    if c is None:
        words = count_of(named, "class is named", "classes are named")
    else:
        words = count_of(named, "document is named", "documents are named")
        if counts.truth.unjudged is None:  # else what nobody judged is named, and counted nowhere
            term = Between(Score(main.evaluation.classes[c]), low=threshold)
            words = counts.of(named, term, words)
    say(f"At score ≥ {shown}, <b>{words}</b>.")


def _shares(
    main: PlottedRanking, at: ContingencyTable, threshold: float, beta: float
) -> list[list[str]]:
    """Precision, recall and F, each with its interval."""
    values, before = _values(at, beta), _values(main.now, beta)
    there, here = (
        intervals_of(main, table, cut, beta) for table, cut in ((main.now, None), (at, threshold))
    )

    def shown(value: float, n: int, ends: object) -> str:
        if not isinstance(ends, tuple):
            return f"<b>{figure_of(value)}</b>"
        low, high = float(ends[n].low), float(ends[n].high)
        return f"<b>{figure_of(value)}</b><br><small>{unbroken(span(low, high))}</small>"

    return [
        [name, shown(a, n, here), shown(b, n, there), signed(a - b, 3)]
        for n, (name, a, b) in enumerate(
            zip(("Precision", "Recall", f_name(beta)), values, before, strict=True)
        )
    ]


def _cells(
    main: PlottedRanking, at: ContingencyTable, threshold: float, counts: Counts
) -> list[list[str]]:
    """The cells of both tables; of one class, each leads to its documents."""

    def linked(cell: Cell, n: float, cut: float | None) -> str:
        if main.class_index is None:  # of all pairs, not of documents
            return amount_of(n)
        name = main.evaluation.classes[main.class_index]
        if cut is None:
            return counts.of_class(name, cell, n)
        return counts.of(n, of_cell_at(counts.truth, name, cut, cell))

    rows = []
    for cell, (words, short) in CELLS.items():
        here, there = float(getattr(at, cell)), float(getattr(main.now, cell))
        change = signed(here - there, 0)
        row = [linked(cell, here, threshold), linked(cell, there, None), change]
        rows.append([unbroken(f"{words} <small>{short}</small>"), *row])
    return rows


def _values(table: ContingencyTable, beta: float) -> tuple[float, float, float]:
    return (
        float(measures.precision(table)),
        float(measures.recall(table)),
        float(measures.f_beta(table, beta)),
    )


def _curve(
    main: PlottedRanking, curves: Sequence[PlottedRanking], at: ContingencyTable | None, beta: float
) -> None:
    if main.now.positives == 0 and len(curves) == 1:
        return
    marks = None
    if (ranking := main.ranking) is not None:
        convention = POOLED_LIST if main.class_index is None else CATEGORY_PIVOT
        marks = Marks(
            ranking.eleven, ranking.interpolated, convention, ranking.break_even, moved=True
        )
    figure = pr_figure(
        [Curve(c.name, c.ranking.curve if c.ranking else None, c.now) for c in curves],
        marks,
        [iso_f(level, beta) for level in F_LEVELS],
        float(measures.prevalence(main.now)),
        f_name(beta),
    )
    title = f"Precision against recall of {main.subject}"
    said = curves_told(curves)
    # the figure is the same wherever the slider stands, so the browser draws it once
    with st.container(gap=None):
        if at is not None and (place := ring_at(at)) is not None:
            ring_over(*place, (LEFT, RIGHT), DARK[RING] if is_dark() else RING)
        with st.container():
            show_figure(figure, "pr", title, said)
