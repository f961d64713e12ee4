"""The review that an address names: opened, saved, and how it still can be saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import streamlit as st

from breakeven.data.records import Review
from breakeven.readers.samples import SAMPLES, installed_samples
from breakeven.ui.app.session import access, state
from breakeven.ui.app.store import engine_tables, saved
from breakeven.ui.app.store.baseline import add_baseline
from breakeven.ui.app.store.marks import keep_with_version
from breakeven.ui.app.store.memory import review_memory
from breakeven.ui.app.store.saved import keep, open_saved, sample, session_review

# --- the review that an address names: a sample, or what was read from files, wherever it is kept


def review_of(key: str | None) -> Review | None:
    """The review an address names, or None where it is not here, or not for who asks.

    What is saved is called as the library calls it now, and has its baseline beside it.
    """
    if not key or engine_tables.is_table(key):  # of which the documents are not here
        return None
    if key in SAMPLES:
        return sample(key) if key in installed_samples() else None
    place = access.place_at(key)
    review = _not_saved(key) if place is None else open_saved(key)
    if place is None or review is None:
        return review
    if state.remembered("noted_opened") != (key, place.review):
        state.remember("noted_opened", (key, place.review))
        access.ask_library(lambda library: library.note_opened(access.actor(), key))
    return add_baseline(
        review if review.name == place.title else replace(review, name=place.title), place
    )


def _not_saved(key: str) -> Review | None:
    # who logs in, or came by a share link, sees nothing that the library does not let them see
    apart = access.configured() or access.share_subject()
    return session_review(key) or (None if apart else review_memory.find(key))


# --- what was read is saved at once; what is not saved, and how it still can be


NOT_SAVED = "This review is not saved: {what} only until this server restarts or needs the memory."
BETTER = "Save it to sign it, share it, add notes, and compare later versions."
LOAD_AGAIN = "To save it, add its files again on Home."
HELD = "You can look at it, but it could not be saved:"


@dataclass(frozen=True)
class Unsaved:
    """What a review that is not saved can be saved with; `why` it is not, where that was tried."""

    review: Review
    files: Sequence[tuple[str, bytes]]
    options: str
    why: str | None = None


def save_read(unsaved: Unsaved) -> None:
    """Save what was just read; what that needs is remembered where it cannot be saved now."""
    review = unsaved.review
    done = saved.save(review, unsaved.files, unsaved.options) is not None
    if done:
        keep(review, on_disk=True)
    left = Unsaved(review, unsaved.files, unsaved.options, access.library_trouble())
    state.remember("unsaved", None if done else left)


def can_be_saved(unsaved: Unsaved) -> None:
    """Remember what a review that is saved only when somebody wants it can be saved with."""
    state.remember("unsaved", unsaved)


def _unsaved(review: Review) -> Unsaved | None:
    key = state.raw()["review"]
    if key in SAMPLES:
        # loads PyArrow
        from breakeven.store.reread import sample_options

        return Unsaved(sample(key), (), sample_options(key, {}))
    known: Unsaved | None = state.remembered("unsaved")
    return known if known is not None and known.review.fingerprint == review.files else None


def say_not_saved() -> None:
    """What is lost with the server's memory, and what saving is good for."""
    # the link of a sample opens it on any server
    what = "its marks last" if state.raw()["review"] in SAMPLES else "its marks and its link last"
    st.info(f"{NOT_SAVED.format(what=what)} {BETTER}")


def offer_saving(review: Review, *, primary: bool = False) -> None:
    """A button that saves a review, and opens it as what was saved; why it is not, if tried.

    `primary`: whether there is nothing else to do.
    """
    unsaved = _unsaved(review)
    if unsaved is None:
        st.caption(access.library_trouble() or LOAD_AGAIN)
        return
    place = st.container()
    label = "Save to the library" if unsaved.why is None else "Try saving again"
    kind: Literal["primary", "secondary"] = "primary" if primary else "secondary"
    if st.button(label, key="save_review", type=kind, icon=":material/save:"):
        save_read(unsaved)
        unsaved = state.remembered("unsaved")
        if unsaved is None:
            keep(review.loaded, on_disk=True)
            state.choose("review", review.files)
            keep_with_version(review)
            st.rerun()
    if unsaved is not None and unsaved.why is not None:
        place.warning(f"{HELD} {unsaved.why}")
