"""What people write as events.

Notes on a review, a class or a pair of classes, their own words in place of a screen of the story,
and the target and the measures of one's own of a review.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from breakeven.data.own_measures import OwnMeasure, own_measures
from breakeven.store.actors import Actor, NotAllowedError
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import MEASURES_SET
from breakeven.store.events import Event
from breakeven.store.library import Library

# --- Notes on a review, a class or a pair of classes: written, edited and taken back as events


NOTE_WRITTEN, NOTE_EDITED, NOTE_TAKEN_BACK = "note", "note edited", "note taken back"
LONGEST_NOTE = 4_000
MOST_NOTES = 2_000
NoteAbout = Literal["review", "class", "pair"]
# how many names each is about
NAMES_OF: Mapping[NoteAbout, int] = {"review": 0, "class": 1, "pair": 2}


@dataclass(frozen=True)
class NoteSubject:
    """What a note is about: the review, a class by its name, or what is taken for what.

    `names`: none, one, or the true class and the one assigned, where None is no class at all.
    """

    what: NoteAbout = "review"
    names: tuple[str | None, ...] = ()


@dataclass(frozen=True)
class Note:
    """A note as it stands: `n` is its event, `version` the one it was written with.

    `edited`: when its words were last changed, None where they never were.
    """

    n: int
    about: NoteSubject
    text: str
    actor: Actor
    time: str
    version: int | None
    edited: str | None = None


def notes_of(events: Iterable[Event]) -> list[Note]:
    """What stands after these events of a review, the first written first.

    Events of another shape, which an imported file may bring, are passed over.
    """
    notes: dict[int, Note] = {}
    for event in events:
        number = event.payload.get("note")
        text = event.payload.get("text")
        if event.kind == NOTE_WRITTEN and isinstance(text, str):
            notes[event.n] = Note(
                event.n, _subject(event.payload), text, event.actor, event.time, event.version
            )
        elif (
            event.kind == NOTE_EDITED
            and isinstance(number, int)
            and number in notes
            and isinstance(text, str)
        ):
            notes[number] = replace(notes[number], text=text, edited=event.time)
        elif event.kind == NOTE_TAKEN_BACK and isinstance(number, int):
            notes.pop(number, None)
    return list(notes.values())


def _subject(payload: Mapping[str, Any]) -> NoteSubject:
    names = payload.get("names")
    listed = names if isinstance(names, list) else []
    for what, many in NAMES_OF.items():
        if payload.get("about") == what and len(listed) == many:
            return NoteSubject(what, tuple(None if name is None else str(name) for name in listed))
    return NoteSubject()


def write_note(
    library: Library, actor: Actor, review: str, version: int, about: NoteSubject, text: str
) -> None:
    """Add a note. NotAllowedError, LibraryError where it is empty or too long."""
    said = {"about": about.what, "names": list(about.names), "text": clean_text(text, LONGEST_NOTE)}

    def make(events: list[Event]) -> list[tuple[str, int | None, Mapping[str, Any]]]:
        if len(notes_of(events)) >= MOST_NOTES:
            raise LibraryError(f"There are already {MOST_NOTES:,} notes.", "remove some first")
        return [(NOTE_WRITTEN, version, said)]

    library.say_after(actor, "note", review, make)


def edit_note(library: Library, actor: Actor, review: str, n: int, text: str) -> None:
    """Give a note of one's own other words; the old ones stay among the events.

    NotAllowedError, LibraryError.
    """
    text = clean_text(text, LONGEST_NOTE)

    def make(events: list[Event]) -> list[tuple[str, int | None, Mapping[str, Any]]]:
        note = _standing(events, n)
        _own(note, actor)
        return [(NOTE_EDITED, note.version, {"note": n, "text": text})]

    library.say_after(actor, "note", review, make)


def take_back_note(library: Library, actor: Actor, review: str, n: int) -> None:
    """Take back a note: one's own, or as an admin anybody's. NotAllowedError, LibraryError."""
    admin = library.role_of(actor) == "admin"

    def make(events: list[Event]) -> list[tuple[str, int | None, Mapping[str, Any]]]:
        note = _standing(events, n)
        if not admin:
            _own(note, actor)
        return [(NOTE_TAKEN_BACK, note.version, {"note": n})]

    library.say_after(actor, "note", review, make)


def clean_text(text: str, longest: int) -> str:
    """A text as it is kept: lines end in a line feed, nothing around it. LibraryError."""
    kept = "\n".join(text.splitlines()).strip()
    if not kept:
        raise LibraryError("The text is empty.", "write something")
    if len(kept) > longest:
        raise LibraryError(
            f"It has {len(kept):,} characters; at most {longest:,} are allowed.", "shorten it"
        )
    return kept


def _standing(events: Iterable[Event], n: int) -> Note:
    for note in notes_of(events):
        if note.n == n:
            return note
    raise LibraryError("This note was removed.", "reload the page")


def _own(note: Note, actor: Actor) -> None:
    if (note.actor.issuer, note.actor.subject) != (actor.issuer, actor.subject):
        raise NotAllowedError("This note is somebody else's. Ask them, or an admin.")


# --- Somebody's own words in place of a screen of the story: written and taken back as events


WORDS_WRITTEN, WORDS_TAKEN_BACK = "words", "words taken back"
LONGEST_TITLE, LONGEST_TEXT = 120, 1_500
# what a screen showed when its words were written, as far as it is kept
LONGEST_SHOWN = 6_000
WORD_PLACE = ("screen", "system", "split")
WORD_FIELDS = (*WORD_PLACE, "title", "text", "number", "counted")


@dataclass(frozen=True)
class WrittenWords:
    """Words as they stand: `texts` by `WORD_FIELDS`; who wrote them and when."""

    texts: Mapping[str, str]
    actor: Actor
    time: str
    version: int | None


def words_of(events: Iterable[Event]) -> list[WrittenWords]:
    """What stands after these events: the last words of each screen, of a system on a split.

    Events of another shape, which an imported file may bring, are passed over.
    """
    words: dict[tuple[str, ...], WrittenWords] = {}
    for event in events:
        if event.kind not in (WORDS_WRITTEN, WORDS_TAKEN_BACK):
            continue
        needed = WORD_FIELDS if event.kind == WORDS_WRITTEN else WORD_PLACE
        payload = {key: event.payload.get(key) for key in needed}
        texts = {key: text for key, text in payload.items() if isinstance(text, str)}
        if len(texts) < len(needed):
            continue
        place = tuple(texts[key] for key in WORD_PLACE)
        words.pop(place, None)
        if event.kind == WORDS_WRITTEN:
            words[place] = WrittenWords(texts, event.actor, event.time, event.version)
    return list(words.values())


def write_words(
    library: Library, actor: Actor, review: str, version: int, texts: Mapping[str, str]
) -> None:
    """Put a screen into other words; `texts` by `WORD_FIELDS`.

    NotAllowedError, LibraryError where title or text is empty or too long.
    """
    payload = {key: texts[key] for key in WORD_PLACE}
    payload["title"] = " ".join(clean_text(texts["title"], LONGEST_TITLE).split())
    payload["text"] = clean_text(texts["text"], LONGEST_TEXT)
    payload |= {key: texts[key][:LONGEST_SHOWN] for key in ("number", "counted")}
    _say(library, actor, review, version, WORDS_WRITTEN, payload)


def take_back_words(
    library: Library, actor: Actor, review: str, version: int, place: Mapping[str, str]
) -> None:
    """Show a screen as it is counted again; `place` by `WORD_PLACE`. NotAllowedError."""
    _say(library, actor, review, version, WORDS_TAKEN_BACK, {key: place[key] for key in WORD_PLACE})


def _say(
    library: Library, actor: Actor, review: str, version: int, kind: str, payload: Mapping[str, Any]
) -> None:
    library.say_after(actor, "tell", review, lambda _: [(kind, version, payload)])


# --- The target of a review: the rules of a gate that it must keep, set and taken back as events
#
# It is of the whole review, so that a version that is loaded later is held to it too.


TARGET_SET, TARGET_TAKEN_BACK = "target", "target taken back"
LONGEST_RULES = 20_000


@dataclass(frozen=True)
class SavedTarget:
    """A target as it stands: its rules as the file of a gate, who set it and when."""

    rules: str
    actor: Actor
    time: str


def target_of(events: Iterable[Event]) -> SavedTarget | None:
    """What stands after these events of a review: the last target, None where there is none.

    Events of another shape, which an imported file may bring, are passed over.
    """
    target: SavedTarget | None = None
    for event in events:
        rules = event.payload.get("rules")
        if event.kind == TARGET_SET and isinstance(rules, str):
            target = SavedTarget(rules, event.actor, event.time)
        elif event.kind == TARGET_TAKEN_BACK:
            target = None
    return target


def set_target(library: Library, actor: Actor, review: str, rules: str) -> None:
    """Set the target of a review. `rules`: as the file of a gate, which the caller has read.

    NotAllowedError, LibraryError where they are empty or too long.
    """
    said = {"rules": f"{clean_text(rules, LONGEST_RULES)}\n"}
    library.say_after(actor, "target", review, lambda _: [(TARGET_SET, None, said)])


def take_back_target(library: Library, actor: Actor, review: str) -> None:
    """Leave a review without a target. NotAllowedError, LibraryError where it has none."""

    def make(events: list[Event]) -> list[tuple[str, int | None, dict[str, str]]]:
        if target_of(events) is None:
            raise LibraryError("There is no target.", "reload the page")
        return [(TARGET_TAKEN_BACK, None, {})]

    library.say_after(actor, "target", review, make)


# --- Measures of one's own, which stand beside those that everybody has


def set_measures(
    library: Library, actor: Actor, review: str, measures: Sequence[OwnMeasure]
) -> None:
    """Say which measures of one's own a review has; none takes them away.

    NotAllowedError, LibraryError where they are not right together.
    """
    listed = [measure.to_dict() for measure in measures]
    _, refused = own_measures(listed)
    if refused:
        what, remedy = refused[0]
        raise LibraryError(f"{what[:1].upper()}{what[1:]}.", remedy)
    payload = {"measures": listed}
    library.say_after(actor, "edit", review, lambda _: [(MEASURES_SET, None, payload)])
