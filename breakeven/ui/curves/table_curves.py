"""What another threshold would give on a table, as far as its scores were brought home."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.eleven_conventions import Convention, ElevenPointBy
from breakeven.data.wording import f_name
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import pick_class
from breakeven.ui.app.page.rankings import PlottedRanking, Ranking, ranking_of
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.components.html import say
from breakeven.ui.curves.break_even import show_break_evens
from breakeven.ui.curves.eleven_point import show_by
from breakeven.ui.curves.numbers import curves_frame, show_decisions, show_numbers
from breakeven.ui.curves.sentences import opening, remarks
from breakeven.ui.curves.threshold_panel import SCOPES, show_moved
from metrics.averaging import Undefined
from metrics.typing import F1_BETA

PARTS = {"main": "A threshold", "numbers": "The curve in numbers", "conventions": "Conventions"}
SUBJECTS = {"break_even": "Break-even, three ways", "eleven": "Eleven-point average"}
NO_TREC_EVAL = "What trec_eval prints is not shown: it is worked out in memory only."
TOO_MANY = (
    f"{NO_TREC_EVAL} Nor are the means over documents: these meet their classes in too many ways."
)
ONLY_F1 = (
    "There are too many distinct scores to bring them all together. Those that break-even, the "
    "eleven points and the best F₁ turn on are exact, and the curve goes through these: other β "
    "and average precision are not told."
)


@cached(entries=64, spinner="Following the threshold …")
def ranking(evaluation: CountedEvaluation, class_index: int | None, beta: float) -> Ranking | None:
    """What is shown of the scores of a class, or of all pooled for None."""
    curves = evaluation.curves
    assert curves is not None
    found = ranking_of(curves.pooled if class_index is None else curves.tallies[class_index], beta)
    if found is None or curves.complete:
        return found
    return replace(found, average_precision=float("nan"))


def show_curves(page: TablePage) -> None:
    """The curve of a class or of all pooled, a threshold moved along it, and its numbers."""
    evaluation, curves = page.evaluation, page.evaluation.curves
    if curves is None:
        show_decisions(evaluation, page.selection.beta)
        return
    part = widgets.section("curves.part", "Part", PARTS, label_visibility="collapsed")
    if part == "conventions":
        _over_all(page, curves)
        return
    beta = page.selection.beta if curves.complete else F1_BETA
    drawn = [_chosen(page, beta)]
    if not curves.complete:
        say(f"<small>▲ {ONLY_F1}</small>")
    say(opening(drawn[0], beta))
    for remark in remarks(drawn[0]):
        say(f"<small>▲</small> {remark}")
    if part == "main":
        _panel(page, drawn, beta)
        return
    show_numbers(drawn, f_name(beta))
    st.caption("Every point of the curve, as it was counted:")
    downloads.downloads(lambda: curves_frame(drawn), "curves")


def _chosen(page: TablePage, beta: float) -> PlottedRanking:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        pooled = widgets.section("curves.of", "Curve of", SCOPES) == "pooled"
        index = None if pooled else pick_class(page)
    name = "all classes pooled" if index is None else page.chosen_class
    return PlottedRanking(name, page.evaluation, index, ranking(page.evaluation, index, beta))


@widgets.fragment
def _panel(page: TablePage, drawn: list[PlottedRanking], beta: float) -> None:
    pooled = drawn[0].class_index is None

    def use(threshold: float) -> None:
        # of one class alone, Thresholds has it
        if pooled and st.button(
            "Use this threshold",
            key="use_threshold",
            type="primary",
            icon=":material/check:",
            help="On every page, for all classes: the table is counted anew.",
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
def _over_all(page: TablePage, curves: Curves) -> None:
    evaluation, undefined = page.evaluation, page.selection.undefined
    st.subheader("Over all classes", anchor=False)
    subject = widgets.section("curves.subject", "Subject", SUBJECTS, label_visibility="collapsed")
    if subject == "break_even":
        show_break_evens(curves, evaluation.classes, undefined)
        return
    show_by(
        lambda convention: _eleven_by(evaluation, convention, undefined),
        evaluation.eleven_points.conventions,
        undefined,
        TOO_MANY if evaluation.points is None else NO_TREC_EVAL,
    )
