"""Reviews read from files, kept for whoever opens a link: so many bytes of them, for a day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
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


@dataclass
class KeptReviews:
    """By fingerprint, the one asked for longest ago first. Shared by all visitors."""

    most_bytes: int = MOST_BYTES
    most_seconds: float = MOST_SECONDS
    _held: dict[str, tuple[Review, int, float]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def keep(self, review: Review) -> None:
        """Keep a review, and of the others as many as there is room for, the latest first."""
        with self._lock:
            self._held.pop(review.fingerprint, None)
            self._held[review.fingerprint] = (review, bytes_of(review), monotonic())
            self._make_room()

    def find(self, fingerprint: str) -> Review | None:
        """The review, now the one asked for last; None where it is not kept any more."""
        with self._lock:
            self._make_room()
            found = self._held.pop(fingerprint, None)
            if found is None:
                return None
            self._held[fingerprint] = (found[0], found[1], monotonic())
            return found[0]

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
        for key, (_, _, last) in list(self._held.items()):
            full = sum(size for _, size, _ in self._held.values()) > self.most_bytes
            if last < since or (full and len(self._held) > 1):
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
