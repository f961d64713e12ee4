"""The long shape: one row a document/class pair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import pyarrow as pa
from scipy import sparse

from breakeven.readers.cells import encoded, flags, texts
from breakeven.readers.coded import coded
from breakeven.readers.shapes.content import (
    ClassSets,
    FileContent,
    SystemOutput,
    systems_of,
)
from breakeven.readers.shapes.grades import read_pair_grades
from breakeven.readers.shapes.pair_order import PairOrder
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
    ids = coded(table.parts(identity))
    content.report(ids.without(), identity, "the id is missing", "give every row an id")
    content.ids, content.n = ids.texts, len(ids.texts)
    content.lines = table.lines[ids.first]
    names = coded(_class_names(content, class_column))
    # a row without a class is how a document without any is listed
    nameless = names.without()
    if len(nameless):
        what = f"rows that name no class: {len(nameless):,}"
        content.note(class_column, what, "their documents are kept, as documents of no class")
    classes = [str(name) for name in names.texts]
    order = PairOrder(ids.codes, names.codes, len(ids.texts), len(classes))
    pairs = _Pairs(order, nameless, classes)
    again = _again(content, order)
    what = "class {} has an earlier row for the same document"
    content.report(again, class_column, what, "keep one row for each pair")

    _read_truth(content, pairs, class_column)
    read_pair_grades(content, order.document, order.which, pairs.named, classes)
    describe(content, ids.first)
    read_sampling(content, ids.first, order.document)
    _read_systems(content, pairs)


def _again(content: FileContent, order: PairOrder) -> Array:
    """The rows whose pair has an earlier row, of the same system and person where rows say it."""
    given = (content.file.only(role) for role in ("system", "annotator"))
    by = [encoded(content.table.column(column))[0] for column in given if column is not None]
    if not by:
        return order.again()
    told = dict(enumerate([order.document, order.which, *by]))
    return np.flatnonzero(pd.DataFrame(told).duplicated())


def _class_names(content: FileContent, column: str) -> Iterable[pa.ChunkedArray]:
    """The class of each row, in parts, "" for none: beside a slot it is slot=filler."""
    slot = content.file.only("slot")
    if slot is None:
        return content.table.parts(column)
    names, slots = texts(content.table.column(column)), texts(content.table.column(slot))
    named = names != ""
    content.report(np.flatnonzero(named & (slots == "")), slot, "the slot is missing", "name it")
    parted = pd.Series(slots, dtype=object).str.contains(FILLED_BY, regex=False).to_numpy(bool)
    what = f"slot {{}} holds {FILLED_BY}, which stands between slot and filler"
    content.report(np.flatnonzero(named & parted), slot, what, "write the slot without it")
    filled = np.where(named, slots + FILLED_BY + names, "")
    return [pa.chunked_array([pa.array(filled, pa.large_string())])]


@dataclass(frozen=True)
class _Pairs:
    """The pair of each row, the rows that name no class, and the classes."""

    order: PairOrder
    nameless: Array
    classes: list[str]

    @cached_property
    def named(self) -> Array:
        """Which rows name a class, shape (rows,)."""
        named = np.ones(len(self.order.document), dtype=bool)
        named[self.nameless] = False
        return named

    def only_named(self, rows: Array) -> Array:
        """These rows, without those that name no class."""
        return rows[self.named[rows]] if len(self.nameless) else rows

    def scores(self, values: Array, classes: list[int]) -> sparse.csr_array:
        """Scores of the rows, NaN for none, as csr (classes, documents), classes in this order."""
        given = ~np.isnan(values)
        given[self.nameless] = False
        return self.order.placed(values, None if given.all() else given, np.array(classes))

    def sets(self, flag: Array) -> ClassSets:
        """The classes of each document of which a row has the flag, shape (rows,)."""
        rows = self.only_named(np.flatnonzero(flag))
        shape = (self.order.n, self.order.k)
        matrix = _pair_matrix(self.order.document[rows], self.order.which[rows], shape)
        return ClassSets(matrix, self.classes)


def _read_truth(content: FileContent, pairs: _Pairs, class_column: str) -> None:
    truth = _pair_flags(content, "truth")
    if truth is None:
        return
    document, which, classes = pairs.order.document, pairs.order.which, pairs.classes
    if content.file.only("annotator") is not None:
        of_rows = (len(truth), len(classes))
        rows = [pairs.only_named(np.flatnonzero(truth == said)) for said in (1, -1)]
        by_class = [ClassSets(_pair_matrix(r, which[r], of_rows), classes) for r in rows]
        pairs_by_person(content, document, by_class[0], by_class[1])
        return
    content.truth = pairs.sets(truth == 1)
    unjudged = pairs.sets(truth == -1)
    if unjudged.has.nnz:
        content.unjudged = unjudged
    if content.file.only("system") is not None:
        keys = pd.Series(document.astype(np.int64) * len(classes) + which)
        differs = pd.Series(truth) != pd.Series(truth).groupby(keys).transform("first")
        what = "the truth of class {} differs from an earlier row's"
        content.report(np.flatnonzero(differs), class_column, what, "give each pair one truth")


def _read_systems(content: FileContent, pairs: _Pairs) -> None:
    table, file, classes = content.table, content.file, pairs.classes
    scores = pair_scores(table, file, content.problems)
    decided = _pair_flags(content, "predicted")
    if scores is None and decided is None:
        return
    systems = systems_of(content, file.system, pairs.order.document)
    if content.problems:
        return
    for system, rows in systems:
        spoken, own = _of_system(pairs, rows)
        listed, decisions = None, None
        by_name = sorted(range(len(classes)), key=classes.__getitem__)
        if scores is not None:
            listed = own.scores(scores[rows], by_name)
        if decided is not None:
            decisions = own.sets(decided[rows] == 1)
        content.outputs.append(
            SystemOutput(
                system=system,
                documents=spoken,
                score_classes=[classes[c] for c in by_name],
                scores=listed,
                decisions=decisions,
                probabilities=file.probabilities,
            )
        )


def _of_system(pairs: _Pairs, rows: Array | slice) -> tuple[Array, _Pairs]:
    """The documents that these rows are of, and their pairs with these documents alone."""
    order = pairs.order
    if isinstance(rows, slice):
        return np.arange(order.n), pairs
    spoken, place = np.unique(order.document[rows], return_inverse=True)
    own = PairOrder(place, order.which[rows], len(spoken), order.k)
    return spoken, _Pairs(own, np.flatnonzero(~pairs.named[rows]), pairs.classes)


def _pair_flags(content: FileContent, role: str) -> Array | None:
    column = content.file.only(role)
    if column is None:
        return None
    if column == content.file.class_of_pairs():  # what is listed is so
        return np.ones(content.table.rows, dtype=np.int8)
    values, bad = flags(content.table.column(column))
    content.report(bad, column, "{} is neither 1 nor 0", "write 1 or 0, or -1 for not judged")
    return values


def _pair_matrix(rows: Array, columns: Array, shape: tuple[int, int]) -> sparse.csr_array:
    return sparse.csr_array((np.ones(len(rows), dtype=bool), (rows, columns)), shape=shape)
