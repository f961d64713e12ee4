"""Four hints for whoever tries the app with a sample: one at a time, beside what they are about.

They are of the session that began them, and gone once they are read or skipped.
"""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.head.shortcuts import key_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import keys, say

SAMPLE = "reuters"
HINTS = (
    "This line says what all numbers are about. Each word of it opens to choose another: try the "
    "system.",
    "A number that counts documents is a link to them: one click, and you read what went wrong.",
    "Guidance, in the menu, lists what to do next, what gains most first.",
    f"{keys(key_of('find'))} finds any page, class or measure, and {keys(key_of('list'))} lists "
    "all keys. Load, in the menu, is the way to your own files.",
)
# under which the session keeps which hint is next
NEXT = "next_hint"


def begin_hints() -> None:
    """Show them from the first one on."""
    state.remember(NEXT, 0)


@widgets.fragment
def show_hint() -> None:
    """The hint that is next; nothing where none was asked for, or all are read."""
    at = state.remembered(NEXT)
    if at is None:
        return
    last = at + 1 == len(HINTS)
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="hint"):
        say(f"<b>{at + 1} of {len(HINTS)}</b> {HINTS[at]}")
        st.button(
            "Done" if last else "Next",
            key="hint_next",
            type="primary",
            on_click=_end if last else _go_on,
            args=() if last else (at + 1,),
        )
        if not last:
            st.button("Skip", key="hint_skip", type="tertiary", on_click=_end)


def _go_on(n: int) -> None:
    """Go on with the n-th, counted from 0."""
    state.remember(NEXT, n)


def _end() -> None:
    state.forget(NEXT)
