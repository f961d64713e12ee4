"""What somebody does to the library by a button: done, or refused with one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.ui.app.library.saved import actor, asked, role_of, trouble
from breakeven.ui.app.session import state

if TYPE_CHECKING:  # the first page of a fresh server opens without a database
    from breakeven.library.actors import Action, Actor
    from breakeven.library.library import Library

REFUSED = "refused"


def do(what: Callable[[Library, Actor], object], kept: str = REFUSED) -> bool:
    """Do it as who is here; whether it was done: why not, `say_refused` then says.

    `kept`: where the session remembers why not, for a part of a page that says so by itself.
    """
    if asked(lambda found: (what(found, actor()),)) is not None:
        return True
    state.remember(kept, trouble())
    return False


def doing(what: Callable[[Library, Actor], object], kept: str = REFUSED) -> Callable[[], None]:
    """As `do`, for a button."""

    def press() -> None:
        do(what, kept)

    return press


def say_refused(kept: str = REFUSED) -> None:
    """Why the last thing was not done, once."""
    said = state.forget(kept)
    if said is not None:
        st.warning(said)


def may(action: Action) -> bool:
    """Whether to offer it to who is here; whether it is done the library decides."""
    from breakeven.library.actors import may as enough

    return enough(role_of(actor()), action)
