"""What is saved becomes rows: of its files, its version, and its review where it is the first."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.library.actors import Actor
from breakeven.library.replay import files_said
from breakeven.library.room import Limits, fit
from breakeven.library.rows import append, version_by
from breakeven.library.saved import SavedFile, SavedVersion
from breakeven.library.tables import BLOB, FILE, REVIEW, VERSION
from breakeven.marks.events import now
from breakeven.text import canonical


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


def add(
    db: Connection, actor: Actor, new: NewVersion, most: Limits
) -> tuple[SavedVersion, list[str]]:
    """The version, new or as it was saved before, and the blobs that nothing needs any more.

    LibraryError where there is no room.
    """
    fingerprint, (parsed, size) = new.fingerprint, new.parsed
    found = version_by(db, fingerprint)
    if found is not None:
        dropped = _keep_files(db, actor, found, new, most)
        return version_by(db, fingerprint) or found, dropped
    review = _titled(db, new.title)
    sizes = {file.sha256: file.bytes for file in new.files}
    parsed_too, dropped = fit(db, most, review, sizes, size)
    if parsed_too:
        sizes[parsed] = size
    else:
        dropped.append(parsed)
    note_blobs(db, sizes)
    if review is None:
        review = _new_review(db, actor, new.title)
    newest = sa.select(sa.func.max(VERSION.c.n)).where(VERSION.c.review == review)
    n, moment = 1 + (db.scalar(newest) or 0), now()
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
    said = {"fingerprint": fingerprint, "title": new.title} | files_said(saved)
    append(db, actor, review, "saved", said, version=n)
    return saved, dropped


def _keep_files(
    db: Connection, actor: Actor, found: SavedVersion, new: NewVersion, most: Limits
) -> list[str]:
    """Let a version that there is have the files that were just read, where they are others.

    They give its fingerprint, for they were read here; those that are kept may be packed otherwise,
    or came with a file that somebody forged. The blobs that nothing needs any more.
    """
    fingerprint = found.fingerprint
    if [file.sha256 for file in found.files] == [file.sha256 for file in new.files]:
        return keep_parsed(db, fingerprint, new.parsed, most)
    sizes = {file.sha256: file.bytes for file in new.files}
    _, dropped = fit(db, most, found.review, sizes, 0)
    note_blobs(db, sizes)
    db.execute(sa.delete(FILE).where(FILE.c.fingerprint == fingerprint))
    note_files(db, fingerprint, new.files)
    said = {
        "options": new.options,
        "about": canonical(dict(new.about)),
        "code_version": new.code_version,
    }
    db.execute(sa.update(VERSION).where(VERSION.c.fingerprint == fingerprint).values(said))
    dropped += keep_parsed(db, fingerprint, new.parsed, most)
    parsed = sa.select(VERSION.c.parsed).where(VERSION.c.parsed.is_not(None))
    of = sa.select(FILE.c.blob).union(parsed)
    alone = {file.sha256 for file in found.files} - set(db.scalars(of))
    db.execute(sa.delete(BLOB).where(BLOB.c.sha256.in_(alone)))
    changed = version_by(db, fingerprint)
    assert changed is not None
    payload = {"fingerprint": fingerprint} | files_said(changed)
    append(db, actor, found.review, "files", payload, version=found.n)
    return [*dropped, *alone]


def keep_parsed(
    db: Connection, fingerprint: str, parsed: tuple[str, int], most: Limits
) -> list[str]:
    """Let a version that there is have this parsed review, where there is room for it.

    The blobs that nothing needs any more.
    """
    this, (sha256, size) = VERSION.c.fingerprint == fingerprint, parsed
    before = db.scalar(sa.select(VERSION.c.parsed).where(this))
    if before == sha256:
        return []
    fits, dropped = fit(db, most, None, {}, size)
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
    fresh, moment = secrets.token_hex(16), now()
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
    moment = now()
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
