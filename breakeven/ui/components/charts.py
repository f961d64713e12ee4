"""A figure on a page."""

from __future__ import annotations

from typing import Any

import streamlit as st


def show_figure(figure: Any, key: str, alt: str, **more: Any) -> None:
    """A Plotly figure without buttons; `alt` says what it shows to those who cannot see it.

    ValueError without such words.
    """
    if not alt.strip():
        raise ValueError(f"the figure {key} says nothing to those who cannot see it")
    st.plotly_chart(figure, key=key, alt=alt, config={"displayModeBar": False}, **more)
