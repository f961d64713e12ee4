"""How good the system of a table is: the numbers that were counted, and its classes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.document_kinds import average_intervals_of
from breakeven.analysis.findings.class_assessment import verdicts_of
from breakeven.analysis.findings.class_text import words_of
from breakeven.analysis.selection.leak_sides import sides_counted
from breakeven.data.wording import NOTHING, f_name
from breakeven.results.classes import measured_frame
from breakeven.results.counted import left_out
from breakeven.results.summary import INTERVALS_TEXT, wide_intervals_text
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import classes_with, page_of
from breakeven.ui.app.page.counts import among_all, class_in_counts
from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.page.verdict import show_verdict, verdict_on_table
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.classes.class_table import MOST_HIGH, column_config, column_order, rows_of
from breakeven.ui.classes.weak_classes import overview_html
from breakeven.ui.components.html import say
from breakeven.ui.overview.averages import (
    average_rows,
    averages_frame,
    explained,
    share_right,
    show_average_table,
)
from breakeven.ui.overview.class_ends import show_ends, show_errors
from breakeven.ui.overview.sections import show_sides
from breakeven.ui.overview.tiles import draw_tiles

# --- how good the system of a table is: the numbers that were counted, and where the errors are


def show_overview(page: TablePage) -> None:
    """The verdict, headline numbers, where the errors are, every average, classes at both ends."""
    evaluation, selection, counts = page.evaluation, page.selection, page.counts
    if not evaluation.documents:
        st.info("There is no document here.")
        return
    beta, undefined = selection.beta, selection.undefined
    drawn = average_intervals_of(evaluation.kinds, beta, undefined)
    limits = limits_of(state.raw()["review"])
    show_verdict(verdict_on_table(evaluation, limits))
    show_sides(selection, page.counts_in(among_all(selection)), sides_counted(evaluation))
    draw_tiles(evaluation, selection, counts, drawn, limits)
    left, right = st.columns(2, gap="large")
    with left:
        show_errors(page)
    with right:
        show_ends(page, 1)
    counted = "Right in all, and class by class" if evaluation.one_of else "Counted three ways"
    st.subheader(counted, anchor=False, help=explained(evaluation, beta, undefined))
    if evaluation.one_of:
        say(share_right(evaluation, f_name(beta), drawn, counts, None))
    found = average_rows(evaluation, beta, undefined, drawn, counts)
    show_average_table(found, f_name(beta), {})
    if drawn:
        st.caption(f"Small figures are {INTERVALS_TEXT}. {wide_intervals_text(drawn)}")
    if missing := left_out(evaluation):
        st.caption(f"{missing[0].upper()}{missing[1:]}.")
    downloads.downloads(lambda: averages_frame(found, evaluation, drawn), "averages")


# --- which classes of a table are weak: all of them, and the counts of one as ways to documents


@cached(entries=16, spinner="Measuring every class …")
def class_frame(evaluation: CountedEvaluation, beta: float) -> pd.DataFrame:
    """The table of `measured_frame`; read-only."""
    return measured_frame(evaluation, beta)


def show_classes(page: TablePage) -> None:
    """What is to be said of all of them, then every one, most errors first."""
    evaluation, selection, counts = page.evaluation, page.selection, page.counts
    limits = limits_of(state.raw()["review"])
    verdicts = verdicts_of(evaluation, limits)
    say(overview_html(evaluation, verdicts, limits.cut, selection.beta, counts))
    wanted = widgets.text("classes.find", "Find a class", placeholder="part of a name")
    measured = class_frame(evaluation, selection.beta)
    listed = classes_with(evaluation.classes, wanted)
    errors = (evaluation.tables.fp + evaluation.tables.fn)[listed]
    listed = page_of(listed[np.argsort(-errors, kind="stable")])
    shown = rows_of(measured, listed, verdicts)
    if not len(listed):
        st.info("No class has this in its name.")
        return
    say(class_in_counts(counts, evaluation, selection.class_index))
    widgets.rows(
        "all_classes",
        shown,
        np.flatnonzero(listed == selection.class_index).tolist(),
        lambda row: page.choose_class(int(listed[row])),
        MOST_HIGH,
        column_config=column_config(page.truth, selection.split, selection.beta),
        column_order=column_order(shown),
        placeholder=NOTHING,
    )
    reading = words_of(verdicts)
    downloads.downloads(lambda: measured.assign(reading=reading), "classes")
