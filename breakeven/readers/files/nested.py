"""Classes with their scores that stand within one cell: to columns of their own.

Tested in `tests/breakeven/readers/files/test_json_records.py` and `test_json_columns.py`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.base.header_words import (
    hints_predicted,
    hints_truth,
    says_either,
    says_predicted,
    says_score,
    words,
)
from breakeven.readers.files.cells import FLAGS, NUMBER
from breakeven.readers.files.decoding import mend_characters
from metrics.typing import Array

# --- Objects of JSON within a cell: numbers of classes, or columns by the names of their keys


ABOUT = {
    "meta", "metadata", "info", "feature", "features", "stats", "statistics", "attributes",
    "properties", "context", "usage", "timing", "timings", "latency", "cost", "tokens", "params",
}  # fmt: skip
CLASS_KEYS = ("label", "name", "category", "class")
ROUNDING_OFF = 0.02  # what rounding does to scores that add up to 1
# the rows that have a value, and the values
ObjectCells = tuple[list[int], list[Any]]
ClassPrefix = Literal["score:", "true:", "predicted:"]


def kind_of_numbers(key: str, values: Sequence[dict[str, Any]]) -> ClassPrefix | None:
    """What objects of a number for each name are, by their key and their numbers; else None.

    1 and 0 are true or predicted where the key says so. Numbers are scores where the key says so,
    where those of each object add up to 1, or where all are fractions between 0 and 1 under a key
    that does not speak of anything else.
    """
    if not any(values) or not all(_are_class_numbers(value) for value in values):
        return None
    called = hints_predicted(key) or says_predicted(key)
    if _are_flags(values):
        if not called and (says_either(key) or hints_truth(key)):
            return "true:"
        if called and not says_score(key):
            return "predicted:"
    if any(isinstance(number, bool) for value in values for number in value.values()):
        return None
    if not key or called or says_score(key) or says_either(key):
        return "score:"
    if ABOUT & set(words(key)):
        return None
    numbers = [[float(number) for number in value.values()] for value in values]
    if all(len(row) > 1 and abs(sum(row) - 1) <= ROUNDING_OFF for row in numbers):
        return "score:"
    inside = all(0 <= number <= 1 for row in numbers for number in row)
    return "score:" if inside and any(number % 1 for row in numbers for number in row) else None


def _are_class_numbers(value: dict[str, Any]) -> bool:
    return all(
        isinstance(number, bool)
        or (isinstance(number, str | int | float) and re.fullmatch(NUMBER, str(number)) is not None)
        for number in value.values()
    )


def _are_flags(values: Sequence[dict[str, Any]]) -> bool:
    return all(str(number).lower() in FLAGS for value in values for number in value.values())


def inner_columns(key: str, cells: ObjectCells) -> dict[str, ObjectCells] | None:
    """The columns of objects, `key.inner`; of lists that name a class each, the lists of names.

    None where values are neither objects, nor lists of one object or of names.
    """
    rows, values = cells
    if not key or not any(values):
        return None
    named = [_names_of(value) for value in values]
    if all(names is not None for names in named):
        return {key: (rows, named)}
    objects = [_one_of(value) for value in values]
    columns: dict[str, ObjectCells] = {}
    for row, value in zip(rows, objects, strict=True):
        if value is None:
            return None
        for name, held in value.items():
            where, inner_values = columns.setdefault(f"{key}.{name}", ([], []))
            if held is not None:
                where.append(row)
                inner_values.append(held)
    return columns


def _names_of(value: Any) -> list[str] | None:
    """The classes of a list of objects that say one each, and nothing else."""
    if not isinstance(value, list):
        return None
    found = []
    for item in value:
        name = next(iter(item.items())) if isinstance(item, dict) and len(item) == 1 else ("", None)
        if name[0].lower() not in CLASS_KEYS or not isinstance(name[1], str | int):
            return None
        found.append(str(name[1]))
    return found


def _one_of(value: Any) -> dict[str, Any] | None:
    """An object, or the only one of a list; of an empty list one without keys."""
    if isinstance(value, list) and len(value) < 2:
        value = value[0] if value else {}
    return value if isinstance(value, dict) else None


# --- Classes with their scores that stand within one cell: to columns of their own
#
# So write pipelines of transformers ({"label": …, "score": …}, or a list of them), spaCy ({class:
# score}), Comprehend ({"Name": …, "Score": …}) and Azure ({"category": …, "confidenceScore": …}).


# is told the row (None for all), the column, what is wrong and the remedy
ReportCell = Callable[[int | None, str, str, str], None]
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
    cell, _ = mend_characters(cell)
    try:
        return json.loads(cell, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        try:
            return ast.literal_eval(cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return None


def unfold(
    cells: Mapping[str, ObjectCells], report: ReportCell
) -> tuple[dict[str, ObjectCells], frozenset[str]]:
    """Columns, with those of classes and scores unfolded; and which of them have gaps.

    One class a row: `key.label` and `key.score`. All scores: `score:CLASS` for each, with fewer
    rows where a class is not listed in every one. Objects of JSON become a column for each of
    their keys, `key.inner`. Any other column stays as it is.
    """
    out: dict[str, ObjectCells] = {}
    gaps: set[str] = set()
    waiting = [(key, held, 0) for key, held in _of_trainer(cells).items()]
    while waiting:
        key, held, deep = waiting.pop(0)
        columns = _unfolded(key, held, report)
        inner = inner_columns(key, held) if columns is None and deep < MOST_DEEP else None
        if inner is not None and not set(inner) & (set(out) | set(cells) - {key}):
            waiting[:0] = [(name, inner_cells, deep + 1) for name, inner_cells in inner.items()]
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


def unfold_texts(table: pa.Table, report: ReportCell) -> tuple[pa.Table, frozenset[str]]:
    """`unfold` for a table of text, of the columns whose every cell is such an object."""
    cells: dict[str, ObjectCells] = {}
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
            cells_of_rows = np.full(table.num_rows, None, dtype=object)
            cells_of_rows[rows] = values
            columns[name] = pa.chunked_array([pa.array(cells_of_rows, pa.string())])
    return pa.table(columns), gaps


def _unfolded(key: str, cells: ObjectCells, report: ReportCell) -> dict[str, ObjectCells] | None:
    """The columns that one of classes with scores comes to, None where it holds anything else."""
    rows, values = cells
    if not values or (isinstance(values[0], str) and not OBJECT.match(values[0])):
        return None
    given = [parsed(value) if isinstance(value, str) else value for value in values]
    if all(isinstance(value, dict) and pair_of(value) is None for value in given):
        return _of_classes(key, rows, given)
    pairs_of_rows: list[list[tuple[str, str]]] = []
    for value in given:
        pairs = _pairs_of(value)
        if pairs is None:
            return None
        pairs_of_rows.append(pairs)
    one_each = all(len(pairs) == 1 for pairs in pairs_of_rows)
    one_object = all(isinstance(value, dict) for value in given)
    if one_each and (one_object or len({pairs[0][0] for pairs in pairs_of_rows}) > 1):
        stem = f"{key}." if key else ""
        names, scores = ([pairs[0][i] for pairs in pairs_of_rows] for i in (0, 1))
        return {f"{stem}label": (rows, names), f"{stem}score": (rows, scores)}
    columns: dict[str, ObjectCells] = {}
    for row, pairs in zip(rows, pairs_of_rows, strict=True):
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
    columns: dict[str, ObjectCells] = {}
    for row, value in zip(rows, values, strict=True):
        for name, number in value.items():
            where, held = columns.setdefault(f"{kind}{name}", ([], []))
            where.append(row)
            held.append(str(number))
    return columns


def _of_trainer(cells: Mapping[str, ObjectCells]) -> Mapping[str, ObjectCells]:
    """Where a Trainer's `predict` was saved, the place of a number is its class's number."""
    if not set(cells) >= OF_TRAINER:
        return cells
    out: dict[str, ObjectCells] = {}
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


# --- Lists of classes with their scores as a column a class, without passing through Python
# objects
#
# `nested` is the owner of what objects in cells are: it takes them apart where the answer here is
# None, and says what is wrong with them.


def unfold_pairs(column: pa.ChunkedArray) -> dict[str, pa.Array] | None:
    """A column of text for each class, null where it is not listed.

    `column`: lists of objects of texts. None where objects are no classes with scores, lists are
    empty or of one each, or a class is listed twice.
    """
    lists = column.combine_chunks()
    if isinstance(lists, pa.ChunkedArray):
        lists = lists.chunk(0)
    given = np.asarray(lists.is_valid())
    lengths = pc.list_value_length(lists).drop_null()
    if not len(lengths) or pc.min(lengths).as_py() == 0 or pc.max(lengths).as_py() == 1:
        return None
    names_and_scores = _names_and_scores(pc.list_flatten(lists))
    if names_and_scores is None:
        return None
    names, scores = names_and_scores
    codes = names.indices.to_numpy()
    rows = np.repeat(np.flatnonzero(given), lengths.to_numpy())
    # of each class its pairs, in the order of rows
    order = np.argsort(codes, kind="stable")
    bounds = np.searchsorted(codes[order], np.arange(len(names.dictionary) + 1))
    columns = {}
    for code, name in enumerate(names.dictionary.to_pylist()):
        pairs = order[bounds[code] : bounds[code + 1]]
        if (np.diff(rows[pairs]) == 0).any():
            return None
        columns[f"score:{name}"] = _spread(scores, pairs, rows[pairs], len(lists))
    return columns


def _names_and_scores(pairs: pa.StructArray) -> tuple[pa.DictionaryArray, pa.StringArray] | None:
    """The class of each pair, in the order in which they first come, and its score as text."""
    by_key = {field.name.lower(): place for place, field in enumerate(pairs.type)}
    name = next((by_key[key] for key in CLASS_KEYS if key in by_key), None)
    score = next((by_key[key] for key in SCORE_KEYS if key in by_key), None)
    if len(pairs.type) != 2 or name is None or score is None or pairs.null_count:
        return None
    names, scores = pairs.field(name), pairs.field(score)
    if names.null_count or scores.null_count:
        return None
    if not pc.all(pc.match_substring_regex(scores, NUMBER)).as_py():
        return None
    encoded = names.dictionary_encode()
    # true and false as names might have stood without quotes, and then are written in capitals
    return None if {"true", "false"} & {*encoded.dictionary.to_pylist()} else (encoded, scores)


def _spread(scores: pa.StringArray, pairs: Array, rows: Array, height: int) -> pa.Array:
    """The scores of these pairs in the rows that they are of."""
    if len(rows) == height:
        return scores.take(pa.array(pairs))
    places = np.zeros(height, dtype=np.int64)
    missing = np.ones(height, dtype=bool)
    places[rows], missing[rows] = pairs, False
    return scores.take(pa.array(places, mask=missing))
