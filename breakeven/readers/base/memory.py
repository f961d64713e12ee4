"""How much reading files may take, by how large they are, and memory given back."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from dataclasses import dataclass

import pyarrow as pa

from breakeven.data import system

# --- how much a process that reads files may take, by how large they are


MEGABYTE = 1 << 20
# what any files may take, and what large ones may take for each of their bytes
LEAST_MEMORY = 1024 * MEGABYTE
MEMORY_A_BYTE = 16
LEAST_SECONDS = 10
SECONDS_A_MEGABYTE = 2
FREE_MEGABYTES = 10
OPEN_FILES = 64


@dataclass(frozen=True)
class Allowance:
    """Bytes of memory, and processor seconds for each task."""

    memory: int
    seconds: int

    def __str__(self) -> str:
        return f"{self.memory // MEGABYTE:,} MB of memory and {self.seconds:,} s of computing"


def allowance_for(size: int) -> Allowance:
    """What reading files of so many bytes may take: 1 GiB and 10 s where they are small."""
    beyond = max(0, size // MEGABYTE - FREE_MEGABYTES)
    seconds = LEAST_SECONDS + SECONDS_A_MEGABYTE * beyond
    return Allowance(max(LEAST_MEMORY, MEMORY_A_BYTE * size), seconds)


def limit_process(allowance: Allowance) -> None:
    """Bind this process, for good: memory beyond what it has now, and open files.

    Where the system does not keep a limit (memory on macOS), the others hold.
    """
    system.limit("RLIMIT_AS", system.memory_held() + allowance.memory)
    system.limit("RLIMIT_NOFILE", OPEN_FILES)
    system.limit("RLIMIT_CORE", 0)


def limit_seconds(allowance: Allowance) -> None:
    """The next task of this process may take so much processor time; beyond it the process ends."""
    system.limit_seconds(allowance.seconds)


# --- Memory that was let go and is kept for what may come: it goes back to the system


# of mallopt, as malloc.h of the GNU C library has it
M_ARENA_MAX = -8


def share_free_memory() -> None:
    """Let all threads use what the C library holds for what may come; else each has its own.

    For a process of one person, whose threads do the same work, before they begin.
    """
    # elsewhere than with the C library of GNU there is none, or no name for it
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def release_free_memory() -> None:
    """Give back what Arrow's pool and the C library hold and nobody uses.

    Columns of text are unpacked in many pieces, and both keep such memory: as much as a third of
    the scores of a large file. It takes milliseconds.
    """
    pa.default_memory_pool().release_unused()
    with suppress(AttributeError, OSError, TypeError):  # as above
        ctypes.CDLL(None).malloc_trim(0)
