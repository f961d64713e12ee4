"""Files of one row a document: labels, wide scores, indicators, with or without systems."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.readers.cells import class_sets, flags, texts
from breakeven.readers.proposal import FileProposal
from breakeven.readers.shapes.content import (
    ClassSets,
    FileContent,
    SystemOutput,
    systems_of,
)
from breakeven.readers.shapes.properties import describe
from breakeven.readers.shapes.sampling import read_sampling
from breakeven.readers.shapes.scores import wide_scores
from metrics.typing import Array


def read_rows(content: FileContent) -> None:
    """The wide shape: a row is a document, or one document of one system."""
    table, system_column = content.table, content.file.only("system")
    document, first = _documents(content)
    if content.problems:
        return
    content.n, content.lines = len(first), table.lines[first]

    truth = _sets(content, content.file, "truth", "indicator")
    if truth is not None:
        sets, unjudged = truth
        content.truth = sets.rows(first)
        content.unjudged = unjudged.rows(first) if unjudged is not None else None
        if system_column is not None:
            differs = (sets.has != sets.has[first][document]).sum(axis=1)
            content.report(
                np.flatnonzero(differs),
                content.file.only("id") or system_column,
                "the truth of {} differs from an earlier row's",
                "give each document one truth",
            )
    _read_systems(content, document)
    describe(content, first)
    read_sampling(content, first, document)


def _documents(content: FileContent) -> tuple[Array, Array]:
    """The document of each row, shape (rows,), and each document's first row; ids are noted."""
    table, file = content.table, content.file
    everything = np.arange(table.rows)
    identity, system_column = file.only("id"), file.only("system")
    if identity is None:
        if system_column is not None:
            content.note(None, "there is no id column", "documents are told apart by row number")
        return everything, everything
    ids = texts(table.column(identity))
    content.report(np.flatnonzero(ids == ""), identity, "the id is missing", "give every row an id")
    document, names = pd.factorize(ids)
    content.ids = np.asarray(names, dtype=object)
    if system_column is not None:
        return document, np.flatnonzero(~pd.Index(document).duplicated())
    again = np.flatnonzero(pd.Index(document).duplicated() & (ids != ""))
    if len(again) and _one_row_a_split(content, document):
        what = f"{len(again):,} ids occur in more than one split"
        content.note(identity, what, "each row is a document; the page on splits lists them")
        content.ids = ids
        return everything, everything
    content.report(again, identity, "the id {} occurred before", "keep one row for each document")
    return document, everything


def _read_systems(content: FileContent, document: Array) -> None:
    for name, file in content.file.parts():
        decided = _sets(content, file, "predicted", "decision")
        scores, score_classes = wide_scores(content.table, file, content.problems)
        if decided is None and scores is None:
            continue
        decisions = decided[0] if decided is not None else None
        for system, rows in systems_of(content, name, document):
            whole = len(rows) == content.table.rows
            content.outputs.append(
                SystemOutput(
                    system=system,
                    documents=document[rows],
                    score_classes=score_classes,
                    scores=scores if whole or scores is None else scores[:, rows],
                    decisions=decisions if whole or decisions is None else decisions.rows(rows),
                    probabilities=file.probabilities,
                )
            )


def _one_row_a_split(content: FileContent, document: Array) -> bool:
    """Whether repeated ids stand in different splits: a leak to be shown, not a slip."""
    column = content.file.only("split")
    if column is None:
        return False
    splits = pd.DataFrame({"document": document, "split": texts(content.table.column(column))})
    return not splits.duplicated().any() and bool((splits["split"] != "").all())


def _sets(
    content: FileContent, file: FileProposal, as_classes: str, as_flags: str
) -> tuple[ClassSets, ClassSets | None] | None:
    """The classes of each row, from one column of names or from a column a class."""
    table = content.table
    column = file.only(as_classes)
    if column is not None:
        found, names, bad, twice = class_sets(table.column(column), file.separator)
        content.report(
            bad, column, "{} is not a list", 'write it as ["a", "b"], or change the separator'
        )
        if twice:
            content.note(column, f"rows that list a class twice: {twice:,}", "it counts once")
        only = file.classes.get(column)
        if only is not None:
            kept = [place for place, name in enumerate(names) if name == only]
            return ClassSets(_one_column(found, kept), [only]), None
        return ClassSets(found, names), None
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
