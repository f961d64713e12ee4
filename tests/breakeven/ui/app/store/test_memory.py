"""What a server keeps in memory, how much and how long: reviews, marks of visitors, and events.

Of what was said of a review only what is new is read, and never another past's.
"""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from breakeven.data.marks import MarkEvent, Marks, add_marks, no_marks, replay_marks
from breakeven.data.records import Review
from breakeven.store.actors import LOCAL
from breakeven.store.events import FIRST_HASH, Event, chained
from breakeven.store.saved_review import VersionPlace
from breakeven.ui.app.store.memory import (
    TOKEN,
    EventMemory,
    MarkMemory,
    NoRoomError,
    ReviewMemory,
    bytes_of_marks,
    bytes_of_review,
)
from tests.made import not_none, truth_of

# --- reviews


def review(name: str, n: int = 100) -> Review:
    truth = truth_of(np.ones((n, 1), dtype=bool))
    return Review(name, replace(truth, columns={"x": np.zeros(n)}), (), (), name)


def test_the_size_of_a_review_is_that_of_what_it_holds() -> None:
    # one more number of eight bytes for each of 100 documents
    more = review("a")
    more = replace(more, truth=replace(more.truth, columns={"x": np.zeros(100), "y": np.ones(100)}))
    assert bytes_of_review(more) - bytes_of_review(review("a")) == 800
    # a text of 1,000 characters takes at least as many bytes
    texts = np.array(["t" * 1_000] * 100, dtype=object)
    more = replace(more, truth=replace(more.truth, columns={"x": np.zeros(100), "y": texts}))
    assert bytes_of_review(more) - bytes_of_review(review("a")) > 100_000


def test_as_many_are_kept_as_there_is_room_for_and_those_looked_at_stay() -> None:
    kept = ReviewMemory(most_bytes=3 * bytes_of_review(review("a")))
    for name in "abc":
        kept.keep(review(name))
    assert kept.find("a") is not None
    kept.keep(review("d"))
    assert [name for name in "abcd" if kept.find(name)] == ["a", "c", "d"]


def test_one_that_is_larger_than_all_room_is_kept_alone() -> None:
    kept = ReviewMemory(most_bytes=10)
    kept.keep(review("a"))
    kept.keep(review("b"))
    assert kept.find("a") is None
    assert kept.find("b") is not None


def test_what_nobody_opens_for_long_goes() -> None:
    kept = ReviewMemory(most_seconds=0)
    kept.keep(review("a"))
    assert kept.find("a") is None
    kept = ReviewMemory()
    kept.keep(review("a"))
    assert kept.find("a") is not None
    kept.clear()
    assert kept.find("a") is None


def test_what_is_on_the_disk_is_let_go_once_nobody_looks_at_it() -> None:
    memory = ReviewMemory()
    saved, unsaved = review("saved"), review("unsaved")
    gone, there = weakref.ref(saved), weakref.ref(unsaved)
    memory.keep(saved, on_disk=True)
    memory.keep(unsaved)
    size = bytes_of_review(saved)
    del saved, unsaved
    assert memory.bytes == 2 * size
    # somebody looked a moment ago
    assert memory.forget_idle(60) == 0
    assert memory.find("saved") is not None
    assert memory.forget_idle(0) == size
    # nothing of it is left, while what is nowhere else stays
    assert gone() is None
    assert there() is not None
    assert memory.bytes == size
    # saved later on, it goes too
    memory.keep(there(), on_disk=True)  # type: ignore[arg-type]
    assert memory.forget_idle(0) == size
    assert there() is None


# --- marks, by their token


ONE = MarkEvent(rows=np.arange(100), kind="unclear")


def test_marks_are_found_by_their_token_and_only_by_it() -> None:
    kept = MarkMemory()
    token, other = kept.start("a", no_marks(100)), kept.start("a", no_marks(100))
    assert TOKEN.fullmatch(token)
    assert token != other
    assert not_none(kept.add(token, lambda _: (ONE,))).kinds == {"unclear": 100}
    assert not_none(kept.find(token)).marks.kinds == {"unclear": 100}
    assert not_none(kept.find(other)).marks.kinds == {}
    assert kept.find("0" * 32) is None
    assert kept.add("0" * 32, lambda _: (ONE,)) is None


def test_an_event_is_made_from_what_holds_when_it_is_added() -> None:
    memory = MarkMemory()
    token = memory.start("a", no_marks(100))
    seen: list[int] = []

    def make(marks: Marks) -> tuple[MarkEvent, ...]:
        seen.append(len(marks.events))
        return (ONE,)

    for _ in range(3):
        memory.add(token, make)
    assert seen == [0, 1, 2]


