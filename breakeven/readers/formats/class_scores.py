"""Classes with their scores, a list of pairs a row: to a column of scores for each class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.columns.score_columns import MOST_OFF_ONE, ROUNDED_TO_TWO_DIGITS
from breakeven.readers.files.cells import cell_text, encoded, numbers
from breakeven.readers.files.size_limits import MOST_COLUMNS, MOST_EMPTY_CELLS
from metrics.typing import Array

# the class and its score
Pairs = Sequence[tuple[str, Any]]
SCORE = "score:"


def score_columns(
    name: str, rows: Sequence[Pairs], lines: Sequence[int], prefix: str = SCORE
) -> dict[str, pa.Array]:
    """`columns_by_class` of a list of pairs a row."""
    sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    labels = pa.array([label for pairs in rows for label, _ in pairs], pa.string())
    scores = pa.array([score for pairs in rows for _, score in pairs])
    return columns_by_class(name, sizes, labels, scores, lines, prefix)


def columns_by_class(
    name: str,
    sizes: Array,
    labels: pa.Array,
    scores: pa.Array,
    lines: Sequence[int],
    prefix: str = SCORE,
) -> dict[str, pa.Array]:
    """A column for each class, named by a prefix and the class; null where a row has none of it.

    `sizes`: how many classes each row lists, shape (rows,); `labels`, `scores`: of all of them, row
    by row. `name`: of the file, `lines`: where each row stands, both for messages. Raises ReadError
    where a row lists a class twice, where a score is no number, and where there are so many classes
    that nearly all cells are empty.
    """
    codes, classes = encoded(labels)
    rows = np.repeat(np.arange(len(sizes)), sizes)
    _check_size(name, len(sizes), len(classes), len(codes))
    order = np.argsort(codes, kind="stable")
    again = (np.diff(codes[order]) == 0) & (np.diff(rows[order]) == 0)
    twice = order[1:][again]

    def listed_again(position: int) -> Problem:
        what = f"class {classes[codes[position]]!r} is listed twice"
        return Problem(
            row=lines[int(rows[position])], what=what, remedy="keep one of them", file=name
        )

    def no_number(position: int) -> Problem:
        held = cell_text(pa.chunked_array([scores]), position)
        what = f"the score of {classes[codes[position]]!r} is {held}"
        return Problem(row=lines[int(rows[position])], what=what, remedy="give a number", file=name)

    odd = np.flatnonzero(np.isnan(numbers(scores)))
    if len(twice) or len(odd):
        raise ReadError([*first_problems(twice, listed_again), *first_problems(odd, no_number)])
    ends = np.searchsorted(codes[order], np.arange(len(classes) + 1))
    columns = {}
    for code, label in enumerate(classes):
        listed = order[ends[code] : ends[code + 1]]
        place = np.full(len(sizes), -1)
        place[rows[listed]] = listed
        absent = place < 0
        columns[f"{prefix}{label}"] = scores.take(
            pa.array(place, mask=absent) if absent.any() else pa.array(place)
        )
    return columns


def with_columns(table: pa.Table, columns: dict[str, pa.Array]) -> pa.Table:
    """A table with these columns after its own, of which there may be none."""
    return pa.table(dict(zip(table.column_names, table.columns, strict=True)) | columns)


def columns_with_gaps(columns: dict[str, pa.Array]) -> frozenset[str]:
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


def sum_to_one(columns: Iterable[pa.Array | pa.ChunkedArray]) -> bool:
    """Whether there are several, from 0 to 1, which in each row add up to 1 but for rounding.

    A class that is not listed makes them none that do.
    """
    held = [numbers(column) for column in columns]
    if len(held) < 2:
        return False
    scores = np.stack(held)
    off = np.abs(scores.sum(axis=0) - 1)
    inside = (scores >= 0) & (scores <= 1)
    return bool(
        inside.all() and (off <= min(MOST_OFF_ONE, ROUNDED_TO_TWO_DIGITS * len(held))).all()
    )


def _check_size(name: str, rows: int, classes: int, listed: int) -> None:
    if classes > MOST_COLUMNS:
        what = f"{classes:,} different classes, more than {MOST_COLUMNS:,}"
    elif rows * classes > max(MOST_EMPTY_CELLS, 20 * listed):
        what = f"{rows:,} rows of {classes:,} classes make a table of nearly empty cells"
    else:
        return
    raise ReadError([Problem(what=what, remedy="use the long shape: id, class, score", file=name)])
