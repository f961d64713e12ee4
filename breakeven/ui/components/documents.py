"""Documents behind a number: a table of them, with truth, decisions and what the file said."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import streamlit as st
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import scores_of
from breakeven.records import Truth
from breakeven.text import count_of
from breakeven.ui.components import downloads
from breakeven.ui.components.tables import show_table
from metrics.typing import Array

MOST_SHOWN = 1_000
MOST_OF_A_TEXT = 10_000


def document_frame(
    truth: Truth, evaluation: Evaluation, positions: Array, class_index: int | None = None
) -> pd.DataFrame:
    """One row per position: id, true and assigned classes, score of a class, the file's columns.

    `positions` are into the evaluation's documents, shape (documents,).
    """
    rows = evaluation.rows[positions]
    ids = (rows + 1) if truth.documents is None else truth.documents[rows]
    frame = pd.DataFrame(
        {
            "document": [str(i) for i in ids],
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


def show_documents(
    truth: Truth,
    evaluation: Evaluation,
    positions: Array,
    name: str,
    class_index: int | None = None,
) -> None:
    """The documents at these positions as a table to read and take along; `name` keys it."""
    if truth.documents is None:
        st.info(
            f"{count_of(len(positions), 'document')}. The file gave counts, not documents, so "
            "there is nothing to list."
        )
        return
    if not len(positions):
        st.info("No document here.")
        return
    show_first(
        truth, lambda at: document_frame(truth, evaluation, at, class_index), positions, name
    )


def show_first(
    truth: Truth,
    make: Callable[[Array], pd.DataFrame],
    documents: Array,
    name: str,
    titles: Mapping[str, str] | None = None,
) -> None:
    """The first of these documents as a table, all of them in the download.

    `make` turns indices of documents into a frame; `name` keys table and files; `titles` are
    column heads other than the frame's names.
    """
    frame = make(documents[:MOST_SHOWN])
    for column in frame.select_dtypes(exclude="number"):
        frame[column] = frame[column].map(_beginning)
    wide = {c: st.column_config.Column(width="large") for c in [truth.text_column] if c}
    heads = {c: st.column_config.Column(title) for c, title in (titles or {}).items()}
    show_table(frame, f"documents_{name}", column_config=wide | heads)
    left = len(documents) - len(frame)
    if left > 0:
        st.caption(f"The first {len(frame):,}; {left:,} more are in the download.")
    downloads.downloads(lambda: make(documents), name)


def _beginning(value: object) -> object:
    """A cell as it goes to the browser: a text may be megabytes long, and a download has it all."""
    long = isinstance(value, str) and len(value) > MOST_OF_A_TEXT
    return f"{str(value)[:MOST_OF_A_TEXT]}…" if long else value
