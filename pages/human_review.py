"""Human review: which documents people should check, which errors are left, and the price."""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.ui.app.cache.cache import prices_now
from breakeven.ui.app.cache.searches import workload_in
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin
from breakeven.ui.human_review.prices import choose_prices, refuse
from breakeven.ui.human_review.sections import PARTS, show_work

page = begin("human_review", "What should people check?")
prices = prices_now()
found = workload_in(page.review, page.evaluation, prices)
if isinstance(found, NoEvidence):
    refuse(found)
with st.container(horizontal=True):
    part = widgets.section("human_review.part", "Part", PARTS, label_visibility="collapsed")
    choose_prices(prices)
show_work(page, found, part)
