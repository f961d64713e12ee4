"""Of what was said of a review only what is new is read, and never another past's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from breakeven.data.marks import MarkEvent
from breakeven.store.actors import LOCAL
from breakeven.store.events import FIRST_HASH, Event, chained
from breakeven.store.saved_review import VersionPlace
from breakeven.ui.app.store.memory import EventMemory


def said(*words: str) -> list[Event]:
    """A chain of events with these words."""
    found: list[Event] = []
    for n, word in enumerate(words, 1):
        before = found[-1].hash if found else FIRST_HASH
        of: dict[str, Any] = {"at": "2024-01-31T12:00:00Z", "actor": LOCAL, "kind": "note"}
        found.append(chained(before, chain="c", n=n, version=1, payload={"text": word}, **of))
    return found


class Asked:
    """A review as the library has it, and after which event it was asked."""

    def __init__(self, known: EventMemory) -> None:
        self.known = known
        self.after: list[int] = []

    def read(self, events: list[Event], whose: str = "", hidden: int = 0) -> list[str]:
        place = VersionPlace("c", 1, "title", len(events), events[-1].hash)

        def after(n: int) -> list[Event]:
            self.after.append(n)
            return [event for event in events if event.n > n and event.n != hidden]

        return [event.payload["text"] for event in self.known.of(place, whose, after)]


def test_only_what_is_new_is_read() -> None:
    asked = Asked(EventMemory())
    for words in ("a", "a", "ab", "abcd"):
        assert asked.read(said(*words)) == list(words)
    assert asked.after == [0, 1, 2]


def test_another_past_is_read_whole() -> None:
    asked = Asked(EventMemory())
    # deleted and imported again: of as many events, of fewer, of more
    for words in ("abc", "abd", "x", "yz"):
        assert asked.read(said(*words)) == list(words)


def test_who_sees_less_sees_what_others_were_shown_no_more() -> None:
    asked = Asked(EventMemory())
    for words in ("abc", "abcd"):
        assert asked.read(said(*words)) == list(words)
        assert asked.read(said(*words), "visitor", hidden=2) == [w for w in words if w != "b"]


def test_marks_go_on_from_where_they_were_and_start_anew_with_another_past() -> None:
    known = EventMemory()
    read: list[int] = []

    def marks(words: str) -> list[int]:
        events = tuple(said(*words))
        place = VersionPlace("c", 1, "title", len(events), events[-1].hash)

        def rows(new: Any) -> list[MarkEvent]:
            read.append(len(new))
            return [
                MarkEvent(rows=np.array([ord(e.payload["text"]) - ord("a")]), kind="seen")
                for e in new
            ]

        return known.marks(place, "", 26, events, rows).rows.tolist()

    assert [marks(words) for words in ("a", "abc", "abc", "bx")] == [
        [0],
        [0, 1, 2],
        [0, 1, 2],
        [1, 23],
    ]
    assert read == [1, 2, 0, 2]


def test_the_ones_asked_for_longest_ago_are_forgotten() -> None:
    asked = Asked(EventMemory(most=1))
    first, second = said("a"), [replace(event, chain="d") for event in said("b")]
    asked.read(first)
    asked.known.of(VersionPlace("d", 1, "t", 1, second[0].hash), "", lambda _: second)
    asked.read(first)
    assert asked.after == [0, 0]
