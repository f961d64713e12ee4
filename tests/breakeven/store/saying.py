"""Two versions of a small review, saved, and the people who say something of it."""

from __future__ import annotations

import breakeven as be
from breakeven.store.actors import LOCAL, Actor
from breakeven.store.library import Library
from breakeven.store.reviews import save_review
from tests.breakeven.store.conftest import NewLibrary

ISSUER = "https://login.example"
VERA, REX, APRIL, ADA = (Actor(ISSUER, name, name) for name in ("Vera", "Rex", "April", "Ada"))
FIRST = b"id,true,predicted,split\n1,wheat,wheat,test\n2,corn,wheat,test\n"
SECOND = FIRST.replace(b"2,corn,wheat", b"2,corn,corn")


def saved(library: Library) -> tuple[str, list[str]]:
    """The id of a review, and the fingerprints of its two versions."""
    found = []
    for content in (FIRST, SECOND):
        review = be.read(content, name="calls")
        version = save_review(library, LOCAL, review, [("calls.csv", content)], "{}")
        found.append(version.fingerprint)
    return version.review, found


def with_members(new_library: NewLibrary) -> tuple[Library, str, list[str]]:
    """A library where members log in: one of each role, and a review in it."""
    open_to_all = new_library()
    review, fingerprints = saved(open_to_all)
    for who, role in ((ADA, "admin"), (APRIL, "approver"), (REX, "reviewer"), (VERA, "viewer")):
        open_to_all.set_member(LOCAL, who, role)  # type: ignore[arg-type]
    return new_library(login=True), review, fingerprints
