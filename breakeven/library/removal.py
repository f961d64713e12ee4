"""Deleting a review: what goes with it, and what stays behind to say that it was there."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.library.actors import Actor
from breakeven.library.events import OF_THE_LIBRARY, START
from breakeven.library.marks import MARKED
from breakeven.library.room import size_of
from breakeven.library.rows import append, versions_of
from breakeven.library.tables import BLOB, EVENT, FILE, REVIEW, SHARE, VERSION
from breakeven.text import count_of


@dataclass(frozen=True)
class Going:
    """What goes when a review is deleted.

    `events`: all that was said, the marks and notes among it. `bytes`: of files, and of parsed
    reviews, that no other review has.
    """

    title: str
    versions: int
    files: int
    events: int
    marks: int
    notes: int
    shares: int
    bytes: int

    def __str__(self) -> str:
        said = [
            count_of(self.versions, "version"),
            count_of(self.files, "file"),
            count_of(self.marks, "mark"),
            count_of(self.notes, "note"),
            count_of(self.shares, "share link"),
        ]
        return f"{', '.join(said[:-1])} and {said[-1]}; {size_of(self.bytes)}"


def going(db: Connection, review: str) -> Going:
    """What would go with a review that there is."""
    versions = versions_of(db, VERSION.c.review == review)
    by_kind = sa.select(EVENT.c.kind, sa.func.count()).where(EVENT.c.chain == review)
    kinds = {kind: int(n) for kind, n in db.execute(by_kind.group_by(EVENT.c.kind))}
    shares = sa.select(sa.func.count()).select_from(SHARE).where(SHARE.c.review == review)
    own = sa.select(sa.func.sum(BLOB.c.bytes)).where(BLOB.c.sha256.in_(_own_blobs(db, review)))
    return Going(
        title=db.scalar(sa.select(REVIEW.c.title).where(REVIEW.c.id == review)) or "",
        versions=len(versions),
        files=sum(len(version.files) for version in versions),
        events=sum(kinds.values()),
        marks=kinds.get(MARKED, 0),
        notes=kinds.get("note", 0),
        shares=db.scalar(shares) or 0,
        bytes=int(db.scalar(own) or 0),
    )


def remove(db: Connection, actor: Actor, review: str) -> tuple[Going, list[str]]:
    """Take a review out of the tables; what went, and the blobs that nothing needs any more.

    Of what was said the last hash stays, in the library's own chain.
    """
    what, blobs = going(db, review), _own_blobs(db, review)
    last = db.scalar(
        sa.select(EVENT.c.hash).where(EVENT.c.chain == review).order_by(EVENT.c.n.desc()).limit(1)
    )
    fingerprints = db.scalars(
        sa.select(VERSION.c.fingerprint).where(VERSION.c.review == review).order_by(VERSION.c.n)
    )
    said = asdict(what) | {"fingerprints": list(fingerprints), "last": last or START}
    append(db, actor, OF_THE_LIBRARY, "deleted", {"review": review} | said)
    db.execute(sa.delete(SHARE).where(SHARE.c.review == review))
    db.execute(sa.delete(EVENT).where(EVENT.c.chain == review))
    db.execute(sa.delete(REVIEW).where(REVIEW.c.id == review))
    if blobs:
        db.execute(sa.delete(BLOB).where(BLOB.c.sha256.in_(blobs)))
    return what, blobs


def _own_blobs(db: Connection, review: str) -> list[str]:
    """The blobs that only this review has."""
    here, elsewhere = VERSION.c.review == review, VERSION.c.review != review
    files = sa.select(FILE.c.blob).join(VERSION, VERSION.c.fingerprint == FILE.c.fingerprint)
    parsed = sa.select(VERSION.c.parsed).where(VERSION.c.parsed.is_not(None))
    others = {*db.scalars(files.where(elsewhere)), *db.scalars(parsed.where(elsewhere))}
    own = {*db.scalars(files.where(here)), *db.scalars(parsed.where(here))}
    return sorted(own - others)
