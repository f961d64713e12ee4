"""Processes that are killed while they save lose nothing that they were told is saved."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.paths import ROOT


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_and_nothing_half_saved_is_listed() -> None:
    # 500 kills, on PostgreSQL too, are in benchmarks/library.py
    command = [sys.executable, str(ROOT / "benchmarks" / "library.py"), "--kills=8", "--no-speed"]
    run = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "lost: 0; half-saved and listed: 0; troubles: 0" in run.stdout
    assert "after pruning: 0" in run.stdout
    (saved,) = re.findall(r"([\d,]+) saved and [\d,]+ said were acknowledged", run.stdout)
    assert int(saved.replace(",", "")) > 0
