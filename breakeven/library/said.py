"""What was said of a version, as its pages show it: found in one step, by its fingerprint."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from breakeven.library import database
from breakeven.library.actors import Actor
from breakeven.library.events import Event
from breakeven.library.library import Library
from breakeven.library.rows import events_of
from breakeven.library.tables import VERSION


@dataclass(frozen=True)
class Said:
    """The events of some kinds of a review, in their order; `n` is the version looked at."""

    review: str
    n: int
    events: tuple[Event, ...]


def said_of(
    library: Library, actor: Actor, fingerprint: str, kinds: Collection[str]
) -> Said | None:
    """What was said of the review of a version; None where it is not saved.

    Whoever came by a share link gets what is for them. NotAllowedError, LibraryError.
    """
    with database.reading(library.engine) as db:
        share = library.look(db, actor, fingerprint=fingerprint)
        of = sa.select(VERSION.c.review, VERSION.c.n).where(VERSION.c.fingerprint == fingerprint)
        found = db.execute(of).one_or_none()
        if found is None:
            return None
        events = events_of(db, found.review, kinds)
    shown = events if share is None else [event for event in events if share.shows(event)]
    return Said(found.review, found.n, tuple(shown))
