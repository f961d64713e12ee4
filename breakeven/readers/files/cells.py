"""Columns to what they mean: distinct texts, classes, numbers, yes or no."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from scipy import sparse

from breakeven.data.arrow_arrays import (
    array_of,
    array_of_texts,
    bytes_of,
    missing,
    numbers_in,
    text_as,
    texts_in,
    truths_in,
)
from breakeven.data.wording import shorten
from breakeven.readers.files.arrow_types import is_list, is_number, type_read_as
from breakeven.readers.files.decoding import mend_characters
from metrics.byte_strings import all_different
from metrics.incidence import index_kind
from metrics.typing import Array

NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"
LONG_INTEGER = r"^[+-]?[0-9]{16,}(\.0*)?$"
FIRST = 1_000  # rows that tell how often values of a column recur
LARGEST_EXACT = 2**53
OTHER = 2
FLAGS = {
    "1": 1, "true": 1, "0": 0, "false": 0, "": -1, "-1": -1, "1.0": 1, "0.0": 0, "-1.0": -1
}  # fmt: skip


def is_nested(kind: pa.DataType) -> bool:
    """Whether nothing here can be made of it: not a list of plain values, nor a plain value."""
    return type_read_as(kind) is None


def as_text(values: Any) -> Any:
    """Plain Arrow values as text: 1 -> "1", true -> "true", whole floats without a point."""
    if pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
        return values
    return values.cast(pa.string())


def encoded(column: pa.ChunkedArray | pa.Array) -> tuple[Array, list[str]]:
    """Per row the index of its text, -1 where there is none, shape (rows,); and the texts."""
    codes, texts = _encoded(column)
    return codes, texts.to_pylist()


def count_distinct(column: pa.ChunkedArray) -> int:
    """How many different texts a column holds."""
    return len(_encoded(column)[1])


def unique_texts(column: pa.ChunkedArray) -> pa.Array | None:
    """The text of each row where each has one of its own; None where one is missing or recurs."""
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        values_of_rows = column.combine_chunks()
        there = isinstance(values_of_rows, pa.Array) and not values_of_rows.null_count
        if there and all_different(*bytes_of(values_of_rows)):
            return values_of_rows
    codes, values = _encoded(column)
    if len(values) < len(column):
        return None
    if (codes[1:] > codes[:-1]).all() and (codes >= 0).all():
        return values if len(values) == len(column) else values.take(array_of(codes))
    rows = np.bincount(codes + 1, minlength=1)
    return None if rows[0] or (rows > 1).any() else values.take(array_of(codes))


def _encoded(column: pa.ChunkedArray | pa.Array) -> tuple[Array, pa.Array]:
    if isinstance(column, pa.Array):
        column = pa.chunked_array([column])
    own = pa.types.is_dictionary(column.type)
    if not own:
        exact = pa.types.is_integer(column.type) or pa.types.is_boolean(column.type)
        column = (column if exact else as_text(column)).dictionary_encode()
    encoded_column = column.unify_dictionaries().combine_chunks()
    if isinstance(encoded_column, pa.ChunkedArray):
        encoded_column = encoded_column.chunk(0)
    codes = _codes(encoded_column.indices)
    texts = as_text(encoded_column.dictionary)
    if not own:  # distinct by construction
        return codes, texts
    used = np.bincount(codes + 1, minlength=len(texts) + 1)[1:] > 0
    if not used.all():  # categories that no row has
        places = np.flatnonzero(used)
        codes = np.append(np.cumsum(used) - 1, -1)[codes]
        texts = texts.take(array_of(places))
    again = texts.dictionary_encode()
    if not again.null_count and len(again.dictionary) == len(texts):
        return codes, texts
    return np.append(_codes(again.indices), -1)[codes], again.dictionary


def _codes(indices: pa.Array) -> Array:
    found = numbers_in(indices.cast(pa.int64()))
    return np.where(truths_in(indices.is_valid()), found, -1) if indices.null_count else found


def texts(column: pa.ChunkedArray) -> Array:
    """The text of each row, shape (rows,), "" where there is none.

    Equal texts are one object, but where the first rows say that hardly any are.
    """
    if pa.types.is_string(column.type):
        first = column.slice(0, FIRST)
        if len(first) == FIRST and 2 * len(first.unique()) > FIRST:
            return texts_in(pc.fill_null(column, text_as("", column.type)))
    codes, values = _encoded(column)
    return np.append(texts_in(values), "")[codes]


def split_cell(cell: str, separator: str) -> list[str] | None:
    """The classes in a cell, exactly as written; None where it should be a list and is not.

    `separator` "none": the cell is one class; "list": a JSON or Python list; else the text
    between two classes. An empty cell has no class.
    """
    if not cell:
        return []
    if separator == "none":
        return [cell]
    if separator != "list":
        return [part for part in cell.split(separator) if part]
    cell, _ = mend_characters(cell)
    try:
        parsed = json.loads(cell, parse_int=str, parse_float=str, parse_constant=str)
        python = False
    except (ValueError, RecursionError):
        try:
            parsed, python = ast.literal_eval(cell), True
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return None
    if not isinstance(parsed, list | tuple | set):
        return None
    items = [item for item in parsed if item is not None]
    if not all(isinstance(item, str | int | float | bool) for item in items):
        return None
    if python:
        return [str(item) for item in items]
    return [("true" if item else "false") if isinstance(item, bool) else item for item in items]


def class_sets(
    column: pa.ChunkedArray, separator: str
) -> tuple[sparse.csr_array, list[str], Array, int]:
    """Which classes each row lists: csr (rows, classes), the classes, bad rows, repetitions.

    Bad rows hold something that is no list. Repetitions: rows that list a class twice.
    """
    if is_list(column.type):
        lists = column.combine_chunks()
        codes, names = encoded(pc.list_flatten(lists))
        # as many as are written out: of a missing list nothing is, also where it keeps room
        lengths = numbers_in(pc.fill_null(pc.list_value_length(lists), 0).cast(pa.int64()))
        rows = np.repeat(np.arange(len(lists)), lengths)
        rows, codes = rows[codes >= 0], codes[codes >= 0]
        pairs = _pairs(rows, codes, (len(lists), len(names)))
        listed = np.bincount(rows, minlength=len(lists))
        return pairs, names, np.zeros(0, dtype=np.int64), _shorter(pairs, listed)
    cell_of, cells = _encoded(column)
    listed, codes, names = _split(cells, separator)
    # one more for -1, which lists nothing
    counts = np.append(np.maximum(listed, 0), 0)
    of_cell = np.repeat(np.arange(len(counts)), counts)
    pairs = _pairs(of_cell, codes, (len(counts), len(names)))[cell_of]
    bad = np.append(listed < 0, False)[cell_of]
    return pairs, names, np.flatnonzero(bad), _shorter(pairs, counts[cell_of])


def names_in(cells: Sequence[str], separator: str) -> list[str]:
    """The different classes that cells list, by their first appearance; as `split_cell` does."""
    return _split(array_of_texts(cells), separator)[2]


def _split(cells: pa.Array, separator: str) -> tuple[Array, Array, list[str]]:
    """How many classes each cell lists, -1 where it is no list; the codes of all; and the classes.

    As `split_cell`, cell by cell, but for lists all at once.
    """
    if separator == "list":
        position: dict[str, int] = {}
        split = [split_cell(cell, separator) for cell in cells.to_pylist()]
        all_of_them = [name for part in split for name in part or ()]
        codes = [position.setdefault(name, len(position)) for name in all_of_them]
        listed = [-1 if part is None else len(part) for part in split]
        return np.array(listed, dtype=np.int64), np.array(codes, dtype=np.int64), list(position)
    if separator == "none":
        parts, of_cell = cells, np.arange(len(cells))
    else:
        lists = pc.split_pattern(cells, separator)
        parts, of_cell = pc.list_flatten(lists), numbers_in(pc.list_parent_indices(lists))
    given = pc.not_equal(parts, text_as("", parts.type))
    counts = np.bincount(of_cell[truths_in(given)], minlength=len(cells))
    return counts, *encoded(parts.filter(given))


def _shorter(pairs: sparse.csr_array, listed: Array) -> int:
    return int(np.sum(np.diff(pairs.indptr) < listed))


def _pairs(rows: Array, columns: Array, shape: tuple[int, int]) -> sparse.csr_array:
    # summing equal pairs of booleans is "or": a class listed twice counts once
    kind = index_kind(len(rows), *shape)
    pairs = rows.astype(kind, copy=False), columns.astype(kind, copy=False)
    return sparse.csr_array((np.ones(len(rows), dtype=bool), pairs), shape=shape)


def numbers(column: Any, decimal_comma: bool = False) -> Array:
    """A column as numbers, shape (rows,); NaN where it holds none. Float32 stays float32."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return numbers(column.cast(kind.value_type), decimal_comma)
    if pa.types.is_floating(kind):
        values = _or_nan(column)
        return values.astype(np.float32) if values.dtype == np.float16 else values
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        if not (is_number(kind) or pa.types.is_boolean(kind) or pa.types.is_null(kind)):
            return np.full(len(column), np.nan)
        text = column.cast(pa.int8()) if pa.types.is_boolean(kind) else column
    else:
        text = pc.replace_substring(column, ",", ".") if decimal_comma else column
        parsed = _all_numbers(text)
        if parsed is not None:
            return parsed
        text = pc.utf8_trim_whitespace(text)
        good = pc.match_substring_regex(text, NUMBER)
        text = pc.if_else(good, text, missing(text.type))
    return _or_nan(pc.cast(text, pa.float64(), safe=False))


