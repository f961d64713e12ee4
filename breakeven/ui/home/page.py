"""Home: drop files and confirm them, open what is saved, or try a sample.

What reads files and shows reviews is imported where there are any: the first page of a fresh
server shows neither, and comes before NumPy is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

from breakeven.readers.worker.connection import start_worker
from breakeven.ui.app.header.bare_page import open_page
from breakeven.ui.app.header.help import SAMPLE, begin_hints
from breakeven.ui.app.page import links
from breakeven.ui.app.session import access, state
from breakeven.ui.home.recent import show_recent
from breakeven.ui.home.sources import dropped_files, opened_sample, opened_table, tried

if TYPE_CHECKING:
    from breakeven.data.records import Review

GONE = "This review is not on this server any more. Add its files again to open it."


def show_home() -> None:
    """The page; ends in another where something was chosen."""
    open_page("home")
    st.title("What do you want to review?", anchor=False)
    current = _current()
    above = st.container()
    files, saved = st.columns([3, 2], gap="large")
    with files:
        uploaded = dropped_files()
    chosen = None
    if uploaded:
        # loads pandas
        from breakeven.ui.home.uploads import from_uploads

        chosen = from_uploads(uploaded)
        if chosen is not None:
            _open(chosen)
    elif current is not None:
        with above:
            chosen = _what_was_read(current)
    # one clear way on: where there are files, or a review, it is theirs
    sample = None
    if not uploaded:
        with saved:
            any_saved = show_recent()
            kind: Literal["primary", "secondary"]
            kind = "secondary" if current is not None or any_saved else "primary"
            sample = opened_sample(kind)
            if current is None and tried():
                begin_hints()
                sample = SAMPLE
            sample = opened_table() or sample
        _manage(any_saved)
    if sample is not None:
        state.open_review(sample)
        links.turn_to("summary")
    if chosen is not None:
        state.open_review(chosen)
        st.rerun()
    if not uploaded:
        start_worker()


def _open(key: str) -> None:
    """Leave for the results of what was just read."""
    # loads NumPy
    from breakeven.ui.app.store.reviews import review_of

    state.open_review(key)
    review = review_of(key)
    links.turn_to("summary" if review is None else links.home_of(review))


def _what_was_read(current: Review) -> str | None:
    """The review that is open, and names to change; what to open, once it was read again."""
    # loads pandas
    from breakeven.ui.home.class_options import class_names, class_tree
    from breakeven.ui.home.what_was_read import show_loaded

    state.write_address(links.address_of("home"))
    with show_loaded(current):
        chosen = class_names(state.raw()["review"], current)
        return class_tree(state.raw()["review"], current) or chosen


def _manage(any_saved: bool) -> None:
    """Ways to find, rename, export and delete reviews, and who may do so."""
    if not any_saved and not access.configured():
        return
    # loads SQLAlchemy
    from breakeven.ui.home.members import show_people
    from breakeven.ui.home.saved_reviews import manage_reviews

    if any_saved:
        manage_reviews()
    show_people()


def _current() -> Review | None:
    """The review that the address names; None without one, or where it is not here."""
    key = state.raw().get("review")
    if key is None:
        return None
    # loads NumPy
    from breakeven.ui.app.store.reviews import review_of

    review = review_of(key)
    if review is None:
        # loads SQLAlchemy
        from breakeven.ui.app.store.saved import why_not

        st.warning(why_not(key) or GONE)
    return review
