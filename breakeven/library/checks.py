"""Whether all that is saved is whole: chains, files, and what the tables say of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from breakeven.library import database
from breakeven.library.blobs import Blobs
from breakeven.library.events import OF_THE_LIBRARY, Event, broken
from breakeven.library.replay import state_of
from breakeven.library.rows import events_of, reviews_of
from breakeven.library.saved import SavedReview
from breakeven.library.tables import BLOB, EVENT, FILE, REVIEW, VERSION

RESTORE = "restore the data folder and the database from a backup"


@dataclass(frozen=True)
class Trouble:
    """Something that is not whole: of which review (its title, or “the library”), and a remedy."""

    of: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.of}: {self.what}; {self.remedy}"


@dataclass(frozen=True)
class Verified:
    """What was looked at, and what is wrong with it.

    `stray`: files that no row names, as an interrupted save leaves them: they do no harm. `heads`:
    the last hash of each chain, by the id of its review; kept elsewhere, it tells of events that
    were taken off the end.
    """

    reviews: int
    events: int
    files: int
    bytes: int
    troubles: tuple[Trouble, ...]
    stray: int
    heads: Mapping[str, str]


def verified(engine: Engine, blobs: Blobs) -> Verified:
    """Look at everything; this reads every file. LibraryError where nothing can be looked at."""
    with database.reading(engine) as db:
        troubles = list(_of_the_database(db))
        reviews = reviews_of(db, sa.true())
        events, heads = 0, dict[str, str]()
        # one chain at a time: marks may be many
        for review in (*reviews, None):
            said = events_of(db, OF_THE_LIBRARY if review is None else review.id)
            troubles += _of_events("the library" if review is None else review.title, said)
            if review is not None:
                troubles += _of_the_tables(review, said)
            events += len(said)
            heads |= {event.chain: event.hash for event in said[-1:]}
        sizes = {row.sha256: row.bytes for row in db.execute(sa.select(BLOB))}
        named = _names(db)
    damaged = [sha256 for sha256 in sizes if not blobs.is_whole(sha256)]
    # somebody may have deleted since
    with database.reading(engine) as db:
        still = set(db.scalars(sa.select(BLOB.c.sha256).where(BLOB.c.sha256.in_(damaged))))
    for sha256 in damaged:
        if sha256 in still:
            troubles += named.get(sha256, [Trouble("the library", "no file has this row", RESTORE)])
    stray = sum(1 for file in blobs.all() if file.name not in sizes)
    return Verified(
        reviews=len(reviews),
        events=events,
        files=len(sizes),
        bytes=sum(sizes.values()),
        troubles=tuple(troubles),
        stray=stray,
        heads=heads,
    )


def _of_the_database(db: Connection) -> Iterator[Trouble]:
    if db.dialect.name == "sqlite":
        said = db.exec_driver_sql("PRAGMA quick_check").scalars().all()
        if said != ["ok"]:
            yield Trouble("the library", f"the database is damaged ({said[0]})", RESTORE)
    known = sa.select(REVIEW.c.id)
    lost = sa.select(EVENT.c.chain).where(
        EVENT.c.chain.not_in(known), EVENT.c.chain != OF_THE_LIBRARY
    )
    for chain in db.scalars(lost.distinct()):
        yield Trouble("the library", f"there are events of a review {chain} that is gone", RESTORE)


def _of_events(of: str, said: Sequence[Event]) -> Iterator[Trouble]:
    for event in broken(said):
        what = f"event {event.n} ({event.kind}, {event.at}) does not follow from the one before it"
        yield Trouble(of, f"{what}: something that was said was changed or taken out", RESTORE)


def _of_the_tables(review: SavedReview, said: Sequence[Event]) -> Iterator[Trouble]:
    for name, value in state_of(said).items():
        if getattr(review, name) != value:
            what = f"its {name} is {getattr(review, name)!r}, and by what was said {value!r}"
            yield Trouble(review.title, what, RESTORE)
    saved = {(e.version or 0, str(e.payload.get("fingerprint"))) for e in said if e.kind == "saved"}
    there = {(version.n, version.fingerprint) for version in review.versions}
    for n, _ in sorted(saved - there):
        yield Trouble(review.title, f"version {n} was saved and is not there", RESTORE)
    for n, _ in sorted(there - saved):
        yield Trouble(review.title, f"nobody saved version {n}, and it is there", RESTORE)


def _names(db: Connection) -> dict[str, list[Trouble]]:
    """What it means that a file is damaged: it may be of several versions."""
    found: dict[str, list[Trouble]] = {}
    of = sa.select(FILE.c.blob, FILE.c.name, VERSION.c.n, REVIEW.c.title)
    of = of.join(VERSION, VERSION.c.fingerprint == FILE.c.fingerprint)
    for row in db.execute(of.join(REVIEW, REVIEW.c.id == VERSION.c.review)):
        what = f"the file {row.name!r} of version {row.n} is damaged or gone"
        remedy = f"load the same file again, or {RESTORE}"
        found.setdefault(row.blob, []).append(Trouble(row.title, what, remedy))
    parsed = sa.select(VERSION.c.parsed, VERSION.c.n, REVIEW.c.title)
    parsed = parsed.join(REVIEW, REVIEW.c.id == VERSION.c.review)
    for sha256, n, title in db.execute(parsed.where(VERSION.c.parsed.is_not(None))):
        what = f"what was parsed of version {n} is damaged or gone"
        remedy = "open it once: it is read again from its files"
        found.setdefault(str(sha256), []).append(Trouble(title, what, remedy))
    return found
