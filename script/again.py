"""Runs all tests, then those of the browser, PostgreSQL and Spark that failed once more, alone.

`python script/again.py OPTIONS OF PYTEST`, as `script/test` does. They wait for programs that share
the processors with the rest, so one of them may fail where nothing is wrong. What fails again fails
the run, and so does every other test that fails once. What passes alone is printed last as "flaky"
and listed with its date in `script/flaky.txt`. More than five lines there fail the run too: mend
one, and take its line out.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

import pytest

# tests are named from the folder that they are run in, and so is the list of them
LISTED = Path("script", "flaky.txt")
MOST_LISTED = 5
# what drives a program beside Python
OUTSIDE = re.compile(r"^tests/browser/|postgresql|spark")
PASSED, FAILED = 0, 1  # how pytest ends, of what this script goes on after
PER_TEST = "passed", "failed", "skipped", "xfailed", "xpassed"


class Outcomes:
    """A plugin: how each test ended, by its id; "failed" also where it could not be set up."""

    def __init__(self) -> None:
        self.by_test: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One phase of one test; with several workers their reports come here too."""
        if report.failed:
            self.by_test[report.nodeid] = "failed"
        elif report.skipped or report.when == "call":
            ended = report.outcome
            if hasattr(report, "wasxfail"):
                ended = "xfailed" if report.skipped else "xpassed"  # type: ignore[assignment]
            self.by_test.setdefault(report.nodeid, ended)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be read is a failure of its own."""
        if report.failed:
            self.by_test[report.nodeid] = "failed"

    @property
    def failed(self) -> list[str]:
        """The tests that failed."""
        return [test for test, ended in self.by_test.items() if ended == "failed"]


def run(options: Iterable[str]) -> tuple[int, Outcomes]:
    """Run pytest with these options; its exit status, and how each test ended."""
    outcomes = Outcomes()
    return int(pytest.main([*options], plugins=[outcomes])), outcomes


def closing_line(by_test: Mapping[str, str]) -> str:
    """How many tests ended how, as the last word on the whole run."""
    count = Counter(by_test.values())
    numbers = {how: count[how] for how in PER_TEST if count[how] or how in ("passed", "failed")}
    return ", ".join(f"{number} {how}" for how, number in numbers.items())


def listed_with(text: str, flaky: Iterable[str], today: date) -> str:
    """The list with these tests in it, each once: the date of its last time, and its id."""
    dates = {test: day for day, test in (line.split(" ", 1) for line in text.splitlines())}
    dates |= dict.fromkeys(flaky, today.isoformat())
    return "".join(f"{day} {test}\n" for test, day in sorted(dates.items()))


def main(options: list[str]) -> int:
    """Run all, and what may be flaky again; the exit status."""
    status, first = run(options)
    again = [test for test in first.failed if OUTSIDE.search(test)]
    if status != FAILED or not again:
        return status
    print(f"\nOnce more, alone: {len(again)} of {len(first.failed)} that failed", flush=True)
    # marks were chosen by whoever named the options; "alone" is one worker
    status, second = run(["-m", "", "-p", "no:cacheprovider", "-ra", *again])
    ends = first.by_test | second.by_test
    failed = [test for test, ended in ends.items() if ended == "failed"]
    flaky = [test for test in again if ends[test] == "passed"]
    text = LISTED.read_text("utf-8") if LISTED.exists() else ""
    if flaky:
        text = listed_with(text, flaky, date.today())
        LISTED.write_text(text, encoding="utf-8")
    print(f"\n{closing_line(ends)}")
    for test in flaky:
        print(f"flaky: {test}")
    if failed:
        return FAILED
    if len(text.splitlines()) > MOST_LISTED:
        print(f"{LISTED} lists more than {MOST_LISTED}: mend one, and take its line out")
        return FAILED
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
