"""Whether all that is saved is whole: chains, files, and what the tables say of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from breakeven.data.installation import CODE_VERSION
from breakeven.data.marks import utc_now
from breakeven.data.records import Review
from breakeven.data.wording import canonical
from breakeven.readers.base.problems import ReadError
from breakeven.readers.worker.review_stream import read_review as read_parsed
from breakeven.readers.worker.review_stream import table_of
from breakeven.store import database
from breakeven.store.blobs import Blobs
from breakeven.store.database import BLOB, EVENT, FILE, REVIEW, SHARE, VERSION
from breakeven.store.database_rows import reviews_of, stored_events_of
from breakeven.store.errors import DamagedError, LibraryError
from breakeven.store.event_kinds import readable, why_malformed
from breakeven.store.events import (
    OF_THE_LIBRARY,
    Event,
    broken_events,
    differences,
    from_a_file,
    nearly_same_time,
)
from breakeven.store.people import members_of, shown_digest
from breakeven.store.reread import changed_reading, read_again
from breakeven.store.saved_review import SavedReview, SavedVersion, about_review

RESTORE = "restore the data folder and the database from a backup"
LOAD_OR_RESTORE = f"load its files again, or {RESTORE}"
# columns that nothing else tells of, and why a change of them does no harm
UNCHECKED: Mapping[str, str] = {
    "blob.created": "it has no effect",
    "review.opened": "it only changes the order of the list",
    "version.opened": "it only sets which copy is removed first",
}


@dataclass(frozen=True)
class StoreTrouble:
    """Something that is not whole: of which review (its title, or “the library”), and a remedy."""

    of: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.of}: {self.what}; {self.remedy}"


@dataclass(frozen=True)
class StoreVerification:
    """What was looked at, and what is wrong with it.

    `stray`: files that no row names, as an interrupted save leaves them: they do no harm. `heads`:
    the last hash of each chain, by the id of its review; kept elsewhere, it tells of events that
    were taken off the end.
    """

    reviews: int
    events: int
    files: int
    bytes: int
    troubles: tuple[StoreTrouble, ...]
    stray: int
    heads: Mapping[str, str]


def verify_store(engine: Engine, blobs: Blobs) -> StoreVerification:
    """Look at everything; this reads every file, as if each version were loaded anew.

    What nothing else tells of cannot be checked: `UNCHECKED`. LibraryError where nothing can be
    looked at.
    """
    with database.reading(engine) as db:
        troubles = list(_of_the_database(db))
        reviews = reviews_of(db, sa.true())
        events, heads = 0, dict[str, str]()
        # one chain at a time: marks may be many
        for review in (*reviews, None):
            chain_events = stored_events_of(db, OF_THE_LIBRARY if review is None else review.id)
            troubles += _of_events("the library" if review is None else review.title, chain_events)
            readable_said = [*map(readable, chain_events)]
            if review is None:
                troubles += _of_members(db, readable_said)
            else:
                what = [*differences(review, readable_said), *_of_shares(db, review, readable_said)]
                troubles += [StoreTrouble(review.title, each, RESTORE) for each in what]
            events += len(chain_events)
            heads |= {event.chain: event.hash for event in chain_events[-1:]}
        sizes = {row.sha256: row.bytes for row in db.execute(sa.select(BLOB))}
        named, stored = _names(db), _stored(db)
    damaged = [sha256 for sha256 in sizes if not blobs.is_intact(sha256)]
    # somebody may have deleted since
    with database.reading(engine) as db:
        still = set(db.scalars(sa.select(BLOB.c.sha256).where(BLOB.c.sha256.in_(damaged))))
    for sha256 in damaged:
        if sha256 in still:
            troubles += named.get(
                sha256, [StoreTrouble("the library", "no file belongs to this row", RESTORE)]
            )
    troubles += _of_sizes(blobs, sizes, set(damaged))
    for review in reviews:
        troubles += _of_versions(engine, blobs, review, stored, set(damaged))
    stray = sum(1 for file in blobs.all() if file.name not in sizes)
    return StoreVerification(
        reviews=len(reviews),
        events=events,
        files=len(sizes),
        bytes=sum(sizes.values()),
        troubles=tuple(troubles),
        stray=stray,
        heads=heads,
    )


def _of_the_database(db: Connection) -> Iterator[StoreTrouble]:
    if db.dialect.name == "sqlite":
        result = db.exec_driver_sql("PRAGMA quick_check").scalars().all()
        if result != ["ok"]:
            yield StoreTrouble("the library", f"the database is damaged ({result[0]})", RESTORE)
    ids = sa.select(REVIEW.c.id)
    lost = sa.select(EVENT.c.chain).where(
        EVENT.c.chain.not_in(ids), EVENT.c.chain != OF_THE_LIBRARY
    )
    for chain in db.scalars(lost.distinct()):
        yield StoreTrouble("the library", f"there are events of a missing review, {chain}", RESTORE)
    for table, column in ((VERSION, VERSION.c.review), (SHARE, SHARE.c.review)):
        gone = sa.select(column).where(column.not_in(ids)).distinct()
        for review in db.scalars(gone):
            what = f"there is a {table.name} of a review {review} that is missing"
            yield StoreTrouble("the library", what, RESTORE)
    of_versions = FILE.c.fingerprint.not_in(sa.select(VERSION.c.fingerprint))
    for name in db.scalars(sa.select(FILE.c.name).where(of_versions)):
        yield StoreTrouble(
            "the library", f"the file {name!r} is of a version that is missing", RESTORE
        )


def _of_events(subject: str, events: Sequence[Event]) -> Iterator[StoreTrouble]:
    for event in broken_events(events):
        what = (
            f"event {event.n} ({event.kind}, {event.time}) does not follow from the event before it"
        )
        yield StoreTrouble(subject, f"{what}: its history was changed or shortened", RESTORE)
    for event in events:
        if (what_is := why_malformed(event)) is not None:
            what = f"{what_is}, so it is skipped"
            yield StoreTrouble(subject, what, RESTORE)


def _of_members(db: Connection, events: Sequence[Event]) -> Iterator[StoreTrouble]:
    """Members are those that admins made, with the names and roles that they gave."""
    by_events: dict[tuple[str, str], tuple[str, str, str]] = {}
    for event in events:
        if event.kind not in ("member", "member removed"):
            continue
        payload = event.payload
        who = payload["issuer"], payload["subject"]
        before = by_events.pop(who, None)
        if event.kind == "member":
            since = event.time if before is None else before[2]
            by_events[who] = payload["name"], payload["role"], since
    there = {(m.actor.issuer, m.actor.subject): m for m in members_of(db)}
    for issuer, subject in sorted(set(by_events) - set(there)):
        what = f"the member {subject!r} of {issuer!r} was created but is missing"
        yield StoreTrouble("the library", what, RESTORE)
    for who, member in there.items():
        name = f"the member {who[1]!r} of {who[0]!r}"
        if who not in by_events:
            yield StoreTrouble("the library", f"{name} is there but was never added", RESTORE)
            continue
        called, role, since = by_events[who]
        if (member.actor.name, member.role) != (called, role):
            what = f"{name} is {member.role}, called {member.actor.name!r}; made was {role}, "
            yield StoreTrouble("the library", f"{what}called {called!r}", RESTORE)
        if not nearly_same_time(member.since, since):
            what = f"{name} is one since {member.since}, and was made one on {since}"
            yield StoreTrouble("the library", what, RESTORE)


def _of_shares(db: Connection, review: SavedReview, events: Sequence[Event]) -> Iterator[str]:
    """Share links are those that were made: for which version, until when, and what they show."""
    made = {event.payload["share"]: event for event in events if event.kind == "shared"}
    # links stay where they were made, also those that a file tells of
    told_by_a_file = from_a_file(events)
    revoked = {
        event.payload["share"]: event.time for event in events if event.kind == "share revoked"
    }
    rows = {row.token_hash: row for row in db.execute(sa.select(SHARE)) if row.review == review.id}
    for token, event in made.items():
        here = event.n > told_by_a_file
        if here and token not in rows and event.payload["expires"] > utc_now():
            yield f"the share link of {event.time} was created but is missing"
    for token, row in rows.items():
        if token not in made:
            yield f"there is a share link of version {row.n} that nobody made"
            continue
        event = made[token]
        payload = event.payload
        held = {
            "its version": (row.n, event.version),
            "until when": (row.expires, payload["expires"]),
            "for whom": (bool(row.anybody), payload["anybody"]),
            "who made it": (row.created_by, event.actor.name),
            "what it shows": (shown_digest(row.state, row.numbers), payload.get("shown")),
        }
        for name, (is_now, was) in held.items():
            # what an earlier program made does not say what it shows
            if is_now != was and not (name == "what it shows" and was is None):
                yield f"the share link of {event.time} was changed: {name}"
        moments = (row.created, event.time), (row.revoked or "", revoked.get(token, ""))
        if not all(nearly_same_time(*both) for both in moments):
            yield f"the share link of {event.time} was changed: when it was created or revoked"


def _of_sizes(blobs: Blobs, sizes: Mapping[str, int], damaged: set[str]) -> Iterator[StoreTrouble]:
    for sha256, size in sizes.items():
        with suppress(FileNotFoundError):  # deleted since
            if sha256 not in damaged and blobs.path(sha256).stat().st_size != size:
                what = f"the file {sha256[:12]}… is said to have {size:,} bytes, and has others"
                yield StoreTrouble("the library", what, RESTORE)


def _stored(db: Connection) -> dict[tuple[str, int], Any]:
    """What is stored of each version, by its review and number, beyond what is listed of it."""
    columns = VERSION.c.review, VERSION.c.n, VERSION.c.parsed, VERSION.c.about
    return {(row.review, row.n): row for row in db.execute(sa.select(*columns))}


def _is_there(engine: Engine, version: SavedVersion) -> bool:
    with database.reading(engine) as db:
        this = sa.select(VERSION.c.n).where(VERSION.c.fingerprint == version.fingerprint)
        return db.scalar(this) is not None


def _of_versions(
    engine: Engine,
    blobs: Blobs,
    review: SavedReview,
    stored: Mapping[tuple[str, int], Any],
    damaged: set[str],
) -> Iterator[StoreTrouble]:
    for version in review.versions:
        if {file.sha256 for file in version.files} & damaged:
            continue  # named already
        found = [*_of_what_was_read(blobs, review, version, stored[review.id, version.n])]
        # somebody may have deleted since
        if found and _is_there(engine, version):
            for what in found:
                yield StoreTrouble(review.title, what, LOAD_OR_RESTORE)


def _of_what_was_read(
    blobs: Blobs, review: SavedReview, version: SavedVersion, row: Any
) -> Iterator[str]:
    """A version read anew, beside what is said and kept of it. Its files are whole."""
    try:
        files = [blobs.get(file.sha256) for file in version.files]
        read = read_again(version, files, review.title)
    except (ReadError, LibraryError) as error:
        yield f"version {version.n} cannot be read as before: {error}"
        return
    other = changed_reading(read, version)
    if other is not None:
        yield other.what
        return
    if canonical(about_review(read)) != row.about:
        yield f"version {version.n}: the list does not match its files"
    if row.parsed is None:
        return
    try:
        parsed = read_parsed(blobs.get(row.parsed))
    except DamagedError:  # named already
        return
    except (ValueError, KeyError, TypeError, IndexError, OSError):
        yield f"version {version.n}: its parsed copy is not a review"
        return
    if parsed.fingerprint != version.fingerprint:
        yield f"version {version.n}: its parsed copy is another review"
    elif version.code_version == CODE_VERSION and not _same(parsed, read):
        yield f"version {version.n}: its parsed copy does not match its files"


def _same(first: Review, second: Review) -> bool:
    """Whether two readings hold the same; what they are called and note may differ."""
    tables = [table_of(replace(review, name="", notes=())) for review in (first, second)]
    return bool(tables[0].equals(tables[1], check_metadata=True))


def _names(db: Connection) -> dict[str, list[StoreTrouble]]:
    """What it means that a file is damaged: it may be of several versions."""
    troubles: dict[str, list[StoreTrouble]] = {}
    files = sa.select(FILE.c.blob, FILE.c.name, VERSION.c.n, REVIEW.c.title)
    files = files.join(VERSION, VERSION.c.fingerprint == FILE.c.fingerprint)
    for row in db.execute(files.join(REVIEW, REVIEW.c.id == VERSION.c.review)):
        what = f"the file {row.name!r} of version {row.n} is damaged or gone"
        remedy = f"load the same file again, or {RESTORE}"
        troubles.setdefault(row.blob, []).append(StoreTrouble(row.title, what, remedy))
    parsed = sa.select(VERSION.c.parsed, VERSION.c.n, REVIEW.c.title)
    parsed = parsed.join(REVIEW, REVIEW.c.id == VERSION.c.review)
    for sha256, n, title in db.execute(parsed.where(VERSION.c.parsed.is_not(None))):
        what = f"what was parsed of version {n} is damaged or missing"
        remedy = "open it once to read it again from its files"
        troubles.setdefault(str(sha256), []).append(StoreTrouble(title, what, remedy))
    return troubles
