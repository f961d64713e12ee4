"""How good a system is in groups of classes, as tables and as a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.groups import (
    class_groups,
    growing_set,
)
from breakeven.records import Truth
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import plain, whole
from breakeven.text import cell_of
from metrics.measures import f_beta, fallout, precision, recall
from metrics.tallies import ContingencyTable

TITLES: Mapping[str, str] = {
    "classes": "Classes by their number of documents",
    "growing": "As classes are added, the largest first",
}
COUNTS = ("classes", "positives")


def group_frames(truth: Truth, evaluation: Evaluation, beta: float) -> dict[str, pd.DataFrame]:
    """Two tables: groups of `classes` by size, and the `growing` set of classes; 0/0 is NaN."""
    classes, growing = class_groups(evaluation, truth), growing_set(evaluation, truth)
    return {
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
    """The two tables as plain data, row by row; undefined is None."""
    return {
        key: [
            {str(name): v if isinstance(v, str) else plain(v) for name, v in row.items()}
            for row in frame.to_dict("records")
        ]
        for key, frame in frames.items()
    }


def groups_in_markdown(frames: Mapping[str, pd.DataFrame]) -> str:
    """The two tables as a document to paste."""
    parts = []
    for key, frame in frames.items():
        rows = [
            [_cell(name, v) for name, v in zip(frame.columns, row, strict=True)]
            for row in frame.itertuples(index=False)
        ]
        parts += [f"## {TITLES[key]}", "", markdown_table(list(frame.columns), rows), ""]
    return "\n".join(parts).rstrip()
