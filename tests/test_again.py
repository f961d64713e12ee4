"""What is flaky is run once more, alone, and costs neither the run nor its honesty."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from script import again
from tests.paths import ROOT

# fails the first time that it is run in a folder, and passes from then on
ONCE = """
from pathlib import Path

def test_fails_once():
    done = Path("done-{name}")
    there = done.exists()
    done.touch()
    assert there
"""
RIGHT = "def test_right():\n    pass\n"
WRONG = "def test_wrong():\n    assert False\n"


def run(folder: Path, tests: Mapping[str, str], *options: str) -> tuple[int, list[str]]:
    """The exit status and the lines printed of a run of these files, in a folder of its own."""
    for name, text in tests.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.format(name=file.stem), encoding="utf-8")
    (folder / "script").mkdir(exist_ok=True)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    command = [sys.executable, str(ROOT / "script" / "again.py"), *options]
    # plugins of other packages take seconds to load, and have no part in this
    bare = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        command, cwd=folder, env=bare, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize(
    "options", [(), ("-p", "xdist.plugin", "-n", "2")], ids=["one process", "two workers"]
)
def test_what_passes_alone_does_not_fail_the_run_and_is_named_last(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    tests = {"tests/browser/test_a.py": ONCE, "tests/test_b.py": RIGHT}
    status, lines = run(tmp_path, tests, *options)
    assert status == 0
    assert lines[-2:] == ["2 passed, 0 failed", "flaky: tests/browser/test_a.py::test_fails_once"]
    # the first pass says what it saw
    assert any("1 failed, 1 passed" in line for line in lines)
    listed = (tmp_path / again.LISTED).read_text(encoding="utf-8")
    pattern = r"\d{4}-\d\d-\d\d tests/browser/test_a\.py::test_fails_once\n"
    assert re.fullmatch(pattern, listed)


def test_what_fails_alone_too_fails_the_run_and_is_not_called_flaky(tmp_path: Path) -> None:
    tests = {"tests/browser/test_a.py": WRONG, "tests/test_b.py": RIGHT}
    status, lines = run(tmp_path, tests)
    assert (status, lines[-1]) == (1, "1 passed, 1 failed")
    assert not (tmp_path / again.LISTED).exists()


def test_another_test_that_fails_once_fails_the_run(tmp_path: Path) -> None:
    tests = {"tests/browser/test_a.py": ONCE, "tests/test_b.py": ONCE}
    status, lines = run(tmp_path, tests)
    assert status == 1
    assert lines[-2:] == ["1 passed, 1 failed", "flaky: tests/browser/test_a.py::test_fails_once"]


def test_where_all_is_right_nothing_is_run_again(tmp_path: Path) -> None:
    status, lines = run(tmp_path, {"tests/browser/test_a.py": RIGHT})
    assert status == 0
    assert "1 passed" in lines[-1]


def test_a_run_of_no_test_ends_as_pytest_says_it_does(tmp_path: Path) -> None:
    assert run(tmp_path, {})[0] == pytest.ExitCode.NO_TESTS_COLLECTED


def test_more_than_five_in_the_list_fail_the_run(tmp_path: Path) -> None:
    earlier = "".join(f"2026-01-0{n} tests/browser/test_{n}.py::test_x\n" for n in range(1, 6))
    (tmp_path / "script").mkdir()
    (tmp_path / again.LISTED).write_text(earlier, encoding="utf-8")
    status, lines = run(tmp_path, {"tests/browser/test_a.py": ONCE})
    assert status == 1
    assert lines[-1].endswith("lists more than 5: mend one, and take its line out")


def test_the_list_holds_each_test_once_with_its_last_date() -> None:
    earlier = "2026-01-01 tests/browser/test_a.py::test_x[a b]\n"
    again_today = again.listed_with(
        earlier, ["tests/browser/test_a.py::test_x[a b]"], date(2026, 2, 3)
    )
    assert again_today == "2026-02-03 tests/browser/test_a.py::test_x[a b]\n"


def test_the_committed_list_is_short_and_names_tests_that_there_are() -> None:
    lines = (ROOT / again.LISTED).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= again.MOST_LISTED
    for line in lines:
        file, _, test = line.partition(" ")[2].partition("::")
        assert f"def {test.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("test", "outside"),
    [
        ("tests/browser/test_app.py::test_x", True),
        ("tests/breakeven/store/test_library.py::test_x[postgresql]", True),
        ("tests/breakeven/engine/test_spark_clusters.py::test_x", True),
        ("tests/breakeven/store/test_library.py::test_x[sqlite]", False),
        ("tests/pages/test_summary.py::test_x", False),
    ],
)
def test_only_tests_of_programs_beside_python_are_run_again(test: str, outside: bool) -> None:
    assert bool(again.OUTSIDE.search(test)) is outside
