"""The library that this server saves to, and who acts in this session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from breakeven.ui.app import state

if TYPE_CHECKING:  # the first page of a fresh server opens without a database
    from breakeven.library.actors import Actor
    from breakeven.library.library import Library


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
