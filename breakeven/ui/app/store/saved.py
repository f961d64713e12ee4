"""What is saved of the review that is looked at, and opening it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.data.installation import NO_SAMPLES
from breakeven.readers.samples import SAMPLES, installed_samples, load_sample
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import (
    actor,
    ask_library,
    library_trouble,
    place_of,
    share_subject,
)
from breakeven.ui.app.session.waiting import stopped, waiting
from breakeven.ui.app.store.memory import event_memory, review_memory

if TYPE_CHECKING:
    from breakeven.data.records import Review
    from breakeven.store.events import Event
    from breakeven.store.library import Library
    from breakeven.store.saved_review import SavedReview, SavedVersion, VersionPlace


@dataclass(frozen=True)
class Saved:
    """What the library holds of the review that is looked at: it, and the version shown."""

    library: Library
    review: SavedReview
    version: SavedVersion
    place: VersionPlace

    @property
    def events(self) -> tuple[Event, ...]:
        """All that was said of the review; only what is new since it was asked last is read."""
        return events_at(self.library, self.place)


def saved_as(review: Review) -> Saved | None:
    """What is saved of a review; None where it is not saved, or who is here may not look."""
    place = place_of(review)
    if place is None:
        return None

    def saved_there(where: Library) -> Saved | None:
        review = where.review(actor(), place.review)
        return None if review is None else Saved(where, review, review.version(place.n), place)

    return ask_library(saved_there)


def events_at(where: Library, place: VersionPlace) -> tuple[Event, ...]:
    """All that was said of a review by now. NotAllowedError, LibraryError."""
    return event_memory.events(
        place, share_subject(), lambda after: where.events(actor(), place.review, after)
    )


def save(
    review: Review, files: Sequence[tuple[str, bytes | Path]], options: str
) -> SavedVersion | None:
    """Save a review that was read.

    None where it cannot be saved; `library_trouble` says why.
    """
    # loads SQLAlchemy
    from breakeven.store.reviews import save_review

    with st.spinner("Saving …", show_time=True):
        return ask_library(lambda where: save_review(where, actor(), review, files, options))


@cached(entries=4, spinner="Reading the sample …")
def sample(key: str) -> Review:
    """A sample as it comes, read once."""
    return load_sample(key)


def keep(review: Review, *, on_disk: bool = False) -> None:
    """Make a review that was read from files the current one.

    `on_disk`: it is saved by now. The session then need not hold it for as long as it lasts.
    """
    if on_disk:
        if session_review(review.fingerprint) is not None:
            state.forget("review")
    else:
        state.remember("review", review)
    review_memory.keep(review, on_disk=on_disk)


def session_review(key: str) -> Review | None:
    """The review that this session read last, where it is this one."""
    mine: Review | None = state.remembered("review")
    return mine if mine is not None and mine.fingerprint == key else None


def open_saved(key: str) -> Review | None:
    """A saved review by its fingerprint, alone; None where it cannot be opened here."""
    review = session_review(key) or review_memory.find(key)
    if review is not None:
        return review
    if stopped(opening(key)):
        return None
    # loads SQLAlchemy
    from breakeven.store.reviews import open_review

    # where what was read is not kept, its files are read again
    with st.spinner("Opening the saved review …", show_time=True), waiting(opening(key)):
        review = ask_library(lambda library: open_review(library, actor(), key))
    state.remember("not_opened", None if review is not None else (key, library_trouble()))
    if review is not None:
        review_memory.keep(review, on_disk=True)
    return review


def opening(key: str) -> str:
    """What the opening of a saved review is called, where it is waited for."""
    return f"saved {key}"


def why_not(key: str) -> str | None:
    """Why a review could not be opened; None where nobody knows, or it could."""
    if key in SAMPLES and key not in installed_samples():
        return NO_SAMPLES.sentence
    known = state.remembered("not_opened")
    return known[1] if known is not None and known[0] == key else None
