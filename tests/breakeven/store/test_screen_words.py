"""Words of a story stand by screen, system and split: the last of each, until taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from breakeven.store.actors import LOCAL, NotAllowedError
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import event_text
from breakeven.store.library import Library
from breakeven.store.notes import (
    LONGEST_TEXT,
    NoteSubject,
    take_back_words,
    words_of,
    write_note,
    write_words,
)
from tests.breakeven.store.conftest import NewLibrary
from tests.breakeven.store.saying import REX, VERA, saved, with_members

SAID = {
    "screen": "good", "system": "svm", "split": "test", "title": "Good\nenough?",
    "text": " Yes.\r\nNearly. ", "number": "80 of 100", "counted": "Of 100, 80 are right.",
}  # fmt: skip


def test_the_last_words_of_a_screen_stand_until_they_are_taken_back(library: Library) -> None:
    review, _ = saved(library)
    write_words(library, LOCAL, review, 1, SAID)
    write_words(library, LOCAL, review, 1, SAID | {"split": "dev", "text": "Hardly."})
    write_words(library, LOCAL, review, 2, SAID | {"text": "Yes, by now."})
    events = library.events(LOCAL, review)
    dev, test = words_of(events)
    assert (dev.texts["text"], dev.version) == ("Hardly.", 1)
    assert (test.texts["title"], test.texts["text"], test.version) == (
        "Good enough?", "Yes, by now.", 2,
    )  # fmt: skip
    assert words_of(events[:-1])[0].texts["text"] == "Yes.\nNearly."
    assert event_text(events[-1]) == "A slide got new words: “Good enough?”"
    take_back_words(library, LOCAL, review, 2, SAID)
    assert [each.texts["split"] for each in words_of(library.events(LOCAL, review))] == ["dev"]
    # what an imported file may bring
    odd = replace(events[-1], payload={"screen": 3, "text": "x"})
    assert len(words_of([*events, odd])) == 2


def test_words_are_for_reviewers_and_have_an_end(new_library: NewLibrary) -> None:
    library, review, _ = with_members(new_library)
    with pytest.raises(NotAllowedError, match="reviewer"):
        write_words(library, VERA, review, 1, SAID)
    with pytest.raises(LibraryError, match="text is empty"):
        write_words(library, REX, review, 1, SAID | {"text": " "})
    with pytest.raises(LibraryError, match="characters"):
        write_words(library, REX, review, 1, SAID | {"text": "x" * (LONGEST_TEXT + 1)})
    write_words(library, REX, review, 1, SAID)
    assert [each.actor for each in words_of(library.events(VERA, review))] == [REX]


def test_what_else_was_said_of_a_review_hides_no_words(library: Library) -> None:
    review, _ = saved(library)
    write_words(library, LOCAL, review, 1, SAID)
    write_note(library, LOCAL, review, 1, NoteSubject(), "ask the team")
    write_words(library, LOCAL, review, 1, SAID | {"split": "dev"})
    events = library.events(LOCAL, review)
    assert [each.texts["split"] for each in words_of(events)] == ["test", "dev"]
