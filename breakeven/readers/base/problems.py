"""What reading hands on: a Review, or every Problem at once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from breakeven.data.records import Problem
from breakeven.data.wording import shorten
from metrics.typing import Array

MOST_OF_A_KIND = 20
BROKE_DOWN = (
    "export it again, or as CSV or Parquet with plain columns; if that fails too, report it"
)
LOG = logging.getLogger(__name__)


class ReadError(Exception):
    """Nothing was read; `problems` holds everything that was wrong, never only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnexpectedError(ReadError):
    """A reader broke down over a file, and none of its rules says why: a fault of the reader.

    Who gave the file is told one sentence; `__cause__` and the log of this module have the rest.
    """

    def __init__(self, error: str, file: str | None = None) -> None:
        what = f"it could not be read, but not because of its size: reading failed ({error})"
        super().__init__([Problem(what=what, remedy=BROKE_DOWN, file=file)])
        LOG.debug("reading failed", exc_info=True)


@contextmanager
def within_limits(file: str | None = None) -> Iterator[None]:
    """Whatever is raised in reading a file is a ReadError: the last door around it.

    What is too large or nested too deeply says so, and what nobody thought of is an
    UnexpectedError.
    """
    try:
        yield
    except ReadError:
        raise
    except MemoryError as error:
        what, remedy = "reading needs more memory than there is", "give fewer rows or columns"
        raise ReadError([Problem(what=what, remedy=remedy, file=file)]) from error
    except RecursionError as error:
        what, remedy = "something is nested too deeply", "flatten it"
        raise ReadError([Problem(what=what, remedy=remedy, file=file)]) from error
    except BrokenPipeError:  # nobody waits for it any more
        raise
    except Exception as error:
        raise UnexpectedError(reason_of(error), file) from error


def reason_of(error: Exception) -> str:
    """The kind of an error and what it says, on one line and not for long."""
    said = " ".join(str(error).split())
    return shorten(f"{type(error).__name__}: {said}" if said else type(error).__name__, 200)


def first_problems(bad: Array, problem: Callable[[int], Problem]) -> list[Problem]:
    """The problem of each of the `bad` indices; of many, the first and how many more."""
    listed = [problem(int(index)) for index in bad[:MOST_OF_A_KIND]]
    more = len(bad) - len(listed)
    if more:
        listed.append(replace(listed[-1], row=None, what=f"and {more:,} more of this kind"))
    return listed
