"""Tables with a row a class: everything measured, groups by size, and as Azure shows it.

It imports pandas, so `breakeven.results.evaluation` loads it only when a table is asked for.

Tested in `test_class_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from breakeven.analysis.evaluation.class_sizes import class_groups, growing_set
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Truth
from breakeven.data.splits import class_counts, roles_of
from breakeven.data.wording import cell_of
from breakeven.results.columns import class_numbers, columns
from breakeven.results.evaluated_review import EvaluatedReview
from breakeven.results.scope import filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_count, plain_rows
from metrics import measures
from metrics.averaging import macro
from metrics.measures import f_beta, fallout, precision, recall
from metrics.tallies import ContingencyTable
from metrics.typing import F1_BETA, Array

# --- Everything counted and measured per class, one row each


def split_column(split: str) -> str:
    """The column that holds the positives of a split; cannot be another column's name."""
    return f"positives in {split}"


def class_frame(truth: Truth, evaluation: Evaluation, beta: float) -> pd.DataFrame:
    """One row per class, in the order of the classes. Undefined is NaN.

    `class`; `positives in <split>` over all documents of each split; then as `measured_frame`.
    """
    frame, per_split = measured_frame(evaluation, beta), class_counts(truth)
    for i, split in enumerate(truth.splits):
        frame.insert(1 + i, split_column(split), per_split[i])
    return frame


def measured_frame(evaluation: BaseEvaluation, beta: float) -> pd.DataFrame:
    """One row per class, in the order of the classes. Undefined is NaN.

    `class`; `positives`, `tp`, `fp`, `fn`, `tn`, `precision`, `recall`, `f` with `f_low_95` and
    `f_high_95` on the evaluated documents; where there are scores `break_even`, `break_even_how`,
    `eleven_point` and `average_precision`, two of them with intervals like that of F. Sources of
    the intervals: `metrics.uncertainty.intervals.f_interval`, `metrics.ranking.ranking_intervals`.
    """
    numbers = class_numbers(evaluation, beta)
    shown = columns("frame", scored=numbers.scored is not None)
    return pd.DataFrame({c.key: c.values(numbers) for c in shown if c.values is not None})


# --- how good a system is in groups of classes, as tables and as a document


GROUP_TITLES: Mapping[str, str] = {
    "classes": "Classes by their number of documents",
    "growing": "As classes are added, the largest first",
}
GROUP_COUNTS = ("classes", "positives")


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


def _measured(tables: ContingencyTable, beta: float) -> dict[str, Array]:
    return {
        "precision": precision(tables),
        "recall": recall(tables),
        "f": f_beta(tables, beta),
    }


def _cell(column: str, value: Any) -> str:
    if isinstance(value, str):
        return in_markdown(value)
    return cell_of(plain_count(value) if column in GROUP_COUNTS else float(value))


@dataclass(frozen=True)
class ClassGroupTables:
    """How good a system is in groups of classes: tables of `classes` by size, and the `growing`."""

    result: EvaluatedReview
    frames: Mapping[str, pd.DataFrame]

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven groups --format json` prints: both row by row; undefined is None."""
        tables = {key: plain_rows(frame) for key, frame in self.frames.items()}
        return {**tables, **filter_data(self.result.filtered)}

    def to_markdown(self) -> str:
        """What `breakeven groups` prints."""
        review, system = self.result.review.name, self.result.system
        parts = [f"# {in_markdown(review)}: {in_markdown(system)}, in groups", ""]
        for key, frame in self.frames.items():
            rows = [
                [_cell(name, v) for name, v in zip(frame.columns, row, strict=True)]
                for row in frame.itertuples(index=False)
            ]
            parts += [f"## {GROUP_TITLES[key]}", "", markdown_table(list(frame.columns), rows), ""]
        return under_title("\n".join(parts).rstrip(), self.result.filtered)


def class_groups_of(result: EvaluatedReview) -> ClassGroupTables:
    """How good a system is in groups of classes."""
    return ClassGroupTables(
        result, group_frames(result.review.truth, result.evaluation, result.beta)
    )


# --- what users of Azure custom text classification know of a model, in our numbers


SERVICE_MEASURES = {"precision": "precision", "recall": "recall", "f": "f1"}


def occurring(tables: ContingencyTable) -> Array:
    """The classes that the service shows: labelled or predicted in the test set; indices."""
    return np.flatnonzero((tables.positives > 0) | (tables.assigned > 0))


def service_macro(tables: ContingencyTable) -> dict[str, float]:
    """Macro precision, recall and F₁, in [0, 1], as the service counts; NaN without any class.

    The mean over the classes that occur, in which 0/0 counts as 0. Source: its REST reference,
    "Get Model Evaluation Summary", whose example for conversations (EmailApp) has such averages.
    """
    averages = macro(tables[occurring(tables)], F1_BETA, "zero")
    return {name: averages[name].value for name in SERVICE_MEASURES}


def class_performance(truth: Truth, evaluation: Evaluation) -> pd.DataFrame:
    """A row for each class that occurs: `class`, `precision`, `recall`, `f1`, and its labels.

    `labels in` the training split, where there is one, and in the one that is measured, or
    `labels`: documents truly in the class. 0/0 is NaN.
    """
    shown = occurring(evaluation.tables)
    tables, train = evaluation.tables[shown], roles_of(truth).train
    columns: dict[str, object] = {"class": [evaluation.classes[c] for c in shown]}
    columns |= {
        "precision": measures.precision(tables),
        "recall": measures.recall(tables),
        "f1": measures.f_beta(tables, F1_BETA),
    }
    if train is not None:
        columns[f"labels in {truth.splits[train]}"] = class_counts(truth)[train][shown]
    here = "labels" if evaluation.split is None else f"labels in {evaluation.split}"
    return pd.DataFrame(columns | {here: tables.positives})


def data_distribution(truth: Truth) -> pd.DataFrame:
    """A row for each class: `class`, documents truly in it `in` each split, and `total`."""
    counts = class_counts(truth)
    columns: dict[str, object] = {"class": list(truth.classes)}
    columns |= {f"in {name}": counts[s] for s, name in enumerate(truth.splits)}
    return pd.DataFrame(columns | {"total": counts.sum(axis=0)})
