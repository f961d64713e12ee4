"""A process that reads files is stopped when it takes more than it may."""

from __future__ import annotations

import signal
import subprocess
import sys

from breakeven.readers.base.memory import MEGABYTE, allowance_for
from tests.paths import ROOT
from tests.system import needs_limits, needs_memory_limits

NOW = "from breakeven.readers.base.memory import *; allowance = Allowance({}, 0)\n"


def run(program: str, memory: int = 1 << 30) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", NOW.format(memory) + program]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_small_files_may_take_a_gibibyte_and_ten_seconds() -> None:
    for size in (0, 1, 10 * MEGABYTE):
        assert allowance_for(size).memory == 1 << 30
        assert allowance_for(size).seconds == 10
    assert allowance_for(600 * MEGABYTE).memory == 16 * 600 * MEGABYTE


@needs_memory_limits
def test_memory_beyond_the_allowance_is_not_given() -> None:
    program = """limit_process(allowance)
fits = bytearray(100 << 20)
try:
    bytearray(400 << 20)
except MemoryError:
    print("refused")
"""
    assert run(program, 300 * MEGABYTE).stdout == "refused\n"


@needs_limits
def test_a_task_that_computes_for_too_long_ends() -> None:
    ended = run("limit_seconds(allowance)\nwhile True: pass").returncode
    assert ended == -signal.SIGXCPU


def test_each_task_has_its_own_seconds() -> None:
    # more than two seconds in all, where one to two are given to each
    program = """import time
allowance = Allowance(1, 1)
for task in range(3):
    limit_seconds(allowance)
    end = time.process_time() + 0.8
    while time.process_time() < end: pass
print("done")
"""
    assert run(program).stdout == "done\n"
