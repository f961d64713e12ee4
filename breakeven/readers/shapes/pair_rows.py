"""The long shape: one row a document/class pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from scipy import sparse

from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import APART, FileProposal
from breakeven.readers.files.cells import encoded, parse_flags, texts
from breakeven.readers.files.file_table import PIECE_CELLS, FileTable
from breakeven.readers.shapes.annotators import read_pairs_by_annotator
from breakeven.readers.shapes.dictionary_codes import encode_column
from breakeven.readers.shapes.document_columns import (
    SAMPLING,
    read_sampling,
    read_splits_and_columns,
)
from breakeven.readers.shapes.file_content import ClassSets, FileContent, SystemOutput, systems_of
from breakeven.readers.shapes.grades import read_pair_grades
from breakeven.readers.shapes.pair_order import (
    AnyOrder,
    ByDocument,
    ListedPairs,
    PairOrder,
    ScoreSheet,
    grid_of,
)
from breakeven.readers.shapes.scores import pair_score_kind, read_pair_scores
from metrics.typing import Array

# --- whether the rows of a long file may be held, where they are many for the bytes of the file


# bytes of memory for the column of a row: a document and a class are kept as codes, and only where
# their place does not say them
BYTES_OF_ROLE = {"id": 0, "class": 0, "ignore": 0, "truth": 1, "predicted": 1}
BYTES_OTHERWISE = 16
BYTES_OF_CODES = 12


def check_room(table: FileTable, file: FileProposal, in_order: bool) -> None:
    """Raises ReadError where the rows of a small file would take too much memory.

    `in_order`: all classes of each document come in one order, one document after the other.
    """
    if table.room is None:
        return
    score = pair_score_kind(table, file)
    bytes_of = BYTES_OF_ROLE | ({} if score is None else {"score": score.itemsize})
    held = sum(bytes_of.get(role, BYTES_OTHERWISE) for role in file.columns.values())
    if table.rows * (held + (0 if in_order else BYTES_OF_CODES)) > table.room.most:
        raise ReadError([table.room.refusal])


# --- the long shape: one row a document/class pair


# between a slot and its filler, in the name of a class
FILLED_BY = "="


def read_pair_rows(content: FileContent) -> None:
    """The long shape: a row is a document/class pair; absent pairs say no."""
    table, file = content.table, content.file
    identity, class_column = file.only("id"), file.class_of_pairs()
    assert identity is not None
    assert class_column is not None
    pairs, first = _pairs_of(content, identity, class_column)
    content.n, content.lines = pairs.order.n, table.lines[first]
    again = _again(content, pairs.order)
    what = "class {} has an earlier row for the same document"
    content.report(again, class_column, what, "keep one row per pair")

    _read_truth(content, pairs, class_column)
    read_pair_grades(content, pairs.order, pairs.nameless, pairs.classes)
    read_splits_and_columns(content, first)
    if file.having(*SAMPLING):
        read_sampling(content, first, pairs.order.document)
    _read_systems(content, pairs)


def _pairs_of(content: FileContent, identity: str, class_column: str) -> tuple[_Pairs, Array]:
    """The pairs of a file and the first row of each document, whose ids are noted."""
    table = content.table
    grid = None
    if content.file.only("slot") is None:
        grid = grid_of(table, identity, class_column)
    check_room(table, content.file, in_order=grid is not None)
    if grid is not None:
        content.ids = grid.ids
        order = ByDocument(len(grid.ids), len(grid.classes))
        return _Pairs(order, np.zeros(0, np.int64), grid.classes), np.arange(order.n) * order.k
    ids = encode_column(table.parts(identity))
    content.report(ids.without(), identity, "the id is missing", "give every row an id")
    content.ids = ids.texts
    names = encode_column(_class_names(content, class_column))
    # a row without a class is how a document without any is listed
    nameless = names.without()
    if len(nameless):
        what = f"rows without a class: {len(nameless):,}"
        content.note(class_column, what, "their documents are kept without a class")
    classes = [str(name) for name in names.texts]
    rows = AnyOrder(ids.codes, names.codes, len(ids.texts), len(classes))
    return _Pairs(rows, nameless, classes), ids.first


def _again(content: FileContent, order: PairOrder) -> Array:
    """The rows whose pair has an earlier row, of the same system and person where rows say it."""
    given = (content.file.only(role) for role in ("system", "annotator"))
    by = [encoded(content.table.column(column))[0] for column in given if column is not None]
    if not by:
        return order.again()
    import pandas as pd  # slow to import

    told = dict(enumerate([order.document, order.which, *by]))
    return np.flatnonzero(pd.DataFrame(told).duplicated())


def _class_names(content: FileContent, column: str) -> Iterable[pa.ChunkedArray]:
    """The class of each row, in parts, "" for none: beside a slot it is slot=filler."""
    slot = content.file.only("slot")
    if slot is None:
        return content.table.parts(column)
    import pandas as pd  # slow to import

    names, slots = texts(content.table.column(column)), texts(content.table.column(slot))
    named = names != ""
    content.report(np.flatnonzero(named & (slots == "")), slot, "the slot is missing", "name it")
    parted = pd.Series(slots, dtype=object).str.contains(FILLED_BY, regex=False).to_numpy(bool)
    what = f"slot {{}} holds {FILLED_BY}, which separates slot and filler"
    content.report(np.flatnonzero(named & parted), slot, what, "write the slot without it")
    filled = np.where(named, slots + FILLED_BY + names, "")
    return [pa.chunked_array([pa.array(filled, pa.large_string())])]


@dataclass(frozen=True)
class _Pairs:
    """The pair of each row, the rows that name no class, and the classes."""

    order: PairOrder
    nameless: Array
    classes: list[str]

    @property
    def by_name(self) -> list[int]:
        """The classes in the order of their names."""
        return sorted(range(len(self.classes)), key=self.classes.__getitem__)

    def only_named(self, rows: Array) -> Array:
        """These rows, ascending, without those that name no class."""
        return np.setdiff1d(rows, self.nameless, True) if len(self.nameless) else rows

    def sheet(self, kind: np.dtype) -> ScoreSheet | ListedPairs:
        """What takes the scores of rows, classes by their names."""
        return self.order.sheet(kind, np.array(self.by_name))

    def but_nameless(self, put: Callable[[int, Array], None]) -> Callable[[int, Array], None]:
        """What takes scores from a row on, and puts none where no class is named."""
        if not len(self.nameless):
            return put

        def put_named(start: int, values: Array) -> None:
            begin, end = np.searchsorted(self.nameless, [start, start + len(values)])
            named_values = values.copy()
            named_values[self.nameless[begin:end] - start] = np.nan
            put(start, named_values)

        return put_named

    def sets(self, flags: Array, flag: int) -> ClassSets:
        """The classes of each document of which a row says so, shape (rows,)."""
        document, which = self.order.pairs_of(self.only_named(_rows_with(flags, flag)))
        return ClassSets(_pair_matrix(document, which, (self.order.n, self.order.k)), self.classes)


def _read_truth(content: FileContent, pairs: _Pairs, class_column: str) -> None:
    truth = _pair_flags(content, "truth")
    if truth is None:
        return
    order, classes = pairs.order, pairs.classes
    if content.file.only("annotator") is not None:
        of_rows = (len(truth), len(classes))
        rows = [pairs.only_named(_rows_with(truth, flag)) for flag in (1, -1)]
        by_class = [
            ClassSets(_pair_matrix(r, order.pairs_of(r)[1], of_rows), classes) for r in rows
        ]
        read_pairs_by_annotator(content, order.document, by_class[0], by_class[1])
        return
    content.truth = pairs.sets(truth, 1)
    unjudged = pairs.sets(truth, -1)
    if unjudged.has.nnz:
        content.unjudged = unjudged
    if content.file.only("system") is not None:
        import pandas as pd  # slow to import

        keys = pd.Series(order.document.astype(np.int64) * len(classes) + order.which)
        differs = pd.Series(truth) != pd.Series(truth).groupby(keys).transform("first")
        what = "the truth of class {} differs from an earlier row"
        content.report(np.flatnonzero(differs), class_column, what, "give each pair one truth")


def _read_systems(content: FileContent, pairs: _Pairs) -> None:
    table, file, classes = content.table, content.file, pairs.classes
    kind = pair_score_kind(table, file)
    alone = None if kind is None or file.having(*APART) else pairs.sheet(kind)
    scores = np.empty(0 if kind is None or alone else table.rows, kind)

    def keep(start: int, values: Array) -> None:
        scores[start : start + len(values)] = values

    if kind is not None:
        put = pairs.but_nameless(alone.put) if alone else keep
        read_pair_scores(table, file, put, content.problems)
    decided = _pair_flags(content, "predicted")
    if kind is None and decided is None:
        return
    systems = systems_of(content, file.system)
    if content.problems:
        return
    for system, rows in systems:
        spoken, own = _of_system(pairs, rows)
        listed, decisions = None, None
        if kind is not None:
            sheet = alone or own.sheet(kind)
            if alone is None:
                own.but_nameless(sheet.put)(0, scores[rows])
            listed = sheet.scores()
        if decided is not None:
            decisions = own.sets(decided[rows], 1)
        content.outputs.append(
            SystemOutput(
                system=system,
                documents=spoken,
                score_classes=[classes[c] for c in pairs.by_name],
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
    document, which = order.pairs_of(rows)
    spoken, place = np.unique(document, return_inverse=True)
    own = AnyOrder(place, which, len(spoken), order.k)
    nameless = np.flatnonzero(np.isin(rows, pairs.nameless))
    return spoken, _Pairs(own, nameless, pairs.classes)


def _pair_flags(content: FileContent, role: str) -> Array | None:
    column = content.file.only(role)
    if column is None:
        return None
    if column == content.file.class_of_pairs():  # what is listed is so
        return np.ones(content.table.rows, dtype=np.int8)
    parsed = content.table.flags(column)
    if parsed is not None:
        return parsed
    values = np.empty(content.table.rows, dtype=np.int8)

    def take(start: int, piece: pa.Table) -> Array:
        values[start : start + len(piece)], bad = parse_flags(piece.column(0))
        return bad + start

    bad = np.concatenate([*content.table.pieces([column], take)])
    content.report(bad, column, "{} is neither 1 nor 0", "write 1 or 0, or -1 for not judged")
    return values


def _rows_with(flags: Array, flag: int) -> Array:
    """The rows that say so, ascending; looked at while they are in a processor's cache."""
    starts = range(0, len(flags), PIECE_CELLS)
    rows = [np.flatnonzero(flags[start : start + PIECE_CELLS] == flag) + start for start in starts]
    return np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)


def _pair_matrix(rows: Array, columns: Array, shape: tuple[int, int]) -> sparse.csr_array:
    return sparse.csr_array((np.ones(len(rows), dtype=bool), (rows, columns)), shape=shape)
