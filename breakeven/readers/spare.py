"""Memory that was let go and is kept for what may come: it goes back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress

import pyarrow as pa

# of mallopt, as malloc.h of the GNU C library has it
M_ARENA_MAX = -8


def share_spare() -> None:
    """Let all threads use what the C library holds for what may come; else each has its own.

    For a process of one person, whose threads do the same work, before they begin.
    """
    # elsewhere than with the C library of GNU there is none, or no name for it
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def give_back_spare() -> None:
    """Give back what Arrow's pool and the C library hold and nobody uses.

    Columns of text are unpacked in many pieces, and both keep such memory: as much as a third of
    the scores of a large file. It takes milliseconds.
    """
    pa.default_memory_pool().release_unused()
    with suppress(AttributeError, OSError, TypeError):  # as above
        ctypes.CDLL(None).malloc_trim(0)
