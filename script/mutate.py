"""Do the tests assert anything? Changes one thing in a module at a time and runs what covers it.

`python script/mutate.py --draw 1000 --seed 1 --kept /tmp/mutants`: so many mutants drawn at random
from every wing. `python script/mutate.py --seconds 600 metrics/tallies.py breakeven/readers`: of
these modules, until the time is over. A mutant that no test notices has survived: write the test
that fails on it, or say in `script/equivalent_mutants.json` why it changes nothing. Exit status 1
where fewer than 90 % of those that change something are noticed.

`--kept` is a folder: which tests run which line, what became of each mutant (a run that was cut off
goes on from there) and the survivors, listed. `--near` notes no lines: only tests near a module
are tried, so that it lists as survivors what others notice. `--again` tries the survivors found
there anew, with the tests and the reasons as they are now, and with slower tests too.

Works in copies of the tree. The tests of a mutant are those that run its line, those beside its
module first, then the quickest, with Hypothesis at 40 examples at most; left out are the slow tier,
the browser, and what starts a database server or Spark. A test that fails without any change does
not count.
"""

from __future__ import annotations

import argparse
import ast
import gc
import hashlib
import inspect
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import types
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from script.forks import LONGEST, TOO_LONG, Covered, Session, append, file_of, lines_of, spread
from script.mutants import ROOT, Mutant, modules, mutants_of, source_of

TESTS = ("tests/metrics", "tests/breakeven", "tests/pages", "tests/test_three_doors.py")
MOST_SECONDS = 15.0  # of tests for one mutant, as they take while their lines are noted
MOST_AGAIN = 60.0  # for one that they did not notice
UNKNOWN = 0.5  # seconds of a test that was never run
MOST_FILES = 6  # of tests where they must be collected anew
EQUIVALENT = ROOT / "script" / "equivalent_mutants.json"
ENOUGH = 0.90
CANNOT_RUN = "nothing can be collected"
HYPOTHESIS = """
from hypothesis import HealthCheck, settings
settings.register_profile(
    "mutants", deadline=None, derandomize=True, max_examples=40, database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutants")
"""


# --- putting a mutant in the place of what it was made of


def codes(source: str, file: str) -> dict[str, types.CodeType]:
    """The code of a module and of all functions in it, by qualified name."""
    by_name: dict[str, types.CodeType] = {}

    def gather(code: types.CodeType) -> None:
        by_name[code.co_qualname] = code
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                gather(inner)

    gather(compile(source, file, "exec"))
    return by_name


