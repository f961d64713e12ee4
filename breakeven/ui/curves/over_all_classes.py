"""The lower part of the curves page: what holds over all classes, one subject at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from breakeven.ui.app import state
from breakeven.ui.app.page import Page
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.curves.break_even import show_three_break_evens
from breakeven.ui.curves.eleven_point import show_conventions, show_yang
from breakeven.ui.curves.top_k import show_top_k

# name in the address: what it is called, what explains it, what shows it
SUBJECTS: Mapping[str, tuple[str, str, Callable[[Page], None]]] = {
    "break_even": ("Break-even, three ways", "macro_break_even", show_three_break_evens),
    "eleven": ("Eleven-point average, six ways", "eleven_point", show_conventions),
    "yang": ("Yang’s steps for one document", "eleven_point_document", show_yang),
    "top_k": ("The same k for every document", "top_k_curve", show_top_k),
}


@st.fragment
def over_all_classes(page: Page) -> None:
    """One subject, chosen here; only the chosen one is computed."""
    chosen = state.one_of("curves.subject", SUBJECTS)
    st.subheader("Over all classes", anchor=False, help=help_of(SUBJECTS[chosen][1]))
    st.session_state["w_curves.subject"] = chosen
    st.segmented_control(
        "Subject",
        list(SUBJECTS),
        key="w_curves.subject",
        format_func=lambda key: SUBJECTS[key][0],
        required=True,
        label_visibility="collapsed",
        on_change=state.share_widget("curves.subject"),
    )
    SUBJECTS[chosen][2](page)
