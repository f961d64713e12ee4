"""The summary of the evaluation of a model of Azure custom text classification: counts.

`{"customSingleLabelClassificationEvaluation": {"confusionMatrix": {class: {class: {"rawValue",
"normalizedValue"}}}, "classes": {class: {"f1", "precision", "recall", "truePositiveCount", …}},
"microF1", …}}`. A row is what was labelled; where the rest of each column, and not of each row, is
what its class has as `falseNegativeCount`, a row is what was predicted. A multi-label project has
no matrix. Source: learn.microsoft.com, REST reference, "Text Analysis Authoring - Get Model
Evaluation Summary", 2023-04-01.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.azure import shared as azure
from breakeven.readers.formats.azure.shared import by_project_kind, value_of

KEY = azure.SUMMARY
NAME = "the evaluation summary of Azure custom text classification"
NOTHING = "$none"
INSTEAD = (
    "open the evaluation by document (evaluation/result of the same model), or the labels file "
    "with predictions"
)


def recognise(content: Content) -> str | None:
    """Counts of each class below the kind of project."""
    found = by_project_kind(content.value, "Evaluation")
    if found is None or not isinstance(value_of(found[1], "classes"), dict):
        return None
    return "it holds counts of each class, with micro and macro averages of the model"


def read(content: Content) -> Draft:
    """A row for each cell of the matrix. Raises ReadError, for a multi-label project too."""
    evaluation = by_project_kind(content.value, "Evaluation")
    assert evaluation is not None
    kind, summary = evaluation
    matrix, classes = value_of(summary, "confusionMatrix"), value_of(summary, "classes")
    if not isinstance(matrix, dict) or not matrix:
        kind_text = "multi-label" if kind == "multi" else "single-label"
        what = (
            f"the summary of this {kind_text} project has no matrix: it holds counts of "
            f"{len(classes):,} classes and averages, without documents"
        )
        raise ReadError([Problem(what=what, remedy=INSTEAD, file=content.name)])
    cells: list[tuple[str, str, str]] = []
    for true, row in matrix.items():
        for called, cell in row.items() if isinstance(row, dict) else ():
            count = value_of(cell, "rawValue")
            if count is None:
                what = f"no rawValue for {true!r} predicted as {called!r}"
                raise ReadError([Problem(what=what, remedy="get it again", file=content.name)])
            cells.append((_name(true), _name(called), str(count)))
    if _is_turned(cells, classes):
        cells = [(true, called, count) for called, true, count in cells]
    trues, calls, counts = zip(*cells, strict=True) if cells else ((), (), ())
    columns = {
        "expectedClass": pa.array(trues, pa.string()),
        "predictedClass": pa.array(calls, pa.string()),
        "rawValue": pa.array(counts, pa.string()),
    }
    roles = {"expectedClass": "truth", "predictedClass": "predicted", "rawValue": "count"}
    return Draft(
        columns=pa.table(columns),
        lines=np.arange(1, len(cells) + 1),
        roles=roles,
        shape="long matrix",
    )


def _name(name: str) -> str:
    return "" if name == NOTHING else name


def _is_turned(cells: list[tuple[str, str, str]], classes: Any) -> bool:
    """Whether the rows are what was predicted, by the false negatives that the classes have."""
    missed = {
        _name(name): value_of(numbers, "falseNegativeCount") for name, numbers in classes.items()
    }
    rows: dict[str, float] = defaultdict(float)
    columns: dict[str, float] = defaultdict(float)
    try:
        for first, second, count in cells:
            if first != second:
                rows[first] += float(count)
                columns[second] += float(count)
        missed_counts = {name: float(count) for name, count in missed.items() if count is not None}
    except ValueError:
        return False  # what is no number is said of the table
    by_row, by_column = (
        all(held[name] == count for name, count in missed_counts.items())
        for held in (rows, columns)
    )
    return by_column and not by_row
