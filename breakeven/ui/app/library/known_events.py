"""What was said of saved reviews, as far as this process has read it: only what is new is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from breakeven.marks.events import added, no_marks
from breakeven.records import MarkEvent, Marks

if TYPE_CHECKING:  # the first page of a fresh server opens without a database
    from breakeven.library.events import Event
    from breakeven.library.saved import Place

K = TypeVar("K")
V = TypeVar("V")

MOST_KEPT = 64


@dataclass
class KnownEvents:
    """By review and whose eyes, the one asked for longest ago first; all members' eyes are one."""

    most: int = MOST_KEPT
    _events: dict[tuple[str, str], tuple[str, tuple[Event, ...]]] = field(default_factory=dict)
    _marks: dict[tuple[str, int, str], tuple[int, str, Marks]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def of(
        self, place: Place, whose: str, read: Callable[[int], Sequence[Event]]
    ) -> tuple[Event, ...]:
        """The events of a review as it stands now; `read` gives those after a number."""
        from breakeven.library.events import follows

        with self._lock:
            head, known = self._events.pop((place.review, whose), ("", ()))
        if head != place.head:
            more = read(known[-1].n) if known else ()
            # else some are not for these eyes, or it is another past: deleted, and imported again
            same = more and follows(more[0], known[-1])
            known = (*known, *more) if same else tuple(read(0))
        with self._lock:
            self._events[place.review, whose] = place.head, known
            _shorten(self._events, self.most)
        return known

    def marks(
        self,
        place: Place,
        whose: str,
        documents: int,
        events: tuple[Event, ...],
        read: Callable[[Sequence[Event]], list[MarkEvent]],
    ) -> Marks:
        """The marks of a version after these events of its review; `read` gives those in some."""
        of = place.review, place.n, whose
        with self._lock:
            done, last, marks = self._marks.pop(of, (0, "", no_marks(documents)))
        if done and [event.hash for event in events[done - 1 : done]] != [last]:
            done, marks = 0, no_marks(documents)
        if more := read(events[done:]):
            marks = added(marks, *more)
        with self._lock:
            self._marks[of] = len(events), events[-1].hash if events else "", marks
            _shorten(self._marks, self.most)
        return marks

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._events.clear()
            self._marks.clear()


def _shorten(held: dict[K, V], most: int) -> None:
    for old in list(held)[:-most]:
        del held[old]


known_events = KnownEvents()
