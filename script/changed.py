"""Runs the tests that are nearest to what was changed, and the rules of the house.

`python script/changed.py` looks at all that differs from the last commit; `--since main` at all
that differs from `main`. What follows `--` goes to pytest: `python script/changed.py -- -x`. The
tests of a module are those beside it; where none are, those that import it; else those of its
folder or page. `script/test` runs all.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from script.mutants import ROOT
from script.mutate import nearness

PRODUCT = ("breakeven", "metrics", "pages")
HOUSE = tuple(f"tests/test_{rule}.py" for rule in ("house", "imports", "rules", "sizes"))
NEAR = 2  # what is farther away says nothing of one module


def changed_files(since: str) -> list[str]:
    """Files that differ from a commit and are still there, new ones too."""
    listed: tuple[tuple[str, ...], ...] = (
        ("diff", "--name-only", "--diff-filter=d", since),
        ("ls-files", "--others", "--exclude-standard"),
    )
    printed = [
        subprocess.run(["git", *command], cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S607
        for command in listed
    ]
    return sorted({file for lines in printed for file in lines.stdout.splitlines()})


def nearest_of(module: str, tests: Iterable[str]) -> set[str]:
    """The files of tests that are as near to a module as any; none where all are far away."""
    near = {file: nearness(module, file) for file in tests}
    best = max(near.values(), default=0)
    return {file for file, how in near.items() if how == best >= NEAR}


def files_to_run(files: Iterable[str], tests: Sequence[str]) -> list[str]:
    """The files of tests to run where these files were changed, those of the house first."""
    chosen: set[str] = set()
    for file in files:
        if file in tests:
            chosen.add(file)
        elif file.endswith(".py") and Path(file).parts[0] in PRODUCT:
            chosen |= nearest_of(file, tests)
    return [*HOUSE, *sorted(chosen - {*HOUSE})]


def main() -> int:
    """Run them; the exit status is pytest's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", default="HEAD", help="the commit to compare with (HEAD)")
    parser.add_argument("options", nargs="*", help="options of pytest, after --")
    args = parser.parse_args()
    tests = [str(file.relative_to(ROOT)) for file in sorted((ROOT / "tests").rglob("test_*.py"))]
    chosen = files_to_run(changed_files(args.since), tests)
    print(*chosen, sep="\n", flush=True)
    return pytest.main([*chosen, "-q", *args.options])


if __name__ == "__main__":
    sys.exit(main())
