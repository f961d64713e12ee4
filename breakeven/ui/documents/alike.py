"""The documents whose texts are most like that of the one that is open."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.documents.behind import of_rows, repeated_ids
from breakeven.records import Review
from breakeven.reports.documents import beginning
from breakeven.selection.expression import to_text
from breakeven.text import count_of, listed, visible
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.documents import class_names
from breakeven.ui.components.html import escaped, quiet, say
from breakeven.ui.documents.looking import WHERE, Looked, open_document
from metrics.typing import Array

MOST = 8
# below it two texts share little more than common words
LEAST = 0.1


def show_alike(looked: Looked, row: int) -> None:
    """Texts most like this one, once somebody asks: that takes an index of all texts."""
    if looked.review.truth.text_column is None:
        return
    asked = st.expander("Documents like this one", key="alike", on_change="rerun")
    if not asked.open:
        return
    with asked:
        _show(looked, row)


def _show(looked: Looked, row: int) -> None:
    truth, rows = looked.review.truth, looked.whole.rows
    likeness = likeness_of(looked.review, row)
    near = near_duplicates_of(looked.review, row)
    elsewhere = np.setdiff1d(near, rows)
    if len(elsewhere):
        assert truth.documents is not None
        say(
            f"{count_of(len(elsewhere), 'document')} of another split "
            f"{'has' if len(elsewhere) == 1 else 'have'} nearly the same text: "
            f"{escaped(listed(truth.documents[elsewhere]))}."
        )
    others = np.flatnonzero((rows != row) & (likeness[rows] >= LEAST))
    best = others[np.argsort(-likeness[rows[others]], kind="stable")][:MOST]
    if not len(best):
        say(quiet("No document looked at has a text like this one."))
        return
    texts = truth.columns[truth.text_column or ""][rows[best]]
    frame = pd.DataFrame(
        {
            "document": [str(i) for i in _ids(looked, rows[best])],
            "likeness": likeness[rows[best]],
            "nearly equal": np.isin(rows[best], near),
            "text": [visible(beginning(text)) for text in texts],
        }
    )
    if looked.whole.labels is not None:
        frame.insert(3, "true", class_names(looked.whole.labels, best, truth.classes))
    widgets.rows(
        "documents_alike",
        frame,
        [],
        lambda at: _open(looked, row, rows[best], at),
        420,
        column_config={"likeness": st.column_config.NumberColumn(format="%.2f")},
    )
    st.caption(
        "Likeness: the cosine of the weights of their words (tf-idf), 1 for the same words. "
        "Choosing a row lists these documents instead, and opens it."
    )


def _ids(looked: Looked, rows: Array) -> list[str]:
    ids = looked.review.truth.documents
    assert ids is not None
    return [str(i) for i in ids[rows]]


def _open(looked: Looked, row: int, others: Array, at: int) -> None:
    """List a document and those like it, and open one of them."""
    truth = looked.review.truth
    term = of_rows(truth, np.append(row, others), repeated_ids(truth))
    if term is not None:  # else their ids do not tell them apart
        open_document(looked.review, int(others[at]))
        state.share(WHERE, to_text(term))


@cached(entries=64, spinner="Comparing the texts …")
def likeness_of(review: Review, row: int) -> Array:
    """How alike all texts are to that of one document, shape (n,)."""
    return cache.texts_of(review).words.likeness(row)


@cached(entries=64, spinner="Comparing the texts …")
def near_duplicates_of(review: Review, row: int) -> Array:
    """The other documents with nearly the text of one, ascending."""
    groups = cache.texts_of(review).words.groups
    if groups[row] < 0:
        return np.zeros(0, dtype=np.int64)
    return np.setdiff1d(np.flatnonzero(groups == groups[row]), [row])
