"""Memory that was let go goes back to the system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from breakeven.readers.base.memory import release_free_memory
from tests.paths import ROOT

BLOCKS, BLOCK = 4_000, 10_000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc what is held")
def test_what_lies_between_memory_in_use_goes_back() -> None:
    # every other block stays, so that nothing could be given back from an end
    held = [bytearray(BLOCK) for _ in range(BLOCKS)]
    kept = held[::2]
    held.clear()
    before = resident()
    release_free_memory()
    assert before - resident() > BLOCKS // 2 * BLOCK // 4
    assert sum(map(len, kept)) == BLOCKS // 2 * BLOCK


def test_what_is_in_use_stays() -> None:
    values = pa.array(range(100_000))
    release_free_memory()
    assert values[99_999].as_py() == 99_999


COUNTED = """
import ctypes, sys
from threading import Barrier, Thread
from breakeven.readers.base.memory import share_free_memory

if sys.argv[1] == "shared":
    share_free_memory()
met = Barrier(4)


def work():
    held = [bytearray(10_000) for _ in range(100)]
    met.wait()


threads = [Thread(target=work) for _ in range(4)]
for one in threads:
    one.start()
for one in threads:
    one.join()
library = ctypes.CDLL(None)
library.fopen.restype = ctypes.c_void_p
said = ctypes.c_void_p(library.fopen(sys.argv[2].encode(), b"w"))
library.malloc_info(0, said)
library.fclose(said)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the GNU C library")
def test_threads_share_what_is_held(tmp_path: Path) -> None:
    found = {}
    for how in ("shared", "apart"):
        file = tmp_path / how
        subprocess.run([sys.executable, "-c", COUNTED, how, str(file)], check=True, cwd=ROOT)
        found[how] = file.read_text(encoding="ascii").count("<heap nr=")
    # libraries may have had threads before
    assert found["shared"] + 2 <= found["apart"]


def resident() -> int:
    """Bytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096
