"""Columns that say how right a class is, in more than yes and no."""

from __future__ import annotations

from breakeven.labels.grades import BETWEEN, are_numbers, rank_of
from breakeven.readers.cells import is_nested
from breakeven.readers.columns.guess import NAMES, ColumnGuess
from breakeven.readers.files.arrow_types import is_list

MOST_GRADES = 10
PREFIXES = ("grade:", "grade_")


def graded(guess: ColumnGuess) -> str | None:
    """The free column of the long shape that holds grades, by its name and by what it holds."""
    named = [c for c in guess.free() if c.strip().lower() in (*NAMES["grade"], *NAMES["truth"])]
    return next((column for column in named if are_grades(guess, column)), None)


def are_grades(guess: ColumnGuess, column: str) -> bool:
    """Whether a column holds a few whole numbers from 0 on, or known words for grades.

    Where its name says no more than truth the numbers go up without a gap, for 7 beside 0 and 1
    is a mistake.
    """
    kind = guess.table.type_of(column)
    if is_nested(kind) or is_list(kind) or guess.are_flags([column]):
        return False
    names = [name for name in guess.distinct(column) if name.strip()]
    if not 1 < len(names) <= MOST_GRADES or any(BETWEEN in name for name in names):
        return False
    ranks = [rank for name in names if (rank := rank_of(name)) is not None]
    if len(ranks) < len(names):
        return False
    if are_numbers(names):
        if min(ranks) < 0 or max(ranks) > MOST_GRADES or any(rank % 1 for rank in ranks):
            return False
        called_so = column.strip().lower() in NAMES["grade"]
        return called_so or max(ranks) - min(ranks) + 1 == len(set(ranks))
    return not any(are_numbers([name]) for name in names)


def find_grades(guess: ColumnGuess) -> None:
    """Columns of grades that are called so, each of a class: `grade:grain`."""
    if guess.shape == "long" or guess.has("truth", "indicator", "annotated"):
        return
    for column in guess.free():
        name = column.strip()
        prefix = next((p for p in PREFIXES if name.lower().startswith(p)), None)
        if prefix is not None and len(name) > len(prefix):
            kind = guess.table.type_of(column)
            if not is_nested(kind) and not is_list(kind):
                guess.roles[column] = "grade"
                guess.classes[column] = name[len(prefix) :]
