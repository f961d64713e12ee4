"""What reviewers marked, kept in this process under tokens that nobody can guess.

An address that holds a token shows and sets the marks behind it, in any browser. They are gone
when the server stops, or when nobody asks for them for a week.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from breakeven.marks.events import added
from breakeven.records import MarkEvent, Marks

MOST_BYTES = 512 << 20
MOST_BYTES_OF_ONE = 64 << 20
MOST_SECONDS = 7 * 24 * 3600
# of an event, beside its documents and words
BYTES_OF_AN_EVENT = 500
TOKEN = re.compile("[0-9a-f]{32}")


class NoRoomError(Exception):
    """No more marks are kept: there are too many, under this token or under all of them."""


@dataclass(frozen=True)
class Kept:
    """The marks under a token; `review`: the fingerprint of the one review that they are of."""

    review: str
    marks: Marks
    size: int
    last: float


@dataclass
class KeptMarks:
    """By token. Shared by all visitors; nobody's marks make room for another's."""

    most_bytes: int = MOST_BYTES
    most_bytes_of_one: int = MOST_BYTES_OF_ONE
    most_seconds: float = MOST_SECONDS
    _held: dict[str, Kept] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def start(self, review: str, marks: Marks) -> str:
        """A new token, of 128 random bits, for marks of a review. NoRoomError."""
        token = secrets.token_hex(16)
        with self._lock:
            self._keep(token, review, marks)
        return token

    def find(self, token: str) -> Kept | None:
        """What is kept under a token, asked for last now; None where it is not there any more."""
        with self._lock:
            self._forget_old()
            found = self._held.get(token)
            if found is not None:
                self._held[token] = Kept(found.review, found.marks, found.size, monotonic())
            return found

    def add(self, token: str, make: Callable[[Marks], Iterable[MarkEvent]]) -> Marks | None:
        """Add the events that `make` gives for the marks there are now.

        None where there are none under this token any more. NoRoomError.
        """
        with self._lock:
            found = self._held.get(token)
            if found is None:
                return None
            marks = added(found.marks, *make(found.marks))
            self._keep(token, found.review, marks)
            return marks

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._held.clear()

    def _keep(self, token: str, review: str, marks: Marks) -> None:
        self._forget_old()
        size = bytes_of(marks)
        others = sum(kept.size for key, kept in self._held.items() if key != token)
        if size > self.most_bytes_of_one or size + others > self.most_bytes:
            raise NoRoomError
        self._held[token] = Kept(review, marks, size, monotonic())

    def _forget_old(self) -> None:
        since = monotonic() - self.most_seconds
        for token in [token for token, kept in self._held.items() if kept.last < since]:
            del self._held[token]


def bytes_of(marks: Marks) -> int:
    """About how much memory marks take: every event there was, and what holds."""
    words = sum(len(e.note) + len(e.tag) + len(e.who) for e in marks.events)
    rows = sum(e.rows.nbytes for e in marks.events) + marks.rows.nbytes + marks.event_of.nbytes
    return rows + words * 4 + BYTES_OF_AN_EVENT * (1 + len(marks.events))


kept_marks = KeptMarks()
