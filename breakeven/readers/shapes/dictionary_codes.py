"""Columns of very many rows as whole numbers, one for each different text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.files.cells import as_text
from metrics.parallel import run_parallel
from metrics.typing import Array

# rows that are looked at first for the first row of each value
FIRST = 1 << 12


@dataclass(frozen=True)
class CodedColumn:
    """The different texts of a column in the order in which they first come, and where they are.

    `codes`: of each row the index of its text, in as few bytes as these take, shape (rows,).
    `texts`: "" among them for rows without one, shape (texts,). `first`: the first row of each,
    ascending, shape (texts,).
    """

    codes: Array
    texts: Array
    first: Array

    def without(self) -> Array:
        """The rows that have no text, ascending."""
        (empty,) = np.nonzero(self.texts == "")
        return np.flatnonzero(self.codes == empty[0]) if len(empty) else empty


@dataclass(frozen=True)
class _Piece:
    """A part of a column: of each row a number, and its values in the order they first come.

    `numbers`: which number each of the values is, `first`: in which row it first comes; `most`:
    one more than the largest number there may be.
    """

    rows: Array
    most: int
    numbers: Array
    first: Array
    values: pa.Array


def encode_column(parts: Iterable[pa.ChunkedArray]) -> CodedColumn:
    """The parts of a column of text, numbers or booleans as codes, as `cells.texts` reads them.

    Dictionaries of a file and numbers close to each other are used as they are: only different
    values of a part, not all rows, are looked up.
    """
    # what was read of one part makes room for the next
    pieces = [_piece(chunk) for part in parts for chunk in as_codes(part).chunks if len(chunk)]
    if not pieces:
        none = np.zeros(0, dtype=np.int64)
        return CodedColumn(none, np.zeros(0, dtype=object), none)
    values = pa.chunked_array([piece.values for piece in pieces])
    if pa.types.is_integer(values.type):
        values = values.dictionary_encode("encode")
        texts = pc.fill_null(as_text(values.chunk(0).dictionary), "")
    else:
        values = pc.fill_null(values, "").dictionary_encode()
        texts = values.chunk(0).dictionary
    code_of = [np.asarray(chunk.indices) for chunk in values.chunks]
    starts = np.cumsum([0, *(len(piece.rows) for piece in pieces)])
    codes = np.empty(starts[-1], dtype=_kind(len(texts)))
    first = np.empty(len(texts), dtype=np.int64)

    def spread(index: int) -> None:
        piece = pieces[index]
        place = np.zeros(piece.most, dtype=codes.dtype)
        place[piece.numbers] = code_of[index]
        # what lies outside was refused before
        np.take(place, piece.rows, out=codes[starts[index] : starts[index + 1]], mode="clip")

    run_parallel(spread, len(pieces), len(codes))
    for start, piece, own in zip(starts[-2::-1], reversed(pieces), reversed(code_of), strict=True):
        first[own[::-1]] = start + piece.first[::-1]
    return CodedColumn(codes, texts.to_numpy(zero_copy_only=False), first)


def as_codes(part: pa.ChunkedArray) -> pa.ChunkedArray:
    """A dictionary of texts, or whole numbers, which are used as they are."""
    kind = part.type
    if pa.types.is_dictionary(kind) or pa.types.is_integer(kind):
        return part
    return as_text(part).dictionary_encode()


def _kind(numbers: int) -> type[np.signedinteger]:
    return np.int16 if numbers <= np.iinfo(np.int16).max else np.int32


def _piece(chunk: pa.Array) -> _Piece:
    if pa.types.is_integer(chunk.type):
        low = _lowest(chunk)
        if low is not None:
            held = chunk.to_numpy()
            # a difference may be beyond the signed numbers of these bytes, never beyond unsigned
            rows = (held - low).view(f"u{held.itemsize}")
            most = int(rows.max()) + 1
            numbers, first = _first_of_each(rows, most, most)
            values = chunk.take(pa.array(first))
            return _Piece(rows.astype(_kind(most), copy=False), most, numbers, first, values)
        chunk = chunk.dictionary_encode()
    number = len(chunk.dictionary)
    indices, empty = chunk.indices, bool(chunk.indices.null_count)
    if empty:  # a number of their own for rows without a value
        indices = pc.fill_null(indices.cast(pa.int64()), number)
    rows = indices.to_numpy().astype(_kind(number + 1))
    numbers, first = _first_of_each(rows, number + 1, number + empty)
    values = chunk.dictionary.take(pa.array(numbers, mask=numbers == number))
    return _Piece(rows, number + 1, numbers, first, values)


def _lowest(chunk: pa.Array) -> int | None:
    """The least of whole numbers that lie close to each other; None where they do not."""
    ends = pc.min_max(chunk).as_py()
    if chunk.null_count or ends["max"] - ends["min"] > 4 * len(chunk):
        return None
    return int(ends["min"])


def _first_of_each(rows: Array, most: int, there: int) -> tuple[Array, Array]:
    """The numbers that occur, by their first rows, and these; `there`: no more than so many do."""
    first = np.full(most, len(rows), dtype=np.int64)
    start, size = 0, max(FIRST, 2 * there)
    while start < len(rows):
        part = rows[start : start + size]
        begin = np.flatnonzero(part[1:] != part[:-1]) + 1
        begin = np.concatenate([[0], begin])
        own = part[begin]
        new = np.flatnonzero(first[own] == len(rows))
        # of several the first is written last
        first[own[new[::-1]]] = start + begin[new[::-1]]
        if np.count_nonzero(first < len(rows)) == there:
            break
        start, size = start + size, 2 * size
    numbers = np.flatnonzero(first < len(rows))
    numbers = numbers[np.argsort(first[numbers], kind="stable")]
    return numbers, first[numbers]
