"""Who may see and do what: the members of a store, and visitors who come by a share link."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.data.marks import utc_now
from breakeven.readers.base.validation import keyed, text, why_invalid
from breakeven.store.actors import LOCAL, Actor, NotAllowedError, Role
from breakeven.store.database import MEMBER, SHARE, VERSION
from breakeven.store.database_rows import append_event, object_of
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import MARKED, MEASURES_SET
from breakeven.store.events import OF_THE_LIBRARY, Event
from breakeven.store.saved_review import SavedReview

# --- who belongs to the library, by who vouches for them and their name there


FIRST_ADMIN = "BREAKEVEN_FIRST_ADMIN"


@dataclass(frozen=True)
class LibraryMember:
    """Somebody with a role, and since when they belong to the library."""

    actor: Actor
    role: Role
    since: str


def first_admin() -> Actor | None:
    """Who is admin where there is none yet: BREAKEVEN_FIRST_ADMIN, issuer and subject in a row."""
    issuer, _, subject = os.environ.get(FIRST_ADMIN, "").strip().partition(" ")
    return Actor(issuer, subject.strip()) if issuer and subject.strip() else None


def ensure_admin(db: Connection, who: Actor) -> None:
    """Make somebody admin where nobody is one yet: members can only be made by an admin."""
    if not db.scalar(_admins()):
        put_member(db, LOCAL, who, "admin")


def role_of(db: Connection, actor: Actor) -> Role | None:
    """The role of a member; None for a stranger."""
    return db.scalar(sa.select(MEMBER.c.role).where(_is(actor)))


def members_of(db: Connection) -> list[LibraryMember]:
    """All of them, the first first."""
    rows = db.execute(sa.select(MEMBER).order_by(MEMBER.c.since, MEMBER.c.issuer, MEMBER.c.subject))
    return [
        LibraryMember(Actor(row.issuer, row.subject, row.name), row.role, row.since) for row in rows
    ]


def put_member(db: Connection, actor: Actor, who: Actor, role: Role) -> None:
    """Make somebody a member, or give them another role or name. LibraryError."""
    if not who.issuer or not who.subject:
        raise LibraryError(
            "A member has an issuer and a subject, and one of them is empty.",
            "copy both from the page that the member sees after logging in",
        )
    before = role_of(db, who)
    if before == "admin" and role != "admin":
        _not_the_last_admin(db)
    if before is None:
        db.execute(
            sa.insert(MEMBER).values(
                issuer=who.issuer, subject=who.subject, name=who.name, role=role, since=utc_now()
            )
        )
    else:
        db.execute(sa.update(MEMBER).where(_is(who)).values(name=who.name, role=role))
    append_event(
        db, actor, OF_THE_LIBRARY, "member", _actor_data(who) | {"role": role, "before": before}
    )


def drop_member(db: Connection, actor: Actor, who: Actor) -> None:
    """Make a member a stranger. LibraryError where they are none, or the last admin."""
    before = role_of(db, who)
    if before is None:
        raise LibraryError("There is no such member.", "look at the list of members")
    if before == "admin":
        _not_the_last_admin(db)
    db.execute(sa.delete(MEMBER).where(_is(who)))
    append_event(db, actor, OF_THE_LIBRARY, "member removed", _actor_data(who) | {"before": before})


def _is(who: Actor) -> sa.ColumnElement[bool]:
    return sa.and_(MEMBER.c.issuer == who.issuer, MEMBER.c.subject == who.subject)


def _actor_data(who: Actor) -> dict[str, str | None]:
    return {"issuer": who.issuer, "subject": who.subject, "name": who.name}


def _admins() -> sa.Select[int]:
    return sa.select(sa.func.count()).select_from(MEMBER).where(MEMBER.c.role == "admin")


def _not_the_last_admin(db: Connection) -> None:
    if db.scalar(_admins()) == 1:
        raise LibraryError(
            "This is the last admin. Nothing was changed.", "make somebody else an admin first"
        )


# --- Whoever opens a share link: they may look at one version, and do nothing else


# vouches for nobody: no address of a provider is called so
BY_LINK = "share"
TO_LOOK_ONLY = "This link only shows one review."
# of what was said of a version, what its pages show to them
SHOWN = (
    *(MARKED, "signed", "signature withdrawn", "words", "words taken back"),
    *("target", "target taken back", MEASURES_SET, "imported"),
)


@dataclass(frozen=True)
class ShareLink:
    """A share link: one version, as it was looked at when the link was made.

    `token_hash`: SHA-256, in hex, of the token, which is kept nowhere. `choices`: what is shown, by
    the keys of the address. `numbers`: what it showed, as the one who made it handed it in, None
    where nobody had labelled. `anybody`: opens without logging in too. Moments as in SavedReview.
    """

    token_hash: str
    review: str
    n: int
    fingerprint: str
    choices: Mapping[str, str]
    numbers: Mapping[str, Any] | None
    created: str
    created_by: str
    expires: str
    revoked: str | None
    anybody: bool

    @property
    def expired(self) -> bool:
        """Whether its time is over."""
        return self.expires <= utc_now()

    @property
    def visitor(self) -> Actor:
        """Who opens it, whoever that is."""
        return Actor(BY_LINK, self.token_hash)

    def shows(self, event: Event) -> bool:
        """Whether an event of its review is for visitors: said of this version, or of all."""
        return event.kind in SHOWN and event.version in (self.n, None)

    def part_of(self, review: SavedReview) -> SavedReview:
        """Its review as visitors may know it: as if there were this version alone."""
        versions = tuple(version for version in review.versions if version.n == self.n)
        baseline = review.baseline if review.baseline == self.n else None
        return replace(review, versions=versions, baseline=baseline)


def hash_token(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def shown_digest(state: str, numbers: str) -> str:
    """What is said of what a link shows when it is made; both as they are stored."""
    return hashlib.sha256(f"{state}\n{numbers}".encode("utf-8", "replace")).hexdigest()


def share_links_where(db: Connection, which: sa.ColumnElement[bool]) -> list[ShareLink]:
    """Share links whose version is still there, the latest first."""
    here = sa.and_(VERSION.c.review == SHARE.c.review, VERSION.c.n == SHARE.c.n)
    rows = db.execute(
        sa.select(SHARE, VERSION.c.fingerprint)
        .join(VERSION, here)
        .where(which)
        .order_by(SHARE.c.created.desc(), SHARE.c.token_hash)
    )
    return [
        ShareLink(
            token_hash=row.token_hash,
            review=row.review,
            n=row.n,
            fingerprint=row.fingerprint,
            choices=_choices(row.state),
            numbers=object_of(row.numbers) or None,
            created=row.created,
            created_by=row.created_by,
            expires=row.expires,
            revoked=row.revoked,
            anybody=row.anybody,
        )
        for row in rows
    ]


def _choices(state: str) -> dict[str, str]:
    found = object_of(state)
    return found if why_invalid(keyed(text), found, "choices") is None else {}


def share_of_visitor(db: Connection, actor: Actor) -> ShareLink | None:
    """The share that somebody came by, None for whoever is here by themselves. NotAllowedError."""
    if actor.issuer != BY_LINK:
        return None
    for share in share_links_where(db, SHARE.c.token_hash == actor.subject):
        if share.revoked is None and not share.expired:
            return share
    raise NotAllowedError("This link no longer opens anything.")
