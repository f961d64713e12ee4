"""The first part of the overview: the answer, the numbers behind it, and what to do first."""

from __future__ import annotations

import streamlit as st

from breakeven.findings.limits import Limits
from breakeven.ui.app.head.baseline import against
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.verdict import show_verdict, verdict_on
from breakeven.ui.app.library.report import report_button
from breakeven.ui.app.shared.counted import counts_in
from breakeven.ui.app.shared.leak_counts import among_all
from breakeven.ui.app.shared.page import Page
from breakeven.ui.overview.as_if import show_as_loaded
from breakeven.ui.overview.class_ends import show_ends, show_errors, show_sizes
from breakeven.ui.overview.leaks import show_sides
from breakeven.ui.overview.next_steps import show_next_steps
from breakeven.ui.overview.systems import show_systems
from breakeven.ui.overview.tiles import show_tiles


def show_glance(page: Page, limits: Limits) -> None:
    """Everything that the first look needs, on less than two screens."""
    evaluation, review, selection = page.evaluation, page.review, page.selection
    with show_verdict(verdict_on(page, limits)):
        report_button(review, selection, limits)
    show_as_loaded(page)
    all_counts = counts_in(review.truth, None, among_all(selection))
    show_sides(selection, all_counts, cache.leak_sides(review, selection))
    if not evaluation.documents:
        return
    counts = counts_in(review.truth, evaluation)
    drawn = cache.intervals_of_averages(evaluation, selection.beta, selection.undefined)
    show_tiles(page, counts, drawn, limits, against(review, selection, evaluation))
    left, right = st.columns(2, gap="large")
    with left:
        several = show_systems(page)
        if not several:
            show_errors(page)
    # the checks take longest: they are made when all else stands
    steps = right.container()
    left, right = st.columns(2, gap="large")
    with left:
        show_sizes(page, counts)
    with right:
        if several:
            show_errors(page)
        else:
            show_ends(page, 1)
    if several:
        show_ends(page, 2)
    with steps:
        show_next_steps(page, limits)
