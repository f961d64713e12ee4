"""A figure on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:  # Plotly is slow to import, and the first page shows no figure
    from breakeven.figures.figure import Figure
    from breakeven.ui.components.drawn import Drawn


def is_dark() -> bool:
    """Whether the page is seen light on dark."""
    return st.context.theme.type == "dark"


def show_figure(figure: Figure | Drawn, key: str, alt: str, **more: Any) -> None:
    """A Plotly figure without buttons; `alt` says what it shows to those who cannot see it.

    ValueError without such words.
    """
    if not alt.strip():
        raise ValueError(f"the figure {key} says nothing to those who cannot see it")
    if isinstance(figure, dict):
        from breakeven.ui.components.drawn import Drawn

        figure = Drawn(figure, is_dark())
    st.plotly_chart(figure, key=key, alt=alt, config={"displayModeBar": False}, **more)
