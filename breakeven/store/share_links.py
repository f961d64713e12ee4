"""Share links: made, listed, opened and taken back. Of a token only its SHA-256 is kept."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from breakeven.data.marks import utc_now
from breakeven.data.wording import canonical
from breakeven.store import database
from breakeven.store.actors import Actor
from breakeven.store.database import SHARE
from breakeven.store.database_rows import append_event
from breakeven.store.errors import LibraryError
from breakeven.store.library import Library
from breakeven.store.people import ShareLink, hash_token, share_links_where, shown_digest

# 128 random bits
TOKEN_BYTES = 16
MOST_DAYS = 365


class ShareLinkError(LibraryError):
    """A share link opens nothing; which reviews there are is not told."""


class MembersOnlyError(ShareLinkError):
    """A share link is for members, and who opens it is none, or did not log in."""


def make_share_link(
    library: Library,
    actor: Actor,
    fingerprint: str,
    *,
    choices: Mapping[str, str],
    numbers: Mapping[str, Any] | None,
    days: int,
    anybody: bool,
) -> str:
    """Make a link to a saved version as it is looked at; its token, which is not told again.

    `days`: until it expires, 1 to 365. The rest as in `ShareLink`. NotAllowedError, LibraryError.
    """
    if not 1 <= days <= MOST_DAYS:
        raise LibraryError(
            "A link can last 1 to 365 days.", "choose a number of days in that range"
        )
    version = library.find(actor, fingerprint)
    if version is None:
        raise LibraryError("This review is not saved here.", "save it, then share it")
    token = secrets.token_urlsafe(TOKEN_BYTES)
    expires = (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
    row = {
        "token_hash": hash_token(token),
        "review": version.review,
        "n": version.n,
        "state": canonical(dict(choices)),
        "numbers": canonical(None if numbers is None else dict(numbers)),
        "created": utc_now(),
        "created_by": actor.name,
        "expires": expires,
        "anybody": anybody,
    }
    payload = {
        "share": row["token_hash"],
        "expires": expires,
        "anybody": anybody,
        "shown": shown_digest(str(row["state"]), str(row["numbers"])),
    }
    with database.writing(library.engine) as db:
        library.allow(db, actor, "share")
        db.execute(sa.insert(SHARE).values(row))
        append_event(db, actor, version.review, "shared", payload, version=version.n)
    return token


def share_links_of(library: Library, actor: Actor, review: str) -> list[ShareLink]:
    """All links to a review that were ever made, the latest first. NotAllowedError."""
    with database.reading(library.engine) as db:
        library.allow(db, actor, "look")
        return share_links_where(db, SHARE.c.review == review)


def revoke_share_link(library: Library, actor: Actor, token_hash: str) -> None:
    """Take a link back: it opens nothing any more. NotAllowedError, LibraryError."""
    this = SHARE.c.token_hash == token_hash
    with database.writing(library.engine) as db:
        library.allow(db, actor, "share")
        link = next(iter(share_links_where(db, this)), None)
        if link is None:
            raise LibraryError("There is no such link.", "reload the list")
        if link.revoked is not None:
            return
        db.execute(sa.update(SHARE).where(this).values(revoked=utc_now()))
        append_event(db, actor, link.review, "share revoked", {"share": token_hash}, version=link.n)


def open_share_link(library: Library, actor: Actor | None, token: str) -> ShareLink:
    """What a token opens; who then looks acts as its `visitor`.

    `actor`: who is logged in, None where nobody is. Where members log in, a link opens for them
    alone, unless whoever made it said: for anybody. ShareError where it opens nothing.
    """
    with database.reading(library.engine) as db:
        link = next(iter(share_links_where(db, SHARE.c.token_hash == hash_token(token))), None)
    ask = "ask the sender for a new one"
    if link is None:
        raise ShareLinkError("This link is not known here.", ask)
    if link.revoked is not None:
        raise ShareLinkError("This link was revoked.", ask)
    if link.expired:
        raise ShareLinkError(f"This link expired on {link.expires[:10]}.", ask)
    if library.login and not link.anybody and (actor is None or library.role_of(actor) is None):
        raise MembersOnlyError("This link is for members only.", "log in, and open it again")
    return link
