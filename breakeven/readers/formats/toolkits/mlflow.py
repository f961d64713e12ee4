"""The table of an evaluation by MLflow: `eval_results_table.json`, {"columns": […], "data": […]}.

A row holds the features, the target, what was predicted ("outputs" where it was given no name),
and for each metric of a row "name/version/score" and "name/version/justification". Target and
prediction have the names that were given to `mlflow.models.evaluate`: those are found as in any
table. Metrics with a version are left out: they are judgements of an answer, no scores of a class.
Source: mlflow.org/docs/latest/ml/evaluation; github.com/mlflow/mlflow,
mlflow/models/evaluation/default_evaluator.py (log_eval_table).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft

KEY = "mlflow"
NAME = "an evaluation table of MLflow"
# after the name of a metric of a row and its version; two stand without
OF_A_METRIC = ("/score", "/justification")
ALONE = ("token_count", "latency")
OUTPUTS, PREDICTION = "outputs", "prediction"
LOG_AGAIN = "download eval_results_table.json of the run again"


def recognise(content: Content) -> str | None:
    """Columns and data, and among the columns a metric of each row."""
    value = content.value
    if not isinstance(value, dict) or value.keys() != {"columns", "data"}:
        return None
    columns, rows = value["columns"], value["data"]
    if not isinstance(columns, list) or not isinstance(rows, list):
        return None
    if not any(isinstance(name, str) and _is_metric(name) for name in columns):
        return None
    return "it has columns and data, with a metric in each row"


def _is_metric(column: str) -> bool:
    return column.endswith(OF_A_METRIC) or column in ALONE


def read(content: Content) -> Draft:
    """A row a row of the table. Raises ReadError."""
    names = [str(name) for name in content.value["columns"]]
    rows: Sequence[Any] = content.value["data"]
    odd = [
        position
        for position, row in enumerate(rows)
        if not isinstance(row, list) or len(row) != len(names)
    ]

    def problem(position: int) -> Problem:
        what = f"not the {len(names):,} values of the columns"
        return Problem(row=odd[position] + 1, what=what, remedy=LOG_AGAIN, file=content.name)

    if odd:
        raise ReadError(first_problems(np.arange(len(odd)), problem))
    if len(set(names)) < len(names):
        what = "columns of one name"
        raise ReadError([Problem(what=what, remedy=LOG_AGAIN, file=content.name)])
    columns_read = [
        position for position, name in enumerate(names) if not name.endswith(OF_A_METRIC)
    ]
    called = [PREDICTION if name == OUTPUTS else name for name in names]
    records = [{called[position]: row[position] for position in columns_read} for row in rows]
    table, lines, gaps = content.table_of(records, list(range(1, len(rows) + 1)))
    return Draft(columns=table, lines=lines, gaps=gaps)
