"""Opens every page: its title, its look, the menu, and who may come in.

A page that shows no review needs no more. So nothing here, nor what it imports, counts anything:
the first page of a fresh server comes before NumPy is there.
"""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.head.keys import show_keys
from breakeven.ui.app.head.lasting import lasting
from breakeven.ui.app.head.menu import show_menu
from breakeven.ui.app.session import links, state, visiting
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import is_dark
from breakeven.ui.components.style import show_style


def open_page(title: str) -> None:
    """Page title and menu, nothing else: for pages that need no review."""
    st.set_page_config(page_title=f"{title} · Breakeven", page_icon="⚖️", layout="wide")
    with lasting():
        show_style(is_dark())
    state.adopt_address(title.lower())
    visiting.enter()
    _by_number(title)
    downloads.about()
    shared = links.common()
    show_menu(shared)
    with lasting():
        show_keys(title)
    visiting.hold_back(title)


def _by_number(title: str) -> None:
    """Turn to the screen of the story that a short address asks for: `?story=3` is the third."""
    wanted = state.raw().pop("story", "")
    if not wanted:
        return
    from breakeven.story.screen import KEYS

    screens = {str(number): key for number, key in enumerate(KEYS, 1)}
    if wanted in screens:
        state.choose("story.screen", screens[wanted])
        if title != "Story":
            links.turn_to("pages/story.py")
