"""Who belongs to the library, by who vouches for them and their name there."""

from __future__ import annotations

import os
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.library.actors import LOCAL, Actor, Role
from breakeven.library.errors import LibraryError
from breakeven.library.events import OF_THE_LIBRARY
from breakeven.library.rows import append
from breakeven.library.tables import MEMBER
from breakeven.marks.events import now

FIRST_ADMIN = "BREAKEVEN_FIRST_ADMIN"


@dataclass(frozen=True)
class Member:
    """Somebody with a role, and since when they belong to the library."""

    actor: Actor
    role: Role
    since: str


def first_admin() -> Actor | None:
    """Who is admin where there is none yet: BREAKEVEN_FIRST_ADMIN, issuer and subject in a row."""
    issuer, _, subject = os.environ.get(FIRST_ADMIN, "").strip().partition(" ")
    return Actor(issuer, subject.strip()) if issuer and subject.strip() else None


def start_with(db: Connection, who: Actor) -> None:
    """Make somebody admin where nobody is one yet: members can only be made by an admin."""
    if not db.scalar(_admins()):
        put_member(db, LOCAL, who, "admin")


def role_of(db: Connection, actor: Actor) -> Role | None:
    """The role of a member; None for a stranger."""
    return db.scalar(sa.select(MEMBER.c.role).where(_is(actor)))


def members_of(db: Connection) -> list[Member]:
    """All of them, the first first."""
    rows = db.execute(sa.select(MEMBER).order_by(MEMBER.c.since, MEMBER.c.issuer, MEMBER.c.subject))
    return [Member(Actor(row.issuer, row.subject, row.name), row.role, row.since) for row in rows]


def put_member(db: Connection, actor: Actor, who: Actor, role: Role) -> None:
    """Make somebody a member, or give them another role or name. LibraryError."""
    if not who.issuer or not who.subject:
        raise LibraryError(
            "A member has an issuer and a subject, and one of them is empty.",
            "copy both from the page that they see once they signed in",
        )
    before = role_of(db, who)
    if before == "admin" and role != "admin":
        _not_the_last_admin(db)
    if before is None:
        db.execute(
            sa.insert(MEMBER).values(
                issuer=who.issuer, subject=who.subject, name=who.name, role=role, since=now()
            )
        )
    else:
        db.execute(sa.update(MEMBER).where(_is(who)).values(name=who.name, role=role))
    append(db, actor, OF_THE_LIBRARY, "member", _said(who) | {"role": role, "before": before})


def drop_member(db: Connection, actor: Actor, who: Actor) -> None:
    """Make a member a stranger. LibraryError where they are none, or the last admin."""
    before = role_of(db, who)
    if before is None:
        raise LibraryError("There is no such member.", "look at the list of members")
    if before == "admin":
        _not_the_last_admin(db)
    db.execute(sa.delete(MEMBER).where(_is(who)))
    append(db, actor, OF_THE_LIBRARY, "member removed", _said(who) | {"before": before})


def _is(who: Actor) -> sa.ColumnElement[bool]:
    return sa.and_(MEMBER.c.issuer == who.issuer, MEMBER.c.subject == who.subject)


def _said(who: Actor) -> dict[str, str | None]:
    return {"issuer": who.issuer, "subject": who.subject, "name": who.name}


def _admins() -> sa.Select[int]:
    return sa.select(sa.func.count()).select_from(MEMBER).where(MEMBER.c.role == "admin")


def _not_the_last_admin(db: Connection) -> None:
    if db.scalar(_admins()) == 1:
        raise LibraryError(
            "This is the last admin, and nothing was changed.", "make somebody else admin first"
        )
