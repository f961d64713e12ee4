"""What somebody does to the library by a button: done, or refused with one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.ui.app import state
from breakeven.ui.app.saved import actor, library, trouble

if TYPE_CHECKING:  # the first page of a fresh server opens without a database
    from breakeven.library.actors import Action, Actor
    from breakeven.library.library import Library

REFUSED = "refused"


def do(what: Callable[[Library, Actor], object]) -> bool:
    """Do it as who is here; whether it was done: why not, `say_refused` then says."""
    from breakeven.library.actors import NotAllowedError
    from breakeven.library.errors import LibraryError

    found = library()
    if found is None:
        state.remember(REFUSED, trouble())
        return False
    try:
        what(found, actor())
    except (NotAllowedError, LibraryError) as error:
        state.remember(REFUSED, str(error))
        return False
    return True


def doing(what: Callable[[Library, Actor], object]) -> Callable[[], None]:
    """As `do`, for a button."""

    def press() -> None:
        do(what)

    return press


def say_refused() -> None:
    """Why the last thing was not done, once."""
    said = state.forget(REFUSED)
    if said is not None:
        st.warning(said)


def may(action: Action) -> bool:
    """Whether to offer it to who is here; whether it is done the library decides."""
    from breakeven.library.actors import may as enough

    found = library()
    return found is not None and enough(found.role_of(actor()), action)
