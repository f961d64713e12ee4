"""What reading hands on: a Review, or every Problem at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from breakeven.records import Problem
from metrics.typing import Array

MOST_OF_A_KIND = 20


class ReadError(Exception):
    """Nothing was read; `problems` holds everything that was wrong, never only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


@contextmanager
def within_limits(file: str | None = None) -> Iterator[None]:
    """What is too large or nested too deeply to be read is a ReadError, as all that is wrong."""
    try:
        yield
    except MemoryError as error:
        what, remedy = "reading needs more memory than there is", "give fewer rows or columns"
        raise ReadError([Problem(what=what, remedy=remedy, file=file)]) from error
    except RecursionError as error:
        what, remedy = "something is nested too deeply", "flatten it"
        raise ReadError([Problem(what=what, remedy=remedy, file=file)]) from error


def first_problems(bad: Array, problem: Callable[[int], Problem]) -> list[Problem]:
    """The problem of each of the `bad` indices; of many, the first and how many more."""
    listed = [problem(int(index)) for index in bad[:MOST_OF_A_KIND]]
    more = len(bad) - len(listed)
    if more:
        listed.append(replace(listed[-1], row=None, what=f"and {more:,} more of this kind"))
    return listed


def examples(names: Iterable[str], most: int = 5) -> str:
    """The first few names as they are written, for a message."""
    listed = list(names)
    shown = ", ".join(repr(shorten(name)) for name in listed[:most])
    return f"{shown}, …" if len(listed) > most else shown


def shorten(text: str, most: int = 60) -> str:
    """At most so many characters, the last an ellipsis where some were cut."""
    return text if len(text) <= most else text[: most - 1] + "…"
