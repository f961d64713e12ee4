"""Rows of the database.

Events, versions and reviews as they are read, and as they are written when something is saved.

Tested in `tests/breakeven/store/test_library.py`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.data.marks import utc_now
from breakeven.data.wording import canonical
from breakeven.readers.base import validation
from breakeven.store.actors import Actor
from breakeven.store.database import BLOB, EVENT, FILE, REVIEW, VERSION
from breakeven.store.event_kinds import readable
from breakeven.store.events import (
    FIRST_HASH,
    Event,
    chained,
    files_payload,
    storable,
    storable_payload,
)
from breakeven.store.saved_review import (
    ABOUT_FORM,
    ABOUT_UNKNOWN,
    ListedReview,
    SavedFile,
    SavedReview,
    SavedVersion,
    VersionPlace,
)
from breakeven.store.storage_limits import StorageLimits, make_room

# --- what stands in the tables, as records; and events added to them


def append_event(
    db: Connection,
    actor: Actor,
    chain: str,
    kind: str,
    payload: Mapping[str, Any],
    *,
    version: int | None = None,
) -> Event:
    """Add an event to a chain; whoever writes is alone, so nobody comes between."""
    time = utc_now()
    # what is hashed is what is kept
    actor = Actor(storable(actor.issuer), storable(actor.subject), storable(actor.name))
    payload = storable_payload(payload)
    last = db.execute(
        sa.select(EVENT.c.n, EVENT.c.hash)
        .where(EVENT.c.chain == chain)
        .order_by(EVENT.c.n.desc())
        .limit(1)
    ).one_or_none()
    event = chained(
        FIRST_HASH if last is None else last.hash,
        chain=chain,
        n=1 if last is None else last.n + 1,
        time=time,
        actor=actor,
        kind=kind,
        version=version,
        payload=payload,
    )
    db.execute(
        sa.insert(EVENT).values(
            chain=chain,
            n=event.n,
            at=time,
            issuer=actor.issuer,
            subject=actor.subject,
            name=actor.name,
            kind=kind,
            version=version,
            payload=canonical(dict(payload)),
            hash=event.hash,
        )
    )
    return event


def events_of(db: Connection, chain: str, after: int = 0) -> list[Event]:
    """The events of a chain, in their order; those after the one of this number.

    One that is not as its kind is written says nothing here, so that it spoils no page; `verify`
    names it. What is hashed and exported is `stored_events_of`.
    """
    return [*map(readable, stored_events_of(db, chain, after))]


def stored_events_of(db: Connection, chain: str, after: int = 0) -> list[Event]:
    """The events of a chain as they are stored, whatever they say."""
    query = sa.select(EVENT).where(EVENT.c.chain == chain, EVENT.c.n > after)
    rows = db.execute(query.order_by(EVENT.c.n))
    return [
        Event(
            chain=row.chain,
            n=row.n,
            time=row.at,
            actor=Actor(row.issuer, row.subject, row.name),
            kind=row.kind,
            version=row.version,
            payload=object_of(row.payload),
            hash=row.hash,
        )
        for row in rows
    ]


def object_of(text: str) -> dict[str, Any]:
    """An object that is stored as JSON; an empty one where somebody wrote something else there."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def about_of(text: str) -> dict[str, Any]:
    """What a list shows of a version; that nothing is known where what is stored is not that."""
    found = object_of(text)
    return (
        found if validation.why_invalid(ABOUT_FORM, found, "about") is None else dict(ABOUT_UNKNOWN)
    )


def version_by(db: Connection, fingerprint: str) -> SavedVersion | None:
    """The version with this fingerprint; None where there is none."""
    return next(iter(versions_of(db, VERSION.c.fingerprint == fingerprint)), None)


def place_of(db: Connection, fingerprint: str) -> VersionPlace | None:
    """Where the version with this fingerprint stands, by indexes alone; None where it is not."""
    of = sa.select(VERSION.c.review, VERSION.c.n, REVIEW.c.title)
    of = of.join(REVIEW, REVIEW.c.id == VERSION.c.review)
    row = db.execute(of.where(VERSION.c.fingerprint == fingerprint)).one_or_none()
    if row is None:
        return None
    last = sa.select(EVENT.c.n, EVENT.c.hash).where(EVENT.c.chain == row.review)
    said = db.execute(last.order_by(EVENT.c.n.desc()).limit(1)).one()
    return VersionPlace(row.review, row.n, row.title, said.n, said.hash)


