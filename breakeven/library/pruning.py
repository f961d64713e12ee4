"""Files that no row names any more go; and what is old, when somebody asks for it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from breakeven.library import database
from breakeven.library.actors import Actor
from breakeven.library.blobs import Blobs
from breakeven.library.errors import LibraryError
from breakeven.library.removal import Going, going, remove
from breakeven.library.tables import BLOB, EVENT, REVIEW, SHARE
from breakeven.marks.events import days_ago, now

# what is younger may be on its way in
STRAY_SECONDS = 3600
# nobody waits long for somebody else's tidying up
TIDY_SECONDS = 1.0


@dataclass(frozen=True)
class Pruned:
    """What goes, or went: files that no row names, share links that expired, archived reviews.

    `signed`: titles of archived reviews that stay, for somebody signed them.
    """

    stray: int
    stray_bytes: int
    shares: int
    reviews: tuple[Going, ...]
    signed: tuple[str, ...]

    @property
    def bytes(self) -> int:
        """What becomes free."""
        return self.stray_bytes + sum(review.bytes for review in self.reviews)


def tidy(engine: Engine, blobs: Blobs, not_needed: Sequence[str]) -> None:
    """Let go of those of these files that no row names.

    Whoever saves looks, alone, whether its files are there before rows name them; so none goes
    that is on its way in. Where nothing can be written now, `prune` will find them.
    """
    if not not_needed:
        return
    with suppress(LibraryError, OSError), database.writing(engine, TIDY_SECONDS) as db:
        named = set(db.scalars(sa.select(BLOB.c.sha256).where(BLOB.c.sha256.in_(not_needed))))
        for sha256 in set(not_needed) - named:
            blobs.drop(sha256)


def to_prune(db: Connection, blobs: Blobs, archived_days: int | None) -> Pruned:
    """What would go by now. `archived_days`: reviews that were archived so long ago; None: none."""
    old, signed = _archived(db, archived_days)
    stray = [file.stat().st_size for file in _stray(db, blobs)]
    expired = sa.select(sa.func.count()).select_from(SHARE).where(SHARE.c.expires <= now())
    titles = sa.select(REVIEW.c.title).where(REVIEW.c.id.in_(signed)).order_by(REVIEW.c.title)
    return Pruned(
        stray=len(stray),
        stray_bytes=sum(stray),
        shares=db.scalar(expired) or 0,
        reviews=tuple(going(db, review) for review in old),
        signed=tuple(db.scalars(titles)),
    )


def prune(
    db: Connection, actor: Actor, blobs: Blobs, archived_days: int | None
) -> tuple[Pruned, list[str]]:
    """Carry it out, alone; what went, and the blobs that nothing needs any more. OSError."""
    found, not_needed = to_prune(db, blobs, archived_days), list[str]()
    for review in _archived(db, archived_days)[0]:
        not_needed += remove(db, actor, review)[1]
    db.execute(sa.delete(SHARE).where(SHARE.c.expires <= now()))
    # whoever puts one back by now looks again, alone, before a row names it
    for file in _stray(db, blobs):
        file.unlink(missing_ok=True)
    return found, not_needed


def _stray(db: Connection, blobs: Blobs) -> Iterator[Path]:
    named = set(db.scalars(sa.select(BLOB.c.sha256)))
    before = time.time() - STRAY_SECONDS
    for file in (*blobs.all(), *blobs.unfinished()):
        with suppress(FileNotFoundError):
            if file.name not in named and file.stat().st_mtime < before:
                yield file


def _archived(db: Connection, days: int | None) -> tuple[list[str], list[str]]:
    """Reviews that were archived so many days ago, and those of them that somebody signed."""
    if days is None:
        return [], []
    last = sa.select(EVENT.c.chain).where(EVENT.c.kind == "archived").group_by(EVENT.c.chain)
    long_ago = last.having(sa.func.max(EVENT.c.at) <= days_ago(days))
    old = sa.select(REVIEW.c.id).where(REVIEW.c.archived, REVIEW.c.id.in_(long_ago))
    signatures = sa.select(EVENT.c.chain).where(EVENT.c.kind == "signed")
    found = list(db.scalars(old.order_by(REVIEW.c.title, REVIEW.c.id)))
    signed = set(db.scalars(signatures.where(EVENT.c.chain.in_(found))))
    return [review for review in found if review not in signed], sorted(signed)
