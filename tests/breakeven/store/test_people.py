"""Members come, change and go, and one admin always stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakeven.store.actors import LOCAL, NOBODY, Actor, NotAllowedError
from breakeven.store.database import writing
from breakeven.store.errors import LibraryError
from breakeven.store.events import OF_THE_LIBRARY, broken_events
from breakeven.store.library import open_library
from breakeven.store.people import ensure_admin
from tests.breakeven.store.conftest import NewLibrary

ANNA = Actor("https://login.example", "1", "Anna")
BEN = Actor("https://login.example", "2", "Ben")
# the same name there, vouched for by somebody else
NOT_ANNA = Actor("https://other.example", "1", "Anna")


def test_a_member_is_who_their_issuer_says_and_has_one_role(new_library: NewLibrary) -> None:
    new_library().set_member(LOCAL, ANNA, "admin")
    library = new_library(login=True)
    library.set_member(ANNA, BEN, "viewer")
    library.set_member(ANNA, BEN, "approver")
    roles = {member.actor: member.role for member in library.members(ANNA)}
    assert roles == {ANNA: "admin", BEN: "approver"}
    assert library.role_of(NOT_ANNA) is None
    assert library.role_of(Actor(BEN.issuer, BEN.subject, "Benjamin")) == "approver"
    with pytest.raises(NotAllowedError, match="admin"):
        library.members(BEN)


def test_who_is_removed_may_nothing_from_then_on(new_library: NewLibrary) -> None:
    new_library().set_member(LOCAL, ANNA, "admin")
    library, elsewhere = new_library(login=True), new_library(login=True)
    library.set_member(ANNA, BEN, "viewer")
    assert elsewhere.reviews(BEN) == []
    library.remove_member(ANNA, BEN)
    with pytest.raises(NotAllowedError):
        elsewhere.reviews(BEN)
    with pytest.raises(LibraryError, match="no such member"):
        library.remove_member(ANNA, BEN)


def test_the_last_admin_stays_admin(new_library: NewLibrary) -> None:
    library = new_library()
    library.set_member(LOCAL, ANNA, "admin")
    with pytest.raises(LibraryError, match="last admin"):
        library.remove_member(LOCAL, ANNA)
    with pytest.raises(LibraryError, match="last admin"):
        library.set_member(LOCAL, ANNA, "approver")
    library.set_member(LOCAL, BEN, "admin")
    library.remove_member(LOCAL, ANNA)
    assert [member.actor for member in library.members(LOCAL)] == [BEN]
    events = library.events(LOCAL, OF_THE_LIBRARY)
    # one for each change that was made, none for those that were refused
    assert [event.kind for event in events] == ["member", "member", "member removed"]
    assert not list(broken_events(events))


def test_the_first_admin_is_named_by_the_server_and_nobody_comes_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREAKEVEN_FIRST_ADMIN", f"{ANNA.issuer} {ANNA.subject}")
    library = open_library(tmp_path, f"sqlite:///{tmp_path / 'library.sqlite'}", login=True)
    assert library.role_of(ANNA) == "admin"
    with writing(library.engine) as db:
        ensure_admin(db, BEN)
    assert library.role_of(BEN) is None


def test_nobody_without_a_name_becomes_a_member(new_library: NewLibrary) -> None:
    with pytest.raises(LibraryError, match="one of them is empty"):
        new_library().set_member(LOCAL, NOBODY, "viewer")
    assert new_library(login=True).role_of(NOBODY) is None
