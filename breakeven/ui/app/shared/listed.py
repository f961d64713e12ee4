"""The first documents behind a number, and the way to all of them on the documents page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from breakeven.documents.behind import as_folded
from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.selection.expression import Expression
from breakeven.text import count_of
from breakeven.ui.app.session import links, state, widgets
from breakeven.ui.components import downloads
from breakeven.ui.components.documents import beginning, document_frame
from breakeven.ui.components.tables import show_table
from metrics.typing import Array

FIRST = 20
# where no filter says which documents these are
MOST_SHOWN = 1_000


@dataclass(frozen=True)
class Way:
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
    way: Way,
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
        st.info("No document here.")
        return

    def make(at: Array) -> pd.DataFrame:
        return document_frame(truth, evaluation, at, class_index)

    folded = Way(as_folded(evaluation, way.term), way.instead)
    show_first(truth, make, positions, name, folded, narrow=narrow)


def show_first(
    truth: Truth,
    make: Callable[[Array], pd.DataFrame],
    documents: Array,
    name: str,
    way: Way | None,
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
    frame = make(documents[: MOST_SHOWN if way is None else FIRST])
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
        links.documents_link(way.term, f"Read {every} one by one", way.instead)
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


def _open_chosen(key: str, way: Way) -> None:
    """Leave for the document whose row was chosen."""
    chosen = state.forget(f"{key}_chosen")
    if chosen is not None:
        links.open_document(way.term, chosen, way.instead)
