"""Classes with their scores that stand within one cell: to columns of their own.

So write pipelines of transformers ({"label": …, "score": …}, or a list of them), spaCy ({class:
score}), Comprehend ({"Name": …, "Score": …}) and Azure ({"category": …, "confidenceScore": …}).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.cells import NUMBER
from breakeven.readers.files.decoding import whole_characters
from breakeven.readers.files.objects import CLASS_KEYS, Cells, inner_of, kind_of_numbers

# is told the row (None for all), the column, what is wrong and the remedy
Report = Callable[[int | None, str, str, str], None]
SCORE_KEYS = ("score", "confidencescore", "confidence", "probability", "prob")
PLACE_KEYS = ("rank", "index", "id", "label_id", "class_id")
OBJECT = re.compile(r"\s*(\{\s*[\"']|\[\s*[\[{])")
MOST_LONG = 100_000  # of a cell that is taken apart
MOST_CELLS = 1_000  # distinct ones that are looked at
MOST_DEEP = 5
OF_TRAINER = {"predictions", "label_ids"}
SEVERAL = "several keys hold scores of the same classes"


def pair_of(value: Any) -> tuple[str, str] | None:
    """The class and the score of an object that holds one of each and nothing else, or None."""
    if not isinstance(value, dict) or len(value) != 2:
        return None
    by_key = {str(key).lower(): held for key, held in value.items()}
    name = next((by_key[key] for key in CLASS_KEYS if key in by_key), None)
    score = next((by_key[key] for key in SCORE_KEYS if key in by_key), None)
    if not isinstance(name, str | int) or not _is_number(score):
        return None
    return str(name), str(score)


def _without_place(value: Any) -> Any:
    """A class with its score, without its place among the others or its number."""
    if not isinstance(value, dict) or len(value) == 2:
        return value
    return {key: held for key, held in value.items() if str(key).lower() not in PLACE_KEYS}


def _is_number(value: Any) -> bool:
    return (
        isinstance(value, str | int | float)
        and not isinstance(value, bool)
        and re.fullmatch(NUMBER, str(value)) is not None
    )


def _pairs_of(value: Any) -> list[tuple[str, str]] | None:
    """All classes with their scores in a cell, or None where it holds anything else."""
    one = pair_of(value)
    if one is not None:
        return [one]
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], list):
            value = value[0]  # as one text in a list of texts gives
        found = [pair_of(_without_place(item)) for item in value]
        return [pair for pair in found if pair] if found and all(found) else None
    return None


def parsed(cell: str) -> Any:
    """The object or list of objects that a text is, of JSON or of Python; else None."""
    if not OBJECT.match(cell) or len(cell) > MOST_LONG:
        return None
    cell, _ = whole_characters(cell)
    try:
        return json.loads(cell, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        try:
            return ast.literal_eval(cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return None


def unfold(cells: Mapping[str, Cells], report: Report) -> tuple[dict[str, Cells], frozenset[str]]:
    """Columns, with those of classes and scores unfolded; and which of them have gaps.

    One class a row: `key.label` and `key.score`. All scores: `score:CLASS` for each, with fewer
    rows where a class is not listed in every one. Objects of JSON become a column for each of
    their keys, `key.inner`. Any other column stays as it is.
    """
    out: dict[str, Cells] = {}
    gaps: set[str] = set()
    waiting = [(key, held, 0) for key, held in _of_trainer(cells).items()]
    while waiting:
        key, held, deep = waiting.pop(0)
        columns = _unfolded(key, held, report)
        inner = inner_of(key, held) if columns is None and deep < MOST_DEEP else None
        if inner is not None and not set(inner) & (set(out) | set(cells) - {key}):
            waiting[:0] = [(name, found, deep + 1) for name, found in inner.items()]
            continue
        if columns is None:
            columns = {key: held}
        else:
            gaps |= {name for name, (rows, _) in columns.items() if len(rows) < len(held[0])}
        if set(columns) & (set(out) | set(cells) - {key}):
            report(None, key, SEVERAL, "give each system a file of its own")
            continue
        out |= columns
    return out, frozenset(gaps)


def unfold_texts(table: pa.Table, report: Report) -> tuple[pa.Table, frozenset[str]]:
    """`unfold` for a table of text, of the columns whose every cell is such an object."""
    cells: dict[str, Cells] = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        cells[name] = ([], [])
        if not pa.types.is_string(column.type):
            continue
        given = pc.indices_nonzero(pc.not_equal(column, ""))
        if len(given) and OBJECT.match(column[given[0].as_py()].as_py()):
            cells[name] = (given.to_pylist(), column.take(given).to_pylist())
    unfolded, gaps = unfold(cells, report)
    if set(unfolded) == set(cells):
        return table, frozenset()
    columns = {}
    for name, (rows, values) in unfolded.items():
        if name in cells:
            columns[name] = table.column(name)
        else:
            whole = np.full(table.num_rows, None, dtype=object)
            whole[rows] = values
            columns[name] = pa.chunked_array([pa.array(whole, pa.string())])
    return pa.table(columns), gaps


def _unfolded(key: str, cells: Cells, report: Report) -> dict[str, Cells] | None:
    """The columns that one of classes with scores comes to, None where it holds anything else."""
    rows, values = cells
    if not values or (isinstance(values[0], str) and not OBJECT.match(values[0])):
        return None
    given = [parsed(value) if isinstance(value, str) else value for value in values]
    if all(isinstance(value, dict) and pair_of(value) is None for value in given):
        return _of_classes(key, rows, given)
    said: list[list[tuple[str, str]]] = []
    for value in given:
        pairs = _pairs_of(value)
        if pairs is None:
            return None
        said.append(pairs)
    one_each = all(len(pairs) == 1 for pairs in said)
    one_object = all(isinstance(value, dict) for value in given)
    if one_each and (one_object or len({pairs[0][0] for pairs in said}) > 1):
        stem = f"{key}." if key else ""
        names, scores = ([pairs[0][i] for pairs in said] for i in (0, 1))
        return {f"{stem}label": (rows, names), f"{stem}score": (rows, scores)}
    columns: dict[str, Cells] = {}
    for row, pairs in zip(rows, said, strict=True):
        for name, score in pairs:
            where, held = columns.setdefault(f"score:{name}", ([], []))
            if where and where[-1] == row:
                report(row, key, f"class {name!r} is listed twice", "keep one score of each class")
                continue
            where.append(row)
            held.append(score)
    return columns


def _of_classes(key: str, rows: list[int], values: list[dict[str, Any]]) -> Any:
    """Objects that have a number for each class: scores, or 1 and 0 of the truth or decided."""
    kind = kind_of_numbers(key, values)
    if kind is None:
        return None
    columns: dict[str, Cells] = {}
    for row, value in zip(rows, values, strict=True):
        for name, number in value.items():
            where, held = columns.setdefault(f"{kind}{name}", ([], []))
            where.append(row)
            held.append(str(number))
    return columns


def _of_trainer(cells: Mapping[str, Cells]) -> Mapping[str, Cells]:
    """Where a Trainer's `predict` was saved, the place of a number is its class's number."""
    if not set(cells) >= OF_TRAINER:
        return cells
    out: dict[str, Cells] = {}
    for key, (rows, values) in cells.items():
        prefix = {"predictions": "score:", "label_ids": "true:"}.get(key)
        widths = {len(value) if isinstance(value, list) else 0 for value in values}
        if prefix is None or len(widths) > 1 or not all(map(_are_numbers, values)):
            out[key] = rows, values
            continue
        columns = zip(*values, strict=True)
        out |= {f"{prefix}{c}": (rows, list(column)) for c, column in enumerate(columns)}
    return out


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_number, value))


def are_objects(cells: Iterable[str]) -> bool:
    """Whether any of the first cells is an object, or a list of them: no name of a class.

    Brackets around nothing are as good a name as any.
    """
    given = (cell for cell in cells if cell)
    found = (parsed(cell) for cell in islice(given, MOST_CELLS))
    return any(isinstance(value, dict) or any(value) for value in found if value)
