"""Sign-off: what somebody saw and stands behind, bound so that a change of it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.data.own_measures import OwnMeasure
from breakeven.store import database
from breakeven.store.actors import Actor
from breakeven.store.database import REVIEW
from breakeven.store.database_rows import append_event, events_of, version_by
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import measures_of
from breakeven.store.events import Event, from_a_file
from breakeven.store.library import Library
from breakeven.store.notes import clean_text
from breakeven.store.saved_review import Status

SIGNED, WITHDRAWN = "signed", "signature withdrawn"
LONGEST = 2_000
# of a class: true positives, false positives, false negatives, true negatives
NUMBER_OF_CELLS = 4


@dataclass(frozen=True)
class SignedContent:
    """What a signature binds, as whoever signs sees it.

    `choices`: what is looked at, as text by the keys of the address, the cut spelled out;
    `decisions`: the cut in words. `numbers`: the headline numbers; `digest`: theirs, SHA-256.
    """

    fingerprint: str
    choices: Mapping[str, str]
    decisions: str
    numbers: Mapping[str, Any]
    digest: str
    code_version: str


@dataclass(frozen=True)
class Signature:
    """A sign-off of a version: by whom, when, and what it binds. `n` is its event.

    `withdrawn`: the event that took it back, None where it stands. `from_a_file`: told by a file
    that was imported, so that nobody here knows who it was. `measures`: those of one's own that
    stood when it was given, whose values are among its numbers.
    """

    n: int
    version: int
    actor: Actor
    time: str
    statement: str
    bound: SignedContent
    withdrawn: Event | None = None
    from_a_file: bool = False
    measures: tuple[OwnMeasure, ...] = ()


def signatures_of(events: Iterable[Event]) -> list[Signature]:
    """All sign-offs among the events of a review, the latest first.

    Events of another shape, which an imported file may bring, are passed over.
    """
    listed = list(events)
    taken_back = {
        number: event
        for event in listed
        if event.kind == WITHDRAWN and isinstance(number := event.payload.get("signed"), int)
    }
    last_from_file = from_a_file(listed)
    signatures = []
    for event in reversed(listed):
        bound = _bound(event.payload) if event.kind == SIGNED else None
        statement = event.payload.get("statement")
        if bound is not None and event.version is not None and isinstance(statement, str):
            signatures.append(
                Signature(
                    n=event.n,
                    version=event.version,
                    actor=event.actor,
                    time=event.time,
                    statement=statement,
                    bound=bound,
                    withdrawn=taken_back.get(event.n),
                    from_a_file=event.n <= last_from_file,
                    measures=measures_of(other for other in listed if other.n < event.n),
                )
            )
    return signatures


def _bound(payload: Mapping[str, Any]) -> SignedContent | None:
    names = [field.name for field in fields(SignedContent)]
    texts = [payload.get(name) for name in names if name not in ("choices", "numbers")]
    choices = payload.get("choices")
    texts += [*choices.values()] if isinstance(choices, dict) else [None]
    if not all(isinstance(text, str) for text in texts) or not _are_numbers(payload.get("numbers")):
        return None
    return SignedContent(**{name: payload[name] for name in names})


def _are_numbers(data: Any) -> bool:
    """Whether this has the shape that `breakeven.results.signed_numbers.numbers_of` gives."""
    if not isinstance(data, dict) or not isinstance(data.get("measures"), dict):
        return False
    counts = data.get("counts")
    cells = [*counts.values()] if isinstance(counts, dict) else []
    if not isinstance(counts, dict | str) or any(
        not isinstance(counts_of_class, list) or len(counts_of_class) != NUMBER_OF_CELLS
        for counts_of_class in cells
    ):
        return False
    numbers = [
        *data["measures"].values(),
        *(number for counts_of_class in cells for number in counts_of_class),
    ]
    return all(isinstance(number, int | float | str | None) for number in numbers)


def sign(library: Library, actor: Actor, bound: SignedContent, statement: str) -> Event:
    """Sign a saved version as it is looked at; its review is then reviewed.

    NotAllowedError; LibraryError where it is not saved, or the statement is empty or too long.
    """
    statement = clean_text(statement, LONGEST)
    with database.writing(library.engine) as db:
        library.allow(db, actor, "sign")
        version = version_by(db, bound.fingerprint)
        if version is None:
            raise LibraryError("This review is not saved here.", "save it, then sign it")
        payload = asdict(bound) | {"statement": statement}
        event = append_event(db, actor, version.review, SIGNED, payload, version=version.n)
        _set_status(db, actor, version.review, "reviewed")
        return event


def withdraw(library: Library, actor: Actor, review: str, n: int) -> None:
    """Take a sign-off back; where none stands any more, a reviewed review is in review again.

    NotAllowedError, LibraryError.
    """
    with database.writing(library.engine) as db:
        library.allow(db, actor, "sign")
        standing = [s for s in signatures_of(events_of(db, review)) if s.withdrawn is None]
        signature = next((each for each in standing if each.n == n), None)
        if signature is None:
            raise LibraryError("This sign-off was already withdrawn.", "reload the page")
        append_event(db, actor, review, WITHDRAWN, {"signed": n}, version=signature.version)
        if len(standing) == 1 and _status(db, review) == "reviewed":
            _set_status(db, actor, review, "in review")


def _status(db: Connection, review: str) -> str | None:
    return db.scalar(sa.select(REVIEW.c.status).where(REVIEW.c.id == review))


def _set_status(db: Connection, actor: Actor, review: str, status: Status) -> None:
    if _status(db, review) == status:
        return
    db.execute(sa.update(REVIEW).where(REVIEW.c.id == review).values(status=status))
    append_event(db, actor, review, "status", {"status": status})
