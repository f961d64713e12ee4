"""The list of documents: a page of it, around the one that is open."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.data.marks_table import mark_of
from breakeven.data.wording import count_of, visible
from breakeven.results.documents import beginning
from breakeven.ui.app.page.document_list import class_names
from breakeven.ui.app.session import state, widgets
from breakeven.ui.documents.shown_documents import (
    OPEN,
    SORT,
    ShownDocuments,
    open_document,
    orders_of,
)
from metrics.incidence import scores_of_class
from metrics.typing import Array

SHOWN = 15


def show_list(shown: ShownDocuments) -> None:
    """The documents around the one that is open; choosing another opens it."""
    widgets.select(SORT, "Order", orders_of(shown.in_split))
    if shown.position is None:
        return
    first = shown.position - shown.position % SHOWN
    here = shown.order[first : first + SHOWN]
    widgets.rows(
        "documents_listed",
        list_frame(shown, here),
        [shown.position - first],
        lambda row: open_at(shown, first + row),
        800,
        column_config={
            "document": st.column_config.Column(width=75, pinned=True),
            "marks": st.column_config.Column(width=90),
            "score": st.column_config.NumberColumn(width=70, format="%.4g"),
            "true": st.column_config.Column(width=95),
            "missed": st.column_config.Column(width=95),
            "false alarms": st.column_config.Column(width=95),
            "text": st.column_config.Column(width="large"),
        },
    )
    last = first + len(here)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Earlier",
            key="earlier",
            icon=":material/keyboard_arrow_up:",
            type="tertiary",
            disabled=not first,
            on_click=lambda: open_at(shown, first - SHOWN),
        )
        st.caption(f"{first + 1:,} to {last:,} of {count_of(len(shown.order), 'document')}")
        st.button(
            "Later",
            key="later",
            icon=":material/keyboard_arrow_down:",
            type="tertiary",
            disabled=last == len(shown.order),
            on_click=lambda: open_at(shown, last),
        )


def open_at(shown: ShownDocuments, place: int) -> None:
    """Open the document at a place in the list."""
    open_document(shown.review, int(shown.rows[place]))
    state.share(OPEN, state.raw()[OPEN])


def list_frame(shown: ShownDocuments, positions: Array) -> pd.DataFrame:
    """One row per position: id, marks where there are any, what is wrong, the text's beginning."""
    truth, in_split = shown.review.truth, shown.in_split
    rows = in_split.rows[positions]
    assert truth.documents is not None
    columns: dict[str, object] = {"document": [visible(str(i)) for i in truth.documents[rows]]}
    if (held := shown.review.marks) is not None and len(held.rows):
        marks_of_rows = [
            dict.fromkeys(mark_of(event) for event in held.events_of(row)) for row in rows.tolist()
        ]
        columns["marks"] = [visible(", ".join(marks)) for marks in marks_of_rows]
    scores = in_split.scores
    if state.raw().get(SORT, "").startswith("score") and scores is not None:
        listed, values = scores_of_class(scores, shown.selection.class_index)
        every = np.full(len(in_split.rows), np.nan)
        every[listed] = values
        columns["score"] = every[positions]
    if in_split.assigned is None:
        if in_split.labels is not None:
            columns["true"] = class_names(in_split.labels, positions, truth.classes)
    elif in_split.errors is None:
        columns["predicted"] = class_names(in_split.assigned, positions, truth.classes)
    else:
        columns |= {
            head: class_names(pairs, positions, truth.classes)
            for head, pairs in zip(("missed", "false alarms"), in_split.errors, strict=True)
        }
    if truth.text_column is not None:
        texts = truth.columns[truth.text_column][rows]
        columns["text"] = [visible(beginning(text)) for text in texts]
    return pd.DataFrame(columns)
