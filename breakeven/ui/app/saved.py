"""The library that this server saves to, who acts in this session, what is saved of a review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.records import Review
from breakeven.ui.app import state

if TYPE_CHECKING:  # the first page of a fresh server opens without a database
    from breakeven.library.actors import Actor
    from breakeven.library.library import Library
    from breakeven.library.saved import SavedReview, SavedVersion


def library() -> Library | None:
    """The library; None, and `trouble` says why, where it cannot be used."""
    from breakeven.library.errors import LibraryError
    from breakeven.library.library import open_library

    try:
        found = open_library()
    except LibraryError as error:
        state.remember("library_trouble", str(error))
        return None
    state.forget("library_trouble")
    return found


def trouble() -> str | None:
    """Why nothing can be saved; None where it can."""
    said: str | None = state.remembered("library_trouble")
    return said


def actor() -> Actor:
    """Who acts in this session."""
    from breakeven.library.actors import LOCAL

    return LOCAL


@dataclass(frozen=True)
class Saved:
    """What the library holds of the review that is looked at: it, and the version shown."""

    library: Library
    review: SavedReview
    version: SavedVersion


def saved_as(review: Review) -> Saved | None:
    """What is saved of a review; None where it is not saved, or who is here may not look."""
    from breakeven.library.actors import NotAllowedError
    from breakeven.library.errors import LibraryError

    found = library()
    if found is None:
        return None
    try:
        version = found.find(actor(), review.files)
        of = None if version is None else found.review(actor(), version.review)
    except (NotAllowedError, LibraryError) as error:
        state.remember("library_trouble", str(error))
        return None
    return None if version is None or of is None else Saved(found, of, version)


def save(
    review: Review, files: Sequence[tuple[str, bytes | Path]], options: str
) -> SavedVersion | None:
    """Save a review that was read; None, and `trouble` says why, where it cannot be saved."""
    from breakeven.library.actors import NotAllowedError
    from breakeven.library.errors import LibraryError
    from breakeven.library.reviews import save_review

    found = library()
    if found is None:
        return None
    try:
        with st.spinner("Saving …", show_time=True):
            return save_review(found, actor(), review, files, options)
    except (NotAllowedError, LibraryError) as error:
        state.remember("library_trouble", str(error))
        return None
