"""Guidance: one list of what to do next, over the whole review."""

from __future__ import annotations

import streamlit as st

from metrics.findings import RULES, SEVERITIES, in_order
from metrics.findings_export import findings_in_markdown
from ui import checking, choices, finding_list, frame, tables
from ui.limits_panel import show_limits
from ui.words import count_of, say

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

page = frame.begin("Guidance", "What should be done next?")
truth = page.review.truth
limits = checking.limits_of(choices.raw()["review"])
near = checking.near_of(page.review, limits)
checked = checking.review_checked(page, limits, near)

families = {f.about for f in checked.findings}
options = [key for key in ABOUT if key == EVERYTHING or key in families]
chosen = choices.one_of("guidance.about", options, EVERYTHING)
least = choices.one_of("guidance.severity", SEVERITIES, "notice")
by = choices.one_of("guidance.by", GAINS)

say(
    f"{finding_list.counted(checked.findings)}. Errors come first, for with them no number can be "
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
        on_change=choices.adopt_widget("guidance.about"),
    )
with middle:
    st.session_state["w_guidance.severity"] = least
    st.selectbox(
        "Down to",
        SEVERITIES,
        key="w_guidance.severity",
        format_func=lambda severity: finding_list.WORDS[severity],
        on_change=choices.adopt_widget("guidance.severity"),
    )
with right:
    st.session_state["w_guidance.by"] = by
    st.selectbox(
        "Sorted by gain in",
        list(GAINS),
        key="w_guidance.by",
        format_func=GAINS.__getitem__,
        on_change=choices.adopt_widget("guidance.by"),
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
for key, finding in zip(
    finding_list.keys_of(shown[:pages_shown]), shown[:pages_shown], strict=True
):
    finding_list.show_finding(truth, page.evaluation, finding, key)
if len(shown) > pages_shown and st.button(
    f"Show {count_of(len(shown) - pages_shown, 'more finding')}", key="more_findings"
):
    st.session_state["findings_shown"] = len(shown)
    st.rerun()

if shown:
    tables.downloads(lambda: finding_list.findings_frame(truth, shown), "findings")
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
finding_list.show_unchecked(checked.unchecked)
