"""Reviews taken from one store to another, as one file with all that was said of them.

Tested in `tests/breakeven/store/test_backup.py` and `test_forged.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.data.installation import CODE_VERSION
from breakeven.data.marks import utc_now
from breakeven.data.records import Review
from breakeven.data.wording import canonical
from breakeven.readers.base.problems import ReadError
from breakeven.store import database
from breakeven.store.actors import LOCAL, Actor
from breakeven.store.database import EVENT, REVIEW, VERSION
from breakeven.store.database_rows import (
    append_event,
    note_blobs,
    note_files,
    reviews_of,
    stored_events_of,
    version_by,
)
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import MEASURES_SET
from breakeven.store.events import FIRST_HASH, IMPORTED, Event, chained, files_payload
from breakeven.store.library import Library
from breakeven.store.removal import put_incoming
from breakeven.store.reread import changed_reading
from breakeven.store.review_file import MOST_EVENTS, PackedReview
from breakeven.store.saved_review import (
    SavedFile,
    SavedReview,
    SavedVersion,
    about_review,
)
from breakeven.store.storage_limits import make_room


def packed_review(library: Library, actor: Actor, review: str) -> PackedReview:
    """A review of the library with all that was said of it. NotAllowedError, LibraryError."""
    saved = library.review(actor, review)
    if saved is None:
        raise LibraryError("This review is no longer in the library.", "reload the list")
    with database.reading(library.engine) as db:
        library.allow(db, actor, "look")
        events = tuple(stored_events_of(db, review))
    if len(events) > MOST_EVENTS:
        what = f"This review has more history than one file can hold: {len(events):,} events."
        raise LibraryError(what, "back up the library instead")
    wanted = {file.sha256 for version in saved.versions for file in version.files}
    contents: dict[str, bytes | Path] = {sha256: library.file(actor, sha256) for sha256 in wanted}
    return PackedReview(saved, events, contents)


def _with_measures(review: Review, before: Event) -> Iterator[Event]:
    """What adds the measures of one's own, right behind an event; nothing where there are none."""
    if review.measures:
        yield chained(
            before.hash,
            chain=before.chain,
            n=before.n + 1,
            time=before.time,
            actor=LOCAL,
            kind=MEASURES_SET,
            version=None,
            payload={"measures": [measure.to_dict() for measure in review.measures]},
        )


def packed_alone(
    review: Review, files: Sequence[tuple[str, bytes | Path]], options: str
) -> PackedReview:
    """A review that was just read, packed without a library: its first version, saved now.

    `options`: the confirmed proposal as JSON, or `again.sample_options`.
    """
    contents: dict[str, bytes | Path] = {}
    saved = []
    for name, content in files:
        data = content if isinstance(content, bytes) else content.read_bytes()
        sha256 = hashlib.sha256(data).hexdigest()
        contents[sha256] = data
        saved.append(SavedFile(name, sha256, len(data)))
    moment = utc_now()
    # of the same reading the same review, wherever it is packed
    identity = hashlib.sha256(f"{review.name}\n{review.fingerprint}".encode()).hexdigest()[:32]
    version = SavedVersion(
        review=identity,
        n=1,
        fingerprint=review.fingerprint,
        options=options,
        about=about_review(review),
        code_version=CODE_VERSION,
        created=moment,
        created_by="",
        opened=moment,
        files=tuple(saved),
    )
    event = chained(
        FIRST_HASH,
        chain=identity,
        n=1,
        time=moment,
        actor=LOCAL,
        kind="saved",
        version=1,
        payload={"fingerprint": review.fingerprint, "title": review.name} | files_payload(version),
    )
    events = (event, *_with_measures(review, event))
    saved_review = SavedReview(
        id=identity,
        title=review.name,
        status="needs review",
        owner="",
        created=moment,
        opened=moment,
        archived=False,
        baseline=None,
        versions=(version,),
    )
    return PackedReview(saved_review, events, contents)


