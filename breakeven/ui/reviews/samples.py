"""The samples, apart from what is saved."""

from __future__ import annotations

import streamlit as st

from breakeven.readers.samples import SAMPLES
from breakeven.ui.app.session import links, state

WHAT = "They come with the program and are not saved; one that is open can be, on its History page."


def show_samples() -> None:
    """A button to open each."""
    st.subheader("Samples", anchor=False)
    st.caption(WHAT)
    with st.container(horizontal=True):
        for key, name in SAMPLES.items():
            if st.button(f"Open {name}", key=f"open_{key}"):
                state.open_review(key)
                links.turn_to("pages/overview.py")
