"""Memory that was let go and is kept for what may come: it goes back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress

import pyarrow as pa


def give_back_spare() -> None:
    """Give back what Arrow's pool and the C library hold and nobody uses.

    Columns of text are unpacked in many pieces, and both keep such memory: as much as a third of
    the scores of a large file. It takes milliseconds.
    """
    pa.default_memory_pool().release_unused()
    # of the C library of GNU alone
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
