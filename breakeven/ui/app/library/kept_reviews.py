"""Opened reviews, kept in memory for whoever opens a link: so many bytes of them.

What is on the disk too is kept for as long as somebody looks at it, what is nowhere else for a day.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from threading import Lock
from time import monotonic
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.records import Review

MOST_BYTES = 1 << 30
MOST_SECONDS = 24 * 3600
# of a text in Python, beyond its characters
BYTES_OF_A_TEXT = 60


@dataclass(frozen=True)
class _Held:
    """`last`: when somebody asked for it."""

    review: Review
    bytes: int
    last: float
    on_disk: bool


@dataclass
class KeptReviews:
    """By fingerprint, the one asked for longest ago first. Shared by all visitors."""

    most_bytes: int = MOST_BYTES
    most_seconds: float = MOST_SECONDS
    _held: dict[str, _Held] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def keep(self, review: Review, *, on_disk: bool = False) -> None:
        """Keep a review, and of the others as many as there is room for, the latest first.

        `on_disk`: it is saved, and can be opened again.
        """
        with self._lock:
            self._held.pop(review.fingerprint, None)
            self._held[review.fingerprint] = _Held(review, bytes_of(review), monotonic(), on_disk)
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


def bytes_of(review: Review) -> int:
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


reviews = KeptReviews()
