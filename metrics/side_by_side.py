"""The same work on many things at once: NumPy sorts and compares without Python's lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")

# fewer values are done before threads have started
LEAST = 1_000_000
# each holds what it works on: more threads would hold more than they save
MOST_AT_ONCE = 8


def side_by_side(work: Callable[[int], Result], number: int, values: int) -> list[Result]:
    """What `work` returns for 0, 1, ..., number - 1, in this order.

    `values`: how many there are in all of it; many are worked on by as many threads as there are
    processors, up to `MOST_AT_ONCE`. What any raises is raised.
    """
    return list(as_done(work, number, values))


def as_done(work: Callable[[int], Result], number: int, values: int) -> Iterator[Result]:
    """The same one by one, as soon as those before are done."""
    workers = min(number, os.cpu_count() or 1, MOST_AT_ONCE)
    if workers < 2 or values < LEAST:
        yield from map(work, range(number))
        return
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(work, range(number))
