"""What stands in the tables, as records; and events added to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.library.actors import Actor
from breakeven.library.events import START, Event, chained, storable, storable_payload
from breakeven.library.kinds import readable
from breakeven.library.saved import (
    ABOUT,
    UNKNOWN,
    Listed,
    Place,
    SavedFile,
    SavedReview,
    SavedVersion,
)
from breakeven.library.tables import BLOB, EVENT, FILE, REVIEW, VERSION
from breakeven.marks.events import now
from breakeven.readers import forms
from breakeven.text import canonical


def append(
    db: Connection,
    actor: Actor,
    chain: str,
    kind: str,
    payload: Mapping[str, Any],
    *,
    version: int | None = None,
) -> Event:
    """Add an event to a chain; whoever writes is alone, so nobody comes between."""
    at = now()
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
        START if last is None else last.hash,
        chain=chain,
        n=1 if last is None else last.n + 1,
        at=at,
        actor=actor,
        kind=kind,
        version=version,
        payload=payload,
    )
    db.execute(
        sa.insert(EVENT).values(
            chain=chain,
            n=event.n,
            at=at,
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
    of = sa.select(EVENT).where(EVENT.c.chain == chain, EVENT.c.n > after)
    rows = db.execute(of.order_by(EVENT.c.n))
    return [
        Event(
            chain=row.chain,
            n=row.n,
            at=row.at,
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
    return found if forms.why_not(ABOUT, found, "about") is None else dict(UNKNOWN)


def version_by(db: Connection, fingerprint: str) -> SavedVersion | None:
    """The version with this fingerprint; None where there is none."""
    return next(iter(versions_of(db, VERSION.c.fingerprint == fingerprint)), None)


def place_of(db: Connection, fingerprint: str) -> Place | None:
    """Where the version with this fingerprint stands, by indexes alone; None where it is not."""
    of = sa.select(VERSION.c.review, VERSION.c.n, REVIEW.c.title)
    of = of.join(REVIEW, REVIEW.c.id == VERSION.c.review)
    row = db.execute(of.where(VERSION.c.fingerprint == fingerprint)).one_or_none()
    if row is None:
        return None
    last = sa.select(EVENT.c.n, EVENT.c.hash).where(EVENT.c.chain == row.review)
    said = db.execute(last.order_by(EVENT.c.n.desc()).limit(1)).one()
    return Place(row.review, row.n, row.title, said.n, said.hash)


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
    of = sa.select(REVIEW.c.id).where(which)
    versions: dict[str, list[SavedVersion]] = {}
    for version in versions_of(db, VERSION.c.review.in_(of)):
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


def listed(db: Connection) -> list[Listed]:
    """All reviews for a list, the one opened last first: what is long of them is not read."""
    of = sa.select(
        VERSION.c.review, sa.func.max(VERSION.c.n).label("n"), sa.func.count().label("k")
    )
    newest = of.group_by(VERSION.c.review).subquery()
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
        Listed(
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
