"""The library: every action names who acts, and is checked where it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from breakeven.data import installation
from breakeven.data.marks import utc_now
from breakeven.store import database
from breakeven.store.actors import LEAST, Actor, NotAllowedError, Role, StoreAction, is_allowed
from breakeven.store.blobs import Blobs
from breakeven.store.database import FILE, REVIEW, VERSION
from breakeven.store.database_rows import (
    NewVersion,
    add_version,
    append_event,
    events_of,
    keep_parsed,
    list_reviews,
    place_of,
    reviews_of,
    version_by,
)
from breakeven.store.errors import LibraryError
from breakeven.store.events import OF_THE_LIBRARY, Event, storable
from breakeven.store.people import (
    BY_LINK,
    TO_LOOK_ONLY,
    LibraryMember,
    ShareLink,
    drop_member,
    ensure_admin,
    first_admin,
    members_of,
    put_member,
    role_of,
    share_of_visitor,
)
from breakeven.store.removal import (
    PrunedFiles,
    RemovalPlan,
    plan_pruning,
    plan_removal,
    prune,
    put_incoming,
    remove_review,
    remove_unneeded,
)
from breakeven.store.saved_review import (
    ListedReview,
    SavedFile,
    SavedReview,
    SavedVersion,
    Status,
    VersionPlace,
)
from breakeven.store.storage_limits import (
    DEFAULT_LIMITS,
    StorageLimits,
    StorageUsage,
    storage_limits,
    storage_usage,
)
from breakeven.store.verification import StoreVerification, verify_store


@dataclass(frozen=True)
class Library:
    """A database and a folder of files.

    `login`: members alone may act, by their role; without it whoever is there may do everything.
    """

    engine: Engine
    blobs: Blobs
    login: bool = False
    limits: StorageLimits = DEFAULT_LIMITS

    # --- who may

    def role_of(self, actor: Actor) -> Role | None:
        """What somebody is, read anew; None for a stranger."""
        with database.reading(self.engine) as db:
            return self._role(db, actor)

    def _role(self, db: Connection, actor: Actor) -> Role | None:
        if actor.issuer == BY_LINK:
            return None
        return role_of(db, actor) if self.login else "admin"

    def allow(self, db: Connection, actor: Actor, action: StoreAction) -> None:
        """Go on only where the actor may do this by now. NotAllowedError."""
        if actor.issuer == BY_LINK:
            raise NotAllowedError(TO_LOOK_ONLY)
        if not is_allowed(self._role(db, actor), action):
            raise NotAllowedError(f"This needs the role {LEAST[action]}. Ask an admin for it.")

    def look(
        self, db: Connection, actor: Actor, *, fingerprint: str = "", review: str = ""
    ) -> ShareLink | None:
        """Go on only where the actor may look at this version, or at this review.

        Whoever came by a share link may look at what it is for, and the share is given: what it
        does not show is left out by whoever asked. NotAllowedError.
        """
        share = share_of_visitor(db, actor)
        if share is None:
            self.allow(db, actor, "look")
        elif fingerprint != share.fingerprint and review != share.review:
            raise NotAllowedError(TO_LOOK_ONLY)
        return share

    @contextmanager
    def _reading(self, actor: Actor, action: StoreAction) -> Iterator[Connection]:
        with database.reading(self.engine) as db:
            self.allow(db, actor, action)
            yield db

    @contextmanager
    def _writing(self, actor: Actor, action: StoreAction) -> Iterator[Connection]:
        if action == "look":
            raise ValueError("viewers cannot write notes")
        with database.writing(self.engine) as db:
            self.allow(db, actor, action)
            yield db

    def members(self, actor: Actor) -> list[LibraryMember]:
        """All members, the first first. NotAllowedError."""
        with self._reading(actor, "members") as db:
            return members_of(db)

    def set_member(self, actor: Actor, who: Actor, role: Role) -> None:
        """Make somebody a member, or give them another role. NotAllowedError, LibraryError."""
        with self._writing(actor, "members") as db:
            put_member(db, actor, who, role)

    def remove_member(self, actor: Actor, who: Actor) -> None:
        """Make a member a stranger. NotAllowedError; LibraryError for the last admin."""
        with self._writing(actor, "members") as db:
            drop_member(db, actor, who)

    # --- saving and finding

    def save(
        self,
        actor: Actor,
        *,
        title: str,
        fingerprint: str,
        files: Sequence[tuple[str, bytes | Path]],
        options: str,
        about: Mapping[str, Any],
        parsed: bytes | Path,
        code_version: str,
    ) -> SavedVersion:
        """Save what was read; when this returns it is on the disk.

        What was saved before, under whatever title, is that version. A title that a review has
        gives it another version. NotAllowedError; LibraryError where it cannot be saved.
        """
        with self._reading(actor, "save"):
            pass  # refused before anything is written
        contents = [*(content for _, content in files), parsed]
        with (
            put_incoming(self.engine, self.blobs, contents) as coming,
            self._writing(actor, "save") as db,
        ):
            coming.still_there()
            *saved_files, packed = coming.stored
            named = zip(files, saved_files, strict=True)
            reading = NewVersion(
                title=storable(title),
                fingerprint=fingerprint,
                files=tuple(SavedFile(name, *stored) for (name, _), stored in named),
                parsed=packed,
                options=options,
                about=about,
                code_version=code_version,
            )
            saved, coming.not_needed = add_version(db, actor, reading, self.limits)
        return saved

    def find(self, actor: Actor, fingerprint: str) -> SavedVersion | None:
        """The version with this fingerprint; None where it is not saved. NotAllowedError."""
        with database.reading(self.engine) as db:
            self.look(db, actor, fingerprint=fingerprint)
            return version_by(db, fingerprint)

    def place(self, actor: Actor, fingerprint: str) -> VersionPlace | None:
        """Where the version with this fingerprint stands now; None where it is not saved.

        One look by indexes, for whoever asks on every click. NotAllowedError, LibraryError.
        """
        with database.reading(self.engine) as db:
            self.look(db, actor, fingerprint=fingerprint)
            return place_of(db, fingerprint)

    def parsed(self, actor: Actor, fingerprint: str) -> bytes | None:
        """The parsed review of a saved version; None where only its files are kept.

        NotAllowedError; DamagedError, LibraryError.
        """
        with database.reading(self.engine) as db:
            self.look(db, actor, fingerprint=fingerprint)
            query = sa.select(VERSION.c.parsed).where(VERSION.c.fingerprint == fingerprint)
            row = db.execute(query).one_or_none()
        if row is None:
            raise LibraryError("This review is not saved here.", "load its files again")
        return None if row.parsed is None else self.blobs.get(row.parsed)

    def note_opened(self, actor: Actor, fingerprint: str) -> None:
        """Note that somebody opened a version now. NotAllowedError.

        Worth no waiting, and no failing where nothing can be written.
        """
        with database.reading(self.engine) as db:
            self.look(db, actor, fingerprint=fingerprint)
        with suppress(LibraryError), database.writing(self.engine, wait=0) as db:
            review = sa.select(VERSION.c.review).where(VERSION.c.fingerprint == fingerprint)
            for table, same in (
                (VERSION, VERSION.c.fingerprint == fingerprint),
                (REVIEW, REVIEW.c.id == review.scalar_subquery()),
            ):
                db.execute(sa.update(table).where(same).values(opened=utc_now()))

    def keep_parsed(self, actor: Actor, fingerprint: str, parsed: bytes) -> None:
        """Keep what was read again of a version that is saved. NotAllowedError, LibraryError."""
        with database.reading(self.engine) as db:
            self.look(db, actor, fingerprint=fingerprint)  # refused before anything is written
            before = db.scalar(
                sa.select(VERSION.c.parsed).where(VERSION.c.fingerprint == fingerprint)
            )
        if before is not None and self.blobs.is_intact(before):
            return  # nobody who may only look changes what others see
        with (
            put_incoming(self.engine, self.blobs, [parsed]) as coming,
            database.writing(self.engine) as db,
        ):
            self.look(db, actor, fingerprint=fingerprint)
            coming.still_there()
            coming.not_needed = keep_parsed(db, fingerprint, coming.stored[0], self.limits)

    def file(self, actor: Actor, sha256: str) -> bytes:
        """A file as it was received. NotAllowedError, LibraryError."""
        with self._reading(actor, "look") as db:
            known = db.scalar(sa.select(FILE.c.blob).where(FILE.c.blob == sha256).limit(1))
        if known is None:
            raise LibraryError("This file is not saved here.", "load it again")
        return self.blobs.get(known)

    def reviews(self, actor: Actor) -> list[SavedReview]:
        """All of them, the one opened last first; archived ones too. NotAllowedError."""
        with self._reading(actor, "look") as db:
            return reviews_of(db, sa.true())

    def listed(self, actor: Actor) -> list[ListedReview]:
        """All of them as a list shows them, the one opened last first. NotAllowedError."""
        with self._reading(actor, "look") as db:
            return list_reviews(db)

    def review(self, actor: Actor, review: str) -> SavedReview | None:
        """One of them by its id; None where there is none. NotAllowedError.

        To whoever came by a share link it has that version alone.
        """
        with database.reading(self.engine) as db:
            share = self.look(db, actor, review=review)
            found = next(iter(reviews_of(db, REVIEW.c.id == review)), None)
        return found if share is None or found is None else share.part_of(found)

    # --- what is said of reviews

    def events(self, actor: Actor, chain: str, after: int = 0) -> list[Event]:
        """What was said of a review, or to admins of the library, in its order.

        `after`: what came after that of this number. NotAllowedError. To whoever came by a share
        link, what the pages of its version show.
        """
        with database.reading(self.engine) as db:
            share = self.look(db, actor, review=chain)
            if chain == OF_THE_LIBRARY:
                self.allow(db, actor, "members")
            events = events_of(db, chain, after)
        return events if share is None else [event for event in events if share.shows(event)]

    def say(
        self,
        actor: Actor,
        action: StoreAction,
        review: str,
        kind: str,
        payload: Mapping[str, Any],
        *,
        version: int | None = None,
    ) -> Event:
        """Add an event to a review. NotAllowedError, LibraryError; ValueError for “look”."""
        with self._writing(actor, action) as db:
            _must_be(db, review)
            return append_event(db, actor, review, kind, payload, version=version)

    def say_after(
        self,
        actor: Actor,
        action: StoreAction,
        review: str,
        make: Callable[[list[Event]], Iterable[tuple[str, int | None, Mapping[str, Any]]]],
    ) -> list[Event]:
        """Add the events (kind, version, payload) that `make` gives for those there are by now.

        Raises as `say` does.
        """
        with self._writing(actor, action) as db:
            _must_be(db, review)
            said = list(make(events_of(db, review)))
            return [append_event(db, actor, review, k, p, version=v) for k, v, p in said]

    def rename(self, actor: Actor, review: str, title: str) -> None:
        """Give a review another title. NotAllowedError, LibraryError."""
        title = storable(title)
        self._change(actor, "edit", review, "renamed", {"title": title}, title=title)

    def set_status(self, actor: Actor, review: str, status: Status) -> None:
        """Say how far a review is. NotAllowedError, LibraryError."""
        self._change(actor, "edit", review, "status", {"status": status}, status=status)

    def archive(self, actor: Actor, review: str, archived: bool = True) -> None:
        """Put a review away, or take it out again. NotAllowedError, LibraryError."""
        kind = "archived" if archived else "taken out"
        self._change(actor, "edit", review, kind, {}, archived=archived)

    def pin(self, actor: Actor, review: str, n: int | None) -> None:
        """Make a version the baseline of its review; None for no one. NotAllowedError."""
        self._change(actor, "pin", review, "baseline", {"version": n}, baseline=n)

    def going(self, actor: Actor, review: str) -> RemovalPlan:
        """What would go with a review that is deleted. NotAllowedError, LibraryError."""
        with self._reading(actor, "delete") as db:
            _must_be(db, review)
            return plan_removal(db, review)

    def delete(self, actor: Actor, review: str) -> RemovalPlan:
        """Delete a review with all that is its own; what went. NotAllowedError, LibraryError."""
        with self._writing(actor, "delete") as db:
            _must_be(db, review)
            gone, not_needed = remove_review(db, actor, review)
        remove_unneeded(self.engine, self.blobs, not_needed)
        return gone

    def usage(self, actor: Actor) -> StorageUsage:
        """How much there is, and may be. NotAllowedError."""
        with self._reading(actor, "look") as db:
            return storage_usage(db, self.limits)

    def verify(self, actor: Actor) -> StoreVerification:
        """Look whether all is whole; reads every file. NotAllowedError, LibraryError."""
        with self._reading(actor, "verify"):
            pass
        return verify_store(self.engine, self.blobs)

    def prune(
        self, actor: Actor, archived_days: int | None = None, *, carry_out: bool = False
    ) -> PrunedFiles:
        """What would go by now, or went: what no row names, what expired, what was archived.

        `archived_days`: reviews that were archived so many days ago; None: no review.
        NotAllowedError, LibraryError.
        """
        if not carry_out:
            with self._reading(actor, "prune") as db:
                return plan_pruning(db, self.blobs, archived_days)
        with self._writing(actor, "prune") as db:
            pruned, not_needed = prune(db, actor, self.blobs, archived_days)
        remove_unneeded(self.engine, self.blobs, not_needed)
        return pruned

    def _change(
        self,
        actor: Actor,
        action: StoreAction,
        review: str,
        kind: str,
        payload: Mapping[str, Any],
        **values: Any,
    ) -> None:
        with self._writing(actor, action) as db:
            _must_be(db, review)
            db.execute(sa.update(REVIEW).where(REVIEW.c.id == review).values(**values))
            append_event(db, actor, review, kind, payload)


def open_library(
    folder: Path | None = None, url: str | None = None, *, login: bool = False
) -> Library:
    """The library of this machine, made where there is none yet; LibraryError where it cannot be.

    `folder`, `url`: by default as BREAKEVEN_HOME and BREAKEVEN_DATABASE_URL say.
    """
    where = folder or installation.folder()
    return _opened(where, url or database.url_in(where), login, storage_limits())


@lru_cache(maxsize=8)
def _opened(folder: Path, url: str, login: bool, most: StorageLimits) -> Library:
    engine = database.open_database(folder, url)
    if login and (first := first_admin()) is not None:
        with database.writing(engine) as db:
            ensure_admin(db, first)
    return Library(engine, Blobs(folder / "blobs"), login, most)


def _must_be(db: Connection, review: str) -> None:
    if db.scalar(sa.select(REVIEW.c.id).where(REVIEW.c.id == review)) is None:
        raise LibraryError("This review is no longer in the library.", "reload the list")
