"""Guidance: one list of what to do next, over the whole review."""

from __future__ import annotations

import streamlit as st

from breakeven.findings.finding import SEVERITIES, in_order
from breakeven.findings.rules import RULES
from breakeven.report.findings import findings_in_markdown
from breakeven.text import count_of
from breakeven.ui.app import state
from breakeven.ui.app.page import begin
from breakeven.ui.components import downloads
from breakeven.ui.components.html import say
from breakeven.ui.findings.cache import limits_of, near_of, review_checked
from breakeven.ui.findings.limits import show_limits
from breakeven.ui.findings.list import (
    WORDS,
    counted,
    findings_frame,
    keys_of,
    show_finding,
    show_unchecked,
)

AT_ONCE = 20
EVERYTHING = "everything"
ABOUT = {
    EVERYTHING: "Everything",
    "leak": "Leaks",
    "split": "Splits",
    "labels": "Labels",
    "classes": "Alike classes",
    "class": "Weak classes",
    "pair": "Confused pairs",
    "threshold": "Thresholds",
    "calibration": "Calibration",
}
GAINS = {"macro": "macro F", "micro": "micro F"}

page = begin("Guidance", "What should be done next?")
truth = page.review.truth
limits = limits_of(state.raw()["review"])
near = near_of(page.review, limits)
checked = review_checked(page, limits, near)

families = {f.about for f in checked.findings}
options = [key for key in ABOUT if key == EVERYTHING or key in families]
chosen = state.one_of("guidance.about", options, EVERYTHING)
least = state.one_of("guidance.severity", SEVERITIES, "notice")
by = state.one_of("guidance.by", GAINS)

say(
    f"{counted(checked.findings)}. Errors come first, for with them no number can be "
    f"trusted; then what would raise {GAINS[by]} most."
)
left, middle, right = st.columns([2, 1, 1])
with left:
    st.session_state["w_guidance.about"] = chosen
    st.selectbox(
        "About",
        options,
        key="w_guidance.about",
        format_func=lambda key: (
            f"{ABOUT[key]} ({sum(key in (EVERYTHING, f.about) for f in checked.findings):,})"
        ),
        on_change=state.adopt_widget("guidance.about"),
    )
with middle:
    st.session_state["w_guidance.severity"] = least
    st.selectbox(
        "Down to",
        SEVERITIES,
        key="w_guidance.severity",
        format_func=lambda severity: WORDS[severity],
        on_change=state.adopt_widget("guidance.severity"),
    )
with right:
    st.session_state["w_guidance.by"] = by
    st.selectbox(
        "Sorted by gain in",
        list(GAINS),
        key="w_guidance.by",
        format_func=GAINS.__getitem__,
        on_change=state.adopt_widget("guidance.by"),
        help="Weak classes: if the class reached the median F of all classes. Confused pairs: if "
        "the two were told apart. Thresholds: as found on documents not fitted on. Gains do not "
        "add up.",
    )
shown = [
    f
    for f in in_order(checked.findings, "micro" if by == "micro" else "macro")
    if chosen in (EVERYTHING, f.about) and SEVERITIES.index(f.severity) <= SEVERITIES.index(least)
]
show_limits(truth, limits)

if not shown:
    st.success("Nothing to report here." if checked.findings else "Nothing found.")
pages_shown = st.session_state.setdefault("findings_shown", AT_ONCE)
for key, finding in zip(keys_of(shown[:pages_shown]), shown[:pages_shown], strict=True):
    show_finding(truth, page.evaluation, finding, key)
if len(shown) > pages_shown and st.button(
    f"Show {count_of(len(shown) - pages_shown, 'more finding')}", key="more_findings"
):
    st.session_state["findings_shown"] = len(shown)
    st.rerun()

if shown:
    downloads.downloads(lambda: findings_frame(truth, shown), "findings")
    with st.container(horizontal=True, horizontal_alignment="right"):
        st.download_button(
            "Markdown",
            lambda: findings_in_markdown(truth, shown),
            "findings.md",
            "text/markdown",
            key="markdown_findings",
            icon=":material/download:",
            type="tertiary",
            on_click="ignore",
        )

found = {f.code for f in checked.findings}
quiet = [rule for code, rule in RULES.items() if code not in found]
with st.expander(f"Checked without a finding ({len(quiet):,})", icon=":material/done_all:"):
    for rule in quiet:
        say(f"<b>{rule.title}.</b> {rule.said(limits)}")
show_unchecked(checked.unchecked)