def versions_of(db: Connection, which: sa.ColumnElement[bool]) -> list[SavedVersion]:
    """Versions, by review and number, with their files."""
    files: dict[str, list[SavedFile]] = {}
    of_files = (
        sa.select(FILE.c.fingerprint, FILE.c.name, FILE.c.blob, BLOB.c.bytes)
        .join(BLOB, BLOB.c.sha256 == FILE.c.blob)
        .join(VERSION, VERSION.c.fingerprint == FILE.c.fingerprint)
        .where(which)
        .order_by(FILE.c.place)
    )
    for row in db.execute(of_files):
        files.setdefault(row.fingerprint, []).append(SavedFile(row.name, row.blob, row.bytes))
    rows = db.execute(sa.select(VERSION).where(which).order_by(VERSION.c.review, VERSION.c.n))
    return [
        SavedVersion(
            review=row.review,
            n=row.n,
            fingerprint=row.fingerprint,
            options=row.options,
            about=about_of(row.about),
            code_version=row.code_version,
            created=row.created,
            created_by=row.created_by,
            opened=row.opened,
            files=tuple(files.get(row.fingerprint, ())),
        )
        for row in rows
    ]


def reviews_of(db: Connection, which: sa.ColumnElement[bool]) -> list[SavedReview]:
    """Reviews, the one opened last first, with their versions."""
    ids = sa.select(REVIEW.c.id).where(which)
    versions: dict[str, list[SavedVersion]] = {}
    for version in versions_of(db, VERSION.c.review.in_(ids)):
        versions.setdefault(version.review, []).append(version)
    rows = db.execute(sa.select(REVIEW).where(which).order_by(REVIEW.c.opened.desc(), REVIEW.c.id))
    return [
        SavedReview(
            id=row.id,
            title=row.title,
            status=row.status,
            owner=row.owner,
            created=row.created,
            opened=row.opened,
            archived=row.archived,
            baseline=row.baseline,
            versions=tuple(versions.get(row.id, ())),
        )
        for row in rows
    ]


def list_reviews(db: Connection) -> list[ListedReview]:
    """All reviews for a list, the one opened last first: what is long of them is not read."""
    by_review = sa.select(
        VERSION.c.review, sa.func.max(VERSION.c.n).label("n"), sa.func.count().label("k")
    )
    newest = by_review.group_by(VERSION.c.review).subquery()
    size = sa.select(VERSION.c.review, sa.func.sum(BLOB.c.bytes))
    size = size.join(FILE, FILE.c.fingerprint == VERSION.c.fingerprint)
    size = size.join(BLOB, BLOB.c.sha256 == FILE.c.blob).group_by(VERSION.c.review)
    bytes_of = {row[0]: int(row[1]) for row in db.execute(size)}
    rows = db.execute(
        sa.select(REVIEW, VERSION.c.fingerprint, VERSION.c.about, newest.c.k)
        .join(newest, newest.c.review == REVIEW.c.id)
        .join(VERSION, sa.and_(VERSION.c.review == REVIEW.c.id, VERSION.c.n == newest.c.n))
        .order_by(REVIEW.c.opened.desc(), REVIEW.c.id)
    )
    return [
        ListedReview(
            id=row.id,
            title=row.title,
            status=row.status,
            owner=row.owner,
            opened=row.opened,
            archived=row.archived,
            versions=row.k,
            fingerprint=row.fingerprint,
            about=about_of(row.about),
            bytes=bytes_of.get(row.id, 0),
        )
        for row in rows
    ]


# --- what is saved becomes rows: of its files, its version, and its review where it is the first


@dataclass(frozen=True)
class NewVersion:
    """A reading of files that are on the disk already; `parsed`: SHA-256 and size."""

    title: str
    fingerprint: str
    files: tuple[SavedFile, ...]
    parsed: tuple[str, int]
    options: str
    about: Mapping[str, Any]
    code_version: str


def add_version(
    db: Connection, actor: Actor, new: NewVersion, most: StorageLimits
) -> tuple[SavedVersion, list[str]]:
    """The version, new or as it was saved before, and the blobs that nothing needs any more.

    LibraryError where there is no room.
    """
    fingerprint, (parsed, size) = new.fingerprint, new.parsed
    earlier = version_by(db, fingerprint)
    if earlier is not None:
        dropped = _keep_files(db, actor, earlier, new, most)
        return version_by(db, fingerprint) or earlier, dropped
    review = _titled(db, new.title)
    sizes = {file.sha256: file.bytes for file in new.files}
    parsed_too, dropped = make_room(db, most, review, sizes, size)
    if parsed_too:
        sizes[parsed] = size
    else:
        dropped.append(parsed)
    note_blobs(db, sizes)
    if review is None:
        review = _new_review(db, actor, new.title)
    newest = sa.select(sa.func.max(VERSION.c.n)).where(VERSION.c.review == review)
    n, moment = 1 + (db.scalar(newest) or 0), utc_now()
    version = {
        "review": review,
        "n": n,
        "fingerprint": fingerprint,
        "options": new.options,
        "about": canonical(dict(new.about)),
        "parsed": parsed if parsed_too else None,
        "code_version": new.code_version,
        "created": moment,
        "created_by": actor.name,
        "opened": moment,
    }
    db.execute(sa.insert(VERSION).values(version))
    note_files(db, fingerprint, new.files)
    saved = version_by(db, fingerprint)
    assert saved is not None
    payload = {"fingerprint": fingerprint, "title": new.title} | files_payload(saved)
    append_event(db, actor, review, "saved", payload, version=n)
    return saved, dropped