def differing(left: types.CodeType, right: types.CodeType) -> bool:
    """Whether two pieces of code differ themselves, not only in the functions inside them."""
    plain = [
        [c for c in code.co_consts if not isinstance(c, types.CodeType)] for code in (left, right)
    ]
    return (
        left.co_code != right.co_code
        or repr(plain[0]) != repr(plain[1])
        or (left.co_names != right.co_names)
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
    outer_codes = {name: after[name] for name in outer}
    optimized = all(code.co_flags & inspect.CO_OPTIMIZED for code in outer_codes.values())
    return outer_codes if outer_codes and optimized else None


def noticed_by(mutant: Mutant, tests: list[str], session: Session, own: Path) -> str | None:
    """The first test that fails with a mutant, in a process of its own; None where all pass.

    `TOO_LONG` where a test runs on.
    """
    code = replaced(mutant, session.tree)
    if code is None:
        return noticed_anew(mutant, tests, own)

    def work() -> str | None:
        file = str(session.tree / mutant.file)
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__code__.co_filename == file:
                name = thing.__code__.co_qualname
                if name in code:
                    thing.__code__ = code[name]
        return session.run(tests)

    answer = session.in_child(work, LONGEST)
    if isinstance(answer, dict):  # the code cannot be put in its place: a closure has changed
        return noticed_anew(mutant, tests, own)
    return answer if answer is None else str(answer)


def noticed_anew(mutant: Mutant, tests: list[str], tree: Path) -> str | None:
    """The same where a module must be imported anew, in a tree of its own."""
    file = tree / mutant.file
    before = file.read_text(encoding="utf-8")
    file.write_text(source_of(mutant), encoding="utf-8")
    files = list(dict.fromkeys(file_of(test) for test in tests))[:MOST_FILES]
    chosen = [test for test in tests if file_of(test) in files]
    with tempfile.TemporaryDirectory(dir=tree.parent, ignore_cleanup_errors=True) as place:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        command += ["-rfE", f"--basetemp={place}/tests", *chosen]
        try:
            done = subprocess.run(
                command, cwd=tree, capture_output=True, timeout=6 * LONGEST, check=False, text=True
            )
        except subprocess.TimeoutExpired:
            return TOO_LONG
        finally:
            file.write_text(before, encoding="utf-8")
    if done.returncode == 0:
        return None
    named = [test for test in chosen if f" {test}" in done.stdout]
    return max(named, key=len, default=CANNOT_RUN)


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


@cache
def nearness(module: str, tests: str) -> int:
    """How near a file of tests is to a module.

    4 where it stands beside it, 3 where it imports it, 2 in its folder or for its page, 1 in its
    wing, or for any page.
    """
    mirrored, own, dotted = Path("tests") / module, Path(tests), module[:-3].replace("/", ".")
    folder, _, name = dotted.rpartition(".")
    named = re.compile(rf"\b{re.escape(dotted)}\b|from {re.escape(folder)} import .*\b{name}\b")
    if own.name == f"test_{mirrored.name}" and own.parent == mirrored.parent:
        return 4
    if named.search((ROOT / own).read_text(encoding="utf-8")):
        return 3
    shown = wing(module) == "breakeven/ui" and own.parent.name == "pages"
    page = shown and any(
        own.stem.startswith((f"test_{word}", f"test_{word.rstrip('s')}"))
        for word in (mirrored.parent.name, mirrored.stem)
    )
    return 2 if own.parent == mirrored.parent or page else int(shown or wing(module) in tests)


def _turns(tests: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The place of each test within its file, and among all."""
    counted: Counter[str] = Counter()
    turns = {}
    for place, test in enumerate(tests):
        turns[test] = counted[file_of(test)], place
        counted[file_of(test)] += 1
    return turns


def chosen_tests(
    mutant: Mutant,
    covered: Covered,
    statement: dict[int, list[int]],
    every: Iterable[str],
    most: float = MOST_SECONDS,
) -> list[str]:
    """The tests that run a mutant's line, the nearest first; of a constant, all of its module.

    Tests of which it is not known what they run are taken where they are near. `most`: how many
    seconds all of them may take.
    """
    lines = statement.get(mutant.line, [mutant.line])
    by_line = covered.by_line
    tests_of_lines = {t for line in lines for t in by_line.get((mutant.file, line), ())}
    if not mutant.function or not tests_of_lines:
        tests_of_lines = {
            t for (file, _), tests in by_line.items() if file == mutant.file for t in tests
        }
    near = {test: nearness(mutant.file, file_of(test)) for test in every}
    running = set(tests_of_lines)
    tests_of_lines |= {t for t, how in near.items() if how > (2 if t in covered.seconds else 0)}
    chosen: list[str] = []
    taken, turn = 0.0, _turns(every)

    def first(test: str) -> tuple[float, ...]:
        # of those never run, each file has its turn: nobody knows which of them asks
        seconds = covered.seconds.get(test, UNKNOWN)
        is_guess = test not in running and near.get(test, 0) < 3
        return is_guess, -near.get(test, 0), seconds, *turn.get(test, (0, 0))

    for test in sorted(tests_of_lines, key=first):
        seconds = covered.seconds.get(test, UNKNOWN)
        if chosen and taken + seconds > most:
            continue
        taken += seconds
        chosen.append(test)
    return chosen


@dataclass(frozen=True)
class Kept:
    """Where a run keeps what it finds."""

    folder: Path

    @property
    def run(self) -> Path:
        """Which tests run which line, of the modules as they are."""
        text = b"".join((ROOT / file).read_bytes() for file in modules([]))
        return self.folder / f"lines-{hashlib.sha256(text).hexdigest()[:12]}.jsonl"

    @property
    def outcomes(self) -> Path:
        return self.folder / "outcomes.jsonl"

    @property
    def survivors(self) -> Path:
        return self.folder / "survivors.txt"

    def outcome(self) -> dict[tuple[str, ...], str]:
        """What became of each mutant, the last time it was tried."""
        return {tuple(line["mutant"]): line["outcome"] for line in lines_of(self.outcomes)}


def drawn(args: argparse.Namespace, files: Kept) -> tuple[list[Mutant], list[Mutant]]:
    """The mutants that are asked for, and those of them that have still to be tried."""
    order = [m for file in modules(args.modules) for m in mutants_of(file)]
    random.Random(args.seed).shuffle(order)
    order = order[: args.draw]
    outcomes = files.outcome()
    if args.again:
        return order, [m for m in order if outcomes.get(m.key) in ("survived", "untested")]
    return order, [m for m in order if m.key not in outcomes]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("modules", nargs="*", help="files or folders; all that are covered")
    options.add_argument("--draw", type=int, help="so many, drawn at random; all")
    options.add_argument("--seconds", type=float, default=1e9, help="sampled until then")
    options.add_argument("--seed", type=int, default=0, help="the same seed, the same order (0)")
    options.add_argument("--processes", type=int, default=1, help="how many at a time (1)")
    options.add_argument("--kept", type=Path, help="a folder for what is found, between runs")
    options.add_argument("--near", action="store_true", help="note no lines: the tests beside each")
    options.add_argument("--again", action="store_true", help="try the survivors kept there anew")
    args = options.parse_args()
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    os.nice(19)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        files = Kept((args.kept or Path(place) / "kept").resolve())
        files.folder.mkdir(parents=True, exist_ok=True)
        order, left = drawn(args, files)
        try_all(left, Path(place), files, args)
        return report(order, files)


def try_all(order: list[Mutant], place: Path, files: Kept, args: argparse.Namespace) -> None:
    """Each mutant in its turn, until the time is over."""
    tree = place / "tree"
    shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(".venv", ".git"))
    with (tree / "tests" / "conftest.py").open("a") as conftest:
        conftest.write(HYPOTHESIS)

    def work(session: Session) -> None:
        covered = session.covered(files.run, 0 if args.near else args.processes)
        print(f"{len(order):,} mutants, {len(covered.seconds):,} tests noted", flush=True)
        run(order, args, session, covered, files)

    os.chdir(tree)
    sys.path[:] = [str(tree), *(p for p in sys.path if Path(p or ".").resolve() != ROOT)]
    quiet = ["-q", "-s", "--no-header", "--no-summary", f"--basetemp={place}/tests"]
    without = [f"-pno:{plugin}" for plugin in ("cacheprovider", "xdist", "rerunfailures")]
    pytest.main([*quiet, *without, *TESTS], plugins=[Session(place, work)])
    os.chdir(ROOT)


def run(
    order: list[Mutant], args: argparse.Namespace, session: Session, covered: Covered, files: Kept
) -> None:
    """What becomes of each mutant, as it is found: killed, survived, untested or equivalent."""
    end, equivalent = time.monotonic() + args.seconds, known_equivalent()
    statements = {file: spans(file) for file in {mutant.file for mutant in order}}
    most = MOST_AGAIN if args.again else MOST_SECONDS

    def attempt(mutant: Mutant, own: Path) -> None:
        if time.monotonic() > end:
            return
        outcome, start, tests, by = "equivalent", time.monotonic(), [], None
        if mutant.key not in equivalent:
            statement = statements[mutant.file]
            tests = chosen_tests(mutant, covered, statement, session.items, most)
            outcome = "survived" if tests else "untested"
            while tests and (by := noticed_by(mutant, tests, session, own)) is not None:
                if by not in tests or not session.fails_unchanged(by):
                    outcome = "killed"
                    break
                print(f"failing without any change: {by}", flush=True)
                tests.remove(by)
        record = {"mutant": mutant.key, "line": mutant.line, "outcome": outcome, "by": by}
        took = round(time.monotonic() - start, 1)
        append(files.outcomes, record | {"tests": len(tests), "seconds": took})
        if outcome in ("survived", "untested"):
            print(line_of(mutant, outcome), flush=True)

    spread(order, attempt, args.processes, session.place)


def line_of(mutant: Mutant, outcome: str) -> str:
    """One line on a mutant."""
    return (
        f"{outcome}: {mutant.file}:{mutant.line} {mutant.function}: {mutant.was}  ->  {mutant.now}"
    )


def wing(file: str) -> str:
    """`breakeven/readers` of any module below it; `metrics`, and `breakeven` of its own modules."""
    parts = Path(file).parts
    return "/".join(parts[: 2 if parts[0] == "breakeven" and len(parts) > 2 else 1])


def report(order: list[Mutant], files: Kept) -> int:
    """Prints a line a wing, and all together; lists the survivors; the exit status."""
    outcomes, equivalent = files.outcome(), known_equivalent()
    by_wing: dict[str, Counter[str]] = defaultdict(Counter)
    survivors = []
    for mutant in order:
        outcome = "equivalent" if mutant.key in equivalent else outcomes.get(mutant.key)
        if outcome:
            by_wing[wing(mutant.file)][outcome] += 1
        if outcome in ("survived", "untested"):
            survivors.append(line_of(mutant, outcome))
    total: Counter[str] = Counter()
    for name in sorted(by_wing):
        print(_line(name, by_wing[name]))
        total += by_wing[name]
    print(_line("all", total))
    files.survivors.write_text("".join(f"{line}\n" for line in sorted(survivors)), encoding="utf-8")
    changed = sum(total.values()) - total["equivalent"]
    return int(total["killed"] < ENOUGH * changed)


def _line(name: str, counts: Counter[str]) -> str:
    changed = sum(counts.values()) - counts["equivalent"]
    share = f"{counts['killed'] / changed:.0%}" if changed else "-"
    return (
        f"{name}: {sum(counts.values())} mutants, {counts['equivalent']} equivalent, "
        f"{counts['killed']} of {changed} killed ({share})"
    )


if __name__ == "__main__":
    sys.exit(main())
