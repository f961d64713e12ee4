"""Load: choose a sample or files, confirm the columns, see what was read."""

from __future__ import annotations

import streamlit as st

from breakeven.readers.apart.reading import prepare
from breakeven.ui.app import links, state
from breakeven.ui.app.hints import SAMPLE, begin_hints
from breakeven.ui.app.opening import review_of
from breakeven.ui.app.page import open_page
from breakeven.ui.components.html import say
from breakeven.ui.load.offers import dropped_files, opened_sample, opened_table, tried
from breakeven.ui.load.read_again import just_read

WELCOME = (
    "Drop a file that says what is true and what a system says of it, or try it with a sample: "
    "then you see how good the system is, where it fails, and what would help."
)


def show_load() -> None:
    """The page; ends in another where something was chosen."""
    open_page("Load")
    st.title("What shall we review?", anchor=False)

    current = review_of(state.raw().get("review"))
    if current is None:
        say(WELCOME)
    above = st.container()

    files, samples = st.columns([3, 2], gap="large")
    with files:
        uploaded = dropped_files()
    below = st.container()
    chosen = None
    if uploaded:
        # here and below: what reads and shows files is imported when it is needed, so that the
        # first page of a fresh server comes sooner
        from breakeven.ui.load.uploads import from_uploads

        chosen = from_uploads(uploaded)
    if current is not None and chosen is None:
        from breakeven.ui.load.class_names import class_names
        from breakeven.ui.load.hierarchy import class_tree
        from breakeven.ui.load.summary import show_loaded

        state.write_address(links.address_of("app.py"))
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
        links.turn_to("pages/overview.py")
    if chosen is not None:
        state.open_review(chosen)
        st.rerun()
    if not uploaded:
        prepare()
