"""Only what nobody needs goes, and only when it is said so."""

from __future__ import annotations

import os
import time

import sqlalchemy as sa

from breakeven.data.marks import days_ago
from breakeven.store import database
from breakeven.store.actors import LOCAL
from breakeven.store.database import EVENT, SHARE
from breakeven.store.library import Library
from breakeven.store.removal import STRAY_SECONDS, put_incoming
from tests.breakeven.store.saving import CALLS, saved


def age(library: Library) -> None:
    """Let every file be older than one on its way in."""
    before = time.time() - STRAY_SECONDS - 1
    for file in (*library.blobs.all(), *library.blobs.unfinished()):
        os.utime(file, (before, before))


def test_what_an_interrupted_save_left_goes_when_it_is_old(library: Library) -> None:
    saved(library, "a")
    # a process that ended between the file and its row, and one that ended while writing
    library.blobs.put(b"no row names this")
    (library.blobs.folder / "0123456789abcdef.part").write_bytes(b"half a fi")
    assert library.prune(LOCAL, carry_out=True).stray == 0  # they may be on their way in
    age(library)
    plan = library.prune(LOCAL)
    assert (plan.stray, plan.stray_bytes) == (2, 17 + 9)
    assert library.verify(LOCAL).stray == 1
    assert library.prune(LOCAL, carry_out=True) == plan
    assert library.prune(LOCAL).stray == 0
    assert library.verify(LOCAL).stray == 0
    assert library.verify(LOCAL).troubles == ()


def test_what_is_on_its_way_in_is_put_back(library: Library) -> None:
    with put_incoming(library.engine, library.blobs, [CALLS]) as coming:
        age(library)
        assert library.prune(LOCAL, carry_out=True).stray == 1
        with database.writing(library.engine):
            coming.still_there()
            coming.not_needed = []
    assert library.blobs.get(coming.stored[0][0]) == CALLS


def test_only_links_that_expired_go(library: Library) -> None:
    saved(library, "a")
    (review,) = library.reviews(LOCAL)
    share: dict[str, object] = {}
    share |= dict.fromkeys(("state", "numbers", "created", "created_by"), "")
    share |= dict.fromkeys((c.name for c in SHARE.columns if isinstance(c.type, sa.Boolean)), False)
    with database.writing(library.engine) as db:
        for token, expires in (("a" * 64, days_ago(1)), ("b" * 64, days_ago(-1))):
            row = {"token_hash": token, "review": review.id, "n": 1, "expires": expires}
            db.execute(sa.insert(SHARE).values(share | row))
    assert library.prune(LOCAL).shares == 1
    library.prune(LOCAL, carry_out=True)
    with database.reading(library.engine) as db:
        assert db.scalars(sa.select(SHARE.c.token_hash)).all() == ["b" * 64]


def test_archived_reviews_go_only_when_asked_and_never_one_that_was_signed(
    library: Library,
) -> None:
    for i, title in enumerate(("stays", "goes", "signed", "lately")):
        saved(library, title, CALLS + b"%d,corn,corn,test\n" % (i + 3))
    ids = {review.title: review.id for review in library.reviews(LOCAL)}
    library.say(LOCAL, "sign", ids["signed"], "signed", {"statement": "as agreed"}, version=1)
    for title in ("goes", "signed", "lately"):
        library.archive(LOCAL, ids[title])
    with database.writing(library.engine) as db:
        long_ago = EVENT.c.chain.in_([ids["goes"], ids["signed"]])
        db.execute(sa.update(EVENT).where(long_ago).values(at=days_ago(91)))
    assert library.prune(LOCAL).reviews == ()
    plan = library.prune(LOCAL, 90)
    assert [review.title for review in plan.reviews] == ["goes"]
    assert plan.signed == ("signed",)
    assert len(library.reviews(LOCAL)) == 4
    assert library.prune(LOCAL, 90, carry_out=True) == plan
    assert {review.title for review in library.reviews(LOCAL)} == {"stays", "signed", "lately"}
    assert library.verify(LOCAL).stray == 0
