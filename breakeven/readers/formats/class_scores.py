"""Classes with their scores, a list of pairs a row: to a column of scores for each class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.cells import numbers
from breakeven.readers.files.header import MOST_COLUMNS, MOST_EMPTY_CELLS
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem

# the class and its score
Pairs = Sequence[tuple[str, Any]]
SCORE = "score:"


def score_columns(
    name: str, rows: Sequence[Pairs], lines: Sequence[int], prefix: str = SCORE
) -> dict[str, pa.Array]:
    """A column for each class, named by a prefix and the class; null where a row has none of it.

    `name`: of the file, `lines`: where each row stands, both for messages. Raises ReadError where a
    row names a class twice, or where there are so many classes that nearly all cells are empty.
    """
    held: dict[str, tuple[list[int], list[Any]]] = {}
    twice: list[tuple[int, str]] = []
    for place, pairs in enumerate(rows):
        for label, score in pairs:
            where, scores = held.setdefault(label, ([], []))
            if where and where[-1] == place:
                twice.append((place, label))
                continue
            where.append(place)
            scores.append(score)

    def problem(at: int) -> Problem:
        place, label = twice[at]
        what = f"class {label!r} is listed twice"
        return Problem(row=lines[place], what=what, remedy="keep one of them", file=name)

    if twice:
        raise ReadError(first_problems(np.arange(len(twice)), problem))
    _check_size(name, held.values(), len(rows))
    return {
        f"{prefix}{label}": _column(where, scores, len(rows))
        for label, (where, scores) in held.items()
    }


def with_gaps(columns: dict[str, pa.Array]) -> frozenset[str]:
    """The columns in which a row has no score."""
    return frozenset(name for name, column in columns.items() if column.null_count)


def classes_of(columns: Iterable[str], prefix: str = SCORE) -> dict[str, str]:
    """Column to class, of the columns that `score_columns` made."""
    return {column: column.removeprefix(prefix) for column in columns if column.startswith(prefix)}


def are_fractions_of_one(columns: Iterable[pa.Array]) -> bool:
    """Whether all scores are from 0 to 1, as softmax and sigmoid give them."""
    for column in columns:
        values = numbers(pc.drop_null(column))
        if not ((values >= 0) & (values <= 1)).all():
            return False
    return True


def _check_size(name: str, held: Iterable[tuple[list[int], list[Any]]], rows: int) -> None:
    sizes = [len(where) for where, _ in held]
    if len(sizes) > MOST_COLUMNS:
        what = f"{len(sizes):,} different classes, more than {MOST_COLUMNS:,}"
    elif rows * len(sizes) > max(MOST_EMPTY_CELLS, 20 * sum(sizes)):
        what = f"{rows:,} rows of {len(sizes):,} classes make a table of nearly empty cells"
    else:
        return
    raise ReadError([Problem(what=what, remedy="use the long shape: id, class, score", file=name)])


def _column(where: list[int], scores: list[Any], rows: int) -> pa.Array:
    given = pa.array(scores)
    if len(where) == rows:
        return given
    place = np.full(rows, -1)
    place[where] = np.arange(len(where))
    return given.take(pa.array(place, mask=place < 0))
