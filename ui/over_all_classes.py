"""The lower part of the curves page: what holds over all classes, one subject at a time."""

from __future__ import annotations

import streamlit as st

from ui.break_even_three import show_three_break_evens
from ui.explain import help_of
from ui.frame import Page


@st.fragment
def over_all_classes(page: Page) -> None:
    """One subject, chosen here; only the chosen one is computed."""
    st.subheader("Over all classes", anchor=False, help=help_of("macro_break_even"))
    show_three_break_evens(page.evaluation, page.view.undefined)
