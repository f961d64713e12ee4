"""Do the tests assert anything? Changes one thing in a module at a time and runs what covers it.

`python script/mutate.py --seconds 600 metrics/tallies.py breakeven/readers`: mutants of these
modules, sampled until the time is over; without names, of all of `metrics/` and
`breakeven/readers/`. A mutant that no test notices has survived: write the test that fails on it,
or say in `script/equivalent_mutants.json` why it changes nothing. Exit status 1 where fewer than
95 % of those that change something are noticed.

Works in a copy of the tree. The tests of a mutant are those that run its line, quickest first,
with Hypothesis at 40 examples at most; the slow tier, the browser and the pages are left out.
"""

from __future__ import annotations

import argparse
import ast
import gc
import inspect
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from script.mutants import ROOT, Mutant, mutants_of, source_of

COVERED = ("metrics", "breakeven/readers")
# texts and names: what they say is held word by word by other tests, or is not held at all
LEFT_OUT = ("metrics/catalogue/", "metrics/__init__.py", "metrics/typing.py")
TESTS = ("tests/metrics", "tests/breakeven/readers", "tests/breakeven/evaluation")
MOST_SECONDS = 20.0  # of tests for one mutant, as they take while their lines are noted
EQUIVALENT = ROOT / "script" / "equivalent_mutants.json"
ENOUGH = 0.95
LONGEST = 180.0  # seconds: a mutant that runs on is noticed
HYPOTHESIS = """
from hypothesis import HealthCheck, settings
settings.register_profile(
    "mutants", deadline=None, derandomize=True, max_examples=40, database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutants")
"""


# --- running tests


@dataclass(frozen=True)
class Covered:
    """By file and line the tests that run it, and the seconds each test takes."""

    by_line: dict[tuple[str, int], list[str]]
    seconds: dict[str, float]


