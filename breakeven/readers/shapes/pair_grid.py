"""Long files as they are mostly written: documents one after the other, each with all classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.arrow import array_of, numbers_in, text_as, texts_in, truths_in
from breakeven.readers.cells import as_text
from breakeven.readers.coded import as_codes
from breakeven.readers.files.table import Table
from metrics.typing import Array


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

    def of(self, numbers: Array) -> pa.Array:
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


def grid_of(table: Table, identity: str, class_column: str) -> PairGrid | None:
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

    found: list[pa.Array] = []
    last: object = None
    for ids in table.pieces(columns, ids_in):
        if ids is None or (ids.before is not None and ids.before != last):
            return None
        found.append(ids.own)
        last = ids.own[-1].as_py() if len(ids.own) else last
    texts, classes = as_text(pa.chunked_array(found)), as_text(names)
    if not _are_names(texts) or not _are_names(classes):
        return None
    return PairGrid(texts_in(texts), classes.to_pylist())


def _classes_of_the_first(piece: pa.Table, columns: list[str]) -> pa.Array | None:
    """The classes of the first document, where the first rows hold another one too."""
    documents, classes = (_codes(piece.column(column)) for column in columns)
    if documents is None or classes is None:
        return None
    (ends,) = np.nonzero(documents.numbers[1:] != documents.numbers[:-1])
    return classes.of(classes.numbers[: ends[0] + 1]) if len(ends) else None


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
    before = documents.of(documents.numbers[:1])[0].as_py() if begin else None
    return _Ids(documents.of(documents.numbers[begin::k]), before)


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
