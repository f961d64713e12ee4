"""What reading hands on: a Review, or every Problem at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from metrics.records import Predictions, Truth
from metrics.tallies import Array

MOST_OF_A_KIND = 20


@dataclass(frozen=True)
class Problem:
    """Something met in a file, in the user's terms.

    `row` counts as the user does: lines of a text file, rows of a table with the header as
    row 1; None where the whole file or column is meant.
    """

    row: int | None
    column: str | None
    what: str
    remedy: str
    file: str | None = None

    def __str__(self) -> str:
        where = [
            self.file,
            None if self.row is None else f"row {self.row:,}",
            None if self.column is None else f"column {self.column!r}",
        ]
        place = ", ".join(part for part in where if part is not None)
        return f"{place}{': ' if place else ''}{self.what}; {self.remedy}"


@dataclass(frozen=True)
class Review:
    """One truth, what one or more systems said of it, and what was met in reading.

    `notes` did not stop the reading: what was left out, kept though unknown, or assumed.
    `fingerprint` is the SHA-256, in hex, of the files' bytes and the confirmed options.
    """

    name: str
    truth: Truth
    predictions: tuple[Predictions, ...]
    notes: tuple[Problem, ...]
    fingerprint: str


class ReadError(Exception):
    """Nothing was read; `problems` holds everything that was wrong, never only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def few(bad: Array, problem: Callable[[int], Problem]) -> list[Problem]:
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
    return text if len(text) <= most else text[: most - 1] + "…"
