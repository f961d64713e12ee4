"""JSON to columns of text: numbers and labels keep the characters they were written in."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.files.header import (
    FIELD_LIMIT,
    MOST_COLUMNS,
    MOST_EMPTY_CELLS,
    TOO_LONG,
)
from breakeven.readers.files.json_bulk import read_records
from breakeven.readers.files.json_documents import JsonText, records_of
from breakeven.readers.files.nested import OBJECT, OF_TRAINER, SCORE_KEYS, unfold
from breakeven.readers.files.objects import CLASS_KEYS
from breakeven.readers.files.pairs_bulk import unfold_pairs
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem
from metrics.typing import Array


def parse_at_once(raw: bytes) -> tuple[pa.Table, Array, frozenset[str]] | None:
    """What `parse` gives of records without any fault, several times faster; else None.

    `raw`: UTF-8 without NUL.
    """
    found = None if b"\\u0000" in raw else read_records(raw)
    if found is None:
        return None
    table, lines = found
    names = table.column_names
    if not {key.lower() for key in names} - {*CLASS_KEYS, *SCORE_KEYS} or {*names} >= OF_TRAINER:
        return None
    given = table.num_rows * len(names) - sum(column.null_count for column in table.columns)
    if not _is_filled(table.num_rows, len(names), given):
        return None
    columns: dict[str, Any] = {}
    gaps: set[str] = set()
    for name, column in zip(names, table.columns, strict=True):
        own = _columns_of(name, column)
        if own is None or set(own) & (set(columns) | (set(names) - {name})):
            return None
        columns |= own
        if set(own) != {name}:
            filled = len(column) - column.null_count
            gaps |= {key for key, held in own.items() if len(held) - held.null_count < filled}
    return pa.table(columns), lines, frozenset(gaps)


def _columns_of(name: str, column: pa.ChunkedArray) -> dict[str, Any] | None:
    """What a column comes to; None where it has to be looked at value by value."""
    if pa.types.is_list(column.type):
        if pa.types.is_struct(column.type.value_type):
            return unfold_pairs(column)
        whole = any(pc.list_flatten(chunk).null_count for chunk in column.chunks)
        return None if whole else {name: column}
    first = next((value for value in column if value.is_valid), None)
    if first is not None and OBJECT.match(first.as_py()):
        return None
    return {name: column}


def parse(name: str, text: JsonText) -> tuple[pa.Table, Array, frozenset[str]]:
    """JSON as it is written, as `table_of` has it. Raises ReadError with all that is no record."""
    bad: list[Problem] = list(text.problems)

    def refuse(line: int | None, what: str, remedy: str, key: str | None = None) -> None:
        bad.append(Problem(row=line, column=key, what=what, remedy=remedy, file=name))

    return table_of(name, *records_of(text, refuse), bad)


def table_of(
    name: str,
    records: list[dict[str, Any]],
    lines: list[int],
    problems: Sequence[Problem] = (),
    as_written: Collection[str] = (),
) -> tuple[pa.Table, Array, frozenset[str]]:
    """The table, where each row stands, and the columns whose gaps mean that nothing was said.

    A column of lists of scalars becomes a list column, one of classes with scores a column each,
    but for those that stay `as_written`; any other nested value stays JSON text. Raises ReadError,
    with `problems` before its own.
    """
    bad: list[Problem] = list(problems)

    def refuse(line: int | None, what: str, remedy: str, key: str | None = None) -> None:
        bad.append(Problem(row=line, column=key, what=what, remedy=remedy, file=name))

    def report(row: int | None, key: str, what: str, remedy: str) -> None:
        refuse(None if row is None else lines[row], what, remedy, key)

    cells = _cells_of(records)
    _check_size(name, cells, len(records))
    kept = {key: held for key, held in cells.items() if key in as_written}
    unfolded, gaps = unfold({k: held for k, held in cells.items() if k not in kept}, report)
    cells = unfolded | kept
    _check_size(name, cells, len(lines))
    columns = {key: _checked(key, *held, lines, refuse) for key, held in cells.items()}
    if bad:
        raise ReadError(first_problems(np.arange(len(bad)), bad.__getitem__))
    try:
        return pa.table(columns), np.array(lines, dtype=np.int64), gaps
    except UnicodeError as error:
        what = "a key is not valid Unicode text"
        raise ReadError([Problem(what=what, remedy="repair it", file=name)]) from error


def _cells_of(found: list[dict[str, Any]]) -> dict[str, tuple[list[int], list[Any]]]:
    """Per key the rows that give it a value, and the values: what is not written takes no room."""
    cells: dict[str, tuple[list[int], list[Any]]] = {}
    for row, given in enumerate(found):
        for key, value in given.items():
            rows, values = cells.setdefault(key, ([], []))
            if value is not None:
                rows.append(row)
                values.append(value)
    return cells


def _check_size(name: str, cells: Mapping[str, tuple[list[int], list[Any]]], rows: int) -> None:
    """Raises ReadError where a table of these columns would be too large, before it is made."""
    if _is_filled(rows, len(cells), sum(len(values) for _, values in cells.values())):
        return
    what = f"{len(cells):,} different keys, more than {MOST_COLUMNS:,}"
    if len(cells) <= MOST_COLUMNS:
        what = f"{rows:,} lines of {len(cells):,} different keys make a table of nearly empty cells"
    raise ReadError([Problem(what=what, remedy="use the long shape: id, class, score", file=name)])


def _is_filled(rows: int, columns: int, given: int) -> bool:
    """Whether a table is not too wide, nor too large for the cells that are given in it."""
    return columns <= MOST_COLUMNS and rows * columns <= max(MOST_EMPTY_CELLS, 20 * given)


def _checked(
    key: str,
    rows: list[int],
    values: list[Any],
    lines: list[int],
    refuse: Callable[..., None],
) -> pa.Array:
    """The column of a key; what cannot be one is refused, and the column then is empty.

    `rows`: which of the lines give a value.
    """
    try:
        given = _column(values)
    except (UnicodeError, RecursionError):
        refuse(lines[rows[0]], "a value is not valid Unicode text", "repair it", key)
        return pa.nulls(len(lines), pa.string())
    if pa.types.is_string(given.type):
        for at in np.flatnonzero(pc.greater(pc.binary_length(given), FIELD_LIMIT)):
            refuse(lines[rows[at]], f"the value is {TOO_LONG}", "shorten it", key)
    held = given if pa.types.is_string(given.type) else pc.list_flatten(given)
    if "\0" in key or pc.any(pc.match_substring(held, "\0")).as_py():
        refuse(lines[rows[0] if rows else 0], "a NUL character is in the text", "remove it", key)
    if len(rows) == len(lines):
        return given
    place = np.full(len(lines), -1)
    place[rows] = np.arange(len(rows))
    return given.take(pa.array(place, mask=place < 0))


def _column(values: list[Any]) -> pa.Array:
    if values and all(_is_flat_list(value) for value in values):
        lists = [[_text(item) for item in value if item is not None] for value in values]
        return pa.array(lists, pa.list_(pa.string()))
    return pa.array([_text(value) for value in values], pa.string())


def _is_flat_list(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(item, list | dict) for item in value)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False)
