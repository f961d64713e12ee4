"""The library that this server saves to, who acts in this session, what is saved of a review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from breakeven.readers.samples import SAMPLES
from breakeven.ui.app.session import login, state

if TYPE_CHECKING:  # the first page of a fresh server opens without a database
    from breakeven.library.actors import Actor, Role
    from breakeven.library.events import Event
    from breakeven.library.library import Library
    from breakeven.library.saved import Place, SavedReview, SavedVersion
    from breakeven.library.visitors import Share
    from breakeven.records import Review

T = TypeVar("T")
# where the session remembers the share link that it came by
VISITING = "visiting"


def library() -> Library | None:
    """The library; None, and `trouble` says why, where it cannot be used."""
    from breakeven.library.errors import LibraryError
    from breakeven.library.library import open_library

    try:
        found = open_library(login=login.configured())
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
    """Who acts in this session: whoever came by a share link may look at what it shows."""
    share: Share | None = state.remembered(VISITING)
    return whoever() if share is None else share.visitor


def looks_only() -> bool:
    """Whether who is here came by a share link: nothing that writes is offered to them."""
    return state.remembered(VISITING) is not None


def still_open() -> bool:
    """Whether the share link that this session came by still opens what it is for."""
    share: Share | None = state.remembered(VISITING)
    return share is not None and place_at(share.fingerprint) is not None


def whoever() -> Actor:
    """Who is here, by whatever link they came; nobody where they would have to log in first."""
    from breakeven.library.actors import LOCAL, NOBODY

    return (login.person() or NOBODY) if login.configured() else LOCAL


def place_at(fingerprint: str) -> Place | None:
    """Where a version stands in the library; None where it is not saved, or who is here may not."""
    return asked(lambda found: found.place(actor(), fingerprint))


def asked(what: Callable[[Library], T]) -> T | None:
    """An answer of the library; None, and `trouble` says why, where it gives none."""
    from breakeven.library.actors import NotAllowedError
    from breakeven.library.errors import LibraryError

    found = library()
    if found is None:
        return None
    try:
        return what(found)
    except (NotAllowedError, LibraryError) as error:
        state.remember("library_trouble", str(error))
        return None


def role_of(who: Actor) -> Role | None:
    """What somebody may do by now; None for strangers, and where the library gives no answer."""
    found = asked(lambda where: (where.role_of(who),))
    return None if found is None else found[0]


@dataclass(frozen=True)
class Saved:
    """What the library holds of the review that is looked at: it, and the version shown."""

    library: Library
    review: SavedReview
    version: SavedVersion
    place: Place

    @property
    def events(self) -> tuple[Event, ...]:
        """All that was said of the review; only what is new since it was asked last is read."""
        return events_at(self.library, self.place)


def place_of(review: Review) -> Place | None:
    """Where the review that is looked at stands in the library; None where it is not saved.

    A sample that is opened as such is not, even where somebody saved it too.
    """
    return None if state.raw().get("review") in SAMPLES else place_at(review.files)


def saved_as(review: Review) -> Saved | None:
    """What is saved of a review; None where it is not saved, or who is here may not look."""
    place = place_of(review)
    if place is None:
        return None

    def found(where: Library) -> Saved | None:
        of = where.review(actor(), place.review)
        return None if of is None else Saved(where, of, of.version(place.n), place)

    return asked(found)


def events_at(where: Library, place: Place) -> tuple[Event, ...]:
    """All that was said of a review by now. NotAllowedError, LibraryError."""
    from breakeven.ui.app.library.known_events import known_events

    return known_events.of(place, whose(), lambda after: where.events(actor(), place.review, after))


def whose() -> str:
    """Whose eyes see what is said: all members' are the same, who came by a link sees less."""
    from breakeven.library.visitors import BY_LINK

    who = actor()
    return who.subject if who.issuer == BY_LINK else ""


def save(
    review: Review, files: Sequence[tuple[str, bytes | Path]], options: str
) -> SavedVersion | None:
    """Save a review that was read; None, and `trouble` says why, where it cannot be saved."""
    from breakeven.library.reviews import save_review

    with st.spinner("Saving …", show_time=True):
        return asked(lambda where: save_review(where, actor(), review, files, options))
