"""What the operating system lacks is asked in one place, and said in words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from breakeven.data import system
from tests.paths import ROOT
from tests.system import needs_memory_limits

# what stands behind breakeven/data/system.py, and nowhere else in the product
BEHIND = re.compile(
    r"\bfcntl\b|\bimport resource\b|\bos\.(fork|execve?|kill|replace|rename)\b|/proc\b"
    r"|\bmultiprocessing\b|\bsetrlimit\b"
)
# a system without forks, limits and locks, as Windows is: tests/bare/sitecustomize.py
BARE = {"PYTHONPATH": f"{ROOT / 'tests' / 'bare'}{os.pathsep}{ROOT}"}


def test_what_systems_differ_in_stands_in_one_module() -> None:
    files = [*(ROOT / "breakeven").rglob("*.py"), *(ROOT / "metrics").rglob("*.py")]
    others = [file for file in files if file.name != "system.py"]
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in others
        for line in file.read_text(encoding="utf-8").splitlines()
        if BEHIND.search(line.partition("#")[0])
    ]
    assert found == []


def test_a_system_without_forks_limits_and_locks_says_so_once_each() -> None:
    program = "from breakeven.data.system import shortcomings; print(*shortcomings(), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | BARE, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    reads, locks = done.stdout.splitlines()
    assert "without limits of memory and time" in reads
    assert "ledger" in locks


@needs_memory_limits
def test_on_linux_nothing_is_missing() -> None:
    assert system.shortcomings() == []


def test_a_file_is_renamed_once_nobody_holds_the_place_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, place = tmp_path / "new", tmp_path / "place"
    new.write_text("new")
    place.write_text("old")
    free = threading.Event()
    renamed = Path.replace

    def refusing(self: Path, target: Path) -> Path:
        # as Windows does while another process has the file open
        if not free.is_set():
            raise PermissionError
        return renamed(self, target)

    monkeypatch.setattr(Path, "replace", refusing)
    timer = threading.Timer(0.2, free.set)
    timer.start()
    system.rename_over(new, place)
    timer.join()
    assert place.read_text() == "new"


def test_a_file_that_stays_open_is_an_error_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, place = tmp_path / "new", tmp_path / "place"
    new.touch()
    place.touch()

    def refusing(self: Path, target: Path) -> Path:
        raise PermissionError

    monkeypatch.setattr(Path, "replace", refusing)
    monkeypatch.setattr(system, "RENAMED_WITHIN", 0.1)
    with pytest.raises(PermissionError):
        system.rename_over(new, place)


def test_a_process_is_ended_and_one_that_has_gone_is_none() -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    system.end_process(process.pid)
    assert process.wait(60) != 0
    system.end_process(process.pid)


@pytest.mark.parametrize("windows", [False, True], ids=["in place", "as a child"])
def test_the_program_that_is_become_gives_its_exit_status(windows: bool) -> None:
    inner = [sys.executable, "-c", "import os, sys; sys.exit(int(os.environ['STATUS']))"]
    # only the name that the module asks: everything else is of this system
    named = "system.os = type('os', (), {'name': 'nt'})\n" if windows else ""
    program = (
        f"import os, sys\nfrom breakeven.data import system\n{named}"
        f"sys.exit(system.become({inner!r}, os.environ | {{'STATUS': '7'}}))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False)
    assert done.returncode == 7
