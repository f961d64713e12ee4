"""Guidance: one list of what to do next, over the whole review."""

from __future__ import annotations

import streamlit as st

from breakeven.findings.rules import RULES
from breakeven.ui.app import state
from breakeven.ui.app.page import begin
from breakeven.ui.components.html import say
from breakeven.ui.findings.cache import limits_of, near_of, review_checked
from breakeven.ui.findings.filters import choose_findings, gain_named
from breakeven.ui.findings.limits import show_limits
from breakeven.ui.findings.list import counted, show_findings, show_unchecked

AT_ONCE = 20

page = begin("Guidance", "What should be done next?")
truth = page.review.truth
limits = limits_of(state.raw()["review"])
near = near_of(page.review, limits)
checked = review_checked(page, limits, near)

say(
    f"{counted(checked.findings)}. Errors come first, for with them no number can be "
    f"trusted; then what would raise {gain_named()} most."
)
shown = choose_findings(checked.findings)
show_limits(truth, limits)

if not shown:
    st.success("Nothing to report here." if checked.findings else "Nothing found.")
show_findings(truth, page.evaluation, shown, AT_ONCE)

found = {f.code for f in checked.findings}
quiet = [rule for code, rule in RULES.items() if code not in found]
with st.expander(f"Checked without a finding ({len(quiet):,})", icon=":material/done_all:"):
    for rule in quiet:
        say(f"<b>{rule.title}.</b> {rule.said(limits)}")
show_unchecked(checked.unchecked)
