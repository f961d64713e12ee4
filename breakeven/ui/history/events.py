"""What was said and done about a saved review, the latest first."""

from __future__ import annotations

import streamlit as st

from breakeven.library.told import history, who_in_words
from breakeven.ui.app.library.saved import Saved
from breakeven.ui.components.html import moment, plain, prose

AT_ONCE = 50
LONGEST = 600


def show_events(saved: Saved) -> None:
    """Who did what, and when; all of it stays, and nothing is ever changed."""
    st.subheader("What happened", anchor=False)
    events = history(saved.events)[::-1]
    shown = events[:AT_ONCE]
    if len(shown) < len(events) and st.toggle(f"Show all {len(events):,}", key="all_events"):
        shown = events
    rows = [
        [
            moment(event.at),
            plain(who_in_words(event.actor)),
            "" if event.version is None else f"{event.version}",
            plain(event.what, LONGEST),
        ]
        for event in shown
    ]
    prose(["When", "Who", "Version", "What"], rows)
