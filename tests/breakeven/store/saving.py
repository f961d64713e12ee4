"""Small reviews, saved as the app saves them."""

from __future__ import annotations

from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.store.actors import LOCAL, Actor
from breakeven.store.library import Library
from breakeven.store.reviews import save_review

CALLS = b"id,true,predicted,split\n1,wheat,wheat,test\n2,corn,wheat,test\n"


def saved(library: Library, title: str, content: bytes = CALLS, by: Actor = LOCAL) -> str:
    """Read a file and save it under a title; its fingerprint."""
    tables = open_tables([("calls.csv", content)])
    proposal = propose(tables)
    review = build_review(tables, proposal, title)
    save_review(library, by, review, [("calls.csv", content)], proposal.to_json())
    return review.fingerprint
