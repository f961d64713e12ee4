"""The list of documents: a page of it, around the one that is open."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from scipy import sparse

from breakeven.text import count_of, name_of
from breakeven.ui.app import state, widgets
from breakeven.ui.app.page import pick_class_by
from breakeven.ui.components.documents import class_names
from breakeven.ui.components.html import bold, say
from breakeven.ui.documents.looking import OPEN, SORT, Looked, Whole, orders_of
from metrics.incidence import count_per_class, judged, scores_of_class
from metrics.typing import Array

SHOWN = 20
BEGINNING = 160


def choose_order(looked: Looked) -> None:
    """How many documents there are, and what they are ordered by."""
    whole, k = looked.whole, len(looked.review.truth.classes)
    n, every = len(looked.order), looked.every
    left = "" if looked.where is None else f" of {every:,}"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        say(f"{bold(f'{n:,}')}{left} {'document' if n == 1 else 'documents'}")
        widgets.select(SORT, "Order", orders_of(whole), width=260)
        if k and state.raw().get(SORT, "").startswith("score"):
            true = whole.assigned if whole.labels is None else whole.labels
            words = "In brackets: documents of the class in the split."
            pick_class_by(looked.review, count_per_class(true), words)


def show_list(looked: Looked) -> None:
    """The documents around the one that is open; choosing another opens it."""
    assert looked.at is not None
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


def open_at(looked: Looked, place: int) -> None:
    """Open the document at a place in the list."""
    ids = looked.review.truth.documents
    assert ids is not None
    state.share(OPEN, str(ids[looked.rows[place]]))


def list_frame(looked: Looked, positions: Array) -> pd.DataFrame:
    """One row per position: id, what is wrong with it, the beginning of its text."""
    truth, whole = looked.review.truth, looked.whole
    rows = whole.predictions.rows[positions]
    assert truth.documents is not None
    columns: dict[str, object] = {"document": [str(i) for i in truth.documents[rows]]}
    if whole.labels is None:
        columns["called"] = class_names(whole.assigned, positions, truth.classes)
    else:
        found = errors_of(whole, positions)
        columns |= {
            head: class_names(pairs, np.arange(len(positions)), truth.classes)
            for head, pairs in zip(("missed", "extra"), found, strict=True)
        }
    if state.raw().get(SORT, "").startswith("score") and whole.predictions.scores is not None:
        c = looked.selection.class_index
        listed, values = scores_of_class(whole.predictions.scores, c)
        scores = np.full(len(whole.predictions.rows), np.nan)
        scores[listed] = values
        columns[f"score of {name_of(truth.classes[c])}"] = scores[positions]
    if truth.text_column is not None:
        columns["text"] = [beginning(text) for text in truth.columns[truth.text_column][rows]]
    return pd.DataFrame(columns)


def errors_of(whole: Whole, positions: Array) -> tuple[sparse.csc_array, sparse.csc_array]:
    """Missed and extra pairs of some documents among those judged, boolean csc (n, k)."""
    assert whole.labels is not None
    true, called = (sparse.csr_array(m)[positions] for m in (whole.labels, whole.assigned))
    off = None if whole.unjudged is None else sparse.csr_array(whole.unjudged)[positions]
    return judged(true > called, off), judged(called > true, off)


def beginning(text: object) -> str:
    """The first words of a text on one line."""
    start = str(text)[: 2 * BEGINNING]
    line = " ".join(start.split())
    return line if len(line) <= BEGINNING and start == str(text) else f"{line[:BEGINNING]}…"
