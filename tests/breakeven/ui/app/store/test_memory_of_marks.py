"""How marks are kept for those who know their token, and how many."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.data.marks import MarkEvent, Marks, add_marks, no_marks
from breakeven.ui.app.store.memory import TOKEN, MarkMemory, NoRoomError, bytes_of_marks
from tests.made import known

ONE = MarkEvent(rows=np.arange(100), kind="unclear")


def test_marks_are_found_by_their_token_and_only_by_it() -> None:
    kept = MarkMemory()
    token, other = kept.start("a", no_marks(100)), kept.start("a", no_marks(100))
    assert TOKEN.fullmatch(token)
    assert token != other
    assert known(kept.add(token, lambda _: (ONE,))).kinds == {"unclear": 100}
    assert known(kept.find(token)).marks.kinds == {"unclear": 100}
    assert known(kept.find(other)).marks.kinds == {}
    assert kept.find("0" * 32) is None
    assert kept.add("0" * 32, lambda _: (ONE,)) is None


def test_an_event_is_made_from_what_holds_when_it_is_added() -> None:
    kept = MarkMemory()
    token = kept.start("a", no_marks(100))
    seen: list[int] = []

    def make(marks: Marks) -> tuple[MarkEvent, ...]:
        seen.append(len(marks.events))
        return (ONE,)

    for _ in range(3):
        kept.add(token, make)
    assert seen == [0, 1, 2]


def test_nobodys_marks_make_room_for_anothers() -> None:
    size = bytes_of_marks(add_marks(no_marks(100), ONE))
    kept = MarkMemory(most_bytes=2 * size)
    first, second = kept.start("a", no_marks(100)), kept.start("b", no_marks(100))
    kept.add(first, lambda _: (ONE,))
    with pytest.raises(NoRoomError):
        kept.add(second, lambda _: (ONE,) * 9)
    assert known(kept.find(first)).marks.kinds == {"unclear": 100}
    small = MarkMemory(most_bytes_of_one=size)
    token = small.start("a", no_marks(100))
    small.add(token, lambda _: (ONE,))
    with pytest.raises(NoRoomError):
        small.add(token, lambda _: (ONE,))
    # what was there before stays
    assert len(known(small.find(token)).marks.events) == 1


def test_what_nobody_asks_for_for_a_week_goes() -> None:
    kept = MarkMemory(most_seconds=0)
    assert kept.find(kept.start("a", no_marks(1))) is None
    kept = MarkMemory()
    token = kept.start("a", no_marks(1))
    kept.clear()
    assert kept.find(token) is None