def _or_nan(values: Any) -> Array:
    """Floating-point numbers, shape (rows,); NaN where one is missing."""
    if values.null_count:
        values = pc.fill_null(values, array_of(np.array([np.nan])).cast(values.type)[0])
    return numbers_in(values)


def _all_numbers(text: Any) -> Array | None:
    """A column of text as numbers where every cell is written as one; None where any is not.

    Of what Arrow takes for numbers and is not written so, nan stays NaN, and inf is looked for.
    """
    try:
        found = _or_nan(pc.cast(text, pa.float64()))
    except pa.ArrowInvalid:
        return None
    return None if np.isinf(found).any() else found


def inexact_rows(column: Any, values: Array, decimal_comma: bool = False) -> Array:
    """The rows whose whole number is too large to be told from its neighbours as a `values`.

    `values`: the column as floating-point numbers, shape (rows,). Fractions and numbers that
    were floating-point in the file are as they were.
    """
    if pa.types.is_floating(column.type):
        return np.zeros(0, dtype=np.int64)
    suspects = np.flatnonzero(np.abs(values) >= LARGEST_EXACT)
    if not len(suspects):
        return suspects
    written = as_text(column.take(array_of(suspects)))
    if decimal_comma:
        written = pc.replace_substring(written, ",", ".")
    is_integer = pc.match_substring_regex(pc.utf8_trim_whitespace(written), LONG_INTEGER)
    return suspects[is_integer.to_numpy(zero_copy_only=False)]


