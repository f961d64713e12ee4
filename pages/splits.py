"""Splits: are train, dev and test comparable, large enough, and free of leaks."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.results.findings import verdict_on_splits
from breakeven.ui.app.page.findings import data_checked, limits_of, near_of
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.begin import begin_checks
from breakeven.ui.components.html import say
from breakeven.ui.next_steps.limits import show_limits
from breakeven.ui.next_steps.list import checks_named, counted, show_checks, show_list
from breakeven.ui.splits.learning_curve import show_curve
from breakeven.ui.splits.repeated_documents import show_repeated
from breakeven.ui.splits.sections import show_drift, show_mix, show_size, show_summary
from breakeven.ui.splits.split_proposal import show_proposal
from breakeven.ui.splits.test_size import show_assumed_power, show_power

PARTS = {
    "found": "Findings",
    "mix": "Class mix",
    "time": "Over time",
    "power": "Test size",
    "size": "Training size",
    "better": "A better split",
    "checks": "Checks",
    "limits": "Settings of the checks",
}

page = begin_checks("splits", "Can these splits be trusted?")
if not isinstance(page, Page | DataPage):
    assert page.table is not None
    show_repeated(page, page.table.scan.repeated)
    st.stop()
truth = page.review.truth
limits = limits_of(state.raw()["review"])
near = near_of(page.review, limits)
checked = data_checked(page.review, limits, near)

say(
    Markup("<b>{}</b> on the data. {}").format(
        counted(checked.findings), verdict_on_splits(truth, checked)
    )
)
if truth.splits:
    with st.expander("What each split holds", icon=":material/table_rows:"):
        show_summary(page.review, page.selection.system)
else:
    st.info("There are no splits. Add a column “split” with train, dev or test.")
parts = PARTS | {"checks": checks_named(checked)}
if not isinstance(page, Page):  # how a system fares on classes by their size
    del parts["size"]
part = widgets.section("splits.part", "Part", parts, label_visibility="collapsed")
if part == "found":
    # the first screen holds no more
    show_list(page, checked, checked.findings, "splits", steps=2)
elif part == "checks":
    show_checks(checked, limits)
elif part == "limits":
    show_limits(truth, limits)
elif part == "mix" and truth.splits:
    show_mix(page, limits)
elif part == "time":
    show_drift(page)
elif part == "power" and isinstance(page, Page):
    show_power(page, limits)
elif part == "power" and isinstance(page, DataPage):
    show_assumed_power(page, limits)
elif part == "size" and isinstance(page, Page):
    show_curve(page)
    show_size(page, limits)
elif part == "better":
    show_proposal(page.review)
