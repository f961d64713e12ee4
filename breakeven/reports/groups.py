"""How good a system is in groups, as tables and as a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.groups import (
    class_groups,
    columns_to_group_by,
    document_groups,
    growing_set,
)
from breakeven.records import Truth
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import plain, whole
from breakeven.text import cell_of
from metrics.measures import f_beta, fallout, precision, recall
from metrics.tallies import ContingencyTable

TITLES: Mapping[str, str] = {
    "documents": "Documents by {}",
    "classes": "Classes by their number of documents",
    "growing": "As classes are added, the largest first",
}
COUNTS = ("documents", "classes", "positives")
NUMBER_OF_CLASSES = "number of true classes"


def group_frames(
    truth: Truth, evaluation: Evaluation, by: str | None, beta: float
) -> dict[str, pd.DataFrame]:
    """Three tables: groups of `documents`, of `classes`, and the `growing` set of classes.

    Documents by the column `by`, else by their number of true classes. Undefined is NaN.
    ValueError where there is no such column.
    """
    if by is not None and by not in columns_to_group_by(truth):
        known = ", ".join(columns_to_group_by(truth)) or "none"
        raise ValueError(f"documents cannot be grouped by {by!r}; there are the columns {known}")
    values = None if by is None else truth.columns[by][evaluation.scored.rows]
    documents, classes = document_groups(evaluation, values), class_groups(evaluation, truth)
    growing = growing_set(evaluation, truth)
    assert documents.interval is not None
    return {
        "documents": pd.DataFrame(
            {
                "group": documents.names,
                "documents": documents.units,
                **_measured(documents.tables, beta),
                "exact_match": documents.right,
                "exact_match_low_95": documents.interval.low,
                "exact_match_high_95": documents.interval.high,
            }
        ),
        "classes": pd.DataFrame(
            {
                "group": classes.names,
                "classes": classes.units,
                "positives": classes.tables.positives,
                **_measured(classes.tables, beta),
            }
        ),
        "growing": pd.DataFrame(
            {
                "classes": growing.sizes,
                **_measured(growing.tables, beta),
                "fallout": fallout(growing.tables),
            }
        ),
    }


def _measured(tables: ContingencyTable, beta: float) -> dict[str, Any]:
    return {
        "precision": precision(tables),
        "recall": recall(tables),
        "f": f_beta(tables, beta),
    }


def _cell(column: str, value: Any) -> str:
    if isinstance(value, str):
        return in_markdown(value)
    return cell_of(whole(value) if column in COUNTS else float(value))


def group_records(frames: Mapping[str, pd.DataFrame]) -> dict[str, list[dict[str, Any]]]:
    """The three tables as plain data, row by row; undefined is None."""
    return {
        key: [
            {str(name): v if isinstance(v, str) else plain(v) for name, v in row.items()}
            for row in frame.to_dict("records")
        ]
        for key, frame in frames.items()
    }


def groups_in_markdown(frames: Mapping[str, pd.DataFrame], by: str | None) -> str:
    """The three tables as a document to paste."""
    parts = []
    for key, frame in frames.items():
        title = TITLES[key].format(in_markdown(by) if by is not None else NUMBER_OF_CLASSES)
        rows = [
            [_cell(name, v) for name, v in zip(frame.columns, row, strict=True)]
            for row in frame.itertuples(index=False)
        ]
        parts += [f"## {title}", "", markdown_table(list(frame.columns), rows), ""]
    return "\n".join(parts).rstrip()
