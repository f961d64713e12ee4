"""What a page says that has nothing to show: what is missing, and one button that leads to it."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.session import links


def say_missing(what: str, path: str, way: str, icon: str) -> None:
    """`what` is missing, in our own words; `way` is the button, which opens the page at `path`."""
    st.info(what, icon=":material/inbox:")
    if st.button(way, key="missing", icon=icon, type="primary"):
        links.turn_to(path)
