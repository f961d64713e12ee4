"""What reviewers said of documents.

Events that are only ever added, what holds after all of them, and undoing one.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from metrics.typing import Array

# --- what reviewers said of documents, and what of it holds


MarkKind = Literal[
    "label wrong", "system wrong", "unclear", "duplicate", "leave out", "seen",
    "in the class", "not in the class", "tag", "note"
]  # fmt: skip


@dataclass(frozen=True, eq=False, kw_only=True)
class MarkEvent:
    """What a reviewer said, at one moment, of some documents at once.

    `rows`: indices into the truth's documents, ascending and distinct, shape (m,). `who` as typed,
    `when` as 2024-01-31T12:00:00Z, both empty where unknown. `class_index`: the class that it is
    about, None for the whole document. `right`: the document's right classes, None where they are
    not known. `tag`, `note`: the words; a note may go with any kind. `off`: takes this mark off
    again. `undoes`: the event, by its place, that is as if it had never been.
    """

    rows: Array
    kind: MarkKind
    who: str = ""
    when: str = ""
    class_index: int | None = None
    right: tuple[int, ...] | None = None
    tag: str = ""
    note: str = ""
    off: bool = False
    undoes: int | None = None


@dataclass(frozen=True, eq=False)
class Marks:
    """What holds of n documents after every event: made by `breakeven.data.marks.replay_marks`.

    `events`: all there were, in order. `rows`: the marked documents, ascending, one entry for each
    mark that holds, shape (entries,); `event_of`: the event that set it, ascending in a document.
    """

    n: int
    events: tuple[MarkEvent, ...]
    rows: Array
    event_of: Array

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hex, of every mark that holds, and who set it when."""
        said = [
            (e.kind, e.class_index, e.right, e.tag, e.note, e.who, e.when) if held else ()
            for e, held in zip(self.events, self._holding, strict=True)
        ]
        found = hashlib.sha256(repr((self.n, said)).encode("utf-8", "surrogatepass"))
        found.update(self.rows.astype(np.int64).tobytes())
        found.update(self.event_of.astype(np.int64).tobytes())
        return found.hexdigest()

    @cached_property
    def _holding(self) -> list[bool]:
        held = np.zeros(len(self.events), dtype=bool)
        held[self.event_of] = True
        return held.tolist()

    def rows_of(
        self,
        kind: MarkKind | None = None,
        *,
        class_index: int | None = None,
        tag: str | None = None,
    ) -> Array:
        """The documents with such a mark, ascending; of any kind, class or tag for None."""
        matches = np.array(
            [
                held
                and (kind is None or e.kind == kind)
                and (class_index is None or e.class_index == class_index)
                and (tag is None or (e.kind == "tag" and e.tag == tag))
                for e, held in zip(self.events, self._holding, strict=True)
            ],
            dtype=bool,
        )
        return np.unique(self.rows[matches[self.event_of]])

    @cached_property
    def noted(self) -> Array:
        """The documents that anybody wrote a note on, ascending."""
        worded = np.array([bool(e.note) for e in self.events], dtype=bool)
        return np.unique(self.rows[worded[self.event_of]])

    @cached_property
    def kinds(self) -> dict[MarkKind, int]:
        """How many documents have each kind of mark that there is, in the order of `MarkKind`."""
        there = {e.kind for e, held in zip(self.events, self._holding, strict=True) if held}
        return {k: len(self.rows_of(k)) for k in get_args(MarkKind) if k in there}

    @cached_property
    def tags(self) -> dict[str, int]:
        """How many documents have each tag that there is, by its name."""
        counts = np.bincount(self.event_of, minlength=len(self.events)).tolist()
        found: Counter[str] = Counter()
        for event, held in zip(self.events, counts, strict=True):
            found.update({event.tag: held} if held and event.kind == "tag" else {})
        return dict(sorted(found.items()))

    def events_of(self, row: int) -> list[MarkEvent]:
        """What holds of one document, in the order in which it was said."""
        low, high = np.searchsorted(self.rows, [row, row + 1])
        return [self.events[e] for e in self.event_of[low:high].tolist()]

    def taken(self, rows: Array) -> Marks:
        """The marks of some documents, ascending indices, which are 0, 1, ... from then on.

        Undoing is for the marks of all documents.
        """
        place = np.full(self.n, -1)
        place[rows] = np.arange(len(rows))
        stays = place[self.rows] >= 0
        return Marks(len(rows), self.events, place[self.rows[stays]], self.event_of[stays])


# --- Marks as events that are only ever added: what holds after all of them, and undoing one


# of the two, what was said last holds
OF_A_PAIR: tuple[MarkKind, ...] = ("in the class", "not in the class")
# may be about one class too; any other mark, but for `OF_A_PAIR`, is about the whole document
OF_EITHER: tuple[MarkKind, ...] = ("system wrong", "unclear")


def no_marks(n: int) -> Marks:
    """Of n documents nobody said anything."""
    return replay_marks(n, ())


def replay_marks(n: int, events: Iterable[MarkEvent]) -> Marks:
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


def add_marks(marks: Marks, *events: MarkEvent) -> Marks:
    """The marks after some more events."""
    return replay_marks(marks.n, (*marks.events, *events))


def marks_that_hold(marks: Marks) -> list[MarkEvent]:
    """The marks that hold, as events of their own: what was undone or taken off is not in them."""
    order = np.argsort(marks.event_of, kind="stable")
    places, starts = np.unique(marks.event_of[order], return_index=True)
    rows = np.split(marks.rows[order], starts)[1:]
    return [
        replace(marks.events[place], rows=of)
        for place, of in zip(places.tolist(), rows, strict=True)
    ]


def undo_event(marks: Marks, who: str, when: str) -> MarkEvent | None:
    """The event that takes back the last one that still stands; None where there is none.

    That a document was seen is nothing to take back.
    """
    undone = {event.undoes for event in marks.events}
    for place in reversed(range(len(marks.events))):
        event = marks.events[place]
        if event.undoes is None and place not in undone and event.kind != "seen":
            return replace(event, who=who, when=when, undoes=place)
    return None


def utc_now() -> str:
    """The time as events hold it: UTC, to the second."""
    return days_ago(0)


def days_ago(days: float) -> str:
    """The time so many days ago, in the same form: earlier is less."""
    return (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
