"""Marks as events: what holds after them, in their order, and what undoing leaves."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from breakeven.data.marks import MarkEvent, add_marks, no_marks, replay_marks, undo_event
from tests.made import event, holding, not_none

N = 6


def by_hand(events: list[MarkEvent]) -> set[tuple[Any, ...]]:
    """The same, one document and one event after the other, in a dictionary."""
    held: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    undone = {e.undoes for e in events if e.undoes is not None}
    for place, e in enumerate(events):
        if e.undoes is not None or place in undone:
            continue
        for row in e.rows.tolist():
            pair = "class" in e.kind
            note = e.note if e.kind == "note" else ""
            slot = (row, "pair" if pair else e.kind, e.class_index, e.tag, note)
            held.pop(slot, None)
            if not e.off:
                held[slot] = (row, e.kind, e.class_index, e.right, e.tag, e.note, e.who, e.when)
    return set(held.values())


rows = st.lists(st.integers(0, N - 1), min_size=1, unique=True)
classes = st.integers(0, 2)
of_documents = st.builds(
    event,
    rows,
    st.sampled_from(["label wrong", "unclear", "duplicate", "leave out", "seen"]),
    who=st.sampled_from(["", "Ann", "Bo"]),
    note=st.sampled_from(["", "look again"]),
    off=st.booleans(),
)
of_pairs = st.builds(
    event, rows, st.sampled_from(["in the class", "not in the class"]), class_index=classes
)
tags = st.builds(
    lambda of, tag, off: event(of, "tag", tag=tag, off=off),
    rows,
    st.sampled_from(["later", "odd"]),
    st.booleans(),
)
notes = st.builds(
    lambda of, note: event(of, "note", note=note), rows, st.sampled_from(["one", "two"])
)
events = st.lists(st.one_of(of_documents, of_pairs, tags, notes), max_size=12)


@given(events)
def test_what_holds_is_what_a_dictionary_filled_event_by_event_holds(log: list[MarkEvent]) -> None:
    assert set(holding(replay_marks(N, log))) == by_hand(log)


@given(events, events)
def test_events_added_later_give_what_all_in_their_order_give(
    first: list[MarkEvent], then: list[MarkEvent]
) -> None:
    whole = replay_marks(N, [*first, *then])
    assert holding(add_marks(replay_marks(N, first), *then)) == holding(whole)


@given(events)
def test_undo_restores_exactly_what_was_there_step_by_step(log: list[MarkEvent]) -> None:
    log = [e for e in log if e.kind != "seen"]
    states = [holding(replay_marks(N, log[:end])) for end in range(len(log) + 1)]
    marks = replay_marks(N, log)
    for before in reversed(states[:-1]):
        marks = add_marks(marks, not_none(undo_event(marks, "Ann", "2024-01-31T12:00:00Z")))
        assert holding(marks) == before
    assert undo_event(marks, "", "") is None
    # nothing was taken out of the log
    assert len(marks.events) == 2 * len(log)


def test_after_an_undo_new_marks_stand_and_are_undone_first() -> None:
    marks = add_marks(no_marks(N), event([1], "unclear"), event([2], "duplicate"))
    marks = add_marks(marks, not_none(undo_event(marks, "", "")), event([3], "leave out"))
    assert [(row, kind) for row, kind, *_ in holding(marks)] == [(1, "unclear"), (3, "leave out")]
    marks = add_marks(marks, not_none(undo_event(marks, "", "")))
    marks = add_marks(marks, not_none(undo_event(marks, "", "")))
    assert holding(marks) == []


def test_of_two_answers_to_one_question_the_later_holds() -> None:
    marks = replay_marks(
        N,
        [
            event([0, 1], "in the class", class_index=2, who="Ann"),
            event([1], "not in the class", class_index=2, who="Bo"),
            event([0], "label wrong", right=(0,)),
            event([0], "label wrong", right=(1, 2)),
        ],
    )
    assert marks.rows_of("in the class").tolist() == [0]
    assert marks.rows_of("not in the class", class_index=2).tolist() == [1]
    assert marks.rows_of("not in the class", class_index=1).tolist() == []
    assert [e.right for e in marks.events_of(0) if e.kind == "label wrong"] == [(1, 2)]


def test_tags_and_notes_of_other_words_stand_beside_each_other() -> None:
    marks = replay_marks(
        N,
        [
            event([0, 4], "tag", tag="later"),
            event([4], "tag", tag="odd"),
            event([4], "note", note="one"),
            event([4], "note", note="two"),
            event([5], "unclear", note="see the mail"),
        ],
    )
    assert marks.tags == {"later": 2, "odd": 1}
    assert marks.kinds == {"unclear": 1, "tag": 2, "note": 1}
    assert marks.rows_of("tag", tag="later").tolist() == [0, 4]
    assert [e.note for e in marks.events_of(4) if e.kind == "note"] == ["one", "two"]
    assert marks.noted.tolist() == [4, 5]
    assert marks.rows_of().tolist() == [0, 4, 5]


def test_that_a_document_was_seen_is_nothing_to_undo() -> None:
    marks = replay_marks(N, [event([0], "unclear"), event([0], "seen")])
    assert not_none(undo_event(marks, "", "")).undoes == 0


def test_marks_of_some_documents_follow_them_to_their_new_places() -> None:
    marks = replay_marks(N, [event([1, 3, 4], "unclear"), event([3], "tag", tag="odd")])
    some = marks.taken(np.array([0, 3, 4]))
    assert some.rows_of("unclear").tolist() == [1, 2]
    assert some.tags == {"odd": 1}
    assert some.n == 3


def test_all_of_a_hundred_thousand_documents_are_marked_and_undone() -> None:
    n = 100_000
    marks = no_marks(n)
    marks = add_marks(marks, MarkEvent(rows=np.arange(n), kind="unclear"))
    marks = add_marks(marks, MarkEvent(rows=np.arange(0, n, 2), kind="leave out"))
    marks = add_marks(marks, not_none(undo_event(marks, "", "")))
    assert marks.kinds == {"unclear": n}
