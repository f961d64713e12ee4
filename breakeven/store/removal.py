"""A review taken away, files that no row names any more, and contents on their way in.

Which are let go where none does.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from breakeven.data.marks import days_ago, utc_now
from breakeven.data.wording import count_of
from breakeven.store import database
from breakeven.store.actors import Actor
from breakeven.store.blobs import Blobs
from breakeven.store.database import BLOB, EVENT, FILE, REVIEW, SHARE, VERSION
from breakeven.store.database_rows import append_event, versions_of
from breakeven.store.errors import LibraryError, write_error
from breakeven.store.event_kinds import MARKED
from breakeven.store.events import FIRST_HASH, OF_THE_LIBRARY
from breakeven.store.storage_limits import size_of

# --- Deleting a review: what goes with it, and what stays behind to say that it was there


@dataclass(frozen=True)
class RemovalPlan:
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


def plan_removal(db: Connection, review: str) -> RemovalPlan:
    """What would go with a review that there is."""
    versions = versions_of(db, VERSION.c.review == review)
    by_kind = sa.select(EVENT.c.kind, sa.func.count()).where(EVENT.c.chain == review)
    kinds = {kind: int(n) for kind, n in db.execute(by_kind.group_by(EVENT.c.kind))}
    shares = sa.select(sa.func.count()).select_from(SHARE).where(SHARE.c.review == review)
    own = sa.select(sa.func.sum(BLOB.c.bytes)).where(BLOB.c.sha256.in_(_own_blobs(db, review)))
    return RemovalPlan(
        title=db.scalar(sa.select(REVIEW.c.title).where(REVIEW.c.id == review)) or "",
        versions=len(versions),
        files=sum(len(version.files) for version in versions),
        events=sum(kinds.values()),
        marks=kinds.get(MARKED, 0),
        notes=kinds.get("note", 0),
        shares=db.scalar(shares) or 0,
        bytes=int(db.scalar(own) or 0),
    )


def remove_review(db: Connection, actor: Actor, review: str) -> tuple[RemovalPlan, list[str]]:
    """Take a review out of the tables; what went, and the blobs that nothing needs any more.

    Of what was said the last hash stays, in the library's own chain.
    """
    what, blobs = plan_removal(db, review), _own_blobs(db, review)
    last = db.scalar(
        sa.select(EVENT.c.hash).where(EVENT.c.chain == review).order_by(EVENT.c.n.desc()).limit(1)
    )
    fingerprints = db.scalars(
        sa.select(VERSION.c.fingerprint).where(VERSION.c.review == review).order_by(VERSION.c.n)
    )
    payload = asdict(what) | {"fingerprints": list(fingerprints), "last": last or FIRST_HASH}
    append_event(db, actor, OF_THE_LIBRARY, "deleted", {"review": review} | payload)
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


# --- Files that no row names any more go; and what is old, when somebody asks for it


# what is younger may be on its way in
STRAY_SECONDS = 3600
# nobody waits long for somebody else's tidying up
TIDY_SECONDS = 1.0


@dataclass(frozen=True)
class PrunedFiles:
    """What goes, or went: files that no row names, share links that expired, archived reviews.

    `signed`: titles of archived reviews that stay, for somebody signed them.
    """

    stray: int
    stray_bytes: int
    shares: int
    reviews: tuple[RemovalPlan, ...]
    signed: tuple[str, ...]

    @property
    def bytes(self) -> int:
        """What becomes free."""
        return self.stray_bytes + sum(review.bytes for review in self.reviews)


def remove_unneeded(engine: Engine, blobs: Blobs, not_needed: Sequence[str]) -> None:
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


def plan_pruning(db: Connection, blobs: Blobs, archived_days: int | None) -> PrunedFiles:
    """What would go by now. `archived_days`: reviews that were archived so long ago; None: none."""
    old, signed = _archived(db, archived_days)
    stray = [file.stat().st_size for file in _stray(db, blobs)]
    expired = sa.select(sa.func.count()).select_from(SHARE).where(SHARE.c.expires <= utc_now())
    titles = sa.select(REVIEW.c.title).where(REVIEW.c.id.in_(signed)).order_by(REVIEW.c.title)
    return PrunedFiles(
        stray=len(stray),
        stray_bytes=sum(stray),
        shares=db.scalar(expired) or 0,
        reviews=tuple(plan_removal(db, review) for review in old),
        signed=tuple(db.scalars(titles)),
    )


def prune(
    db: Connection, actor: Actor, blobs: Blobs, archived_days: int | None
) -> tuple[PrunedFiles, list[str]]:
    """Carry it out, alone; what went, and the blobs that nothing needs any more. OSError."""
    found, not_needed = plan_pruning(db, blobs, archived_days), list[str]()
    for review in _archived(db, archived_days)[0]:
        not_needed += remove_review(db, actor, review)[1]
    db.execute(sa.delete(SHARE).where(SHARE.c.expires <= utc_now()))
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


# --- Contents on their way in: on the disk before rows name them, and let go where none does


@dataclass
class IncomingFiles:
    """`stored`: SHA-256 and size of each content. `not_needed`: what no row will name, first all.

    Who saves puts there what may go once the rows stand.
    """

    blobs: Blobs
    contents: Sequence[bytes | Path]
    stored: list[tuple[str, int]] = field(default_factory=list)
    not_needed: list[str] = field(default_factory=list)

    def still_there(self) -> None:
        """Put back what somebody tidied up since; to be called by who alone writes."""
        for content, (sha256, _) in zip(self.contents, self.stored, strict=True):
            if not self.blobs.there(sha256):
                self.blobs.put(content)


@contextmanager
def put_incoming(
    engine: Engine, blobs: Blobs, contents: Sequence[bytes | Path]
) -> Iterator[IncomingFiles]:
    """Put contents on the disk, also where they are there: a damaged one is whole again.

    LibraryError where they cannot be written.
    """
    incoming = IncomingFiles(blobs, contents)
    try:
        for content in contents:
            incoming.stored.append(blobs.put(content))
            incoming.not_needed.append(incoming.stored[-1][0])
        yield incoming
    except OSError as error:
        raise write_error(error) from error
    finally:
        remove_unneeded(engine, blobs, incoming.not_needed)
