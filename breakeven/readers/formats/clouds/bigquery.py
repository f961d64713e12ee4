"""What `ML.PREDICT` of BigQuery adds to a table: `predicted_<label>`, `predicted_<label>_probs`.

The second lists every class with its probability, `[{"label": "spam", "prob": 0.9}, …]`: nested in
Parquet and JSON lines, as text in CSV, of JSON or as pandas writes arrays. The columns that were
asked about stand beside it, among them the label, which is the truth. Source:
docs.cloud.google.com/bigquery/docs/reference/standard-sql/bigqueryml-syntax-predict.

Tested in `tests/breakeven/readers/formats/clouds/test_clouds.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.columns.column_guess import NAMES
from breakeven.readers.files.arrow_types import as_plain, is_list
from breakeven.readers.files.cells import as_text
from breakeven.readers.files.columnar import BROKEN, broken, open_parquet
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import ConsecutiveLines, Draft
from breakeven.readers.files.nested import parsed
from breakeven.readers.formats.class_scores import (
    Pairs,
    classes_of,
    columns_by_class,
    columns_with_gaps,
    score_columns,
    sum_to_one,
    with_columns,
)
from metrics.typing import Array

KEY = "bigquery-ml"
NAME = "predictions of BigQuery ML"
PREFIX, SUFFIX = "predicted_", "_probs"
REMEDY = "write the array with TO_JSON_STRING, or export the table as JSON lines or Parquet"
# numpy writes no comma between the objects of an array
APART = re.compile(r"\}\s*\{")


def recognise(content: Content) -> str | None:
    """A column of predictions, and the same with _probs."""
    header = content.records[0].keys() if content.records else content.header
    label = _label(header)
    if label is None:
        return None
    return f"{PREFIX}{label} is next to {PREFIX}{label}{SUFFIX}"


def _label(header: Iterable[str]) -> str | None:
    """What is predicted, by the names of the columns."""
    names = [*header]
    ends = (name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))
    stems = (name for name in ends if name.startswith(PREFIX) and name in names)
    return next((stem.removeprefix(PREFIX) for stem in stems if stem != PREFIX), None)


def read(content: Content) -> Draft:
    """Prediction and scores of all classes, the truth where it is there. Raises ReadError."""
    header = content.records[0].keys() if content.records else content.header
    label = _label(header)
    if label is None:
        what = f"no column {PREFIX}LABEL is next to {PREFIX}LABEL{SUFFIX}"
        raise ReadError([Problem(what=what, remedy=REMEDY, file=content.name)])
    column = f"{PREFIX}{label}{SUFFIX}"
    if content.kind == "parquet":
        return _draft(label, *_of_parquet(content, column))
    if content.is_json:
        cells = [record.get(column) for record in content.records]
        others = [{k: v for k, v in record.items() if k != column} for record in content.records]
        table, lines, _ = content.table_of(others, content.places)
    else:
        table, lines = content.cells()
        written = table.column(column).to_pylist()
        cells = [parsed(APART.sub("}, {", cell)) or cell or None for cell in written]
        table = table.drop_columns([column])
    pairs = _listed(content, column, cells, lines)
    return _draft(label, table, score_columns(content.name, pairs, lines.tolist()), lines)


def _listed(content: Content, column: str, cells: list[Any], lines: Array) -> list[Pairs]:
    pairs_of_rows = [_pairs(cell) for cell in cells]
    wrong = [row for row, pairs in enumerate(pairs_of_rows) if pairs is None]

    def problem(i: int) -> Problem:
        what = "is not a list of classes, each a label with its prob"
        row = int(lines[wrong[i]])
        return Problem(row=row, column=column, what=what, remedy=REMEDY, file=content.name)

    if wrong:
        raise ReadError(first_problems(np.arange(len(wrong)), problem))
    return [pairs for pairs in pairs_of_rows if pairs is not None]


def _pairs(cell: Any) -> Pairs | None:
    """The classes of a row with their probabilities; None where it is no such list."""
    if cell is None:
        return []
    if not isinstance(cell, list):
        return None
    pairs = []
    for entry in cell:
        if not isinstance(entry, dict) or not {"label", "prob"} <= entry.keys():
            return None
        name = entry["label"]
        named = str(name).lower() if isinstance(name, bool) else str(name)
        pairs.append((named, str(entry["prob"])))
    return pairs


def _of_parquet(content: Content, pairs_column: str) -> tuple[pa.Table, dict[str, pa.Array], Array]:
    """The same of a list of structs, all rows at once."""
    try:
        table = open_parquet(content.name, content.data).read(use_threads=False)
        cells = table.column(pairs_column).combine_chunks()
        kind = cells.type.value_type if is_list(cells.type) else cells.type
        fields = {field.name for field in kind} if pa.types.is_struct(kind) else set()
        if not is_list(cells.type) or not {"label", "prob"} <= fields:
            what = f"{cells.type} is not a list of classes, each a label with its prob"
            problem = Problem(
                column=pairs_column, what=what[:200], remedy=REMEDY, file=content.name
            )
            raise ReadError([problem])
        pairs = pc.list_flatten(cells)
        sizes = pc.list_value_length(cells).fill_null(0).to_numpy(zero_copy_only=False)
        names = as_text(pc.struct_field(pairs, "label")).fill_null("")
        scores = pc.struct_field(pairs, "prob").cast(pa.float64())
        others = table.drop_columns([pairs_column])
        named = zip(others.column_names, others.columns, strict=True)
        others = pa.table({name: as_plain(column) for name, column in named})
    except BROKEN as error:
        raise broken(content.name, error) from error
    lines = np.asarray(ConsecutiveLines(table.num_rows))
    columns = columns_by_class(content.name, sizes, names, scores, lines.tolist())
    return others, columns, lines


def _draft(label: str, table: pa.Table, scores: dict[str, pa.Array], lines: Array) -> Draft:
    roles = {f"{PREFIX}{label}": "predicted"} | dict.fromkeys(scores, "score")
    if label in table.column_names:
        roles[label] = "truth"
    by_name = {name.strip().lower(): name for name in reversed(table.column_names)}
    for role in ("id", "text"):
        own = next((by_name[name] for name in NAMES[role] if name in by_name), None)
        if own is not None and own not in roles:
            roles[own] = role
    return Draft(
        columns=with_columns(table, scores),
        lines=lines,
        roles=roles,
        shape="wide scores",
        classes=classes_of(scores),
        probabilities=sum_to_one(scores.values()),
        gaps=columns_with_gaps(scores),
    )