def take_in(library: Library, actor: Actor, packed: PackedReview) -> SavedReview:
    """Add a packed review to the library, with all that the file says was said of it.

    Its files are read again, apart: what gives another fingerprint than the file says is refused,
    and so is what cannot be read. Of a review that is here already what the file has more of is
    added. LibraryError where both went different ways since, or another review has one of its
    versions; ReadError; NotAllowedError.
    """
    given = packed.review
    with database.reading(library.engine) as db:
        library.allow(db, actor, "import")
        _must_go_together(db, packed)
        numbers = _numbers(db, given.id)
    read = {v.n: _believed(packed, v) for v in given.versions if v.n not in numbers}
    with (
        put_incoming(library.engine, library.blobs, [*packed.contents.values()]) as coming,
        database.writing(library.engine) as db,
    ):
        library.allow(db, actor, "import")
        new = _must_go_together(db, packed)
        coming.still_there()
        _, coming.not_needed = make_room(db, library.limits, given.id, dict(coming.stored), 0)
        here = next(iter(reviews_of(db, REVIEW.c.id == given.id)), None)
        note_blobs(db, dict(coming.stored))
        if here is None:
            db.execute(sa.insert(REVIEW).values(_row_of(given)))
        elif new:
            db.execute(sa.update(REVIEW).where(REVIEW.c.id == given.id).values(_row_of(given)))
        numbers = _numbers(db, given.id)
        for version in given.versions:
            if version.n not in numbers:
                # deleted since, it comes in as if it had never been here
                held = read.get(version.n) or _believed(packed, version)
                _add_version(db, replace(version, about=held))
        if new:
            db.execute(sa.insert(EVENT), [_event_row(event) for event in new])
            append_event(db, actor, given.id, IMPORTED, {"events": len(packed.events)})
        return reviews_of(db, REVIEW.c.id == given.id)[0]


def _numbers(db: Connection, review: str) -> set[int]:
    """The versions of a review that are here."""
    return set(db.scalars(sa.select(VERSION.c.n).where(VERSION.c.review == review)))


def _believed(packed: PackedReview, version: SavedVersion) -> dict[str, Any]:
    """What a list says of a version, counted from its files. ReadError where they are others."""
    review = packed.read_alone(version)
    other = changed_reading(review, version)
    if other is not None:
        raise ReadError([other])
    return about_review(review)


def _must_go_together(db: Connection, packed: PackedReview) -> list[Event]:
    """The events that the file has more of. LibraryError."""
    given = packed.review
    for version in given.versions:
        there = version_by(db, version.fingerprint)
        if there is not None and there.review != given.id:
            other = reviews_of(db, REVIEW.c.id == there.review)[0]
            raise LibraryError(
                f"Version {version.n} is already here, as version {there.n} of “{other.title}”.",
                "open it, or delete it first",
            )
    here = stored_events_of(db, given.id)
    for mine, theirs in zip(here, packed.events, strict=False):
        if mine.hash != theirs.hash:
            raise LibraryError(
                f"The review “{given.title}” is already here, and has changed here since it was "
                "exported.",
                "export the one here, delete it, then import the file",
            )
    return list(packed.events[len(here) :])


def _row_of(review: SavedReview) -> dict[str, Any]:
    return {
        "id": review.id,
        "title": review.title,
        "status": review.status,
        "owner": review.owner,
        "created": review.created,
        "opened": utc_now(),
        "archived": review.archived,
        "baseline": review.baseline,
    }


def _add_version(db: Connection, version: SavedVersion) -> None:
    db.execute(
        sa.insert(VERSION).values(
            review=version.review,
            n=version.n,
            fingerprint=version.fingerprint,
            options=version.options,
            about=canonical(dict(version.about)),
            # what a file gives as parsed would have to be believed: it is read again when opened
            parsed=None,
            code_version=version.code_version,
            created=version.created,
            created_by=version.created_by,
            opened=version.opened,
        )
    )
    note_files(db, version.fingerprint, version.files)


def _event_row(event: Event) -> dict[str, Any]:
    return {
        "chain": event.chain,
        "n": event.n,
        "at": event.time,
        "issuer": event.actor.issuer,
        "subject": event.actor.subject,
        "name": event.actor.name,
        "kind": event.kind,
        "version": event.version,
        "payload": canonical(dict(event.payload)),
        "hash": event.hash,
    }
