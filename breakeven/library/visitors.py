"""Whoever opens a share link: they may look at one version, and do nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from breakeven.library.actors import Actor, NotAllowedError
from breakeven.library.events import Event
from breakeven.library.marks import MARKED
from breakeven.library.rows import object_of
from breakeven.library.saved import SavedReview
from breakeven.library.tables import SHARE, VERSION
from breakeven.marks.events import now
from breakeven.readers.forms import keyed, text, why_not

# vouches for nobody: no address of a provider is called so
BY_LINK = "share"
TO_LOOK_ONLY = "This link is to look at one review only."
# of what was said of a version, what its pages show to them
SHOWN = (MARKED, "signed", "signature withdrawn", "words", "words taken back", "imported")


@dataclass(frozen=True)
class Share:
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
        return self.expires <= now()

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


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def shown_digest(state: str, numbers: str) -> str:
    """What is said of what a link shows when it is made; both as they are stored."""
    return hashlib.sha256(f"{state}\n{numbers}".encode("utf-8", "replace")).hexdigest()


def shares_where(db: Connection, which: sa.ColumnElement[bool]) -> list[Share]:
    """Share links whose version is still there, the latest first."""
    here = sa.and_(VERSION.c.review == SHARE.c.review, VERSION.c.n == SHARE.c.n)
    rows = db.execute(
        sa.select(SHARE, VERSION.c.fingerprint)
        .join(VERSION, here)
        .where(which)
        .order_by(SHARE.c.created.desc(), SHARE.c.token_hash)
    )
    return [
        Share(
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
    return found if why_not(keyed(text), found, "choices") is None else {}


def visited(db: Connection, actor: Actor) -> Share | None:
    """The share that somebody came by, None for whoever is here by themselves. NotAllowedError."""
    if actor.issuer != BY_LINK:
        return None
    for share in shares_where(db, SHARE.c.token_hash == actor.subject):
        if share.revoked is None and not share.expired:
            return share
    raise NotAllowedError("This link does not open anything any more.")
