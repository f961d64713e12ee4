"""Moving a threshold: slider, table, measures and curve, rerun apart from the page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from breakeven.documents.behind import Cell, of_cell_at
from breakeven.figures.break_even_vs_f import mean_against_f_figure
from breakeven.figures.pr import Curve, Marks, pr_figure
from breakeven.records import Truth
from breakeven.reports.uncertainty import INTERVALS
from breakeven.selection import number
from breakeven.text import amount_of, f_name, figure_of, signed, span, threshold_of
from breakeven.ui.app import state, widgets
from breakeven.ui.app.counted import counts_in
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import grid
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.curves.rankings import PlottedRanking, intervals_of
from breakeven.ui.curves.text import mean_against_f_sentence
from metrics import measures
from metrics.ranking.break_even import mean_against_f
from metrics.ranking.iso_f import F_LEVELS, iso_f
from metrics.tallies import ContingencyTable

CELLS: tuple[Cell, ...] = ("tp", "fp", "fn", "tn")


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
def threshold_panel(truth: Truth, curves: Sequence[PlottedRanking], beta: float) -> None:
    """The part of the page that follows the slider, which moves along the first curve."""
    main, at = curves[0], None
    if main.ranking is not None:
        threshold = _move(main, chosen_threshold(main))
        at = main.evaluation.scored.table_at(main.class_index, threshold)
        _then_and_now(truth, main, at, threshold, beta)
    _curve(main, curves, at, beta)
    if at is not None and _against_f():
        p, r = float(measures.precision(at)), float(measures.recall(at))
        relation = mean_against_f(p, r)
        st.html(f"<p>{mean_against_f_sentence(relation)}</p>")
        if not np.isnan(relation.mean):
            alt = "F for every beta beside the mean of precision and recall"
            show_figure(mean_against_f_figure(relation, beta), "against_f", alt)


def _against_f() -> bool:
    label = "Compare (P + R)/2 with F for every β at this threshold"
    return widgets.toggle("curves.against_f", label, help=help_of("break_even_against_f"))


def _move(main: PlottedRanking, threshold: float) -> float:
    assert main.ranking is not None
    stops = main.ranking.thresholds
    if len(stops) == 1:
        st.caption(
            f"Every score is the same ({threshold_of(stops[0])}), so there is one threshold only, "
            "and it assigns every document that has a score."
        )
        return float(stops[0])
    # equal scores enter together: a threshold between two stops gives the upper one's table
    stop = max(1, int(np.searchsorted(-stops, -threshold, side="right")))
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        widgets.slider(
            "stop",
            "Move the threshold: the highest score at 1, further right more is assigned",
            1,
            len(stops),
            stop,
            changed=lambda stop: state.share("curves.at", repr(float(stops[stop - 1]))),
            twin="curves.at",
            help="Stops at distinct scores only: where documents of the class enter, and just "
            "before the next ones do. Between two stops recall stands still. Equal scores "
            "enter together. Type any other threshold beside it.",
        )
    with right:
        widgets.number(
            "curves.at",
            "Assign where score ≥",
            threshold,
            twin="stop",
            # any number is taken: beyond the scores it stands for the nearest of them
            step=float(stops[0] - stops[-1]) / 100,
        )
    return threshold


def _then_and_now(
    truth: Truth, main: PlottedRanking, at: ContingencyTable, threshold: float, beta: float
) -> None:
    now, c = main.now, main.class_index
    shown = threshold_of(main.tally.short(threshold).item())
    links = counts_in(truth, main.evaluation)

    def counts(table: ContingencyTable, cut: float | None) -> list[str]:
        numbers = {cell: float(getattr(table, cell)) for cell in CELLS}
        if c is None:  # of all pairs, not of documents
            return [amount_of(n) for n in numbers.values()]
        name = main.evaluation.classes[c]
        if cut is None:
            return [links.of_class(name, cell, n) for cell, n in numbers.items()]
        return [links.of(n, of_cell_at(truth, name, cut, cell)) for cell, n in numbers.items()]

    def shares(table: ContingencyTable, cut: float | None) -> list[str]:
        values = [f"<b>{figure_of(value)}</b>" for value in _values(table, beta)]
        ends = intervals_of(main, table, cut, beta)
        if ends is None:
            return values
        return [
            f"{value}<br><small>{span(float(i.low), float(i.high))}</small>"
            for value, i in zip(values, ends, strict=True)
        ]

    change = [
        signed(a - b, 3) for a, b in zip(_values(at, beta), _values(now, beta), strict=True)
    ] + [
        signed(float(a) - float(b), 0)
        for a, b in zip((at.tp, at.fp, at.fn, at.tn), (now.tp, now.fp, now.fn, now.tn), strict=True)
    ]
    grid(
        ["", "Precision", "Recall", f_name(beta), "TP", "FP", "FN", "TN"],
        [
            [
                f"<b>At this threshold</b><br><small>score ≥ {shown}</small>",
                *shares(at, threshold),
                *counts(at, threshold),
            ],
            ["Decisions now", *shares(now, None), *counts(now, None)],
            ["Change", *change],
        ],
    )
    st.caption(f"Small figures: {INTERVALS}.")


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
    if main.ranking is not None:
        marks = Marks(main.ranking.eleven, main.ranking.break_even, at)
    figure = pr_figure(
        [Curve(c.name, c.ranking.curve if c.ranking else None, c.now) for c in curves],
        marks,
        [iso_f(level, beta) for level in F_LEVELS],
        float(measures.prevalence(main.now)),
        f_name(beta),
    )
    alt = "Precision against recall, with break-even, eleven points and the decisions"
    show_figure(figure, "pr", alt)
