"""What was read is saved at once; what is not saved, and how it still can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from breakeven.readers.samples import SAMPLES
from breakeven.records import Review
from breakeven.ui.app.library import saved
from breakeven.ui.app.library.marks import keep_with_version
from breakeven.ui.app.library.opening import keep, sample
from breakeven.ui.app.session import state

NOT_SAVED = "This review is not saved: {what} as long as this server keeps them in memory."
BETTER = "Once it is saved, it can be signed, shared, noted on, and compared with later versions."
LOAD_AGAIN = "To save it, load its files again on the Load page."
HELD = "It was read and can be looked at, but it could not be saved:"


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
    left = Unsaved(review, unsaved.files, unsaved.options, saved.trouble())
    state.remember("unsaved", None if done else left)


def can_be_saved(unsaved: Unsaved) -> None:
    """Remember what a review that is saved only when somebody wants it can be saved with."""
    state.remember("unsaved", unsaved)


def _unsaved(review: Review) -> Unsaved | None:
    key = state.raw()["review"]
    if key in SAMPLES:
        from breakeven.library.again import sample_options

        return Unsaved(sample(key), (), sample_options(key, {}))
    known: Unsaved | None = state.remembered("unsaved")
    return known if known is not None and known.review.fingerprint == review.files else None


def say_not_saved() -> None:
    """What is lost with the server's memory, and what saving is good for."""
    # the link of a sample opens it on any server
    what = "its marks last" if state.raw()["review"] in SAMPLES else "its marks and its link last"
    st.info(f"{NOT_SAVED.format(what=what)} {BETTER}")


def offer_saving(review: Review) -> None:
    """A button that saves a review, and opens it as what was saved; why it is not, if tried."""
    unsaved = _unsaved(review)
    if unsaved is None:
        st.caption(saved.trouble() or LOAD_AGAIN)
        return
    said = st.container()
    label = "Save to the library" if unsaved.why is None else "Try saving again"
    if st.button(label, key="save_review", icon=":material/save:"):
        save_read(unsaved)
        unsaved = state.remembered("unsaved")
        if unsaved is None:
            keep(review.loaded, on_disk=True)
            state.choose("review", review.files)
            keep_with_version(review)
            st.rerun()
    if unsaved is not None and unsaved.why is not None:
        said.warning(f"{HELD} {unsaved.why}")
