"""Which class the page on classes opens with, before anybody chooses one."""

from __future__ import annotations

import streamlit as st

from breakeven.findings.class_assessment import most_telling_class
from breakeven.ui.app.session import state
from breakeven.ui.app.shared.page import Page
from metrics.class_verdicts import ClassVerdicts


def open_on_weakest(page: Page, verdicts: ClassVerdicts) -> None:
    """Choose the class with most errors of those that are clearly weak, where none is chosen yet.

    A class named as the positive one stays the first that is looked at.
    """
    truth = page.review.truth
    if state.raw().get("class") in truth.classes or truth.positive is not None:
        return
    found = most_telling_class(page.evaluation, verdicts)
    if found is None or found == page.selection.class_index:
        return
    state.choose("class", truth.classes[found])
    st.rerun()