def test_nobodys_marks_make_room_for_anothers() -> None:
    size = bytes_of_marks(add_marks(no_marks(100), ONE))
    memory = MarkMemory(most_bytes=2 * size)
    first, second = memory.start("a", no_marks(100)), memory.start("b", no_marks(100))
    memory.add(first, lambda _: (ONE,))
    with pytest.raises(NoRoomError):
        memory.add(second, lambda _: (ONE,) * 9)
    assert not_none(memory.find(first)).marks.kinds == {"unclear": 100}
    small = MarkMemory(most_bytes_of_one=size)
    token = small.start("a", no_marks(100))
    small.add(token, lambda _: (ONE,))
    with pytest.raises(NoRoomError):
        small.add(token, lambda _: (ONE,))
    # what was there before stays
    assert len(not_none(small.find(token)).marks.events) == 1


def test_what_nobody_asks_for_for_a_week_goes() -> None:
    kept = MarkMemory(most_seconds=0)
    assert kept.find(kept.start("a", no_marks(1))) is None
    kept = MarkMemory()
    token = kept.start("a", no_marks(1))
    kept.clear()
    assert kept.find(token) is None


# --- events


def events_of(*words: str) -> list[Event]:
    """A chain of events with these words."""
    found: list[Event] = []
    for n, word in enumerate(words, 1):
        before = found[-1].hash if found else FIRST_HASH
        of: dict[str, Any] = {"time": "2024-01-31T12:00:00Z", "actor": LOCAL, "kind": "note"}
        found.append(chained(before, chain="c", n=n, version=1, payload={"text": word}, **of))
    return found


class Asked:
    """A review as the library has it, and after which event it was asked."""

    def __init__(self, memory: EventMemory) -> None:
        self.memory = memory
        self.after: list[int] = []

    def read(self, events: list[Event], whose: str = "", hidden: int = 0) -> list[str]:
        place = VersionPlace("c", 1, "title", len(events), events[-1].hash)

        def after(n: int) -> list[Event]:
            self.after.append(n)
            return [event for event in events if event.n > n and event.n != hidden]

        return [event.payload["text"] for event in self.memory.events(place, whose, after)]


def test_only_what_is_new_is_read() -> None:
    asked = Asked(EventMemory())
    for words in ("a", "a", "ab", "abcd"):
        assert asked.read(events_of(*words)) == list(words)
    assert asked.after == [0, 1, 2]


def test_another_past_is_read_whole() -> None:
    asked = Asked(EventMemory())
    # deleted and imported again: of as many events, of fewer, of more
    for words in ("abc", "abd", "x", "yz"):
        assert asked.read(events_of(*words)) == list(words)


def test_who_sees_less_sees_what_others_were_shown_no_more() -> None:
    asked = Asked(EventMemory())
    for words in ("abc", "abcd"):
        assert asked.read(events_of(*words)) == list(words)
        assert asked.read(events_of(*words), "visitor", hidden=2) == [w for w in words if w != "b"]


def test_marks_go_on_from_where_they_were_and_start_anew_with_another_past() -> None:
    memory = EventMemory()
    read: list[int] = []

    def marks(words: str) -> list[int]:
        events = tuple(events_of(*words))
        place = VersionPlace("c", 1, "title", len(events), events[-1].hash)

        def rows(new: Any) -> list[MarkEvent]:
            read.append(len(new))
            return [
                MarkEvent(rows=np.array([ord(e.payload["text"]) - ord("a")]), kind="seen")
                for e in new
            ]

        return memory.marks(place, "", 26, events, rows).rows.tolist()

    assert [marks(words) for words in ("a", "abc", "abc", "bx")] == [
        [0],
        [0, 1, 2],
        [0, 1, 2],
        [1, 23],
    ]
    assert read == [1, 2, 0, 2]


def test_the_ones_asked_for_longest_ago_are_forgotten() -> None:
    asked = Asked(EventMemory(most=1))
    first, second = events_of("a"), [replace(event, chain="d") for event in events_of("b")]
    asked.read(first)
    asked.memory.events(VersionPlace("d", 1, "t", 1, second[0].hash), "", lambda _: second)
    asked.read(first)
    assert asked.after == [0, 0]


def marks(*notes: str) -> Marks:
    made = MarkEvent(rows=np.arange(1), kind="seen")
    return add_marks(replay_marks(10, ()), *(replace(made, note=note) for note in notes))


def test_the_words_of_marks_take_memory() -> None:
    bare = bytes_of_marks(marks(""))
    event = MarkEvent(rows=np.arange(1), kind="seen", note="n" * 100, tag="t" * 40, who="w" * 10)
    assert bytes_of_marks(add_marks(replay_marks(10, ()), event)) - bare == 150 * 4


def test_marks_make_no_room_for_another_and_replace_their_own() -> None:
    one = bytes_of_marks(marks("a"))
    kept = MarkMemory(most_bytes=2 * one)
    first, second = kept.start("r", marks("a")), kept.start("r", marks("b"))
    with pytest.raises(NoRoomError):
        kept.start("r", marks("c"))
    assert not_none(kept.find(first)).size == not_none(kept.find(second)).size == one
    # what is kept already is no hindrance to itself
    roomy = MarkMemory(most_bytes=bytes_of_marks(marks("a", "b")))
    token = roomy.start("r", marks("a"))
    assert roomy.add(token, lambda _: [MarkEvent(rows=np.arange(1), kind="seen", note="b")])
