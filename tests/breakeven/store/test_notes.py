"""Notes are added, edited and taken back; nothing that was said is lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from breakeven.store.actors import LOCAL, NotAllowedError
from breakeven.store.errors import LibraryError
from breakeven.store.library import Library
from breakeven.store.notes import (
    LONGEST_NOTE,
    NoteSubject,
    edit_note,
    notes_of,
    take_back_note,
    write_note,
)
from tests.breakeven.store.conftest import NewLibrary
from tests.breakeven.store.saying import ADA, APRIL, REX, VERA, saved, with_members

CORN = NoteSubject("class", ("corn",))
MISSED = NoteSubject("pair", ("corn", None))


def test_what_stands_is_a_replay_and_what_was_said_stays(library: Library) -> None:
    review, _ = saved(library)
    write_note(library, LOCAL, review, 1, NoteSubject(), "  ask the team\r\n\r\nfor more ")
    write_note(library, LOCAL, review, 1, CORN, "<b>weak</b>")
    write_note(library, LOCAL, review, 2, MISSED, "short texts")
    first, second, third = notes_of(library.events(LOCAL, review))
    assert (first.text, first.about) == ("ask the team\n\nfor more", NoteSubject())
    assert (second.about, third.about) == (CORN, MISSED)
    assert [note.version for note in (first, second, third)] == [1, 1, 2]

    edit_note(library, LOCAL, review, second.n, "strong by now")
    take_back_note(library, LOCAL, review, first.n)
    events = library.events(LOCAL, review)
    second, third = notes_of(events)
    # an edited note is of the version that it was written with
    assert (second.text, second.version, second.edited is None) == ("strong by now", 1, False)
    assert third.edited is None
    assert [e.payload["text"] for e in events if e.kind == "note"][:2] == [
        "ask the team\n\nfor more",
        "<b>weak</b>",
    ]
    with pytest.raises(LibraryError, match="was removed"):
        edit_note(library, LOCAL, review, first.n, "anew")
    with pytest.raises(LibraryError, match="was removed"):
        take_back_note(library, LOCAL, review, first.n)


def test_notes_are_ones_own_to_edit_and_an_admins_to_take_back(new_library: NewLibrary) -> None:
    library, review, _ = with_members(new_library)
    with pytest.raises(NotAllowedError, match="reviewer"):
        write_note(library, VERA, review, 1, CORN, "mine")
    write_note(library, REX, review, 1, CORN, "mine")
    (note,) = notes_of(library.events(VERA, review))
    for who in (APRIL, ADA):
        with pytest.raises(NotAllowedError, match="somebody else's"):
            edit_note(library, who, review, note.n, "yours")
    with pytest.raises(NotAllowedError, match="somebody else's"):
        take_back_note(library, APRIL, review, note.n)
    take_back_note(library, ADA, review, note.n)
    assert not notes_of(library.events(VERA, review))


def test_a_note_has_words_and_not_too_many(library: Library) -> None:
    review, _ = saved(library)
    write_note(library, LOCAL, review, 1, CORN, "x" * LONGEST_NOTE)
    for words, what in ((" ", "text is empty"), ("x" * (LONGEST_NOTE + 1), "4,001 characters")):
        with pytest.raises(LibraryError, match=what):
            write_note(library, LOCAL, review, 1, CORN, words)
    assert len(notes_of(library.events(LOCAL, review))) == 1


def test_events_of_another_shape_are_passed_over(library: Library) -> None:
    review, _ = saved(library)
    write_note(library, LOCAL, review, 1, CORN, "weak")
    event = library.events(LOCAL, review)[-1]
    wrong = [
        replace(event, n=50, payload={"text": None}),
        replace(event, n=51, kind="note edited", payload={"note": [1], "text": "x"}),
        replace(event, n=52, kind="note taken back", payload={"note": 7}),
    ]
    odd = replace(event, n=53, payload={"text": "x", "about": "pair", "names": ["corn"]})
    assert [(n.text, n.about) for n in notes_of([event, *wrong, odd])] == [
        ("weak", CORN),
        ("x", NoteSubject()),
    ]
