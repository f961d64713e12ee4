"""What should be assigned: the rule of the review, fitted on one split and shown on another."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.thresholds.rule import choose_rule_of_review
from breakeven.ui.thresholds.sections import PARTS, threshold_view

page = begin_evaluated("thresholds", "What should be assigned?")
if not isinstance(page, Page):
    assert page.table is not None
    # here: pages of reviews ask no engine
    from breakeven.ui.thresholds.counted_trial import show_counted

    show_counted(page, page.table)
    st.stop()
reference = choose_rule_of_review(page.review, page.selection)
part = widgets.section("thresholds.part", "Part", PARTS, label_visibility="collapsed")
threshold_view(page, reference, part)
