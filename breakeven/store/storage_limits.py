"""How much the library may hold, and what makes room: first what can be made again."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.data.wording import count_of
from breakeven.store.database import BLOB, FILE, REVIEW, VERSION
from breakeven.store.errors import LibraryError

PER_REVIEW, IN_ALL = "BREAKEVEN_MOST_PER_REVIEW", "BREAKEVEN_MOST_IN_ALL"
GIGABYTE = 1_000_000_000


@dataclass(frozen=True)
class StorageLimits:
    """Bytes: of the files of one review, all its versions together; and of the whole library."""

    per_review: int = 2 * GIGABYTE
    in_all: int = 20 * GIGABYTE


DEFAULT_LIMITS = StorageLimits()


@dataclass(frozen=True)
class StorageUsage:
    """What the library holds. Bytes: of files as received, and of reviews parsed from them."""

    reviews: int
    versions: int
    files: int
    parsed: int
    limits: StorageLimits

    @property
    def bytes(self) -> int:
        """Of both together."""
        return self.files + self.parsed

    def __str__(self) -> str:
        return (
            f"{count_of(self.reviews, 'review')} with {count_of(self.versions, 'version')}: "
            f"{size_of(self.bytes)} of at most {size_of(self.limits.in_all)}"
        )


def size_of(size: int) -> str:
    """Bytes as people say them: 3.4 MB, 1.2 GB, 512 bytes."""
    for name, unit in (("GB", GIGABYTE), ("MB", 1_000_000), ("kB", 1000)):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return count_of(size, "byte")


def storage_limits() -> StorageLimits:
    """As the environment says, in bytes. LibraryError where that is no number."""
    return StorageLimits(
        _of(PER_REVIEW, StorageLimits.per_review), _of(IN_ALL, StorageLimits.in_all)
    )


def _of(name: str, otherwise: int) -> int:
    said = os.environ.get(name, "").strip()
    if not said:
        return otherwise
    if not said.isdecimal():
        raise LibraryError(
            f"{name} is not a number of bytes.", "set it to a whole number, or leave it empty"
        )
    return int(said)


def storage_usage(db: Connection, most: StorageLimits) -> StorageUsage:
    """What there is."""

    def count(table: sa.Table) -> int:
        return db.scalar(sa.select(sa.func.count()).select_from(table)) or 0

    of_files = BLOB.c.sha256.in_(sa.select(FILE.c.blob))
    files = _bytes(db, of_files)
    return StorageUsage(count(REVIEW), count(VERSION), files, _bytes(db, ~of_files), most)


def make_room(
    db: Connection, most: StorageLimits, review: str | None, files: Mapping[str, int], parsed: int
) -> tuple[bool, list[str]]:
    """Make room for files, by SHA-256, of a review, and for it as parsed.

    Whether what is parsed fits too, and the blobs that nothing needs any more: parsed reviews make
    room, the one opened longest ago first. LibraryError where they do not
    suffice, or the files are too much for one review.
    """
    own = sa.select(FILE.c.blob).join(VERSION, VERSION.c.fingerprint == FILE.c.fingerprint)
    own = own.where(VERSION.c.review == review)
    there = set(db.scalars(own)) if review is not None else set()
    held = _bytes(db, BLOB.c.sha256.in_(own)) if there else 0
    wanted = held + sum(size for sha256, size in files.items() if sha256 not in there)
    if wanted > most.per_review:
        raise LibraryError(
            f"The review would have {size_of(wanted)}, and one may have {size_of(most.per_review)}:"
            " nothing was saved.",
            f"save it under another name, or ask for a higher {PER_REVIEW}",
        )
    stored = set(db.scalars(sa.select(BLOB.c.sha256).where(BLOB.c.sha256.in_(files))))
    new = sum(size for sha256, size in files.items() if sha256 not in stored)
    room = most.in_all - _bytes(db, sa.true())
    freed, dropped = _forget(db, new + parsed - room)
    room += freed
    if room < new:
        raise LibraryError(
            f"The library is full, at {size_of(most.in_all)}: nothing was saved.",
            f"delete reviews, or archive and prune them, or ask for a higher {IN_ALL}",
        )
    return room >= new + parsed, dropped


def _forget(db: Connection, wanted: int) -> tuple[int, list[str]]:
    """Let go of parsed reviews until so many bytes are free; the bytes that became so, and them."""
    freed, dropped = 0, list[str]()
    if wanted <= 0:
        return freed, dropped
    query = (
        sa.select(VERSION.c.fingerprint, VERSION.c.options, VERSION.c.parsed, BLOB.c.bytes)
        .join(BLOB, BLOB.c.sha256 == VERSION.c.parsed)
        .where(BLOB.c.sha256.not_in(sa.select(FILE.c.blob)))
        .order_by(VERSION.c.opened, VERSION.c.fingerprint)
    )
    for row in db.execute(query).all():
        if freed >= wanted:
            break
        if can_be_read_again(row.options):
            this = VERSION.c.fingerprint == row.fingerprint
            db.execute(sa.update(VERSION).where(this).values(parsed=None))
            db.execute(sa.delete(BLOB).where(BLOB.c.sha256 == row.parsed))
            freed += row.bytes
            dropped.append(row.parsed)
    return freed, dropped


def can_be_read_again(options: str) -> bool:
    """Whether options say how a review is made of its files, or of a sample."""
    try:
        said = json.loads(options)
    except ValueError:  # somebody wrote something else there
        return False
    return isinstance(said, dict) and not {"files", "sample"}.isdisjoint(said)


def _bytes(db: Connection, which: sa.ColumnElement[bool]) -> int:
    return int(db.scalar(sa.select(sa.func.sum(BLOB.c.bytes)).where(which)) or 0)
