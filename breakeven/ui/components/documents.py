"""Documents as a table: with truth, decisions and what the file said of them."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import scores_of
from breakeven.records import Truth
from breakeven.reports.values import ids_of
from metrics.typing import Array

MOST_OF_A_TEXT = 10_000


def document_frame(
    truth: Truth, evaluation: Evaluation, positions: Array, class_index: int | None = None
) -> pd.DataFrame:
    """One row per position: id, true and assigned classes, score of a class, the file's columns.

    `positions` are into the evaluation's documents, shape (documents,).
    """
    rows = evaluation.rows[positions]
    frame = pd.DataFrame(
        {
            "document": ids_of(truth, rows),
            "true": class_names(evaluation.truth, positions, evaluation.classes),
            "assigned": class_names(evaluation.assigned, positions, evaluation.classes),
        }
    )
    scores = None if class_index is None else scores_of(evaluation, class_index)
    if class_index is not None and scores is not None:
        # a pair without a score has none to show, and is not 0
        shown = np.where(np.isneginf(scores[positions]), np.nan, scores[positions])
        frame[f"score of {evaluation.classes[class_index]}"] = shown
    for name, values in truth.columns.items():
        frame[name if name not in frame else f"{name} (file)"] = values[rows]
    return frame


def class_names(matrix: sparse.sparray, positions: Array, classes: tuple[str, ...]) -> list[str]:
    """The classes of each of these documents in a boolean (documents, classes) matrix."""
    chosen = sparse.csr_array(matrix[positions])
    chosen.sort_indices()
    return [
        " | ".join(classes[c] for c in chosen.indices[start:end])
        for start, end in zip(chosen.indptr[:-1], chosen.indptr[1:], strict=True)
    ]


def beginning(value: object) -> object:
    """A cell as it goes to the browser: a text may be megabytes long, and a download has it all."""
    long = isinstance(value, str) and len(value) > MOST_OF_A_TEXT
    return f"{str(value)[:MOST_OF_A_TEXT]}…" if long else value
