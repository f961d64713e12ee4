"""Where the threshold should be: the rule, tuned on one split and shown on another."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.thresholds.rule import choose_rule_of_review
from breakeven.ui.thresholds.sections import PARTS, threshold_view
from breakeven.ui.thresholds.thresholds_file import take_along

page = begin_evaluated("thresholds", "Where should the threshold be?")
if not isinstance(page, Page):
    assert page.table is not None
    # here: pages of reviews ask no engine
    from breakeven.ui.thresholds.counted_trial import show_counted

    show_counted(page, page.table)
    st.stop()
reference = choose_rule_of_review(page.review, page.selection)
with st.container(horizontal=True):
    part = widgets.section("thresholds.part", "Part", PARTS, label_visibility="collapsed")
    take_along(page.review, page.selection)
threshold_view(page, reference, part)
