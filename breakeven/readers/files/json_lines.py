"""JSON lines to columns of text: numbers and labels keep the characters they were written in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa

from breakeven.readers.files.header import FIELD_LIMIT, MOST_COLUMNS
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem
from metrics.typing import Array


class _RepeatedKeyError(ValueError):
    """A key occurs twice in one object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _RepeatedKeyError(next(key for key in keys if keys.count(key) > 1))
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
    keys = list(dict.fromkeys(key for row in found for key in row))
    if len(keys) > MOST_COLUMNS:
        what = f"{len(keys):,} different keys, more than {MOST_COLUMNS:,}"
        raise ReadError(
            [Problem(what=what, remedy="use the long shape: id, class, score", file=name)]
        )
    columns = {key: _checked(key, [row.get(key) for row in found], lines, refuse) for key in keys}
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


def _checked(
    key: str, values: list[Any], lines: list[int], refuse: Callable[..., None]
) -> pa.Array:
    """The column of a key; what cannot be one is refused, and the column then is empty."""
    for number, value in zip(lines, values, strict=True):
        if isinstance(value, str) and len(value) > FIELD_LIMIT:
            refuse(number, "the value is longer than 1 MB", "shorten it", key)
    try:
        column = _column(values)
    except (UnicodeError, RecursionError):
        column = pa.nulls(len(values), pa.string())
        refuse(lines[0], "a value is not valid Unicode text", "repair it", key)
    if any("\0" in str(value) for value in (key, *values) if value is not None):
        refuse(lines[0], "a NUL character is in the text", "remove it", key)
    return column


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at character {error.colno:,}"  # its line number is always 1
    return str(error)


def _column(values: list[Any]) -> pa.Array:
    given = [value for value in values if value is not None]
    if given and all(_is_flat_list(value) for value in given):
        lists = [
            None if value is None else [_text(item) for item in value if item is not None]
            for value in values
        ]
        return pa.array(lists, pa.list_(pa.string()))
    return pa.array([None if value is None else _text(value) for value in values], pa.string())


def _is_flat_list(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(item, list | dict) for item in value)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False)