def parse_flags(column: pa.ChunkedArray) -> tuple[Array, Array]:
    """1, 0, or -1 for not judged, int8 of shape (rows,); and the rows that hold anything else."""
    if _are_small(column):
        small = column if column.type == pa.int8() else column.cast(pa.int8())
        if small.null_count:
            small = pc.fill_null(small, array_of(np.array([-1], dtype=np.int8))[0])
        return numbers_in(small), np.zeros(0, dtype=np.int64)
    codes, values = encoded(column)
    meaning = [FLAGS.get(value.strip().lower(), OTHER) for value in values]
    found = np.array([*meaning, -1], dtype=np.int8)[codes]
    return found, np.flatnonzero(found == OTHER)


def _are_small(column: pa.ChunkedArray) -> bool:
    """Whether a column holds truth values, or whole numbers from -1 to 1 and no others."""
    if not pa.types.is_integer(column.type):
        return bool(pa.types.is_boolean(column.type))
    ends = pc.min_max(column).as_py()
    return ends["min"] is not None and ends["min"] >= -1 and ends["max"] <= 1


def cell_text(column: pa.ChunkedArray, row: int) -> str:
    """What a cell holds, for a message."""
    value = column[row].as_py()
    return "missing" if value is None or value == "" else repr(shorten(str(value)))
