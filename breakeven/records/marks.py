"""What reviewers said of documents, and what of it holds."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from metrics.typing import Array

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
    """What holds of n documents after every event: made by `breakeven.marks.events.replayed`.

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
        asked = np.array(
            [
                held
                and (kind is None or e.kind == kind)
                and (class_index is None or e.class_index == class_index)
                and (tag is None or (e.kind == "tag" and e.tag == tag))
                for e, held in zip(self.events, self._holding, strict=True)
            ],
            dtype=bool,
        )
        return np.unique(self.rows[asked[self.event_of]])

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

    def of(self, row: int) -> list[MarkEvent]:
        """What holds of one document, in the order in which it was said."""
        low, high = np.searchsorted(self.rows, [row, row + 1])
        return [self.events[e] for e in self.event_of[low:high].tolist()]

    def taken(self, kept: Array) -> Marks:
        """The marks of some documents, ascending indices, which are 0, 1, ... from then on.

        Undoing is for the marks of all documents.
        """
        place = np.full(self.n, -1)
        place[kept] = np.arange(len(kept))
        stays = place[self.rows] >= 0
        return Marks(len(kept), self.events, place[self.rows[stays]], self.event_of[stays])
