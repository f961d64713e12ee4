"""Counts of true x predicted, given without their documents."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy import sparse

from breakeven.data.records import Predictions, Problem, Truth
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.base.proposal import FileProposal
from breakeven.readers.columns.role_checks import check_roles
from breakeven.readers.files.cells import encoded, numbers
from breakeven.readers.files.file_table import FileTable
from metrics.typing import Array

MOST_DOCUMENTS = 5_000_000


def read_confusion_counts(
    table: FileTable, file: FileProposal, final: Mapping[str, str | None]
) -> tuple[Truth, Predictions, set[str]]:
    """One anonymous document for each count, in the order of the cells; and the file's classes.

    An empty class name means no class: nothing true, or nothing assigned. `final`: class names
    to replace, None by no class, so that rows and columns of one name are added up. Raises
    ReadError.
    """
    problems = check_roles(table, file)
    if problems:
        raise ReadError(problems)
    if file.shape == "square matrix":
        true, predicted, counts = _square(table, file, problems)
    else:
        true, predicted, counts = _long(table, file, problems)
    if not problems and sum(map(int, counts)) > MOST_DOCUMENTS:
        what = f"the counts add up to {sum(map(int, counts)):,}, more than {MOST_DOCUMENTS:,}"
        problems.append(Problem(what=what, remedy="divide them", file=table.name))
    if not problems and not counts.any():
        what = "all counts are 0"
        problems.append(Problem(what=what, remedy="give a matrix with documents", file=table.name))
    if problems:
        raise ReadError(problems)
    counts = counts.astype(np.int64)
    names_in_file = {*true, *predicted}
    true, predicted = ([final.get(n, n) or "" for n in names] for names in (true, predicted))
    classes = tuple(sorted({*true, *predicted} - {""}))
    n = int(counts.sum())
    labels = _expanded(true, counts, classes)
    truth = Truth(
        ids=None,
        classes=classes,
        labels=labels,
        splits=(),
        split_of=np.full(n, -1, dtype=np.int64),
    )
    decisions = _expanded(predicted, counts, classes)
    predictions = Predictions(file.system or table.stem, np.arange(n), decisions=decisions)
    return truth, predictions, names_in_file


def _expanded(names: list[str], counts: Array, classes: tuple[str, ...]) -> sparse.csc_array:
    position = {name: place for place, name in enumerate(classes)} | {"": -1}
    codes = np.repeat([position[name] for name in names], counts)
    rows = np.flatnonzero(codes >= 0)
    data = np.ones(len(rows), dtype=bool)
    return sparse.csc_array((data, (rows, codes[rows])), shape=(len(codes), len(classes)))


def _square(
    table: FileTable, file: FileProposal, problems: list[Problem]
) -> tuple[list[str], list[str], Array]:
    names = file.only("class")
    columns = file.having("count")
    if names is None or not columns:
        what = "a square matrix needs a column of the true classes and columns of counts"
        problems.append(Problem(what=what, remedy="choose them", file=table.name))
        return [], [], np.zeros(0)
    rows = _names(table, names)
    seen: set[str] = set()
    for row, name in enumerate(rows):
        if name in seen:
            what, line = f"class {name!r} has an earlier row", int(table.lines[row])
            problems.append(
                Problem(
                    row=line,
                    column=names,
                    what=what,
                    remedy="keep one row per class",
                    file=table.name,
                )
            )
        seen.add(name)
    counts = [_counts(table, column, problems) for column in columns]
    called = [file.classes.get(column, column) for column in columns]
    return np.repeat(rows, len(columns)).tolist(), called * len(rows), np.stack(counts, 1).ravel()


def _long(
    table: FileTable, file: FileProposal, problems: list[Problem]
) -> tuple[list[str], list[str], Array]:
    true, predicted, count = (file.only(role) for role in ("truth", "predicted", "count"))
    if true is None or predicted is None or count is None:
        what = (
            "a list of counts needs columns with the true class, the predicted class, and the count"
        )
        problems.append(Problem(what=what, remedy="choose them", file=table.name))
        return [], [], np.zeros(0)
    return _names(table, true), _names(table, predicted), _counts(table, count, problems)


def _names(table: FileTable, column: str) -> list[str]:
    codes, names = encoded(table.column(column))
    return [names[code] if code >= 0 else "" for code in codes]


def _counts(table: FileTable, column: str, problems: list[Problem]) -> Array:
    cells = table.column(column)
    counts = numbers(cells, table.decimal_comma)
    with np.errstate(invalid="ignore"):
        bad = ~(np.isfinite(counts) & (counts >= 0) & (counts % 1 == 0))
    problems += first_problems(
        np.flatnonzero(bad),
        lambda row: Problem(
            row=int(table.lines[row]),
            column=column,
            what=f"the count is {cells[row].as_py()!r}",
            remedy="give a whole number, 0 or more",
            file=table.name,
        ),
    )
    return counts
