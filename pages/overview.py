"""How good is it: the verdict and what is behind it, averages, baselines, classes at both ends."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.session import state, widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.overview.sections import parts_of, show_part

page = begin_evaluated("overview", "How good is it?")
if isinstance(page, TablePage):
    # here: pages of reviews ask no engine
    from breakeven.ui.overview.table_overview import show_overview

    show_overview(page)
    st.stop()
part = widgets.section("overview.part", "Part", parts_of(page), label_visibility="collapsed")
show_part(part, page, limits_of(state.raw()["review"]))
