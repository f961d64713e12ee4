"""Pairs of documents and classes in the order that scores are kept in: class by class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import pandas as pd
from scipy import sparse

from metrics.side_by_side import side_by_side
from metrics.typing import Array

# documents that change their place at a time: as many as a processor keeps beside it
AT_ONCE = 1 << 12
# pairs that are given their place at a time
PIECE = 1 << 22
# places for pairs, to each that is there
MOST_EMPTY = 4


@dataclass(frozen=True)
class PairOrder:
    """Where the pair of each row stands among all pairs.

    `document`, `which`: the document and the class of each row as codes in the order in which they
    first come, shape (rows,); `n`, `k`: how many there are.
    """

    document: Array
    which: Array
    n: int
    k: int

    @cached_property
    def sorted_by(self) -> Literal["documents", "classes"] | None:
        """What rows of all pairs, each once, are sorted by; None where they are otherwise.

        By documents also: the classes of each come in the same order.
        """
        if len(self.document) != self.n * self.k:
            return None
        if _is_grid(self.document, self.which, self.n, self.k):
            return "documents"
        return "classes" if _is_grid(self.which, self.document, self.k, self.n) else None

    @cached_property
    def repeats(self) -> bool:
        """Whether a pair comes more than once."""
        return self.sorted_by is None and self._rows.nnz < len(self.document)

    def again(self) -> Array:
        """The rows of pairs that an earlier row is of, ascending."""
        if not self.repeats:
            return np.zeros(0, dtype=np.int64)
        pairs = self.document.astype(np.int64) * self.k + self.which
        return np.flatnonzero(pd.Series(pairs).duplicated())

    @cached_property
    def _rows(self) -> sparse.csr_array:
        """A row of each pair, csr (k, n)."""
        rows, shape = len(self.document), (self.k, self.n)
        kind = _whole(rows)
        if self.n * self.k > MOST_EMPTY * rows:
            numbers = np.arange(rows, dtype=kind)
            return sparse.csr_array((numbers, (self.which, self.document)), shape=shape)
        # a place for each pair there may be: nothing is sorted
        row_of = np.full(self.n * self.k, -1, dtype=kind)
        for start in range(0, rows, PIECE):
            part = slice(start, min(start + PIECE, rows))
            place = self.which[part].astype(np.int64) * self.n
            place += self.document[part]
            row_of[place] = np.arange(part.start, part.stop, dtype=kind)
        there = (row_of >= 0).reshape(shape)
        ends = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
        columns = np.concatenate([np.flatnonzero(own).astype(kind) for own in there])
        kept = row_of if len(columns) == len(row_of) else row_of[there.ravel()]
        return sparse.csr_array((kept, columns, ends), shape=shape)

    def placed(self, values: Array, given: Array | None, order: Array) -> sparse.csr_array:
        """Values of rows, shape (rows,), as csr (k, n) of the pairs, none of which may repeat.

        `given`: which rows have a value, None for all. `order`: the class that each row of the
        result is of, shape (k,).
        """
        if self.sorted_by is None or given is not None:
            return self._picked(values, given, order)
        found = np.empty((self.k, self.n), dtype=values.dtype)
        if self.sorted_by == "classes":
            np.take(values.reshape(self.k, self.n), order, axis=0, out=found)
        else:
            by_document = values.reshape(self.n, self.k)

            def turn(block: int) -> None:
                part = slice(block * AT_ONCE, (block + 1) * AT_ONCE)
                found[:, part] = by_document[part, order].T

            side_by_side(turn, -(-self.n // AT_ONCE), found.size)
        kind = _whole(found.size)
        columns = np.empty(found.shape, dtype=kind)
        columns[:] = np.arange(self.n)
        ends = np.arange(self.k + 1, dtype=kind) * self.n
        return sparse.csr_array((found.ravel(), columns.ravel(), ends), shape=found.shape)

    def _picked(self, values: Array, given: Array | None, order: Array) -> sparse.csr_array:
        rows = self._rows
        if not np.array_equal(order, np.arange(self.k)):
            rows = rows[order]
        found = values[rows.data]
        columns, ends = rows.indices, rows.indptr
        if given is not None:
            kept = given[rows.data]
            counted = np.concatenate([[0], np.cumsum(kept)]).astype(ends.dtype)
            found, columns, ends = found[kept], columns[kept], counted[ends]
        return sparse.csr_array((found, columns, ends), shape=(self.k, self.n))


def _is_grid(outer: Array, inner: Array, long: int, wide: int) -> bool:
    """Whether rows are `long` runs of one outer code, each of all inner codes in one order."""
    outer, inner = outer.reshape(long, wide), inner.reshape(long, wide)
    # the first rows say nearly always that it is none
    if outer[0].any() or not np.array_equal(inner[0], np.arange(wide)):
        return False
    runs = np.arange(long, dtype=outer.dtype)[:, None]
    return bool((outer == runs).all() and (inner == inner[0]).all())


def _whole(largest: int) -> type[np.signedinteger]:
    return np.int32 if largest <= np.iinfo(np.int32).max else np.int64
