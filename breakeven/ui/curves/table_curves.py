"""What another threshold would give on a table, as far as its scores were brought home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.eleven_conventions import Convention, ElevenPointBy
from breakeven.figures.figure import system_look
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import pick_class
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.page.rankings import PlottedRanking, Ranking, ranking_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import show_absence
from breakeven.ui.curves.break_even import show_break_evens
from breakeven.ui.curves.eleven_point import show_by
from breakeven.ui.curves.threshold_panel import choose_scope, show_moved
from metrics.averaging import Undefined
from metrics.typing import F1_BETA

SUBJECTS = {"break_even": "Break-even", "eleven": "Eleven-point average"}


@cached(entries=64, spinner="Following the threshold …")
def ranking(evaluation: BaseEvaluation, class_index: int | None, beta: float) -> Ranking | None:
    """What is shown of the scores of a class, or of all pooled for None."""
    curves = evaluation.curves
    assert curves is not None
    found = ranking_of(curves.pooled if class_index is None else curves.tallies[class_index], beta)
    if found is None or curves.complete:
        return found
    return replace(found, average_precision=float("nan"), roc_area=float("nan"))


def beta_of(page: EvaluatedPage) -> float:
    """The chosen β, or 1 where scores are too many for another; which is said."""
    curves = page.evaluation.curves
    return page.selection.beta if curves is not None and curves.complete else F1_BETA


def say_incomplete(page: EvaluatedPage) -> None:
    """That not all of the scores are here, where that is so."""
    show_absence(page.evaluation.not_counted.get("every_threshold"), "remark")


def choose_curve(page: EvaluatedPage, beta: float) -> PlottedRanking:
    """The curve of a class, or of all pooled."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        index = None if choose_scope() else pick_class(page)
    name = "all classes pooled" if index is None else page.chosen_class
    cut, probabilities = page.selection.cut, False
    if isinstance(page, CountedTable):
        probabilities = page.scan.predictions.probabilities
    inside = cut.rule == "threshold" and not cut.own and 0 < cut.threshold < 1
    return PlottedRanking(
        name,
        page.evaluation,
        index,
        ranking(page.evaluation, index, beta),
        system_look(0),
        probabilities,
        cut.threshold if inside else float("nan"),
    )


@widgets.fragment
def table_panel(page: EvaluatedPage, drawn: Sequence[PlottedRanking], beta: float) -> None:
    """As `threshold_panel`; only the threshold of all classes can be used from here."""
    pooled = drawn[0].class_index is None

    def use(threshold: float) -> None:
        # of one class alone, Thresholds has it
        if pooled and st.button(
            "Use this threshold",
            key="use_threshold",
            type="primary",
            icon=":material/check:",
            help="On every page, for all classes: the table is counted again.",
        ):
            state.choose("cut", f"threshold:{threshold!r}")
            st.rerun(scope="app")

    show_moved(drawn, beta, page.counts, use)


@cached(entries=64, spinner="Interpolating …")
def _eleven_by(
    evaluation: CountedEvaluation, convention: Convention, undefined: Undefined
) -> ElevenPointBy:
    return evaluation.eleven_points.by(convention, undefined)


@widgets.fragment
def show_over_all(table: CountedTable, undefined: Undefined) -> None:
    """What holds over all classes, as far as it was counted."""
    evaluation = table.evaluation
    curves = evaluation.curves
    assert curves is not None
    st.header("Over all classes", anchor=False)
    subject = widgets.section("curves.subject", "Subject", SUBJECTS, label_visibility="collapsed")
    if subject == "break_even":
        show_break_evens(curves, evaluation.classes, undefined)
        return
    show_by(
        lambda convention: _eleven_by(evaluation, convention, undefined),
        evaluation.eleven_points,
        undefined,
    )
