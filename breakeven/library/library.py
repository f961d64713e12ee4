"""The library: every action names who acts, and is checked where it is carried out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from breakeven.library import database
from breakeven.library.actors import LEAST, Action, Actor, NotAllowedError, Role, may
from breakeven.library.blobs import Blobs
from breakeven.library.errors import LibraryError
from breakeven.library.events import Event
from breakeven.library.rows import append, events_of, reviews_of, version_by
from breakeven.library.saved import SavedReview, SavedVersion, Status
from breakeven.library.tables import BLOB, FILE, MEMBER, REVIEW, VERSION
from breakeven.marks.events import now
from breakeven.text import canonical


@dataclass(frozen=True)
class Library:
    """A database and a folder of files.

    `login`: members alone may act, by their role; without it whoever is there may do everything.
    """

    engine: Engine
    blobs: Blobs
    login: bool = False

    # --- who may

    def role_of(self, actor: Actor) -> Role | None:
        """What somebody is, read anew; None for a stranger."""
        with database.reading(self.engine) as db:
            return self._role(db, actor)

    def _role(self, db: Connection, actor: Actor) -> Role | None:
        if not self.login:
            return "admin"
        of = sa.select(MEMBER.c.role).where(
            MEMBER.c.issuer == actor.issuer, MEMBER.c.subject == actor.subject
        )
        return db.scalar(of)

    def allow(self, db: Connection, actor: Actor, action: Action) -> None:
        """Go on only where the actor may do this by now. NotAllowedError."""
        if not may(self._role(db, actor), action):
            raise NotAllowedError(f"This needs the role {LEAST[action]}. Ask an admin for it.")

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
        with database.reading(self.engine) as db:
            self.allow(db, actor, "save")
        try:
            kept = [(name, *self.blobs.put(content)) for name, content in files]
            packed = self.blobs.put(parsed)
        except OSError as error:
            raise LibraryError(
                f"The files cannot be written: {error.strerror or error}.",
                "make room on the disk, and see that the data folder can be written to",
            ) from error
        with database.writing(self.engine) as db:
            self.allow(db, actor, "save")
            found = version_by(db, fingerprint)
            if found is not None:
                return found
            note_blobs(db, {sha256: size for _, sha256, size in kept} | {packed[0]: packed[1]})
            review = self._review_titled(db, actor, title)
            n = 1 + (db.scalar(_newest(review)) or 0)
            moment = now()
            version = {
                "review": review,
                "n": n,
                "fingerprint": fingerprint,
                "options": options,
                "about": canonical(dict(about)),
                "parsed": packed[0],
                "code_version": code_version,
                "created": moment,
                "created_by": actor.name,
                "opened": moment,
            }
            db.execute(sa.insert(VERSION).values(version))
            rows = [
                {"fingerprint": fingerprint, "place": i, "name": name, "blob": sha256}
                for i, (name, sha256, _) in enumerate(kept)
            ]
            if rows:
                db.execute(sa.insert(FILE), rows)
            append(
                db, actor, review, "saved", {"fingerprint": fingerprint, "title": title}, version=n
            )
            saved = version_by(db, fingerprint)
            assert saved is not None
            return saved

    def _review_titled(self, db: Connection, actor: Actor, title: str) -> str:
        of = sa.select(REVIEW.c.id).where(REVIEW.c.title == title, ~REVIEW.c.archived)
        found = db.scalar(of.order_by(REVIEW.c.created))
        if found is not None:
            return found
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

    def find(self, actor: Actor, fingerprint: str) -> SavedVersion | None:
        """The version with this fingerprint; None where it is not saved. NotAllowedError."""
        with database.reading(self.engine) as db:
            self.allow(db, actor, "look")
            return version_by(db, fingerprint)

    def parsed(self, actor: Actor, fingerprint: str) -> bytes | None:
        """The parsed review of a saved version, opened now; None where only its files are kept.

        NotAllowedError, LibraryError.
        """
        with database.writing(self.engine) as db:
            self.allow(db, actor, "look")
            of = sa.select(VERSION.c.review, VERSION.c.parsed)
            found = db.execute(of.where(VERSION.c.fingerprint == fingerprint)).one_or_none()
            if found is None:
                raise LibraryError("This review is not saved here.", "load its files again")
            for table, same in (
                (VERSION, VERSION.c.fingerprint == fingerprint),
                (REVIEW, REVIEW.c.id == found.review),
            ):
                db.execute(sa.update(table).where(same).values(opened=now()))
        return None if found.parsed is None else self.blobs.get(found.parsed)

    def keep_parsed(self, actor: Actor, fingerprint: str, parsed: bytes) -> None:
        """Keep the parsed review of a version that was read from its files again."""
        with database.reading(self.engine) as db:
            self.allow(db, actor, "look")
        sha256, size = self.blobs.put(parsed)
        with database.writing(self.engine) as db:
            note_blobs(db, {sha256: size})
            same = VERSION.c.fingerprint == fingerprint
            db.execute(sa.update(VERSION).where(same).values(parsed=sha256))

    def file(self, actor: Actor, sha256: str) -> bytes:
        """A file as it was received. NotAllowedError, LibraryError."""
        with database.reading(self.engine) as db:
            self.allow(db, actor, "look")
        return self.blobs.get(sha256)

    def reviews(self, actor: Actor) -> list[SavedReview]:
        """All of them, the one opened last first; archived ones too. NotAllowedError."""
        with database.reading(self.engine) as db:
            self.allow(db, actor, "look")
            return reviews_of(db, sa.true())

    def review(self, actor: Actor, review: str) -> SavedReview | None:
        """One of them by its id; None where there is none. NotAllowedError."""
        with database.reading(self.engine) as db:
            self.allow(db, actor, "look")
            return next(iter(reviews_of(db, REVIEW.c.id == review)), None)

    # --- what is said of reviews

    def events(self, actor: Actor, chain: str) -> list[Event]:
        """All that was said of a review, or of the library, in its order. NotAllowedError."""
        with database.reading(self.engine) as db:
            self.allow(db, actor, "look")
            return events_of(db, chain)

    def say(
        self,
        actor: Actor,
        action: Action,
        review: str,
        kind: str,
        payload: Mapping[str, Any],
        *,
        version: int | None = None,
    ) -> Event:
        """Add an event to a review. NotAllowedError, LibraryError."""
        with database.writing(self.engine) as db:
            self.allow(db, actor, action)
            _must_be(db, review)
            return append(db, actor, review, kind, payload, version=version)

    def say_after(
        self,
        actor: Actor,
        action: Action,
        review: str,
        make: Callable[[list[Event]], Iterable[tuple[str, int | None, Mapping[str, Any]]]],
    ) -> list[Event]:
        """Add the events (kind, version, payload) that `make` gives for those there are by now."""
        with database.writing(self.engine) as db:
            self.allow(db, actor, action)
            _must_be(db, review)
            said = list(make(events_of(db, review)))
            return [append(db, actor, review, k, p, version=v) for k, v, p in said]

    def rename(self, actor: Actor, review: str, title: str) -> None:
        """Give a review another title. NotAllowedError, LibraryError."""
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

    def _change(
        self,
        actor: Actor,
        action: Action,
        review: str,
        kind: str,
        payload: Mapping[str, Any],
        **values: Any,
    ) -> None:
        with database.writing(self.engine) as db:
            self.allow(db, actor, action)
            _must_be(db, review)
            db.execute(sa.update(REVIEW).where(REVIEW.c.id == review).values(**values))
            append(db, actor, review, kind, payload)


def open_library(
    folder: Path | None = None, url: str | None = None, *, login: bool = False
) -> Library:
    """The library of this machine, made where there is none yet; LibraryError where it cannot be.

    `folder`, `url`: by default as BREAKEVEN_HOME and BREAKEVEN_DATABASE_URL say.
    """
    return _opened(folder or database.folder(), url, login)


@lru_cache(maxsize=8)
def _opened(folder: Path, url: str | None, login: bool) -> Library:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LibraryError(
            f"The data folder cannot be made: {error.strerror or error}.",
            f"set {database.HOME} to a folder that can be written to",
        ) from error
    engine = database.engine_of(folder, url)
    database.bring_up_to_date(engine)
    return Library(engine, Blobs(folder / "blobs"), login)


def _must_be(db: Connection, review: str) -> None:
    if db.scalar(sa.select(REVIEW.c.id).where(REVIEW.c.id == review)) is None:
        raise LibraryError("This review is not in the library any more.", "look at the list anew")


def _newest(review: str) -> sa.Select[tuple[int]]:
    return sa.select(sa.func.max(VERSION.c.n)).where(VERSION.c.review == review)


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
