"""Tests that are collected once and run in forks: which lines they run, and whether they pass."""

from __future__ import annotations

import importlib
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from script.mutants import modules

# what starts servers, Spark, or processes that are ended on the way
HEAVY = re.compile(r"postgresql|engine/test_(clusters|spark)|library/test_kills")
ENOUGH_TRIED = 15.0  # seconds of a processor for the tests of one mutant
# seconds of a processor after which a test, or all of a mutant, is taken to run on
LONGEST = 150.0
TOO_LONG = "it runs on"
# lines noted of one call, and calls noted of one function, in one test: the rest repeats them
MOST_LINES, MOST_CALLS = 2000, 100


@dataclass(frozen=True)
class Covered:
    """By file and line the tests that run it, and the seconds each test takes."""

    by_line: dict[tuple[str, int], list[str]]
    seconds: dict[str, float]


def file_of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


class Session:
    """A plugin: tests are collected once, and run in forks of the process that knows them."""

    def __init__(self, place: Path, work: Callable[[Session], None]) -> None:
        self.place, self.tree, self.work = place, place / "tree", work
        self.items: dict[str, pytest.Item] = {}
        self.failed: list[str] = []
        self._unchanged: dict[str, bool] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # all is imported before any fork: what a fork imports later is without its mutant
        for file in modules([]):
            with suppress(Exception):
                importlib.import_module(file.removesuffix(".py").replace("/", "."))
        items[:] = [item for item in items if not HEAVY.search(item.nodeid)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def run(self, tests: list[str]) -> str | None:
        """The first of these tests that does not pass, None for none; those of a file together."""
        files = list(dict.fromkeys(file_of(test) for test in tests))
        items = [self.items[t] for t in sorted(tests, key=lambda t: files.index(file_of(t)))]
        end = time.process_time() + ENOUGH_TRIED
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed or time.process_time() > end:
                break
        return self.failed[0] if self.failed else None

    def fails_unchanged(self, test: str) -> bool:
        """Whether a test fails as everything is, asked once in each process: it tells nothing."""
        if test not in self._unchanged:
            answer = self.in_child(lambda: self.run([test]), LONGEST)
            self._unchanged[test] = answer is not None
        return self._unchanged[test]

    def in_child(self, work: Callable[[], Any], longest: float) -> Any:
        """What a function returns in a process with its own folders; `TOO_LONG` if it runs on."""
        with tempfile.TemporaryDirectory(dir=self.place, ignore_cleanup_errors=True) as own:

            def alone() -> Any:
                os.environ["BREAKEVEN_HOME"] = str(Path(own) / "home")
                factory = next(iter(self.items.values())).config._tmp_path_factory  # type: ignore[attr-defined]
                factory._basetemp = Path(own) / "tests"
                factory._basetemp.mkdir()
                return work()

            return in_child(alone, longest)

    def covered(self, file_kept: Path, processes: int) -> Covered:
        """What tests run, test by test; those that fail as they are are named and left out.

        `file_kept`: where that is kept between runs, for tests that were run then.
        """
        by_file: dict[str, list[str]] = defaultdict(list)
        tests_recorded = {line["test"] for line in lines_of(file_kept)}
        for test in self.items:
            if test not in tests_recorded:
                by_file[file_of(test)].append(test)

        def note(file: str, _: Path) -> None:
            outcome = self.in_child(lambda: self._traced(by_file[file], file_kept), 3600)
            if outcome == TOO_LONG or "error" in outcome:
                print(f"{file} cannot be run: {outcome}", flush=True)

        if processes:
            spread(list(by_file), note, processes, self.place)
        return self._recorded(file_kept)

    def _recorded(self, file_kept: Path) -> Covered:
        by_line: dict[tuple[str, int], list[str]] = defaultdict(list)
        seconds: dict[str, float] = {}
        for record in lines_of(file_kept):
            if record["failed"]:
                print(f"failing without any change: {record['test']}", flush=True)
            elif record["test"] in self.items:
                seconds[record["test"]] = record["seconds"]
                for name, lines in record["run"].items():
                    for line in lines:
                        by_line[name, line].append(record["test"])
        return Covered(by_line, seconds)

    def _traced(self, tests: list[str], file_kept: Path) -> dict[str, Any]:
        seen = Noted({str(self.tree / file): file for file in modules([])})
        threading.settrace(seen.call)
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            # what pages keep between tests stays: without it each takes many times as long
            stays = following if test.startswith("tests/pages/") else None
            seen.forget()
            start = time.monotonic()
            sys.settrace(seen.call)
            item, after = self.items[test], self.items[stays] if stays else None
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            sys.settrace(None)
            run = {file: sorted(lines) for file, lines in seen.lines.copy().items()}
            record = {"test": test, "seconds": round(time.monotonic() - start, 4), "run": run}
            append(file_kept, record | {"failed": bool(self.failed)})
            self.failed.clear()
        return {}


class Noted:
    """The lines of our files that run, in any thread; of what repeats, the first rounds."""

    def __init__(self, ours: dict[str, str]) -> None:
        self.ours = ours
        self.forget()

    def forget(self) -> None:
        self.lines: dict[str, set[int]] = defaultdict(set)
        self.calls: Counter[types.CodeType] = Counter()

    def call(self, frame: Any, _: str, __: Any) -> Any:
        code = frame.f_code
        file = self.ours.get(code.co_filename)
        if file is None or self.calls[code] > MOST_CALLS:
            return None
        self.calls[code] += 1
        lines, left = self.lines[file], MOST_LINES
        lines.add(frame.f_lineno)

        def line(frame: Any, event: str, _: Any) -> Any:
            nonlocal left
            lines.add(frame.f_lineno)
            left -= 1
            if left < 0:
                frame.f_trace_lines = False
            return line

        return line


def append(file: Path, record: dict[str, Any]) -> None:
    """One line more, in one go: several processes write."""
    with file.open("ab", buffering=0) as out:
        out.write(json.dumps(record).encode() + b"\n")


def lines_of(file: Path) -> Iterable[dict[str, Any]]:
    """What has been written so far; a line that was cut off is left out."""
    if file.exists():
        with file.open(encoding="utf-8") as opened:
            for line in opened:
                with suppress(ValueError):
                    yield json.loads(line)


def spread(jobs: list[Any], do: Callable[[Any, Path], None], processes: int, place: Path) -> None:
    """All jobs, each in one of so many processes, which has a copy of the tree to write in."""
    children = []
    for number in range(processes):
        child = os.fork()
        if child == 0:
            try:
                own = place / f"tree{number}"
                if not own.exists():
                    shutil.copytree(place / "tree", own, symlinks=True)
                for job in jobs[number::processes]:
                    do(job, own)
            except BaseException as error:
                print(repr(error), flush=True)
                os._exit(1)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def in_child(work: Callable[[], Any], longest: float) -> Any:
    """What a function returns in a process of its own; `TOO_LONG` after so many seconds.

    Of a processor, which is a matter of the work alone; and of the clock six times as many, for
    what waits.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        resource.setrlimit(
            resource.RLIMIT_CPU, (int(longest), resource.getrlimit(resource.RLIMIT_CPU)[1])
        )
        try:
            answer_bytes = json.dumps(work()).encode()
        except BaseException as error:  # the parent must hear of anything
            answer_bytes = json.dumps({"error": repr(error)}).encode()
        with os.fdopen(writing, "wb") as out:
            out.write(answer_bytes)
        os._exit(0)
    os.close(writing)
    timer = threading.Timer(6 * longest, lambda: os.killpg(child, signal.SIGKILL))
    timer.start()
    with os.fdopen(reading, "rb") as answer:
        answer_bytes = answer.read()
    timer.cancel()
    os.waitpid(child, 0)
    return json.loads(answer_bytes) if answer_bytes else TOO_LONG
