"""What should be assigned: the rule of the review, fitted on one split and shown on another."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.thresholds.rule import choose_rule
from breakeven.ui.thresholds.sections import PARTS, threshold_view

page = begin_evaluated("thresholds", "What should be assigned?")
if isinstance(page, TablePage):
    # here: pages of reviews ask no engine
    from breakeven.ui.thresholds.table_thresholds import show_thresholds

    show_thresholds(page)
    st.stop()
beside = choose_rule(page.review, page.selection)
part = widgets.section("thresholds.part", "Part", PARTS, label_visibility="collapsed")
threshold_view(page.review, page.evaluation, beside, part)
