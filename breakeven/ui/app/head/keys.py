"""Keys that do something on every page, as buttons that are drawn with it.

What they open is imported when they are pressed: every page opens through here, the first too.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.ui.app.head.shortcuts import by_place, key_of
from breakeven.ui.app.session import links, state, widgets
from breakeven.ui.components.html import grid, keys

if TYPE_CHECKING:
    from breakeven.selection import Selection

STEP = 0.05
# under which the session keeps what the page at hand calls the class that is looked at, and
# whether all keys are to be listed
CLASS, LISTED = "palette_class", "palette_listed"


def show_keys(title: str) -> None:
    """The buttons of every page, and what they opened. `title`: of the page."""
    state.forget(CLASS)
    _keys(title)


@widgets.fragment
def _keys(title: str) -> None:
    with st.container(key="find", horizontal=True):
        if st.button("Find", icon=":material/search:", key="find_open", shortcut=key_of("find")):
            # what there is to be found is known of a review that is open
            from breakeven.ui.app.head.palette import find

            find()
    with st.container(key="keys"):
        listed = st.button("Keys", key="keys_open", shortcut=key_of("list"))
        if listed or state.forget(LISTED):
            _list_keys()
        if title != "Documents" and st.button(
            "Documents", key="keys_documents", shortcut=key_of("documents")
        ):
            links.turn_to(links.DOCUMENTS)


def show_neighbours(key: str, before: str | None, after: str | None) -> None:
    """Keys for the class before and the next one, where a page has a choice of class.

    `key`: under which the class is kept.
    """
    state.remember(CLASS, key)
    with st.container(key="keys_classes"):
        for name, to in (("previous_class", before), ("next_class", after)):
            st.button(
                name.replace("_", " "),
                key=name,
                shortcut=key_of(name),
                disabled=to is None,
                on_click=state.choose,
                args=(key, to),
            )


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


def step_threshold(threshold: float, step: float) -> None:
    """Move a threshold by a step."""
    # no more digits than a step has: 0.1 + 0.2 is 0.3
    state.choose("cut", f"threshold:{round(threshold + step, 9)!r}")


@st.dialog("Keys")
def _list_keys() -> None:
    rows = []
    for where, listed in by_place().items():
        rows.append([f"<b>{where}</b>", ""])
        rows += [[shortcut.does, keys(shortcut.key)] for shortcut in listed]
    grid(["What it does", "Key"], rows)
