"""Marks go into the chain of a review and come out as they were said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from breakeven.data.marks import MarkEvent, marks_that_hold, replay_marks, undo_event
from breakeven.data.wording import canonical
from breakeven.store.actors import LOCAL
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import MARKED, event_history, marks_of_events, marks_payload
from breakeven.store.events import FIRST_HASH, Event, chained

CLASSES = ("corn", "wheat", "oat")


def event_of(payload: Any, version: int = 1, n: int = 1) -> Event:
    time = "2024-01-31T12:00:00Z"
    return chained(
        FIRST_HASH,
        chain="c",
        n=n,
        time=time,
        actor=LOCAL,
        kind=MARKED,
        version=version,
        payload=payload,
    )


def said_again(events: list[MarkEvent]) -> list[MarkEvent]:
    return marks_of_events([event_of(marks_payload(events, CLASSES))], 1, 10, CLASSES)


def test_every_part_of_a_mark_is_as_it_was_said() -> None:
    wrong = MarkEvent(
        rows=np.array([2, 3, 9]), kind="label wrong", who="Ann", when="2024", right=(2, 0)
    )
    off = MarkEvent(rows=np.array([0]), kind="in the class", class_index=1, off=True, undoes=0)
    note = MarkEvent(rows=np.zeros(0, dtype=int), kind="note", note="<b>", tag="t")
    for before, after in zip([wrong, off, note], said_again([wrong, off, note]), strict=True):
        assert after.rows.tolist() == before.rows.tolist()
        for part in ("kind", "who", "when", "class_index", "right", "tag", "note", "off", "undoes"):
            assert getattr(after, part) == getattr(before, part), part


def test_classes_are_named_and_five_thousand_documents_take_little() -> None:
    rows = np.arange(0, 15_000, 3)
    payload = marks_payload([MarkEvent(rows=rows, kind="unclear", class_index=1)], CLASSES)
    assert payload["marks"][0]["class"] == "wheat"
    # a step of one digit and a comma each
    assert len(canonical(payload)) < 2 * len(rows) + 100


def test_marks_of_another_version_are_not_of_this_one() -> None:
    payload = marks_payload([MarkEvent(rows=np.array([1]), kind="seen")], CLASSES)
    assert marks_of_events([event_of(payload, version=2)], 1, 10, CLASSES) == []


@pytest.mark.parametrize(
    "mark",
    [
        {"kind": "seen", "rows": [10]},
        {"kind": "seen", "rows": [1, 0]},
        {"kind": "seen", "rows": [-1]},
        {"kind": "seen", "rows": [0.5]},
        {"kind": "seen", "rows": [True]},
        {"kind": "seen", "rows": "12"},
        {"kind": "seen", "rows": [2**70]},
        {"kind": "liked", "rows": [1]},
        {"kind": "unclear", "rows": [1], "class": "rye"},
        {"kind": "unclear", "rows": [1], "undoes": "all"},
        {"rows": [1]},
        7,
    ],
)
def test_what_an_imported_file_says_of_no_document_or_class_is_refused(mark: Any) -> None:
    with pytest.raises(LibraryError, match="none is shown"):
        marks_of_events([event_of({"marks": [mark]})], 1, 10, CLASSES)
    # and is told by its name, or counted, where events are listed
    assert event_history([event_of({"marks": [mark]})])[0].what.startswith("Mark")


def test_marks_in_a_row_are_told_together() -> None:
    two = marks_payload([MarkEvent(rows=np.array([1, 5]), kind="unclear")], CLASSES)
    back = marks_payload([MarkEvent(rows=np.array([5]), kind="unclear", undoes=0)], CLASSES)
    (told,) = event_history([event_of(two), event_of(two, n=2), event_of(back, n=3)])
    assert told.what == "Marks set: unclear 4; taken back: unclear 1."


def test_what_holds_is_carried_without_what_was_undone() -> None:
    first = MarkEvent(rows=np.array([0, 1, 2]), kind="unclear")
    second = MarkEvent(rows=np.array([1]), kind="unclear", off=True)
    tag = MarkEvent(rows=np.array([2]), kind="tag", tag="x")
    marks = replay_marks(3, [first, second, tag])
    undo = undo_event(marks, "", "")
    assert undo is not None
    carried = marks_that_hold(replay_marks(3, [first, second, tag, undo]))
    assert [(e.kind, e.rows.tolist()) for e in carried] == [("unclear", [0, 2])]
    assert marks_that_hold(replay_marks(3, [])) == []
