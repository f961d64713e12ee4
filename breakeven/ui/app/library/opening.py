"""The review that an address names: a sample, or what was read from files, wherever it is kept."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.records import Review
from breakeven.ui.app.head.baseline import beside
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.library import saved
from breakeven.ui.app.library.kept_reviews import reviews
from breakeven.ui.app.session import login, state
from breakeven.ui.app.session.waiting import stopped, waiting
from breakeven.ui.app.shared import tables


@cached(entries=4, spinner="Reading the sample …")
def sample(key: str) -> Review:
    """A sample as it comes, read once."""
    return load_sample(key)


def keep(review: Review, *, on_disk: bool = False) -> None:
    """Make a review that was read from files the current one.

    `on_disk`: it is saved by now. The session then need not hold it for as long as it lasts.
    """
    if on_disk:
        if _mine(review.fingerprint) is not None:
            state.forget("review")
    else:
        state.remember("review", review)
    reviews.keep(review, on_disk=on_disk)


def review_of(key: str | None) -> Review | None:
    """The review an address names, or None where it is not here, or not for who asks.

    What is saved is called as the library calls it now, and has its baseline beside it.
    """
    if not key or tables.is_table(key):  # of which the documents are not here
        return None
    if key in SAMPLES:
        return sample(key)
    place = saved.place_at(key)
    review = _not_saved(key) if place is None else opened(key)
    if place is None or review is None:
        return review
    if state.remembered("noted_opened") != (key, place.review):
        state.remember("noted_opened", (key, place.review))
        saved.asked(lambda library: library.note_opened(saved.actor(), key))
    return beside(
        review if review.name == place.title else replace(review, name=place.title), place
    )


def _mine(key: str) -> Review | None:
    """The review that this session read last, where it is this one."""
    mine: Review | None = state.remembered("review")
    return mine if mine is not None and mine.fingerprint == key else None


def _not_saved(key: str) -> Review | None:
    # who logs in, or came by a share link, sees nothing that the library does not let them see
    apart = login.configured() or saved.whose()
    return _mine(key) or (None if apart else reviews.find(key))


def opened(key: str) -> Review | None:
    """A saved review by its fingerprint, alone; None where it cannot be opened here."""
    found = _mine(key) or reviews.find(key)
    if found is not None:
        return found
    if stopped(opening(key)):
        return None
    from breakeven.library.reviews import open_review

    # where what was read is not kept, its files are read again
    with st.spinner("Opening the saved review …", show_time=True), waiting(opening(key)):
        found = saved.asked(lambda library: open_review(library, saved.actor(), key))
    state.remember("not_opened", None if found is not None else (key, saved.trouble()))
    if found is not None:
        reviews.keep(found, on_disk=True)
    return found


def opening(key: str) -> str:
    """What the opening of a saved review is called, where it is waited for."""
    return f"saved {key}"


def why_not(key: str) -> str | None:
    """Why a saved review could not be opened; None where it is not one, or could."""
    known = state.remembered("not_opened")
    return known[1] if known is not None and known[0] == key else None
