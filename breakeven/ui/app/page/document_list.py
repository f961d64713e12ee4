"""Documents as a table: the first behind a number, and the way to all of them.

Tested in `test_documents`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st
from scipy import sparse

from breakeven.analysis.documents.behind import as_folded
from breakeven.analysis.evaluation.evaluation import Evaluation, scores_of
from breakeven.analysis.selection.expression import Expression
from breakeven.data.records import Truth
from breakeven.data.wording import count_of
from breakeven.results.values import document_ids
from breakeven.ui.app.page import links
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.components.tables import show_table
from metrics.typing import Array

# --- Documents as a table: with truth, decisions and what the file said of them


MOST_OF_A_TEXT = 10_000


def document_frame(
    truth: Truth, evaluation: Evaluation, positions: Array, class_index: int | None = None
) -> pd.DataFrame:
    """One row per position: id, true and predicted classes, score of a class, the file's columns.

    `positions` are into the evaluation's documents, shape (documents,).
    """
    rows = evaluation.rows[positions]
    frame = pd.DataFrame(
        {
            "document": document_ids(truth, rows),
            "true": class_names(evaluation.truth, positions, evaluation.classes),
            "predicted": class_names(evaluation.assigned, positions, evaluation.classes),
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


# --- the first documents behind a number, and the way to all of them on the documents page


FIRST_DOCUMENTS = 20
# where no filter says which documents these are
MOST_SHOWN = 1_000


@dataclass(frozen=True)
class DocumentsWay:
    """To the same documents on the documents page: their filter, and what else is looked at there.

    `instead` as for `links.documents_address`.
    """

    term: Expression
    instead: Mapping[str, str | None] | None = None


def show_documents(
    truth: Truth,
    evaluation: Evaluation,
    positions: Array,
    name: str,
    way: DocumentsWay,
    class_index: int | None = None,
    *,
    narrow: bool = False,
) -> None:
    """The documents at these positions of an evaluation, to read and take along.

    `name` keys the table; `way` is about the evaluation's own classes, which may be folded ones.
    `narrow` as in `show_first`.
    """
    if truth.documents is None:
        st.info(
            f"{count_of(len(positions), 'document')}. The file gave counts, not documents, so "
            "there is nothing to list."
        )
        return
    if not len(positions):
        st.info("There is no document here.")
        return

    def make(subset: Array) -> pd.DataFrame:
        return document_frame(truth, evaluation, subset, class_index)

    folded = DocumentsWay(as_folded(evaluation, way.term), way.instead)
    show_first(truth, make, positions, name, folded, narrow=narrow)


def show_first(
    truth: Truth,
    make: Callable[[Array], pd.DataFrame],
    documents: Array,
    name: str,
    way: DocumentsWay | None,
    titles: Mapping[str, str] | None = None,
    *,
    narrow: bool = False,
) -> None:
    """The first of these documents as a table, all of them in the download.

    `make` turns indices of documents into a frame with their ids under `document`; `name` keys
    table and files; `way` leads to all, and a row chosen to its document, where there is one;
    `titles` are column heads other than the frame's names. `narrow`: it stands beside something,
    so what is read comes first.
    """
    frame = make(documents[: MOST_SHOWN if way is None else FIRST_DOCUMENTS])
    ids = frame["document"].tolist()
    for column in frame.select_dtypes(exclude="number"):
        frame[column] = frame[column].map(beginning)
    wide = {c: st.column_config.Column(width="large") for c in [truth.text_column] if c}
    heads = {c: st.column_config.Column(title) for c, title in (titles or {}).items()}
    key, left = f"documents_{name}", len(documents) - len(frame)
    if way is None:
        show_table(frame, key, column_config=wide | heads)
        if left > 0:
            st.caption(f"The first {len(frame):,}; {left:,} more are in the download.")
    else:
        _open_chosen(key, way)
        every = count_of(len(documents), "document")
        links.documents_link(way.term, f"Read {every}", way.instead)
        widgets.rows(
            key,
            frame,
            [],
            lambda row: state.remember(f"{key}_chosen", ids[row]),
            320 if narrow else 420,
            column_config=heads if narrow else wide | heads,
            column_order=sorted(frame, key=lambda c: c != truth.text_column) if narrow else None,
        )
        first = f"The first {len(frame):,}. " if left > 0 else ""
        st.caption(f"{first}Choose a row to open its document.")
    downloads.downloads(lambda: make(documents), name)


def _open_chosen(key: str, way: DocumentsWay) -> None:
    """Leave for the document whose row was chosen."""
    chosen = state.forget(f"{key}_chosen")
    if chosen is not None:
        links.open_document(way.term, chosen, way.instead)