class Session:
    """A plugin: tests are collected once, and run in forks of the process that knows them."""

    def __init__(self, tree: Path, work: Callable[[Session], None]) -> None:
        self.tree, self.work = tree, work
        self.items: dict[str, pytest.Item] = {}
        self.failed: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def run(self, tests: list[str]) -> bool:
        """Whether these tests pass, up to the first that does not."""
        items = [self.items[test] for test in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return False
        return True

    def covered(self, files: set[str], kept: Path | None) -> Covered:
        """What tests run, test by test; those that fail as they are are named and left out.

        `kept`: where that is kept between runs, for tests that were run then.
        """
        said: dict[str, Any] = {"run": {}, "seconds": {}, "failed": []}
        if kept is not None and kept.exists():
            said = json.loads(kept.read_text())
        new = [test for test in self.items if test not in said["run"]]
        found = in_child(lambda: self._traced(files, new), 3600)
        if not found or "error" in found:
            raise SystemExit(f"the tests cannot be run: {found}")
        for part, of in found.items():
            said[part] = of + said[part] if part == "failed" else of | said[part]
        if kept is not None:
            kept.write_text(json.dumps(said))
        if said["failed"]:
            print("failing without any change:", *said["failed"], flush=True)
        by_line: dict[tuple[str, int], list[str]] = defaultdict(list)
        for test, of in said["run"].items():
            for file, lines in of.items() if test in self.items else ():
                for line in lines if test not in said["failed"] else ():
                    by_line[file, line].append(test)
        return Covered(by_line, said["seconds"])

    def _traced(self, files: set[str], tests: list[str]) -> dict[str, Any]:
        ours = {str(self.tree / file): file for file in files}
        run, seconds, failed = {}, {}, []
        for test in tests:
            seen: dict[str, set[int]] = defaultdict(set)
            start = time.monotonic()
            sys.settrace(_noting(ours, seen))
            self.run([test])
            sys.settrace(None)
            run[test] = {file: sorted(lines) for file, lines in seen.items()}
            seconds[test] = time.monotonic() - start
            if self.failed:
                failed.append(test)
                self.failed.clear()
        return {"run": run, "seconds": seconds, "failed": failed}


def _noting(ours: dict[str, str], seen: dict[str, set[int]]) -> Any:
    """A trace function that notes each line of our files."""

    def local(frame: Any, event: str, _: Any) -> Any:
        if event == "line":
            seen[ours[frame.f_code.co_filename]].add(frame.f_lineno)
        return local

    def trace(frame: Any, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in ours:
            return None
        seen[ours[frame.f_code.co_filename]].add(frame.f_lineno)
        return local

    return trace


def in_child(work: Callable[[], Any], longest: float) -> Any:
    """What a function returns in a process of its own; None where it takes too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        try:
            said = json.dumps(work()).encode()
        except BaseException as error:  # the parent must hear of anything
            said = json.dumps({"error": repr(error)}).encode()
        with os.fdopen(writing, "wb") as out:
            out.write(said)
        os._exit(0)
    os.close(writing)
    timer = threading.Timer(longest, lambda: os.killpg(child, signal.SIGKILL))
    timer.start()
    with os.fdopen(reading, "rb") as answer:
        said = answer.read()
    timer.cancel()
    os.waitpid(child, 0)
    return json.loads(said) if said else None


# --- putting a mutant in the place of what it was made of


def codes(source: str, file: str) -> dict[str, types.CodeType]:
    """The code of a module and of all functions in it, by qualified name."""
    found: dict[str, types.CodeType] = {}

    def gather(code: types.CodeType) -> None:
        found[code.co_qualname] = code
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                gather(inner)

    gather(compile(source, file, "exec"))
    return found


def differing(one: types.CodeType, two: types.CodeType) -> bool:
    """Whether two pieces of code differ themselves, not only in the functions inside them."""
    plain = [
        [c for c in code.co_consts if not isinstance(c, types.CodeType)] for code in (one, two)
    ]
    return (
        one.co_code != two.co_code
        or repr(plain[0]) != repr(plain[1])
        or (one.co_names != two.co_names)
    )


def replaced(mutant: Mutant, tree: Path) -> dict[str, types.CodeType] | None:
    """The code of functions that are other than they were; None where that is not in functions."""
    file = str(tree / mutant.file)
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    before = codes(ast.unparse(ast.parse(text)), file)
    after = codes(source_of(mutant), file)
    if set(before) != set(after):
        return None
    changed = {name for name in before if differing(before[name], after[name])}
    # a function inside another is part of the outer one's code
    outer = {name.partition(".<locals>")[0] for name in changed}
    whole = {name: after[name] for name in outer}
    optimized = all(code.co_flags & inspect.CO_OPTIMIZED for code in whole.values())
    return whole if whole and optimized else None


def survives(mutant: Mutant, tests: list[str], session: Session) -> bool:
    """Whether all tests pass with a mutant, each time in a process of its own."""
    code = replaced(mutant, session.tree)
    if code is None:
        return survives_anew(mutant, tests, session.tree)

    def work() -> bool:
        file = str(session.tree / mutant.file)
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__code__.co_filename == file:
                name = thing.__code__.co_qualname
                if name in code:
                    thing.__code__ = code[name]
        return session.run(tests)

    said = in_child(work, LONGEST)
    if isinstance(said, dict):  # the code cannot be put in its place: a closure has changed
        return survives_anew(mutant, tests, session.tree)
    return said is True


def survives_anew(mutant: Mutant, tests: list[str], tree: Path) -> bool:
    """The same where a module must be imported anew."""
    file = tree / mutant.file
    before = file.read_text(encoding="utf-8")
    file.write_text(source_of(mutant), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_text(before, encoding="utf-8")
    return done.returncode == 0


def spans(file: str) -> dict[int, list[int]]:
    """The lines of the statement that each line belongs to; of its function for its first line."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    out: dict[int, list[int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            first, last = node.lineno, node.end_lineno or node.lineno
            for line in range(first, last + 1):
                if line not in out or len(out[line]) > last - first + 1:
                    out[line] = list(range(first, last + 1))
    return out


# --- the program


def known_equivalent() -> dict[tuple[str, str, str, str], str]:
    """The mutants that change nothing, with the reason."""
    listed = json.loads(EQUIVALENT.read_text(encoding="utf-8")) if EQUIVALENT.exists() else []
    return {(m["file"], m["function"], m["was"], m["now"]): m["reason"] for m in listed}


def modules(named: list[str]) -> list[str]:
    """The modules of these files and folders."""
    files: list[Path] = []
    for name in named or COVERED:
        path = ROOT / name
        files += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    names = [str(f.relative_to(ROOT)) for f in files]
    return [n for n in names if not n.startswith(LEFT_OUT) and not n.endswith("__init__.py")]


def tests_for(mutant: Mutant, covered: Covered, statement: dict[int, list[int]]) -> list[str]:
    """The tests that run a mutant's line, quickest first; of a constant, all of its module."""
    lines = statement.get(mutant.line, [mutant.line])
    by_line = covered.by_line
    found = {t for line in lines for t in by_line.get((mutant.file, line), ())}
    if not mutant.function or not found:
        found = {t for (file, _), tests in by_line.items() if file == mutant.file for t in tests}
    chosen: list[str] = []
    taken = 0.0
    for test in sorted(found, key=lambda t: covered.seconds[t]):
        taken += covered.seconds[test]
        if chosen and taken > MOST_SECONDS:
            break
        chosen.append(test)
    return chosen


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("modules", nargs="*", help="files or folders; all that are covered")
    options.add_argument("--seconds", type=float, default=600, help="sampled until then (600)")
    options.add_argument("--seed", type=int, default=0, help="the same seed, the same order (0)")
    options.add_argument("--kept", type=Path, help="where to keep what tests run, between runs")
    args = options.parse_args()
    files = modules(args.modules)
    order = [m for file in files for m in mutants_of(file)]
    random.Random(args.seed).shuffle(order)
    outcome: list[int] = []
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(".venv", ".git"))
        with (tree / "tests" / "conftest.py").open("a") as conftest:
            conftest.write(HYPOTHESIS)

        def work(session: Session) -> None:
            covered = session.covered(set(modules([])), args.kept)
            print(f"{len(order):,} mutants, {len(covered.seconds):,} tests", flush=True)
            outcome.append(report(run(order, args.seconds, session, covered)))

        os.chdir(tree)
        sys.path[:] = [str(tree), *(p for p in sys.path if Path(p or ".").resolve() != ROOT)]
        quiet = ["-q", "-s", "--no-header", "--no-summary", f"--basetemp={place}/tests"]
        without = [f"-pno:{plugin}" for plugin in ("cacheprovider", "xdist", "rerunfailures")]
        pytest.main([*quiet, *without, *TESTS], plugins=[Session(tree, work)])
        os.chdir(ROOT)
    return outcome[0] if outcome else 2


def run(
    order: list[Mutant], longest: float, session: Session, covered: Covered
) -> list[tuple[Mutant, str]]:
    """Each mutant with what became of it: killed, survived, untested or equivalent."""
    end, equivalent = time.monotonic() + longest, known_equivalent()
    statements = {file: spans(file) for file in {mutant.file for mutant in order}}
    found: list[tuple[Mutant, str]] = []
    for mutant in order:
        if time.monotonic() > end:
            break
        outcome = "equivalent"
        if mutant.key not in equivalent:
            tests = tests_for(mutant, covered, statements[mutant.file])
            outcome = "untested"
            if tests:
                outcome = "survived" if survives(mutant, tests, session) else "killed"
        found.append((mutant, outcome))
        if outcome in ("survived", "untested"):
            print(f"{outcome}: {mutant.file}:{mutant.line} {mutant.function}: {mutant.was}"
                  f"  ->  {mutant.now}", flush=True)  # fmt: skip
    return found


def report(found: list[tuple[Mutant, str]]) -> int:
    """Prints a line a module, and all together; the exit status."""
    by_file: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, outcome in found:
        by_file[mutant.file][outcome] += 1
    total: Counter[str] = Counter()
    for file in sorted(by_file):
        print(_line(file, by_file[file]))
        total += by_file[file]
    print(_line("all", total))
    changed = sum(total.values()) - total["equivalent"]
    return int(total["killed"] < ENOUGH * changed)


def _line(name: str, of: Counter[str]) -> str:
    changed = sum(of.values()) - of["equivalent"]
    share = f"{of['killed'] / changed:.0%}" if changed else "-"
    return (
        f"{name}: {sum(of.values())} mutants, {of['equivalent']} equivalent, {of['killed']} of "
        f"{changed} killed ({share})"
    )


if __name__ == "__main__":
    sys.exit(main())
