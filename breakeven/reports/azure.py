"""What users of Azure custom text classification know of a model, in our numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.splits import class_counts, roles_of
from metrics import measures
from metrics.averaging import macro
from metrics.tallies import ContingencyTable
from metrics.typing import Array

MEASURES = {"precision": "precision", "recall": "recall", "f": "f1"}


def occurring(tables: ContingencyTable) -> Array:
    """The classes that the service shows: labelled or predicted in the test set; indices."""
    return np.flatnonzero((tables.positives > 0) | (tables.assigned > 0))


def service_macro(tables: ContingencyTable) -> dict[str, float]:
    """Macro precision, recall and F₁, in [0, 1], as the service counts; NaN without any class.

    The mean over the classes that occur, in which 0/0 counts as 0. Source: its REST reference,
    "Get Model Evaluation Summary", whose example for conversations (EmailApp) has such averages.
    """
    averages = macro(tables[occurring(tables)], 1.0, "zero")
    return {name: averages[name].value for name in MEASURES}


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
        "f1": measures.f_beta(tables),
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