def _keep_files(
    db: Connection, actor: Actor, version: SavedVersion, new: NewVersion, most: StorageLimits
) -> list[str]:
    """Let a version that there is have the files that were just read, where they are others.

    They give its fingerprint, for they were read here; those that are kept may be packed otherwise,
    or came with a file that somebody forged. The blobs that nothing needs any more.
    """
    fingerprint = version.fingerprint
    if [file.sha256 for file in version.files] == [file.sha256 for file in new.files]:
        return keep_parsed(db, fingerprint, new.parsed, most)
    sizes = {file.sha256: file.bytes for file in new.files}
    _, dropped = make_room(db, most, version.review, sizes, 0)
    note_blobs(db, sizes)
    db.execute(sa.delete(FILE).where(FILE.c.fingerprint == fingerprint))
    note_files(db, fingerprint, new.files)
    values = {
        "options": new.options,
        "about": canonical(dict(new.about)),
        "code_version": new.code_version,
    }
    db.execute(sa.update(VERSION).where(VERSION.c.fingerprint == fingerprint).values(values))
    dropped += keep_parsed(db, fingerprint, new.parsed, most)
    parsed = sa.select(VERSION.c.parsed).where(VERSION.c.parsed.is_not(None))
    named = sa.select(FILE.c.blob).union(parsed)
    alone = {file.sha256 for file in version.files} - set(db.scalars(named))
    db.execute(sa.delete(BLOB).where(BLOB.c.sha256.in_(alone)))
    changed = version_by(db, fingerprint)
    assert changed is not None
    payload = {"fingerprint": fingerprint} | files_payload(changed)
    append_event(db, actor, version.review, "files", payload, version=version.n)
    return [*dropped, *alone]


def keep_parsed(
    db: Connection, fingerprint: str, parsed: tuple[str, int], most: StorageLimits
) -> list[str]:
    """Let a version that there is have this parsed review, where there is room for it.

    The blobs that nothing needs any more.
    """
    this, (sha256, size) = VERSION.c.fingerprint == fingerprint, parsed
    before = db.scalar(sa.select(VERSION.c.parsed).where(this))
    if before == sha256:
        return []
    fits, dropped = make_room(db, most, None, {}, size)
    if not fits:
        return [*dropped, sha256]
    note_blobs(db, {sha256: size})
    db.execute(sa.update(VERSION).where(this).values(parsed=sha256))
    if before is not None and before not in dropped:
        db.execute(sa.delete(BLOB).where(BLOB.c.sha256 == before))
        dropped.append(before)
    return dropped


def _titled(db: Connection, title: str) -> str | None:
    of = sa.select(REVIEW.c.id).where(REVIEW.c.title == title, ~REVIEW.c.archived)
    return db.scalar(of.order_by(REVIEW.c.created, REVIEW.c.id).limit(1))


def _new_review(db: Connection, actor: Actor, title: str) -> str:
    fresh, moment = secrets.token_hex(16), utc_now()
    db.execute(
        sa.insert(REVIEW).values(
            id=fresh,
            title=title,
            status="needs review",
            owner=actor.name,
            created=moment,
            opened=moment,
            archived=False,
        )
    )
    return fresh


def note_blobs(db: Connection, sizes: Mapping[str, int]) -> None:
    """Enter blobs that are on the disk, by their SHA-256, those that are new."""
    there = set(db.scalars(sa.select(BLOB.c.sha256).where(BLOB.c.sha256.in_(sizes))))
    moment = utc_now()
    new = [
        {"sha256": sha256, "bytes": size, "created": moment}
        for sha256, size in sizes.items()
        if sha256 not in there
    ]
    if new:
        db.execute(sa.insert(BLOB), new)


def note_files(db: Connection, fingerprint: str, files: Sequence[SavedFile]) -> None:
    """Enter the files of a version, in their order."""
    rows = [
        {"fingerprint": fingerprint, "place": i, "name": file.name, "blob": file.sha256}
        for i, file in enumerate(files)
    ]
    if rows:
        db.execute(sa.insert(FILE), rows)
