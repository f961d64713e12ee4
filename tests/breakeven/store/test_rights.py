"""Everything that anybody can ask of the library is refused to who may not, where it is stored."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import breakeven as be
import breakeven.store
from breakeven.store import database
from breakeven.store.actors import LOCAL, ROLES, Actor, NotAllowedError, Role
from breakeven.store.blobs import Blobs
from breakeven.store.database import METADATA
from breakeven.store.errors import LibraryError
from breakeven.store.events import OF_THE_LIBRARY
from breakeven.store.exchange import packed_review
from breakeven.store.library import Library
from breakeven.store.notes import WORD_FIELDS, NoteSubject
from breakeven.store.review_file import read_packed, write_packed
from breakeven.store.signatures import SignedContent
from tests.breakeven.store.saving import CALLS, saved

ISSUER = "https://login.example"
STRANGER = Actor(ISSUER, "nobody", "Nobody")
MEMBERS = {role: Actor(ISSUER, role, role.title()) for role in ROLES}
WORDS = dict.fromkeys(WORD_FIELDS, "so")
# who is known by another's name there is a stranger too
OTHER = Actor("https://elsewhere.example", "admin", "Admin")


class There:
    """What is in the library when somebody asks."""

    def __init__(self, library: Library) -> None:
        self.fingerprint = saved(library, "calls")
        self.read = be.read(CALLS.replace(b"2,corn,wheat", b"2,corn,corn"))
        (self.review,) = (review.id for review in library.reviews(LOCAL))
        version = library.find(LOCAL, self.fingerprint)
        assert version is not None
        self.file = version.files[0].sha256
        out = BytesIO()
        write_packed(packed_review(library, LOCAL, self.review), out)
        self.packed = read_packed(out.getvalue())
        self.bound = SignedContent(
            self.fingerprint, {}, "as given", {"measures": {}, "counts": {}}, "", "1"
        )


Ask = Callable[[Any, Actor, There], object]


def _to_save(ask: Any, who: Actor, there: There) -> object:
    reading = {"fingerprint": "f" * 64, "files": [], "options": "{}", "about": {}, "parsed": b""}
    return ask(who, title="another", **reading, code_version="1")


def _to_share(ask: Any, who: Actor, there: There) -> object:
    return ask(who, there.fingerprint, choices={}, numbers=None, days=1, anybody=False)


# each by its name: the least role that may, and how it is asked; functions get the library first
OF_LIBRARY: dict[str, tuple[Role, Ask]] = {
    "members": ("admin", lambda ask, who, _: ask(who)),
    "set_member": ("admin", lambda ask, who, _: ask(who, STRANGER, "viewer")),
    "remove_member": ("admin", lambda ask, who, _: ask(who, STRANGER)),
    "save": ("reviewer", _to_save),
    "place": ("viewer", lambda ask, who, there: ask(who, there.fingerprint)),
    "find": ("viewer", lambda ask, who, there: ask(who, there.fingerprint)),
    "parsed": ("viewer", lambda ask, who, there: ask(who, there.fingerprint)),
    "note_opened": ("viewer", lambda ask, who, there: ask(who, there.fingerprint)),
    "keep_parsed": ("viewer", lambda ask, who, there: ask(who, there.fingerprint, b"")),
    "file": ("viewer", lambda ask, who, there: ask(who, there.file)),
    "reviews": ("viewer", lambda ask, who, _: ask(who)),
    "listed": ("viewer", lambda ask, who, _: ask(who)),
    "review": ("viewer", lambda ask, who, there: ask(who, there.review)),
    "events": ("viewer", lambda ask, who, there: ask(who, there.review)),
    "say": ("reviewer", lambda ask, who, there: ask(who, "note", there.review, "note", {})),
    "say_after": (
        "approver",
        lambda ask, who, there: ask(who, "sign", there.review, lambda _: [("note", None, {})]),
    ),
    "rename": ("reviewer", lambda ask, who, there: ask(who, there.review, "b")),
    "set_status": ("reviewer", lambda ask, who, there: ask(who, there.review, "rejected")),
    "archive": ("reviewer", lambda ask, who, there: ask(who, there.review)),
    "pin": ("reviewer", lambda ask, who, there: ask(who, there.review, 1)),
    "going": ("admin", lambda ask, who, there: ask(who, there.review)),
    "delete": ("admin", lambda ask, who, there: ask(who, there.review)),
    "usage": ("viewer", lambda ask, who, _: ask(who)),
    "verify": ("admin", lambda ask, who, _: ask(who)),
    "prune": ("admin", lambda ask, who, _: ask(who, carry_out=True)),
}
FUNCTIONS: dict[str, tuple[Role, Ask]] = {
    "save_review": ("reviewer", lambda ask, who, there: ask(who, there.read, [], "{}")),
    "open_review": ("viewer", lambda ask, who, there: ask(who, there.fingerprint)),
    "write_note": (
        "reviewer",
        lambda ask, who, there: ask(who, there.review, 1, NoteSubject(), "so"),
    ),
    "edit_note": ("reviewer", lambda ask, who, there: ask(who, there.review, 2, "not so")),
    "take_back_note": ("reviewer", lambda ask, who, there: ask(who, there.review, 2)),
    "write_words": ("reviewer", lambda ask, who, there: ask(who, there.review, 1, WORDS)),
    "take_back_words": ("reviewer", lambda ask, who, there: ask(who, there.review, 1, WORDS)),
    "set_target": ("approver", lambda ask, who, there: ask(who, there.review, "[[rule]]")),
    "take_back_target": ("approver", lambda ask, who, there: ask(who, there.review)),
    "set_measures": ("reviewer", lambda ask, who, there: ask(who, there.review, ())),
    "make_share_link": ("approver", _to_share),
    "share_links_of": ("viewer", lambda ask, who, there: ask(who, there.review)),
    "revoke_share_link": ("approver", lambda ask, who, _: ask(who, "0" * 64)),
    "sign": ("approver", lambda ask, who, there: ask(who, there.bound, "as agreed")),
    "withdraw": ("approver", lambda ask, who, there: ask(who, there.review, 2)),
    "packed_review": ("viewer", lambda ask, who, there: ask(who, there.review)),
    "take_in": ("approver", lambda ask, who, there: ask(who, there.packed)),
}
# of oneself, and what checks are made of: they give nothing that is stored
CHECKS = {"role_of", "allow", "look"}
# what a link opens is a matter of the link: tests/breakeven/store/test_share_links.py
BY_LINK = {"open_share_link"}


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """All functions of the wing that act for somebody on a library."""
    for module in pkgutil.iter_modules(breakeven.store.__path__):
        found = import_module(f"breakeven.store.{module.name}")
        for name, function in inspect.getmembers(found, inspect.isfunction):
            own = function.__module__ == found.__name__ and not name.startswith("_")
            if own and [*inspect.signature(function).parameters][:2] == ["library", "actor"]:
                yield name, function


def actions(library: Library) -> dict[str, tuple[Role, Callable[[Actor, There], object]]]:
    """Everything there is to ask, with the least role that may."""
    found: dict[str, tuple[Role, Callable[[Actor, There], object]]] = {}
    for name, (role, ask) in OF_LIBRARY.items():
        found[name] = (role, partial(ask, getattr(library, name)))
    for name, function in functions():
        if name not in BY_LINK:
            role, ask = FUNCTIONS[name]
            found[name] = (role, partial(ask, partial(function, library)))
    return found


def everything(library: Library) -> list[object]:
    """All that is stored, but for when it was opened."""
    with database.reading(library.engine) as db:
        rows = [
            [{**row, "opened": ""} for row in db.execute(sa.select(table)).mappings()]
            for table in METADATA.sorted_tables
        ]
    return [*rows, sorted(file.name for file in library.blobs.all())]


def test_whatever_can_be_asked_has_its_least_role_here() -> None:
    methods = {name for name, _ in inspect.getmembers(Library, inspect.isfunction)}
    public = {name for name in methods if not name.startswith("_")}
    assert public - CHECKS == set(OF_LIBRARY)
    assert {name for name, _ in functions()} - BY_LINK == set(FUNCTIONS)


@pytest.fixture
def open_to_all(tmp_path: Path) -> Iterator[Library]:
    """Before anybody logs in. Who may what is asked in Python: one database is enough."""
    engine = database.engine_of(f"sqlite:///{tmp_path / 'library.sqlite'}")
    database.bring_up_to_date(engine)
    yield Library(engine, Blobs(tmp_path / "blobs"))
    engine.dispose()


def test_strangers_and_too_low_roles_are_refused_and_change_nothing(open_to_all: Library) -> None:
    there = There(open_to_all)
    for role, member in MEMBERS.items():
        open_to_all.set_member(LOCAL, member, role)
    library = replace(open_to_all, login=True)
    before = everything(library)
    for name, (least, ask) in actions(library).items():
        too_low = [MEMBERS[role] for role in ROLES[: ROLES.index(least)]]
        # who is there without having logged in is a stranger too
        for who in (STRANGER, OTHER, LOCAL, *too_low):
            with pytest.raises(NotAllowedError) as refused:
                print(name, who.name, ask(who, there))
            assert "calls" not in str(refused.value), name
    assert everything(library) == before


def test_the_least_role_is_enough(open_to_all: Library) -> None:
    there = There(open_to_all)
    for role, member in MEMBERS.items():
        open_to_all.set_member(LOCAL, member, role)
    library = replace(open_to_all, login=True)
    for name, (least, ask) in actions(library).items():
        try:
            ask(MEMBERS[least], there)
        except LibraryError:
            pass  # such a note, link or member is not there by now
        except NotAllowedError:
            pytest.fail(f"{least} may not {name}")


def test_whoever_may_only_look_can_say_nothing_by_calling_it_looking(library: Library) -> None:
    saved(library, "a")
    (review,) = library.reviews(LOCAL)
    with pytest.raises(ValueError, match="cannot write notes"):
        library.say(LOCAL, "look", review.id, "note", {})


def test_what_was_read_again_takes_the_place_of_nothing_that_is_whole(library: Library) -> None:
    fingerprint = saved(library, "a")
    whole = library.parsed(LOCAL, fingerprint)
    library.keep_parsed(LOCAL, fingerprint, b"something else")
    assert library.parsed(LOCAL, fingerprint) == whole


def test_only_admins_read_who_came_and_went(open_to_all: Library) -> None:
    open_to_all.set_member(LOCAL, MEMBERS["admin"], "admin")
    open_to_all.set_member(LOCAL, MEMBERS["approver"], "approver")
    library = replace(open_to_all, login=True)
    assert len(library.events(MEMBERS["admin"], OF_THE_LIBRARY)) == 2
    with pytest.raises(NotAllowedError, match="admin"):
        library.events(MEMBERS["approver"], OF_THE_LIBRARY)
