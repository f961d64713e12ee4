"""Opens every page: its title, its look, the menu, its keys, and who may come in.

A page that shows no review needs no more. So nothing here, nor what it imports, counts anything:
the first page of a fresh server comes before NumPy is there. What keys open is imported when they
are pressed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.ui.app.header.menu import lasting, show_menu
from breakeven.ui.app.page import links, visiting
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.shortcuts import (
    CLASS_ON_PAGE,
    HELP_ON,
    KEYS_HELP,
    STEP,
    key_of,
    step_threshold,
)
from breakeven.ui.components.assets import is_dark, show_style
from breakeven.ui.pages import PAGES, PageKey

if TYPE_CHECKING:
    from breakeven.analysis.selection.selection import Selection


# --- Keys that do something on every page, as buttons that are drawn with it
#
# What they open is imported when they are pressed: every page opens through here, the first too.


def show_keys(page: PageKey) -> None:
    """The buttons of every page, and what they opened. `page`: the one that is shown."""
    state.forget(CLASS_ON_PAGE)
    _keys(page)


@widgets.fragment
def _keys(shown: PageKey) -> None:
    with st.container(key="find", horizontal=True):
        if st.button("Find", icon=":material/search:", key="find_open", shortcut=key_of("find")):
            # what there is to be found is known of a review that is open
            from breakeven.ui.app.header.palette import find

            find()
    with st.container(key="keys"):
        if st.button("Keys", key="keys_open", shortcut=key_of("list")):
            state.remember(HELP_ON, KEYS_HELP)
        if state.remembered(HELP_ON) is not None:
            # counts, where a measure is told in the numbers of the review
            from breakeven.ui.app.header.help_drawer import open_help

            open_help()
        for page in PAGES.values():
            if not page.shortcut or page.key == shown:
                continue
            key = f"keys_{page.key}"
            if st.button(page.title, key=key, shortcut=key_of(page.shortcut)):
                links.turn_to(page.key)


def show_steps(selection: Selection) -> None:
    """Keys for a higher and a lower threshold, where one threshold decides."""
    if selection.cut.rule != "threshold" or selection.cut.own:
        return
    with st.container(key="keys_threshold"):
        for name, step in (("threshold_up", STEP), ("threshold_down", -STEP)):
            st.button(
                name.replace("_", " "),
                key=name,
                shortcut=key_of(name),
                on_click=partial(step_threshold, selection.cut.threshold, step),
            )


# --- Opens every page: its title, its look, the menu, and who may come in
#
# A page that shows no review needs no more. So nothing here, nor what it imports, counts anything:
# the first page of a fresh server comes before NumPy is there.


def open_page(page: PageKey) -> None:
    """Page title and menu, nothing else: for pages that need no review."""
    st.set_page_config(page_title=f"{PAGES[page].title} · Breakeven", page_icon="⚖️", layout="wide")
    with lasting():
        show_style(is_dark())
    state.adopt_address(page)
    visiting.enter()
    _by_number(page)
    _with_help()
    downloads.about()
    shared = links.common()
    show_menu(shared)
    with lasting():
        show_keys(page)
    visiting.hold_back(page)


def _with_help() -> None:
    """Open Help on what an address asks for: `?help=keys`, or `?measure=recall`."""
    for key in ("help", "measure"):
        if asked := state.raw().pop(key, None):
            state.remember(HELP_ON, asked)
            state.withdraw(key)


def _by_number(page: PageKey) -> None:
    """Turn to the slide that a short address asks for: `?story=3` is the third."""
    wanted = state.raw().pop("story", "")
    if not wanted:
        return
    # loads NumPy
    from breakeven.analysis.story.screen_parts import SCREEN_KEYS

    screens = {str(number): key for number, key in enumerate(SCREEN_KEYS, 1)}
    if wanted in screens:
        state.choose("summary.screen", screens[wanted])
        state.choose("summary.part", "slides")
        if page != "summary":
            links.turn_to("summary")
