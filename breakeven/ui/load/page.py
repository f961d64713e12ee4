"""Load: choose a sample or files, confirm the columns, see what was read.

What reads files and shows reviews is imported where there are any: the first page of a fresh
server shows neither, and comes before NumPy is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from breakeven.readers.worker.connection import start_worker
from breakeven.ui.app.header.bare_page import open_page
from breakeven.ui.app.header.help import SAMPLE, begin_hints
from breakeven.ui.app.page import links
from breakeven.ui.app.session import state
from breakeven.ui.components.html import say
from breakeven.ui.load.sources import dropped_files, just_read, opened_sample, opened_table, tried

if TYPE_CHECKING:
    from breakeven.data.records import Review

WELCOME = (
    "Drop a file that says what is true and what a system says of it, or try it with a sample: "
    "then you see how good the system is, where it fails, and what would help. Before there is a "
    "system, what is true or what people labelled is enough."
)


def show_load() -> None:
    """The page; ends in another where something was chosen."""
    open_page("load")
    st.title("What shall we review?", anchor=False)

    current = _current()
    if current is None:
        say(WELCOME)
    above = st.container()

    files, samples = st.columns([3, 2], gap="large")
    with files:
        uploaded = dropped_files()
    below = st.container()
    chosen = None
    if uploaded:
        # loads pandas
        from breakeven.ui.load.uploads import from_uploads

        chosen = from_uploads(uploaded)
    if current is not None and chosen is None:
        # loads pandas
        from breakeven.ui.load.class_options import class_names, class_tree
        from breakeven.ui.load.summary import show_loaded

        state.write_address(links.address_of("load"))
        # files just read: where the reader is looking, under their names
        with below if just_read(uploaded) else above:
            show_loaded(current)
            chosen = class_names(state.raw()["review"], current)
            chosen = class_tree(state.raw()["review"], current) or chosen
    # one clear way on: where there are files, or a review, it is theirs
    sample = None
    if not uploaded:
        with samples:
            sample = opened_sample("primary" if current is None else "secondary")
            if current is None and tried():
                begin_hints()
                sample = SAMPLE
            sample = opened_table() or sample
    if sample is not None:
        state.open_review(sample)
        links.turn_to("summary")
    if chosen is not None:
        state.open_review(chosen)
        st.rerun()
    if not uploaded:
        start_worker()


def _current() -> Review | None:
    """The review that the address names; None without one, or where it is not here."""
    key = state.raw().get("review")
    if key is None:
        return None
    # loads NumPy
    from breakeven.ui.app.store.reviews import review_of

    return review_of(key)
