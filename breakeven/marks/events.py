"""Marks as events that are only ever added: what holds after all of them, and undoing one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

from breakeven.records import MarkEvent, MarkKind, Marks

# of the two, what was said last holds
OF_A_PAIR: tuple[MarkKind, ...] = ("in the class", "not in the class")
# may be about one class too; any other mark, but for `OF_A_PAIR`, is about the whole document
OF_EITHER: tuple[MarkKind, ...] = ("system wrong", "unclear")


def no_marks(n: int) -> Marks:
    """Of n documents nobody said anything."""
    return replayed(n, ())


def replayed(n: int, events: Iterable[MarkEvent]) -> Marks:
    """What holds of n documents after these events, in their order.

    Of two equal marks on a document the later holds, with its classes, note, who and when; notes
    and tags of other words, and marks about other classes, stand beside each other.
    """
    log = tuple(events)
    undone = {event.undoes for event in log}
    places = [i for i, e in enumerate(log) if e.undoes is None and i not in undone]
    slots: dict[object, int] = {}
    slot = [slots.setdefault(_slot(log[i]), len(slots)) for i in places]
    sizes = [len(log[i].rows) for i in places]
    none = np.zeros(0, dtype=np.int64)
    rows = np.concatenate([none, *(log[i].rows for i in places)])
    event_of = np.repeat(np.array(places, dtype=np.int64), sizes)
    # one number for each mark of each document; of equal ones a stable sort has the last said last
    key = np.repeat(np.array(slot, dtype=np.int64), sizes) * n + rows
    order = np.argsort(key, kind="stable")
    key = key[order]
    last = order[np.append(key[1:] != key[:-1], True)[: len(key)]]
    off = np.array([event.off for event in log], dtype=bool)
    held = last[~off[event_of[last]]]
    held = held[np.lexsort((event_of[held], rows[held]))]
    return Marks(n, log, rows[held], event_of[held])


def _slot(event: MarkEvent) -> object:
    kind = OF_A_PAIR[0] if event.kind in OF_A_PAIR else event.kind
    note = event.note if event.kind == "note" else ""
    return kind, event.class_index, event.tag, note


def added(marks: Marks, *events: MarkEvent) -> Marks:
    """The marks after some more events."""
    return replayed(marks.n, (*marks.events, *events))


def holding(marks: Marks) -> list[MarkEvent]:
    """The marks that hold, as events of their own: what was undone or taken off is not in them."""
    order = np.argsort(marks.event_of, kind="stable")
    places, starts = np.unique(marks.event_of[order], return_index=True)
    rows = np.split(marks.rows[order], starts)[1:]
    return [
        replace(marks.events[place], rows=of)
        for place, of in zip(places.tolist(), rows, strict=True)
    ]


def undoing(marks: Marks, who: str, when: str) -> MarkEvent | None:
    """The event that takes back the last one that still stands; None where there is none.

    That a document was seen is nothing to take back.
    """
    undone = {event.undoes for event in marks.events}
    for place in reversed(range(len(marks.events))):
        event = marks.events[place]
        if event.undoes is None and place not in undone and event.kind != "seen":
            return replace(event, who=who, when=when, undoes=place)
    return None


def now() -> str:
    """The time as events hold it: UTC, to the second."""
    return days_ago(0)


def days_ago(days: float) -> str:
    """The time so many days ago, in the same form: earlier is less."""
    return (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
