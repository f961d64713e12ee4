"""How far reading has come, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """What is done now, as the start of a sentence.

    `done` of `of` equal steps are done; 0 of 0 where nobody knows the share.
    """

    stage: str
    done: int = 0
    of: int = 0

    def __str__(self) -> str:
        if not self.of:
            return self.stage
        return f"{self.stage} {min(self.done + 1, self.of):,} of {self.of:,}"


# who waits may end the reading: whatever this raises passes through what reads
Tell = Callable[[Progress], None]

_TOLD: ContextVar[Tell | None] = ContextVar("told", default=None)


@contextmanager
def told_to(tell: Tell) -> Iterator[None]:
    """Within it, what reads tells how far it has come; in this thread alone."""
    token = _TOLD.set(tell)
    try:
        yield
    finally:
        _TOLD.reset(token)


def now(stage: str, done: int = 0, of: int = 0) -> None:
    """Tell whoever waits, if anybody does. Raises what they raise."""
    tell = _TOLD.get()
    if tell is not None:
        tell(Progress(stage, done, of))
