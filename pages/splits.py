"""Splits: are train, dev and test comparable, large enough, and free of leaks."""

from __future__ import annotations

import streamlit as st

from breakeven.findings.rules import RULES
from breakeven.ui.app import state, widgets
from breakeven.ui.app.page import begin
from breakeven.ui.components.html import say
from breakeven.ui.findings.cache import data_checked, limits_of, near_of
from breakeven.ui.findings.limits import show_limits
from breakeven.ui.findings.list import counted, keys_of, show_finding, show_unchecked
from breakeven.ui.splits.sections import show_drift, show_mix, show_size, show_summary
from breakeven.ui.splits.test_size import show_power

OF_THE_DATA = tuple(
    code for code in RULES if code.partition(".")[0] in ("leak", "labels", "split", "classes")
)
# these need decisions: the page on guidance has them
OF_DECISIONS = ("labels.disputed", "split.small-test")
PARTS = {
    "mix": "Mix of classes",
    "size": "Training size and effectiveness",
    "time": "Over time",
    "power": "Size of the test",
}

page = begin("Splits", "Can these splits be trusted?")
truth = page.review.truth
limits = limits_of(state.raw()["review"])
near = near_of(page.review, limits)
checked = data_checked(page.review, limits, near)

errors = sum(f.severity == "error" for f in checked.findings)
say(
    f"<b>{counted(checked.findings)}</b> on the data, whatever a system makes of it. "
    + (
        "Mend the errors first: numbers on these splits promise too much."
        if errors
        else "Nothing found that forbids judging by these splits."
    )
)
show_summary(page.review)
show_limits(truth, limits)

st.subheader("What the checks found", anchor=False)
keys = keys_of(checked.findings)
for key, finding in zip(keys, checked.findings, strict=True):
    show_finding(truth, page.evaluation, finding, key)
if not checked.findings:
    st.success("Nothing.")
found = {f.code for f in checked.findings}
with st.expander("The checks and their rules", icon=":material/done_all:"):
    for code in OF_THE_DATA:
        if code not in OF_DECISIONS:
            result = "found" if code in found else "nothing found"
            say(f"<b>{RULES[code].title}</b> ({result}). {RULES[code].said(limits)}")
show_unchecked(checked.unchecked)

st.subheader("A closer look", anchor=False)
part = widgets.section("splits.part", "Part", PARTS, label_visibility="collapsed")
if part == "mix" and truth.splits:
    show_mix(page, limits)
elif part == "size":
    show_size(page, limits)
elif part == "time":
    show_drift(page)
elif part == "power":
    show_power(page, limits)
