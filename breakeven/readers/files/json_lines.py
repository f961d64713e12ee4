"""JSON lines to columns of text: numbers and labels keep the characters they were written in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
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
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem
from metrics.typing import Array


class _RepeatedKeyError(ValueError):
    """A key occurs twice in one object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise _RepeatedKeyError(next(key for key, count in times.items() if count > 1))
    return out


def parse(name: str, text: str) -> tuple[pa.Table, Array]:
    """The table and the line of each row.

    A column of lists of scalars becomes a list column; any other nested value stays JSON text.
    Raises ReadError with every line that is not an object.
    """
    if text.lstrip().startswith("["):
        what = "this is one JSON list, not JSON lines"
        remedy = "write each of its objects on a line of its own (jq -c '.[]' does)"
        raise ReadError([Problem(what=what, remedy=remedy, file=name)])
    bad: list[Problem] = []

    def refuse(line: int, what: str, remedy: str, key: str | None = None) -> None:
        bad.append(Problem(row=line, column=key, what=what, remedy=remedy, file=name))

    found, lines = _objects(text, refuse)
    cells = _cells_of(found)
    _check_size(name, cells, len(found))
    del found
    columns = {key: _checked(key, *held, lines, refuse) for key, held in cells.items()}
    if bad:
        raise ReadError(first_problems(np.arange(len(bad)), bad.__getitem__))
    try:
        return pa.table(columns), np.array(lines, dtype=np.int64)
    except UnicodeError as error:
        what = "a key is not valid Unicode text"
        raise ReadError([Problem(what=what, remedy="repair it", file=name)]) from error


def _objects(text: str, refuse: Callable[..., None]) -> tuple[list[dict[str, Any]], list[int]]:
    """The objects and their lines; lines that hold none are refused and passed over."""
    decode = json.JSONDecoder(
        object_pairs_hook=_object, parse_int=str, parse_float=str, parse_constant=str
    ).decode
    found: list[dict[str, Any]] = []
    lines: list[int] = []
    # only \n ends a line of JSON lines; str.splitlines would also cut at what a string may hold
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = decode(line.strip())
        except _RepeatedKeyError as error:
            refuse(number, "the key occurs twice", "keep one of them", str(error))
            continue
        except (ValueError, RecursionError) as error:
            reason = "nested too deeply" if isinstance(error, RecursionError) else _reason(error)
            refuse(number, f"not JSON: {reason}", "write one JSON object a line")
            continue
        if not isinstance(value, dict):
            what = f"a {type(value).__name__}, not an object"
            refuse(number, what, 'write one {"column": value, …} a line')
            continue
        found.append(value)
        lines.append(number)
    return found, lines


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
    given = sum(len(values) for _, values in cells.values())
    if len(cells) > MOST_COLUMNS:
        what = f"{len(cells):,} different keys, more than {MOST_COLUMNS:,}"
    elif rows * len(cells) > max(MOST_EMPTY_CELLS, 20 * given):
        what = f"{rows:,} lines of {len(cells):,} different keys make a table of nearly empty cells"
    else:
        return
    raise ReadError([Problem(what=what, remedy="use the long shape: id, class, score", file=name)])


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


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at character {error.colno:,}"  # its line number is always 1
    return str(error)


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
