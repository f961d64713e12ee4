"""How good the system of a table is: the numbers that were counted, and where the errors are."""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.evaluation.document_kinds import average_intervals_of
from breakeven.analysis.selection.leak_sides import sides_counted
from breakeven.data.wording import f_name
from breakeven.results.counted import left_out
from breakeven.results.summary import INTERVALS_TEXT, wide_intervals_text
from breakeven.ui.app.page.counts import among_all
from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.page.verdict import show_sides, show_verdict, verdict_on_table
from breakeven.ui.app.session import downloads, state
from breakeven.ui.components.html import say
from breakeven.ui.overview.averages import (
    average_rows,
    averages_frame,
    explained,
    share_right,
    show_average_table,
)
from breakeven.ui.overview.class_ends import show_ends, show_errors
from breakeven.ui.overview.tiles import draw_tiles


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
