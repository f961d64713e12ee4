"""Pairs of documents and classes, in the order of files and in that of scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from scipy import sparse

from breakeven.data.arrow_arrays import array_of, numbers_in, text_as, texts_in, truths_in
from breakeven.readers.files.cells import as_text
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.shapes.dictionary_codes import as_codes
from metrics.parallel import run_parallel
from metrics.typing import Array

# --- Long files as they are mostly written: documents one after the other, each with all classes


@dataclass(frozen=True)
class PairGrid:
    """The documents and the classes of rows that are all their pairs, sorted by document.

    `ids`, shape (n,), and `classes`, (k,): different texts in the order in which they come, the
    same one of classes in each document. Row d * k + c is document d and class c.
    """

    ids: Array
    classes: list[str]


@dataclass(frozen=True)
class _Codes:
    """A piece of a column: numbers, shape (rows,), and what they stand for, None for these."""

    numbers: Array
    values: pa.Array | None

    def take(self, numbers: Array) -> pa.Array:
        """The values of these numbers."""
        held = array_of(numbers)
        return held if self.values is None else self.values.take(held)

    def numbers_of(self, values: pa.Array) -> Array:
        """The first number of each of these values, -1 for those that the piece has none of."""
        if self.values is None:
            return numbers_in(values)
        found = pc.index_in(values, value_set=self.values)
        return np.where(truths_in(found.is_valid()), numbers_in(found), -1)


@dataclass(frozen=True)
class _Ids:
    """The documents that begin in a piece, and the one that it begins within."""

    own: pa.Array
    before: object


def grid_of(table: FileTable, identity: str, class_column: str) -> PairGrid | None:
    """The grid that the rows are; None where they are none, or a name is missing.

    The first rows say nearly always that they are none. No row is held. Raises ReadError as
    `Table.column` does.
    """
    columns = [identity, class_column]
    names = _classes_of_the_first(next(table.batches(columns)), columns)
    if names is None or table.rows % len(names):
        return None

    def ids_in(start: int, piece: pa.Table) -> _Ids | None:
        return _ids_in(start, piece, columns, names)

    ids_of_pieces: list[pa.Array] = []
    last: object = None
    for ids in table.pieces(columns, ids_in):
        if ids is None or (ids.before is not None and ids.before != last):
            return None
        ids_of_pieces.append(ids.own)
        last = ids.own[-1].as_py() if len(ids.own) else last
    texts, classes = as_text(pa.chunked_array(ids_of_pieces)), as_text(names)
    if not _are_names(texts) or not _are_names(classes):
        return None
    return PairGrid(texts_in(texts), classes.to_pylist())


def _classes_of_the_first(piece: pa.Table, columns: list[str]) -> pa.Array | None:
    """The classes of the first document, where the first rows hold another one too."""
    documents, classes = (_codes(piece.column(column)) for column in columns)
    if documents is None or classes is None:
        return None
    (ends,) = np.nonzero(documents.numbers[1:] != documents.numbers[:-1])
    return classes.take(classes.numbers[: ends[0] + 1]) if len(ends) else None


def _ids_in(start: int, piece: pa.Table, columns: list[str], names: pa.Array) -> _Ids | None:
    """The documents of the rows from `start` on; None where they are not as in a grid."""
    documents, classes = (_codes(piece.column(column)) for column in columns)
    if documents is None or classes is None:
        return None
    k, rows = len(names), len(piece)
    pattern, which = classes.numbers_of(names), classes.numbers
    if not np.array_equal(which[:k], np.roll(pattern, -(start % k))[:rows]):
        return None
    if not np.array_equal(which[k:], which[:-k]):
        return None
    other = documents.numbers[1:] != documents.numbers[:-1]
    begin = -start % k
    at_ends = other[begin - 1 if begin else k - 1 :: k]
    if not at_ends.all() or np.count_nonzero(other) != len(at_ends):
        return None
    before = documents.take(documents.numbers[:1])[0].as_py() if begin else None
    return _Ids(documents.take(documents.numbers[begin::k]), before)


def _codes(column: pa.ChunkedArray) -> _Codes | None:
    """The column in numbers; None where a value is missing, or it is in several pieces."""
    held = as_codes(column)
    if held.num_chunks != 1 or held.null_count:
        return None
    (chunk,) = held.chunks
    if not pa.types.is_dictionary(chunk.type):
        return _Codes(numbers_in(chunk), None)
    if chunk.indices.null_count:
        return None
    return _Codes(numbers_in(chunk.indices), chunk.dictionary)


def _are_names(texts: pa.Array | pa.ChunkedArray) -> bool:
    """Whether all texts are there, and differ."""
    if texts.null_count or pc.any(pc.equal(texts, text_as("", texts.type))).as_py():
        return False
    return bool(pc.count_distinct(texts).as_py() == len(texts))


# --- Pairs of documents and classes in the order that scores are kept in: class by class


# pairs that are given their place at a time
PIECE = 1 << 16
# places for pairs, to each that is there
MOST_EMPTY = 4


@dataclass(frozen=True)
class ScoreSheet:
    """A place for each pair of classes and documents, shape (k, n), NaN where none has come.

    `put`: takes the number of a row, and the scores from there on, NaN for none.
    """

    values: Array
    put: Callable[[int, Array], None]

    def scores(self) -> Array | sparse.csr_array:
        """What has come, shape (k, n): dense if every pair has a score, else csr."""
        # of any NaN it is NaN
        if not np.isnan(self.values.min()):
            return self.values
        there = ~np.isnan(self.values)
        ends = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
        kind = _index_type(self.values.size)
        columns = np.concatenate([np.flatnonzero(own).astype(kind) for own in there])
        return sparse.csr_array((self.values[there], columns, ends), shape=self.values.shape)


class PairOrder(Protocol):
    """Where the pair of each row stands among all pairs of n documents and k classes."""

    @property
    def n(self) -> int:
        """How many documents there are."""

    @property
    def k(self) -> int:
        """How many classes there are."""

    @property
    def document(self) -> Array:
        """The document of each row, in the order in which they first come, shape (rows,)."""

    @property
    def which(self) -> Array:
        """The class of each row, in the order in which they first come, shape (rows,)."""

    def pairs_of(self, rows: Array) -> tuple[Array, Array]:
        """The document and the class of these rows."""

    def again(self) -> Array:
        """The rows of pairs that an earlier row is of, ascending."""

    def sheet(self, kind: np.dtype, order: Array) -> ScoreSheet | ListedPairs:
        """What takes the scores of rows. `order`: the class that each row of it is of, (k,)."""


@dataclass(frozen=True)
class ByDocument:
    """All pairs, each once, sorted by document, the classes of each in one order."""

    n: int
    k: int

    @cached_property
    def document(self) -> Array:
        """The document of each row, shape (rows,)."""
        return np.repeat(np.arange(self.n, dtype=_index_type(self.n)), self.k)

    @cached_property
    def which(self) -> Array:
        """The class of each row, shape (rows,)."""
        return np.tile(np.arange(self.k, dtype=_index_type(self.k)), self.n)

    def pairs_of(self, rows: Array) -> tuple[Array, Array]:
        """The document and the class of these rows."""
        document, which = np.divmod(rows, self.k)
        return document, which

    def again(self) -> Array:
        """No row."""
        return np.zeros(0, dtype=np.int64)

    def sheet(self, kind: np.dtype, order: Array) -> ScoreSheet:
        """What takes the scores of rows, class by class."""
        place = np.argsort(order)
        scores = np.empty((self.k, self.n), dtype=kind)

        def put(start: int, values: Array) -> None:
            # the rest of a document that an earlier piece begins, whole ones, and a beginning
            document, first = divmod(start, self.k)
            if first:
                head, values = np.split(values, [self.k - first])
                scores[place[first : first + len(head)], document] = head
                document += 1
            complete = len(values) // self.k
            body, tail = np.split(values, [complete * self.k])
            scores[place, document : document + complete] = body.reshape(complete, self.k).T
            if len(tail):
                scores[place[: len(tail)], document + complete] = tail

        return ScoreSheet(scores, put)


@dataclass(frozen=True)
class AnyOrder:
    """Pairs in any order, not all of them, or one several times.

    `document`, `which`: the document and the class of each row as codes in the order in which they
    first come, shape (rows,); `n`, `k`: how many there are.
    """

    document: Array
    which: Array
    n: int
    k: int

    def pairs_of(self, rows: Array) -> tuple[Array, Array]:
        """The document and the class of these rows."""
        return self.document[rows], self.which[rows]

    def again(self) -> Array:
        """The rows of pairs that an earlier row is of, ascending."""
        import pandas as pd  # slow to import

        if not self.repeats:
            return np.zeros(0, dtype=np.int64)
        if not self._has_places:
            pairs = self.which.astype(np.int64) * self.n + self.document
            return np.flatnonzero(pd.Series(pairs).duplicated())
        rows = len(self.document)
        first = np.full(self.n * self.k, rows, dtype=_index_type(rows))
        again = np.empty(rows, dtype=bool)
        for start in range(0, rows, PIECE):
            place = self._places(start, PIECE)
            rows_of_piece = np.arange(start, start + len(place), dtype=first.dtype)
            (new,) = np.nonzero(first[place] == rows)
            # of several rows the first is written last
            first[place[new[::-1]]] = rows_of_piece[new[::-1]]
            np.not_equal(first[place], rows_of_piece, out=again[start : start + len(place)])
        return np.flatnonzero(again)

    @cached_property
    def repeats(self) -> bool:
        """Whether a pair comes more than once."""
        rows = len(self.document)
        if rows > self.n * self.k:
            return True
        if not self._has_places:
            pairs = np.sort(self.which.astype(np.int64) * self.n + self.document)
            return bool((pairs[1:] == pairs[:-1]).any())
        seen = np.zeros(self.n * self.k, dtype=bool)

        def see(piece: int) -> None:
            seen[self._places(piece * PIECE, PIECE)] = True

        run_parallel(see, -(-rows // PIECE), rows)
        return int(np.count_nonzero(seen)) < rows

    def sheet(self, kind: np.dtype, order: Array) -> ScoreSheet | ListedPairs:
        """What takes the scores of rows; of a pair that comes again the last one counts."""
        place = np.argsort(order)
        if not self._has_places:
            return ListedPairs(self, np.empty(len(self.document), dtype=kind), place)
        scores = np.full((self.k, self.n), np.nan, dtype=kind)
        flat, by_class = scores.reshape(-1), place * self.n

        def put(start: int, values: Array) -> None:
            for offset in range(0, len(values), PIECE):
                part = slice(start + offset, min(start + offset + PIECE, start + len(values)))
                flat[by_class[self.which[part]] + self.document[part]] = values[
                    offset : offset + PIECE
                ]

        return ScoreSheet(scores, put)

    @property
    def _has_places(self) -> bool:
        """Whether there is room for each pair that there may be."""
        return self.n * self.k <= MOST_EMPTY * len(self.document)

    def _places(self, start: int, rows: int) -> Array:
        part = slice(start, start + rows)
        return self.which[part].astype(np.int64) * self.n + self.document[part]


@dataclass(frozen=True)
class ListedPairs:
    """The scores of few of all pairs, by rows, shape (rows,), and the row of each class, (k,)."""

    order: AnyOrder
    values: Array
    place: Array

    def put(self, start: int, values: Array) -> None:
        """Take the scores from a row on, NaN for none."""
        self.values[start : start + len(values)] = values

    def scores(self) -> sparse.csr_array:
        """What has come, csr (k, n)."""
        order = self.order
        given = ~np.isnan(self.values)
        if order.repeats:
            import pandas as pd  # few files name a pair twice

            keys = pd.DataFrame({"document": order.document, "which": order.which})
            given &= ~keys.duplicated(keep="last").to_numpy()
        rows = slice(None) if given.all() else given
        pairs = (self.place[order.which[rows]], order.document[rows])
        return sparse.csr_array((self.values[rows], pairs), shape=(order.k, order.n))


def _index_type(numbers: int) -> type[np.signedinteger]:
    return np.int32 if numbers <= np.iinfo(np.int32).max else np.int64
