"""Guidance: one list of what to do next, over the whole review."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app import state
from breakeven.ui.app.page import begin
from breakeven.ui.components.html import say
from breakeven.ui.findings.cache import limits_of, near_of, review_checked
from breakeven.ui.findings.filters import choose_findings, order_named
from breakeven.ui.findings.limits import show_limits
from breakeven.ui.findings.list import counted, show_checks, show_findings

AT_ONCE = 20

page = begin("Guidance", "What should be done next?")
truth = page.review.truth
limits = limits_of(state.raw()["review"])
near = near_of(page.review, limits)
checked = review_checked(page, limits, near)

say(
    f"{counted(checked.findings)}. Errors come first, for with them no number can be "
    f"trusted; then {order_named()}."
)
shown = choose_findings(checked.findings)
show_limits(truth, limits)

if not shown:
    st.info("Nothing of this kind." if checked.findings else "Nothing was found.")
show_findings(page, checked, shown, AT_ONCE)

show_checks(checked, limits)
