"""A share link opens one version to look at, until it expires or is taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from breakeven.store import database
from breakeven.store.actors import LOCAL, Actor, NotAllowedError
from breakeven.store.database import SHARE
from breakeven.store.errors import LibraryError
from breakeven.store.library import Library
from breakeven.store.notes import NoteSubject, write_note
from breakeven.store.people import ShareLink
from breakeven.store.reviews import open_review
from breakeven.store.share_links import (
    ShareLinkError,
    make_share_link,
    open_share_link,
    revoke_share_link,
    share_links_of,
)
from breakeven.store.signatures import sign
from tests.breakeven.store.conftest import NewLibrary
from tests.breakeven.store.saying import APRIL, REX, VERA, saved, with_members
from tests.breakeven.store.test_signatures import bound
from tests.made import not_none

STRANGER = Actor("https://login.example", "Sam", "Sam")


def made(library: Library, fingerprint: str, who: Actor = LOCAL, **more: Any) -> str:
    options: dict[str, Any] = {"days": 7, "anybody": False, "choices": {"split": "test"}}
    return make_share_link(library, who, fingerprint, numbers=None, **(options | more))


def test_a_token_opens_its_version_and_is_kept_nowhere(library: Library, tmp_path: Path) -> None:
    review, (first, _) = saved(library)
    token = made(library, first)
    assert len(token) == 22  # 128 bits, six a sign
    share = open_share_link(library, None, token)
    assert (share.fingerprint, share.n, share.choices) == (first, 1, {"split": "test"})
    assert share.visitor.subject not in (token, "")
    with database.reading(library.engine) as db:
        stored = [str(row) for row in db.execute(sa.select(SHARE))]
    stored += [str(event) for event in library.events(LOCAL, review)]
    assert not any(token in text for text in stored)
    assert not any(token.encode() in file.read_bytes() for file in tmp_path.rglob("library.*"))
    assert [link.created_by for link in share_links_of(library, LOCAL, review)] == [""]


def visitor_of(library: Library, fingerprint: str) -> tuple[ShareLink, Actor]:
    share = open_share_link(library, None, made(library, fingerprint))
    return share, share.visitor


def test_visitors_look_at_one_version_and_at_nothing_else(library: Library) -> None:
    review, (first, second) = saved(library)
    library.pin(LOCAL, review, 2)
    write_note(library, LOCAL, review, 1, NoteSubject(), "between us")
    sign(library, LOCAL, bound(first), "Fine.")
    sign(library, LOCAL, bound(second), "Better.")
    file = library.reviews(LOCAL)[0].versions[0].files[0].sha256
    _, visitor = visitor_of(library, first)
    assert open_review(library, visitor, first).fingerprint == first
    shown = library.review(visitor, review)
    assert shown is not None
    assert ([v.fingerprint for v in shown.versions], shown.baseline) == ([first], None)
    (event,) = library.events(visitor, review)
    assert event.payload["statement"] == "Fine."
    assert library.place(visitor, first) == library.place(LOCAL, first)

    refused: list[Callable[[], object]] = [
        lambda: library.find(visitor, second),
        lambda: library.parsed(visitor, second),
        lambda: library.keep_parsed(visitor, second, b""),
        lambda: library.place(visitor, second),
        lambda: library.reviews(visitor),
        lambda: library.events(visitor, "library"),
        lambda: library.review(visitor, "another"),
        lambda: library.file(visitor, file),
        lambda: library.members(visitor),
        lambda: library.set_status(visitor, review, "rejected"),
        lambda: library.rename(visitor, review, "mine"),
        lambda: library.say(visitor, "mark", review, "mark", {}),
        lambda: write_note(library, visitor, review, 1, NoteSubject(), "hello"),
        lambda: sign(library, visitor, bound(first), "Fine."),
        lambda: made(library, first, visitor),
        lambda: share_links_of(library, visitor, review),
        lambda: library.delete(visitor, review),
    ]
    before = library.events(LOCAL, review)
    for act in refused:
        with pytest.raises(NotAllowedError, match="shows one review"):
            act()
    assert library.events(LOCAL, review) == before


def test_a_link_that_is_over_opens_nothing_and_tells_nothing(library: Library) -> None:
    review, (first, _) = saved(library)
    token = made(library, first)
    share = open_share_link(library, None, token)
    revoke_share_link(library, LOCAL, share.token_hash)
    with pytest.raises(ShareLinkError, match="revoked"):
        open_share_link(library, None, token)
    with pytest.raises(NotAllowedError, match="no longer opens anything"):
        open_review(library, share.visitor, first)

    late = made(library, first)
    with database.writing(library.engine) as db:
        db.execute(sa.update(SHARE).values(expires="2024-01-31T12:00:00Z"))
    with pytest.raises(ShareLinkError, match="expired on 2024-01-31"):
        open_share_link(library, None, late)
    for unknown in ("", "x" * 22, share.token_hash, "\udc80"):
        with pytest.raises(ShareLinkError, match="not known here") as refused:
            open_share_link(library, None, unknown)
        assert "calls" not in str(refused.value)
    # of a review that was deleted nothing is known either
    library.delete(LOCAL, review)
    with pytest.raises(ShareLinkError, match="not known here"):
        open_share_link(library, None, late)


def test_where_members_log_in_a_link_is_theirs_unless_it_is_for_anybody(
    new_library: NewLibrary,
) -> None:
    library, _, (first, _) = with_members(new_library)
    for who in (VERA, REX):
        with pytest.raises(NotAllowedError, match="approver"):
            made(library, first, who)
    members, anybody = made(library, first, APRIL), made(library, first, APRIL, anybody=True)
    for stranger in (None, STRANGER):
        with pytest.raises(ShareLinkError, match="members only"):
            open_share_link(library, stranger, members)
        visitor = open_share_link(library, stranger, anybody).visitor
        assert open_review(library, visitor, first).fingerprint == first
    assert open_share_link(library, VERA, members).fingerprint == first
    # what came by a link is no member's, whoever opened it
    with pytest.raises(NotAllowedError):
        library.reviews(open_share_link(library, VERA, members).visitor)


def test_a_link_lasts_a_day_at_least_and_a_year_at_most(library: Library) -> None:
    _, (first, _) = saved(library)
    for days in (0, 366):
        with pytest.raises(LibraryError, match="1 to 365 days"):
            made(library, first, days=days)


def test_taking_a_link_back_is_said_once_in_the_history(library: Library) -> None:
    review, (first, _) = saved(library)
    share = open_share_link(library, None, made(library, first))
    for _ in range(2):
        revoke_share_link(library, LOCAL, share.token_hash)
    revoked = [e for e in library.events(LOCAL, review) if e.kind == "share revoked"]
    assert [(e.payload["share"], e.version) for e in revoked] == [(share.token_hash, share.n)]


def test_who_came_by_a_link_sees_of_the_review_what_it_shows(library: Library) -> None:
    review, (first, _) = saved(library)
    visitor = open_share_link(library, None, made(library, first)).visitor
    shown = [one.fingerprint for one in not_none(library.review(visitor, review)).versions]
    assert shown == [first]
    assert len(not_none(library.review(LOCAL, review)).versions) == 2
