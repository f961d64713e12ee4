"""The long shape: one row a document/class pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.readers.cells import encoded, flags, texts
from breakeven.readers.shapes.content import (
    ClassSets,
    FileContent,
    SystemOutput,
    systems_of,
)
from breakeven.readers.shapes.grades import read_pair_grades
from breakeven.readers.shapes.people import pairs_by_person
from breakeven.readers.shapes.properties import describe
from breakeven.readers.shapes.sampling import read_sampling
from breakeven.readers.shapes.scores import pair_scores
from metrics.typing import Array

# between a slot and its filler, in the name of a class
FILLED_BY = "="


def read_pairs(content: FileContent) -> None:
    """The long shape: a row is a document/class pair; absent pairs say no."""
    table, file = content.table, content.file
    identity, class_column = file.only("id"), file.class_of_pairs()
    assert identity is not None
    assert class_column is not None
    ids = texts(table.column(identity))
    content.report(np.flatnonzero(ids == ""), identity, "the id is missing", "give every row an id")
    document, names = pd.factorize(ids)
    content.ids, content.n = np.asarray(names, dtype=object), len(names)
    first = np.flatnonzero(~pd.Index(document).duplicated())
    content.lines = table.lines[first]
    which, found_classes = pd.factorize(_class_names(content, class_column))
    classes = [str(name) for name in found_classes]
    # a row without a class is how a document without any is listed
    named = np.not_equal(which, classes.index("") if "" in classes else -1)
    if not named.all():
        what = f"rows that name no class: {int((~named).sum()):,}"
        content.note(class_column, what, "their documents are kept, as documents of no class")
    pair = {"document": document, "class": which}
    for role in ("system", "annotator"):
        if (column := file.only(role)) is not None:
            pair[role] = encoded(table.column(column))[0]
    again = pd.DataFrame(pair).duplicated().to_numpy()
    what = "class {} has an earlier row for the same document"
    content.report(np.flatnonzero(again), class_column, what, "keep one row for each pair")

    pairs = _Pairs(document, which, named, classes)
    _read_truth(content, pairs, class_column)
    read_pair_grades(content, document, which, named, classes)
    describe(content, first)
    read_sampling(content, first, document)
    _read_systems(content, pairs)


def _class_names(content: FileContent, column: str) -> Array:
    """The class of each row, shape (rows,), "" for none: beside a slot it is slot=filler."""
    names = texts(content.table.column(column))
    slot = content.file.only("slot")
    if slot is None:
        return names
    slots = texts(content.table.column(slot))
    named = names != ""
    content.report(np.flatnonzero(named & (slots == "")), slot, "the slot is missing", "name it")
    parted = pd.Series(slots, dtype=object).str.contains(FILLED_BY, regex=False).to_numpy(bool)
    what = f"slot {{}} holds {FILLED_BY}, which stands between slot and filler"
    content.report(np.flatnonzero(named & parted), slot, what, "write the slot without it")
    return np.where(named, slots + FILLED_BY + names, "")


@dataclass(frozen=True)
class _Pairs:
    """The document and the class of each row, shape (rows,), and whether it names a class."""

    document: Array
    which: Array
    named: Array
    classes: list[str]


def _read_truth(content: FileContent, pairs: _Pairs, class_column: str) -> None:
    truth = _pair_flags(content, "truth")
    if truth is None:
        return
    document, which, named, classes = pairs.document, pairs.which, pairs.named, pairs.classes
    shape = (content.n, len(classes))
    yes, unjudged = truth == 1, truth == -1
    if content.file.only("annotator") is not None:
        of_rows, each = (len(truth), len(classes)), np.arange(len(truth))
        said = [_pair_matrix(each, which, flag & named, of_rows) for flag in (yes, unjudged)]
        by_class = [ClassSets(matrix, classes) for matrix in said]
        pairs_by_person(content, document, by_class[0], by_class[1])
        return
    content.truth = ClassSets(_pair_matrix(document, which, yes & named, shape), classes)
    if (unjudged & named).any():
        open_pairs = _pair_matrix(document, which, unjudged & named, shape)
        content.unjudged = ClassSets(open_pairs, classes)
    if content.file.only("system") is not None:
        keys = pd.Series(document * shape[1] + which)
        differs = pd.Series(truth) != pd.Series(truth).groupby(keys).transform("first")
        what = "the truth of class {} differs from an earlier row's"
        content.report(np.flatnonzero(differs), class_column, what, "give each pair one truth")


def _read_systems(content: FileContent, pairs: _Pairs) -> None:
    table, file = content.table, content.file
    document, which, named, classes = pairs.document, pairs.which, pairs.named, pairs.classes
    scores = pair_scores(table, file, content.problems)
    decided = _pair_flags(content, "predicted")
    if scores is None and decided is None:
        return
    for system, rows in systems_of(content, file.system, document):
        spoken, place = np.unique(document[rows], return_inverse=True)
        chosen = named[rows]
        here, columns = place[chosen], which[rows][chosen]
        size = (len(classes), len(spoken))
        listed = None
        if scores is not None:
            given = ~np.isnan(scores[rows][chosen])
            values = scores[rows][chosen][given]
            listed = sparse.csr_array((values, (columns[given], here[given])), shape=size)
        decisions = None
        if decided is not None:
            yes = decided[rows][chosen] == 1
            matrix = _pair_matrix(here, columns, yes, (size[1], size[0]))
            decisions = ClassSets(matrix, classes)
        content.outputs.append(
            SystemOutput(
                system=system,
                documents=spoken,
                score_classes=classes,
                scores=listed,
                decisions=decisions,
                probabilities=file.probabilities,
            )
        )


def _pair_flags(content: FileContent, role: str) -> Array | None:
    column = content.file.only(role)
    if column is None:
        return None
    if column == content.file.class_of_pairs():  # what is listed is so
        return np.ones(content.table.rows, dtype=np.int64)
    values, bad = flags(content.table.column(column))
    content.report(bad, column, "{} is neither 1 nor 0", "write 1 or 0, or -1 for not judged")
    return values


def _pair_matrix(
    rows: Array, columns: Array, which: Array, shape: tuple[int, int]
) -> sparse.csr_array:
    data = np.ones(int(which.sum()), dtype=bool)
    return sparse.csr_array((data, (rows[which], columns[which])), shape=shape)
