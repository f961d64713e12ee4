"""Files of one row a document: labels, wide scores, indicators, with or without systems."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.data.arrow_arrays import bytes_of
from breakeven.data.ids import PackedTexts
from breakeven.readers.base.proposal import APART, OF_AN_ANSWER, FileProposal
from breakeven.readers.files.cells import texts
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.shapes.annotators import read_annotators
from breakeven.readers.shapes.answers import answer_rows
from breakeven.readers.shapes.document_columns import read_sampling, read_splits_and_columns
from breakeven.readers.shapes.file_content import (
    ClassSets,
    FileContent,
    SystemOutput,
    sets_of,
    systems_of,
)
from breakeven.readers.shapes.grades import read_class_grades
from breakeven.readers.shapes.scores import listed_scores, wide_scores
from metrics.typing import Array


def read_document_rows(content: FileContent) -> None:
    """The wide shape: a row is a document, or one document of one system."""
    table = content.table
    document, first = _documents(content)
    if content.problems:
        return
    content.n, content.lines = len(first), table.lines[first]
    joined_on = content.file.joined_on
    if joined_on:
        content.keys = texts(table.column(joined_on))[first]

    _read_truth(content, document, first)
    read_class_grades(content, first)
    read_annotators(content, document, first)
    _read_systems(content, document, first)
    read_splits_and_columns(content, first)
    read_sampling(content, first, document)


def _read_truth(content: FileContent, document: Array, first: Array) -> None:
    """The truth of each document; not what the annotators of the rows say each."""
    file = content.file
    several = next(iter(file.having(*APART)), None)
    if file.only("annotator") is not None and file.only("annotated") is None:
        return
    truth = sets_of(content, file, "truth", "indicator")
    if truth is None:
        return
    sets, unjudged = truth
    content.truth = sets.rows(first)
    content.unjudged = unjudged.rows(first) if unjudged is not None else None
    if several is not None:
        differs = (sets.has != sets.has[first][document]).sum(axis=1)
        content.report(
            np.flatnonzero(differs),
            file.only("id") or several,
            "the truth of {} differs from an earlier row",
            "give each document one truth",
        )


def read_ids(table: FileTable, file: FileProposal) -> FileContent:
    """A file of which no more than its documents is read; what is wrong with ids in `problems`."""
    content = FileContent(table, file)
    identity = file.only("id")
    if file.shape == "long" and identity is not None:
        content.ids = np.asarray(list(dict.fromkeys(texts(table.column(identity)))), dtype=object)
        content.n = len(content.ids)
        content.lines = table.lines[np.arange(content.n)]
        return content
    _, first = _documents(content)
    content.n, content.lines = len(first), table.lines[first]
    if file.joined_on:
        content.keys = texts(table.column(file.joined_on))[first]
    return content


def _documents(content: FileContent) -> tuple[Array, Array]:
    """The document of each row, shape (rows,), and each document's first row; ids are noted."""
    table, file = content.table, content.file
    everything = np.arange(table.rows)
    identity, apart = file.only("id"), file.having(*APART)
    if identity is None:
        if file.having("system", "repeat"):
            content.note(None, "there is no id column", "documents are numbered by row")
        return everything, everything
    once = table.unique_texts(identity)
    if once is None:
        ids = texts(table.column(identity))
        without = np.flatnonzero(ids == "")
    else:
        content.ids = PackedTexts(*bytes_of(once))
        without = np.flatnonzero(np.diff(content.ids.ends) == 0)
    content.report(without, identity, "the id is missing", "give every row an id")
    if once is not None:
        return everything, everything
    import pandas as pd  # in most files each row has an id of its own

    document, names = pd.factorize(ids)
    content.ids = np.asarray(names, dtype=object)
    if apart:
        return document, np.flatnonzero(~pd.Index(document).duplicated())
    again = np.flatnonzero(pd.Index(document).duplicated() & (ids != ""))
    if len(again) and _one_row_a_split(content, document):
        what = f"{len(again):,} ids occur in more than one split"
        content.note(identity, what, "each row is one document; the page Splits lists them")
        content.ids = ids
        return everything, everything
    content.report(again, identity, "the id {} occurred before", "keep one row per document")
    return document, everything


def _read_systems(content: FileContent, document: Array, first: Array) -> None:
    by_people = content.file.only("annotator") is not None
    for name, file in content.file.parts():
        if file.having("answer") or (_decided_in(file) and file.having(*OF_AN_ANSWER)):
            content.answer_rows += answer_rows(content, name, file, document)
            continue
        decided = sets_of(content, file, "predicted", "decision")
        if file.having("scores"):
            scores, score_classes = listed_scores(content, file)
        else:
            scores, score_classes = wide_scores(content.table, file, content.problems)
        if decided is None and scores is None:
            continue
        decisions = decided[0] if decided is not None else None
        if by_people:
            _report_changes(content, file, document, first, decisions, scores)
        rows_of_systems = [(name, first)] if by_people else systems_of(content, name, document)
        for system, rows in rows_of_systems:
            are_all_rows = isinstance(rows, slice) or len(rows) == content.table.rows
            content.outputs.append(
                SystemOutput(
                    system=system,
                    documents=document[rows],
                    score_classes=score_classes,
                    scores=scores if are_all_rows or scores is None else scores[:, rows],
                    decisions=decisions
                    if are_all_rows or decisions is None
                    else decisions.rows(rows),
                    probabilities=file.probabilities,
                )
            )


def _decided_in(file: FileProposal) -> list[str]:
    """The columns that hold decisions as they are."""
    return file.having("predicted", "decision")


def _report_changes(
    content: FileContent,
    file: FileProposal,
    document: Array,
    first: Array,
    decisions: ClassSets | None,
    scores: Array | sparse.csr_array | None,
) -> None:
    """Rows of a document, one for each annotator, that hold another prediction than its first."""
    differs = np.zeros(content.table.rows, dtype=bool)
    if decisions is not None:
        changed = decisions.has != decisions.has[first][document]
        differs |= np.asarray(changed.sum(axis=1)) > 0
    if scores is not None:
        # what is no number was reported, and equals nothing
        changed = scores != scores[:, first][:, document]
        differs |= np.asarray(changed.sum(axis=0)) > 0
    column = file.having("predicted", "decision", "score", "scores")[0]
    what = "the prediction differs from that of an earlier row of the document"
    content.report(np.flatnonzero(differs), column, what, "give each document one prediction")


def _one_row_a_split(content: FileContent, document: Array) -> bool:
    """Whether repeated ids stand in different splits: a leak to be shown, not a slip."""
    import pandas as pd  # slow to import

    column = content.file.only("split")
    if column is None:
        return False
    splits = pd.DataFrame({"document": document, "split": texts(content.table.column(column))})
    return not splits.duplicated().any() and bool((splits["split"] != "").all())
