"""What this process holds in memory for whoever opens a link, so much and no more.

Opened reviews, marks under tokens that nobody can guess, and what was said of saved reviews.
Reviews that are on the disk too are held for as long as somebody looks at them, what is nowhere
else for a day; marks are gone when the server stops, or when nobody asks for them for a week.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from scipy import sparse

from breakeven.data.marks import MarkEvent, Marks, add_marks, no_marks
from breakeven.data.records import Review
from breakeven.store.events import Event, follows

if TYPE_CHECKING:
    from breakeven.store.saved_review import VersionPlace


# --- Opened reviews, kept in memory for whoever opens a link: so many bytes of them
#
# What is on the disk too is kept for as long as somebody looks at it, what is nowhere else for a
# day.


MOST_BYTES_OF_REVIEWS = 1 << 30
MOST_SECONDS_OF_REVIEWS = 24 * 3600
# of a text in Python, beyond its characters
BYTES_OF_A_TEXT = 60


@dataclass(frozen=True)
class _HeldReview:
    """`last`: when somebody asked for it."""

    review: Review
    bytes: int
    last: float
    on_disk: bool


@dataclass
class ReviewMemory:
    """By fingerprint, the one asked for longest ago first. Shared by all visitors."""

    most_bytes: int = MOST_BYTES_OF_REVIEWS
    most_seconds: float = MOST_SECONDS_OF_REVIEWS
    _held: dict[str, _HeldReview] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def keep(self, review: Review, *, on_disk: bool = False) -> None:
        """Keep a review, and of the others as many as there is room for, the latest first.

        `on_disk`: it is saved, and can be opened again.
        """
        with self._lock:
            self._held.pop(review.fingerprint, None)
            self._held[review.fingerprint] = _HeldReview(
                review, bytes_of_review(review), monotonic(), on_disk
            )
            self._make_room()

    def find(self, fingerprint: str) -> Review | None:
        """The review, now the one asked for last; None where it is not kept any more."""
        with self._lock:
            self._make_room()
            found = self._held.pop(fingerprint, None)
            if found is None:
                return None
            self._held[fingerprint] = replace(found, last=monotonic())
            return found.review

    def forget_idle(self, seconds: float) -> int:
        """Forget what is on the disk and nobody asked for since so long; how many bytes it took."""
        since, before = monotonic() - seconds, self.bytes
        with self._lock:
            for key, held in list(self._held.items()):
                if held.on_disk and held.last < since:
                    del self._held[key]
        return before - self.bytes

    @property
    def bytes(self) -> int:
        """About how much memory they take."""
        with self._lock:
            return sum(held.bytes for held in self._held.values())

    def drop(self, fingerprint: str) -> None:
        """Forget a review: it was deleted."""
        with self._lock:
            self._held.pop(fingerprint, None)

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._held.clear()

    def _make_room(self) -> None:
        since = monotonic() - self.most_seconds
        for key, held in list(self._held.items()):
            full = sum(each.bytes for each in self._held.values()) > self.most_bytes
            if held.last < since or (full and len(self._held) > 1):
                del self._held[key]


def bytes_of_review(review: Review) -> int:
    """About how much memory a review takes: its arrays, and the texts they hold."""
    held = [*vars(review.truth).values(), *review.truth.columns.values()]
    grades = () if review.truth.grades is None else (review.truth.grades,)
    said_by = (*review.predictions, *review.truth.annotators, *grades)
    held += [value for said in said_by for value in vars(said).values()]
    return sum(_bytes_of(array) for value in held for array in _arrays(value))


def _arrays(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, np.ndarray):
        yield value
    elif sparse.issparse(value):
        yield from (value.data, value.indices, value.indptr)


def _bytes_of(array: np.ndarray) -> int:
    if array.dtype != object:
        return array.nbytes
    # a sample tells how long texts are; equal ones are one object, which makes this too much
    some = array.ravel()[:: max(1, array.size // 1_000)]
    longest = sum(len(str(text)) for text in some) / max(1, len(some))
    return int(array.size * (BYTES_OF_A_TEXT + longest)) + array.nbytes


review_memory = ReviewMemory()


# --- what reviewers marked, kept in this process under tokens that nobody can guess
#
# An address that holds a token shows and sets the marks behind it, in any browser. They are gone
# when the server stops, or when nobody asks for them for a week.


MOST_BYTES_OF_MARKS = 512 << 20
MOST_BYTES_OF_ONE_TOKEN = 64 << 20
MOST_SECONDS_OF_MARKS = 7 * 24 * 3600
# of an event, beside its documents and words
BYTES_OF_AN_EVENT = 500
TOKEN = re.compile("[0-9a-f]{32}")


class NoRoomError(Exception):
    """No more marks are kept: there are too many, under this token or under all of them."""


@dataclass(frozen=True)
class HeldMarks:
    """The marks under a token; `review`: the fingerprint of the one review that they are of."""

    review: str
    marks: Marks
    size: int
    last: float


@dataclass
class MarkMemory:
    """By token. Shared by all visitors; nobody's marks make room for another's."""

    most_bytes: int = MOST_BYTES_OF_MARKS
    most_bytes_of_one: int = MOST_BYTES_OF_ONE_TOKEN
    most_seconds: float = MOST_SECONDS_OF_MARKS
    _held: dict[str, HeldMarks] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def start(self, review: str, marks: Marks) -> str:
        """A new token, of 128 random bits, for marks of a review. NoRoomError."""
        token = secrets.token_hex(16)
        with self._lock:
            self._keep(token, review, marks)
        return token

    def find(self, token: str) -> HeldMarks | None:
        """What is kept under a token, asked for last now; None where it is not there any more."""
        with self._lock:
            self._forget_old()
            found = self._held.get(token)
            if found is not None:
                self._held[token] = HeldMarks(found.review, found.marks, found.size, monotonic())
            return found

    def add(self, token: str, make: Callable[[Marks], Iterable[MarkEvent]]) -> Marks | None:
        """Add the events that `make` gives for the marks there are now.

        None where there are none under this token any more. NoRoomError.
        """
        with self._lock:
            held = self._held.get(token)
            if held is None:
                return None
            marks = add_marks(held.marks, *make(held.marks))
            self._keep(token, held.review, marks)
            return marks

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._held.clear()

    def _keep(self, token: str, review: str, marks: Marks) -> None:
        self._forget_old()
        size = bytes_of_marks(marks)
        others = sum(kept.size for key, kept in self._held.items() if key != token)
        if size > self.most_bytes_of_one or size + others > self.most_bytes:
            raise NoRoomError
        self._held[token] = HeldMarks(review, marks, size, monotonic())

    def _forget_old(self) -> None:
        since = monotonic() - self.most_seconds
        for token in [token for token, kept in self._held.items() if kept.last < since]:
            del self._held[token]


def bytes_of_marks(marks: Marks) -> int:
    """About how much memory marks take: every event there was, and what holds."""
    words = sum(len(e.note) + len(e.tag) + len(e.who) for e in marks.events)
    rows = sum(e.rows.nbytes for e in marks.events) + marks.rows.nbytes + marks.event_of.nbytes
    return rows + words * 4 + BYTES_OF_AN_EVENT * (1 + len(marks.events))


mark_memory = MarkMemory()


# --- what was said of saved reviews, as far as this process has read it: only what is new is asked


K = TypeVar("K")
V = TypeVar("V")

MOST_REVIEWS = 64


@dataclass
class EventMemory:
    """By review and whose eyes, the one asked for longest ago first; all members' eyes are one."""

    most: int = MOST_REVIEWS
    _events: dict[tuple[str, str], tuple[str, tuple[Event, ...]]] = field(default_factory=dict)
    _marks: dict[tuple[str, int, str], tuple[int, str, Marks]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def events(
        self, place: VersionPlace, whose: str, read: Callable[[int], Sequence[Event]]
    ) -> tuple[Event, ...]:
        """The events of a review as it stands now; `read` gives those after a number."""
        with self._lock:
            head, past = self._events.pop((place.review, whose), ("", ()))
        if head != place.head:
            more = read(past[-1].n) if past else ()
            # else some are not for these eyes, or it is another past: deleted, and imported again
            same = more and follows(more[0], past[-1])
            past = (*past, *more) if same else tuple(read(0))
        with self._lock:
            self._events[place.review, whose] = place.head, past
            _shorten(self._events, self.most)
        return past

    def marks(
        self,
        place: VersionPlace,
        whose: str,
        documents: int,
        events: tuple[Event, ...],
        read: Callable[[Sequence[Event]], list[MarkEvent]],
    ) -> Marks:
        """The marks of a version after these events of its review; `read` gives those in some."""
        key = place.review, place.n, whose
        with self._lock:
            done, last, marks = self._marks.pop(key, (0, "", no_marks(documents)))
        if done and [event.hash for event in events[done - 1 : done]] != [last]:
            done, marks = 0, no_marks(documents)
        if more := read(events[done:]):
            marks = add_marks(marks, *more)
        with self._lock:
            self._marks[key] = len(events), events[-1].hash if events else "", marks
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


event_memory = EventMemory()
