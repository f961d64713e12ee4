"""The classes of each row, from one column of names or from a column a class."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.readers.cells import class_sets, flags
from breakeven.readers.proposal import FileProposal
from breakeven.readers.shapes.content import ClassSets, FileContent
from metrics.typing import Array


def sets_of(
    content: FileContent, file: FileProposal, as_classes: str, as_flags: str
) -> tuple[ClassSets, ClassSets | None] | None:
    """The classes of each row and the pairs left open; None where no column has these roles.

    `as_classes`, `as_flags`: the role of a column of names, and of columns of 1 and 0.
    """
    column = file.only(as_classes)
    if column is not None:
        return sets_in(content, file, column), None
    return _of_flags(content, file, as_flags)


def sets_in(content: FileContent, file: FileProposal, column: str) -> ClassSets:
    """The classes that the cells of a column name; of one alone where only that one counts."""
    found, names, bad, twice = class_sets(content.table.column(column), file.separator)
    content.report(
        bad, column, "{} is not a list", 'write it as ["a", "b"], or change the separator'
    )
    if twice:
        content.note(column, f"rows that list a class twice: {twice:,}", "it counts once")
    only = file.classes.get(column)
    if only is None:
        return ClassSets(found, names)
    kept = [place for place, name in enumerate(names) if name == only]
    return ClassSets(_one_column(found, kept), [only])


def _of_flags(
    content: FileContent, file: FileProposal, as_flags: str
) -> tuple[ClassSets, ClassSets | None] | None:
    table = content.table
    columns = file.having(as_flags)
    if not columns:
        return None
    yes: list[Array] = []
    unjudged: list[Array] = []
    for column in columns:
        values, bad = flags(table.column(column))
        content.report(bad, column, "{} is neither 1 nor 0", "write 1 or 0, or -1 for not judged")
        yes.append(np.flatnonzero(values == 1))
        unjudged.append(np.flatnonzero(values == -1))
        if as_flags == "decision":
            what = "the decision is {}"
            content.report(unjudged[-1], column, what, "write 1 or 0")
    names = [file.classes[column] for column in columns]
    left_open = ClassSets(_columns(unjudged, table.rows), names)
    return ClassSets(_columns(yes, table.rows), names), left_open if left_open.has.nnz else None


def _one_column(found: sparse.csr_array, kept: list[int]) -> sparse.csr_array:
    """The one column that is kept, empty where there is none."""
    if kept:
        return sparse.csr_array(found[:, kept])
    return sparse.csr_array((found.shape[0], 1), dtype=bool)


def _columns(rows: list[Array], height: int) -> sparse.csr_array:
    """A boolean csr matrix from the rows that are True in each column."""
    indptr = np.concatenate([[0], np.cumsum([len(r) for r in rows])])
    data = np.ones(indptr[-1], dtype=bool)
    return sparse.csr_array(
        sparse.csc_array((data, np.concatenate(rows), indptr), shape=(height, len(rows)))
    )
