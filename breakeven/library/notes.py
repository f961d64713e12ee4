"""Notes on a review, a class or a pair of classes: written, edited and taken back as events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from breakeven.library.actors import Actor, NotAllowedError
from breakeven.library.errors import LibraryError
from breakeven.library.events import Event
from breakeven.library.library import Library

WRITTEN, EDITED, TAKEN_BACK = "note", "note edited", "note taken back"
LONGEST = 4_000
MOST = 2_000
What = Literal["review", "class", "pair"]
# how many names each is about
MANY: Mapping[What, int] = {"review": 0, "class": 1, "pair": 2}


@dataclass(frozen=True)
class Subject:
    """What a note is about: the review, a class by its name, or what is taken for what.

    `names`: none, one, or the true class and the one assigned, where None is no class at all.
    """

    what: What = "review"
    names: tuple[str | None, ...] = ()


@dataclass(frozen=True)
class Note:
    """A note as it stands: `n` is its event, `version` the one it was written with.

    `edited`: when its words were last changed, None where they never were.
    """

    n: int
    about: Subject
    text: str
    actor: Actor
    at: str
    version: int | None
    edited: str | None = None


def notes_of(events: Iterable[Event]) -> list[Note]:
    """What stands after these events of a review, the first written first.

    Events of another shape, which an imported file may bring, are passed over.
    """
    found: dict[int, Note] = {}
    for event in events:
        of = event.payload.get("note")
        text = event.payload.get("text")
        if event.kind == WRITTEN and isinstance(text, str):
            found[event.n] = Note(
                event.n, _subject(event.payload), text, event.actor, event.at, event.version
            )
        elif event.kind == EDITED and isinstance(of, int) and of in found and isinstance(text, str):
            found[of] = replace(found[of], text=text, edited=event.at)
        elif event.kind == TAKEN_BACK and isinstance(of, int):
            found.pop(of, None)
    return list(found.values())


def _subject(said: Mapping[str, Any]) -> Subject:
    names = said.get("names")
    known = names if isinstance(names, list) else []
    for what, many in MANY.items():
        if said.get("about") == what and len(known) == many:
            return Subject(what, tuple(None if name is None else str(name) for name in known))
    return Subject()


def write_note(
    library: Library, actor: Actor, review: str, version: int, about: Subject, text: str
) -> None:
    """Add a note. NotAllowedError, LibraryError where it is empty or too long."""
    said = {"about": about.what, "names": list(about.names), "text": words(text, LONGEST)}

    def make(events: list[Event]) -> list[tuple[str, int | None, Mapping[str, Any]]]:
        if len(notes_of(events)) >= MOST:
            raise LibraryError(f"There are {MOST:,} notes already.", "take some back first")
        return [(WRITTEN, version, said)]

    library.say_after(actor, "note", review, make)


def edit_note(library: Library, actor: Actor, review: str, n: int, text: str) -> None:
    """Give a note of one's own other words; the old ones stay among the events.

    NotAllowedError, LibraryError.
    """
    text = words(text, LONGEST)

    def make(events: list[Event]) -> list[tuple[str, int | None, Mapping[str, Any]]]:
        note = _standing(events, n)
        _own(note, actor)
        return [(EDITED, note.version, {"note": n, "text": text})]

    library.say_after(actor, "note", review, make)


def take_back_note(library: Library, actor: Actor, review: str, n: int) -> None:
    """Take back a note: one's own, or as an admin anybody's. NotAllowedError, LibraryError."""
    admin = library.role_of(actor) == "admin"

    def make(events: list[Event]) -> list[tuple[str, int | None, Mapping[str, Any]]]:
        note = _standing(events, n)
        if not admin:
            _own(note, actor)
        return [(TAKEN_BACK, note.version, {"note": n})]

    library.say_after(actor, "note", review, make)


def words(text: str, longest: int) -> str:
    """A text as it is kept: lines end in a line feed, nothing around it. LibraryError."""
    kept = "\n".join(text.splitlines()).strip()
    if not kept:
        raise LibraryError("There are no words in it.", "write some")
    if len(kept) > longest:
        raise LibraryError(
            f"It has {len(kept):,} characters, and may have {longest:,}.", "make it shorter"
        )
    return kept


def _standing(events: Iterable[Event], n: int) -> Note:
    for note in notes_of(events):
        if note.n == n:
            return note
    raise LibraryError("This note was taken back.", "look at the page anew")


def _own(note: Note, actor: Actor) -> None:
    if (note.actor.issuer, note.actor.subject) != (actor.issuer, actor.subject):
        raise NotAllowedError("This note is somebody else's. Ask them, or an admin.")
