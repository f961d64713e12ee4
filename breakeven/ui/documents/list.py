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


def show_list(looked: ShownDocuments) -> None:
    """The documents around the one that is open; choosing another opens it."""
    widgets.select(SORT, "Order", orders_of(looked.whole))
    if looked.at is None:
        return
    first = looked.at - looked.at % SHOWN
    here = looked.order[first : first + SHOWN]
    widgets.rows(
        "documents_listed",
        list_frame(looked, here),
        [looked.at - first],
        lambda row: open_at(looked, first + row),
        800,
        column_config={
            "document": st.column_config.Column(width=75),
            "marks": st.column_config.Column(width=90),
            "score": st.column_config.NumberColumn(width=70, format="%.4g"),
            "true": st.column_config.Column(width=95),
            "missed": st.column_config.Column(width=95),
            "extra": st.column_config.Column(width=65),
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
            on_click=lambda: open_at(looked, first - SHOWN),
        )
        st.caption(f"{first + 1:,} to {last:,} of {count_of(len(looked.order), 'document')}")
        st.button(
            "Later",
            key="later",
            icon=":material/keyboard_arrow_down:",
            type="tertiary",
            disabled=last == len(looked.order),
            on_click=lambda: open_at(looked, last),
        )


def open_at(looked: ShownDocuments, place: int) -> None:
    """Open the document at a place in the list."""
    open_document(looked.review, int(looked.rows[place]))
    state.share(OPEN, state.raw()[OPEN])


def list_frame(looked: ShownDocuments, positions: Array) -> pd.DataFrame:
    """One row per position: id, marks where there are any, what is wrong, the text's beginning."""
    truth, whole = looked.review.truth, looked.whole
    rows = whole.rows[positions]
    assert truth.documents is not None
    columns: dict[str, object] = {"document": [visible(str(i)) for i in truth.documents[rows]]}
    if (held := looked.review.marks) is not None and len(held.rows):
        said = [dict.fromkeys(mark_of(event) for event in held.of(row)) for row in rows.tolist()]
        columns["marks"] = [visible(", ".join(marks)) for marks in said]
    scores = whole.scores
    if state.raw().get(SORT, "").startswith("score") and scores is not None:
        listed, values = scores_of_class(scores, looked.selection.class_index)
        every = np.full(len(whole.rows), np.nan)
        every[listed] = values
        columns["score"] = every[positions]
    if whole.assigned is None:
        if whole.labels is not None:
            columns["true"] = class_names(whole.labels, positions, truth.classes)
    elif whole.errors is None:
        columns["called"] = class_names(whole.assigned, positions, truth.classes)
    else:
        columns |= {
            head: class_names(pairs, positions, truth.classes)
            for head, pairs in zip(("missed", "extra"), whole.errors, strict=True)
        }
    if truth.text_column is not None:
        texts = truth.columns[truth.text_column][rows]
        columns["text"] = [visible(beginning(text)) for text in texts]
    return pd.DataFrame(columns)
