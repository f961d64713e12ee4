"""What works where a system cannot fork, limit or lock, and where folders have any name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import breakeven as be
from tests.paths import ROOT

BARE = {"PYTHONPATH": f"{ROOT / 'tests' / 'bare'}{os.pathsep}{ROOT}"}
# archives and databases, which elsewhere are read apart; locks; files sent to the first page
PARTS = ("tests/breakeven/readers/containers", "tests/breakeven/gate", "tests/pages/test_home.py")
# DuckDB files are refused there; one test forks by itself
LEFT_OUT = "not duckdb and not made_to_harm"
NAMES = ["blanks and Zürich 東京 नमस्ते", "back\\slash and quote'\"s"]
TABLE = "id,true,predicted,split\n1,a,a,test\n2,b,a,test\n3,b,b,test\n"


@pytest.mark.slow
def test_reading_gates_and_the_first_page_work_without_forks_limits_and_locks(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *PARTS, "-k", LEFT_OUT, f"--basetemp={tmp_path / 'own'}"],
        cwd=ROOT, env=os.environ | BARE, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def run(folder: Path, *given: str, bare: bool) -> subprocess.CompletedProcess[str]:
    """A command in a folder, with everything that is saved in it."""
    surroundings = os.environ | {"BREAKEVEN_HOME": str(folder / "home")} | (BARE if bare else {})
    return subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *given],
        cwd=folder, env=surroundings, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("bare", [False, True], ids=["this system", "a bare one"])
@pytest.mark.parametrize("name", NAMES)
def test_folders_and_files_may_have_any_name(tmp_path: Path, name: str, bare: bool) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / f"{name}.csv").write_text(TABLE, encoding="utf-8")
    saved = run(folder, "library", "save", f"{name}.csv", "--title", "r", bare=bare)
    assert saved.returncode == 0, saved.stderr
    out = folder / f"{name}.html"
    made = run(folder, "report", f"{name}.csv", "--out", str(out), bare=bare)
    assert made.returncode == 0, made.stderr
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run(folder, "library", "verify", bare=bare).returncode == 0


@pytest.mark.parametrize("name", NAMES)
def test_python_reads_files_of_any_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.csv"
    file.write_text(TABLE, encoding="utf-8")
    # two of three right
    assert be.evaluate(be.read(file)).micro()["f"] == pytest.approx(2 / 3)
