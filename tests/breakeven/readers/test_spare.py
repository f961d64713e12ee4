"""Memory that was let go goes back to the system."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pytest

from breakeven.readers.spare import give_back_spare

BLOCKS, BLOCK = 4_000, 10_000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc what is held")
def test_what_lies_between_memory_in_use_goes_back() -> None:
    # every other block stays, so that nothing could be given back from an end
    held = [bytearray(BLOCK) for _ in range(BLOCKS)]
    kept = held[::2]
    held.clear()
    before = resident()
    give_back_spare()
    assert before - resident() > BLOCKS // 2 * BLOCK // 4
    assert sum(map(len, kept)) == BLOCKS // 2 * BLOCK


def test_what_is_in_use_stays() -> None:
    values = pa.array(range(100_000))
    give_back_spare()
    assert values[99_999].as_py() == 99_999


def resident() -> int:
    """Bytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096
