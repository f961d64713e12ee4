"""What several people said of the same documents, from one file and from all of them joined.

Tested in `tests/breakeven/readers/columns/test_annotator_columns.py`.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy import sparse

from breakeven.data.arrow_arrays import truths_in
from breakeven.data.records import Annotator, Problem
from breakeven.readers.base.problems import first_problems
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import encoded
from breakeven.readers.shapes.file_content import (
    AnnotatorLabels,
    ClassSets,
    FileContent,
    sets_in,
    sets_of,
)
from metrics.typing import Array

MOST_ANNOTATORS = 1_000
# how an empty cell is read, by whether a cell is one class or may list several
SILENT = "cells in which an annotator wrote nothing: {:,}"
NOT_JUDGED = "read as not judged by that person"
NO_CLASS = (
    "read as judged, in no class; if nobody judged it, write lists ([] for no class), or one row "
    "per annotator"
)


def read_annotators(content: FileContent, document: Array, first: Array) -> None:
    """What annotators said in a file of one row a document, or one for each of its annotators.

    `document`: of each row, shape (rows,); `first`: the first row of each document.
    """
    if content.file.only("annotator") is not None:
        _by_rows(content, document)
        return
    silent = 0
    for column in content.file.having("annotated"):
        sets = sets_in(content, content.file, column).rows(first)
        judged = _judged(content, column)[first]
        silent += int((~judged if _empty_is_open(content, column) else _empty(sets)).sum())
        rows = np.flatnonzero(judged)
        name = content.file.annotators[column]
        content.people.append(AnnotatorLabels(name, rows, sets.rows(rows), None))
    if silent:
        _note_silent(content, content.file.having("annotated")[0], silent)


def read_pairs_by_annotator(
    content: FileContent, document: Array, yes: ClassSets, unjudged: ClassSets
) -> None:
    """The long shape: `yes` and `unjudged` hold the pair of each row, shape (rows, classes).

    A document of which an annotator has any row was judged by that person on every class.
    """
    codes, names = _annotators(content, np.ones(content.table.rows, dtype=bool))
    for code, name in enumerate(names):
        rows = np.flatnonzero(codes == code)
        if name and len(rows):
            documents, place = np.unique(document[rows], return_inverse=True)
            gathered = [_gathered(sets, rows, place, len(documents)) for sets in (yes, unjudged)]
            off = gathered[1] if gathered[1].has.nnz else None
            content.people.append(AnnotatorLabels(name, documents, gathered[0], off))


def join_annotators(
    contents: list[FileContent],
    place_of: dict[int, Array],
    position: dict[str, int],
    n: int,
    problems: list[Problem],
) -> tuple[Annotator, ...]:
    """The annotators of all files by their names, in order of appearance."""
    parts_by_name: dict[str, list[tuple[FileContent, AnnotatorLabels]]] = {}
    for content in contents:
        for labels_of_file in content.people:
            parts_by_name.setdefault(labels_of_file.name, []).append((content, labels_of_file))
    annotators = []
    for name, parts in parts_by_name.items():
        is_labelled = np.zeros(n, dtype=bool)
        labels = sparse.csr_array((n, len(position)), dtype=bool)
        unjudged = sparse.csr_array((n, len(position)), dtype=bool)
        for content, labels_of_file in parts:
            place = place_of[id(content)][labels_of_file.documents]
            here = _placed(labels_of_file.sets, place, position, n)
            there = place[place >= 0]
            differs = np.asarray((labels != here).sum(axis=1))[there] > 0
            again = labels_of_file.documents[place >= 0][is_labelled[there] & differs]
            problems += first_problems(again, partial(_said_otherwise, content, name))
            labels = sparse.csr_array(labels + here)
            if labels_of_file.unjudged is not None:
                unjudged = sparse.csr_array(
                    unjudged + _placed(labels_of_file.unjudged, place, position, n)
                )
            is_labelled[there] = True
        rows = np.flatnonzero(is_labelled)
        off = sparse.csc_array(unjudged[rows]) if unjudged.nnz else None
        annotators.append(Annotator(name, rows, sparse.csc_array(labels[rows]), off))
    return tuple(annotators)


def _by_rows(content: FileContent, document: Array) -> None:
    import pandas as pd  # slow to import

    table, file = content.table, content.file
    annotated = file.only("annotated") or file.only("truth")
    sets_and_unjudged = sets_of(
        content, file, "annotated" if file.only("annotated") else "truth", "indicator"
    )
    assert sets_and_unjudged is not None
    sets, unjudged = sets_and_unjudged
    judged = np.ones(table.rows, dtype=bool)
    if annotated is not None:
        judged = _judged(content, annotated)
    codes, names = _annotators(content, judged)
    if annotated is not None:
        empty = ~judged if _empty_is_open(content, annotated) else _empty(sets)
        if silent := int((empty & (codes >= 0)).sum()):
            _note_silent(content, annotated, silent)
    who = file.only("annotator")
    assert who is not None
    pairs = pd.DataFrame({"document": document, "annotator": codes})
    again = pairs.duplicated().to_numpy() & judged & (codes >= 0)
    what = "annotator {} has an earlier row for the same document"
    content.report(np.flatnonzero(again), who, what, "keep one row per document and annotator")
    order = np.lexsort((document, codes))
    order = order[judged[order]]
    starts = np.searchsorted(codes[order], np.arange(len(names) + 1))
    for code, name in enumerate(names):
        rows = order[starts[code] : starts[code + 1]]
        if name and len(rows):
            off = None if unjudged is None else unjudged.rows(rows)
            some = off if off is not None and off.has.nnz else None
            content.people.append(AnnotatorLabels(name, document[rows], sets.rows(rows), some))


def _annotators(content: FileContent, judged: Array) -> tuple[Array, list[str]]:
    """Per row the index of who labelled it, -1 for nobody, and their names."""
    column = content.file.only("annotator")
    assert column is not None
    codes, names = encoded(content.table.column(column))
    nameless = np.isin(codes, [-1, *(i for i, name in enumerate(names) if not name.strip())])
    what, remedy = "the annotator is missing", "name who labelled the row"
    content.report(np.flatnonzero(nameless & judged), column, what, remedy)
    if len(names) > MOST_ANNOTATORS:
        what = f"{len(names):,} annotators, more than {MOST_ANNOTATORS:,}"
        remedy = "choose the column that names who labelled the row"
        content.problems.append(
            Problem(column=column, what=what, remedy=remedy, file=content.table.name)
        )
        return np.full(len(codes), -1), []
    return np.where(nameless, -1, codes), names


def _judged(content: FileContent, column: str) -> Array:
    """Which cells were judged: nothing at all is not; an empty text where a cell lists several."""
    values = content.table.column(column)
    given = truths_in(values.is_valid())
    if is_list(values.type) or not _empty_is_open(content, column):
        return given
    codes, names = encoded(values)
    empty = [place for place, name in enumerate(names) if not name]
    return given & ~np.isin(codes, empty)


def _empty_is_open(content: FileContent, column: str) -> bool:
    """Whether an empty cell says that nobody judged: of lists no class is []."""
    kind = content.table.type_of(column)
    return is_list(kind) or content.file.separator in ("none", "list")


def _empty(sets: ClassSets) -> Array:
    return np.diff(sets.has.indptr) == 0


def _note_silent(content: FileContent, column: str, silent: int) -> None:
    remedy = NOT_JUDGED if _empty_is_open(content, column) else NO_CLASS
    content.note(column, SILENT.format(silent), remedy)


def _gathered(sets: ClassSets, rows: Array, place: Array, n: int) -> ClassSets:
    """The rows of a document put together."""
    some = sets.has[rows].tocoo()
    data = np.ones(some.nnz, dtype=bool)
    shape = (n, sets.has.shape[1])
    return ClassSets(sparse.csr_array((data, (place[some.row], some.col)), shape=shape), sets.names)


def _placed(sets: ClassSets, place: Array, position: dict[str, int], n: int) -> sparse.csr_array:
    """The sets among all documents and classes; those of documents that are not there are left."""
    pairs = sets.has.tocoo()
    columns = np.array([position.get(name, -1) for name in sets.names] or [-1])[pairs.col]
    rows = place[pairs.row]
    kept = (rows >= 0) & (columns >= 0)
    data = np.ones(int(kept.sum()), dtype=bool)
    return sparse.csr_array((data, (rows[kept], columns[kept])), shape=(n, len(position)))


def _said_otherwise(content: FileContent, name: str, document: int) -> Problem:
    of = "" if content.ids is None else f" of {content.ids[document]!r}"
    what = f"the label of annotator {name!r}{of} differs from another file's"
    remedy = "give each document one row per annotator, or give the annotators different names"
    return Problem(
        row=int(content.lines[document]), what=what, remedy=remedy, file=content.table.name
    )
