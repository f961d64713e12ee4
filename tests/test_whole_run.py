"""What comes before the tests of `script/test`: documents, types, and what is installed once."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="script/test is for Bash")


def program(place: Path, does: str) -> None:
    """A program of Bash at a place."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/usr/bin/env bash\n{does}\n", encoding="utf-8")
    place.chmod(0o755)


def run(folder: Path, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A script of ours, run in another folder; programs in `there` come before the system's."""
    program(folder / "script" / script, (ROOT / "script" / script).read_text(encoding="utf-8"))
    return subprocess.run(
        ["bash", str(folder / "script" / script), *arguments],
        env=os.environ | {"PATH": f"{folder / 'there'}:{os.environ['PATH']}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("types", [0, 1])
@pytest.mark.parametrize("documents", [0, 3])
def test_documents_and_types_that_fail_are_both_seen_and_end_the_run(
    tmp_path: Path, documents: int, types: int
) -> None:
    program(tmp_path / "script" / "setup", "")
    program(tmp_path / "script" / "docs", f"sleep 0.1; echo of documents; exit {documents}")
    program(tmp_path / ".venv" / "bin" / "ruff", "")
    program(tmp_path / ".venv" / "bin" / "mypy", f"echo of types; exit {types}")
    program(tmp_path / ".venv" / "bin" / "python", '[ "$1" = -c ] || echo tests: "$@"')
    # who is not root installs nothing into the system
    program(tmp_path / "there" / "id", "echo 1")
    done = run(tmp_path, "test")
    assert "of documents" in done.stdout
    assert "of types" in done.stdout
    assert ("tests: " in done.stdout) == (documents == types == 0)
    assert done.returncode == (documents or types)


def test_what_a_file_names_is_installed_with_it_and_not_once_more(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.lock").write_text(f"lock of {name}\n", encoding="utf-8")
    (tmp_path / "a.txt").write_text("-r b.txt\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("", encoding="utf-8")
    program(tmp_path / "environment" / "bin" / "python", 'echo "$@" >>log')

    def installed(name: str) -> list[str]:
        (tmp_path / "log").write_text("", encoding="utf-8")
        assert run(tmp_path, "setup", f"{name}.txt", "environment").returncode == 0
        lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
        return [line.split()[-1] for line in lines if "pip install" in line]

    assert installed("a") == ["a.lock"]
    assert installed("b") == installed("a") == []
    (tmp_path / "b.lock").write_text("another\n", encoding="utf-8")
    assert installed("b") == ["b.lock"]
    assert installed("b") == []
