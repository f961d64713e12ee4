"""The same work on many things at once, and very long arrays put in order by it.

NumPy sorts and compares without Python's lock, so threads are enough. Arrays in ascending order:
where values are new, several as one, and groups each in order.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from metrics.typing import Array

# --- the same work on many things at once: NumPy sorts and compares without Python's lock


Result = TypeVar("Result")

# fewer values are done before threads have started
LEAST = 1_000_000
# each holds what it works on: more threads would hold more than they save
MOST_AT_ONCE = 8


def run_parallel(work: Callable[[int], Result], number: int, values: int) -> list[Result]:
    """What `work` returns for 0, 1, ..., number - 1, in this order.

    `values`: how many there are in all of it; many are worked on by as many threads as there are
    processors, up to `MOST_AT_ONCE`. What any raises is raised.
    """
    return list(iterate_parallel(work, number, values))


def iterate_parallel(work: Callable[[int], Result], number: int, values: int) -> Iterator[Result]:
    """The same one by one, as soon as those before are done."""
    workers = min(number, os.cpu_count() or 1, MOST_AT_ONCE)
    if workers < 2 or values < LEAST:
        yield from map(work, range(number))
        return
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(work, range(number))


# --- Arrays in ascending order: where values are new, several as one, and groups each in order


# values put in order at a time: as many as a processor keeps beside it
PIECE = 1 << 20
# every so many of them tell where pieces should begin
SAMPLED = 1 << 10
# values of groups put in order at a time, whose groups 16 bits tell apart
GROUPED = 1 << 15


def first_of_equal(ascending: Array) -> Array:
    """Which of ascending values are the first of those that equal them, shape as given."""
    first = np.ones(len(ascending), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=first[1:])
    return first


def merge_sorted(parts: Sequence[Array]) -> Array:
    """All values of ascending arrays, one at least, in ascending order.

    Long ones are parted by value into pieces of like size, and each is put in order by itself.
    """
    sizes = [len(part) for part in parts]
    if sum(sizes) < max(PIECE, SAMPLED * len(parts)):
        out = np.concatenate(parts)
        out.sort()
        return out
    out = np.empty(sum(sizes), dtype=np.result_type(*parts))
    sample = np.sort(np.concatenate([part[::SAMPLED] for part in parts]))
    bounds = sample[PIECE // SAMPLED :: PIECE // SAMPLED]
    cuts = np.array(
        [
            np.concatenate([[0], np.searchsorted(part, bounds), [size]])
            for part, size in zip(parts, sizes, strict=True)
        ]
    )
    ends = cuts.sum(axis=0)

    def order(piece: int) -> None:
        into = out[ends[piece] : ends[piece + 1]]
        within = zip(parts, cuts, strict=True)
        np.concatenate([part[cut[piece] : cut[piece + 1]] for part, cut in within], out=into)
        into.sort()

    run_parallel(order, len(ends) - 1, len(out))
    return out


def order_in_groups(values: Array, ends: Array) -> Array:
    """Where the values of each group stand when they rise, equal ones as they stood.

    Group g has the values from ends[g] to ends[g + 1], shape (groups + 1,), and keeps its place.
    Shape as `values`; as one sort of all by group and value has it.
    """
    ends = np.asarray(ends, dtype=np.int64)
    own = np.flatnonzero(np.diff(ends))
    begins = np.append(ends[own], len(values))
    # groups that together are few enough to stay beside the processor; a larger one is alone
    firsts = [0]
    while firsts[-1] < len(own):
        upto = int(np.searchsorted(begins, begins[firsts[-1]] + GROUPED, "right")) - 1
        firsts.append(max(upto, firsts[-1] + 1))
    order = np.empty(len(values), dtype=np.int64)

    def put(block: int) -> None:
        groups = begins[firsts[block] : firsts[block + 1] + 1]
        part = slice(groups[0], groups[-1])
        positions = np.argsort(values[part], kind="stable")
        if len(groups) > 2:
            group = np.repeat(np.arange(len(groups) - 1, dtype=np.uint16), np.diff(groups))
            positions = positions[np.argsort(group[positions], kind="stable")]
        np.add(positions, groups[0], out=order[part])

    run_parallel(put, len(firsts) - 1, len(values))
    return order
