"""Where marks stand on the page: at the open document, for the list, and as a file."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.records import MarkEvent
from breakeven.ui.app.library import marks
from breakeven.ui.app.library.saved import looks_only
from breakeven.ui.app.session import state, widgets
from breakeven.ui.documents.as_if import show_as_if
from breakeven.ui.documents.earlier import offer_earlier
from breakeven.ui.documents.list import SHOWN, list_frame
from breakeven.ui.documents.looking import Looked
from breakeven.ui.documents.many_marks import mark_many
from breakeven.ui.documents.marks import ask_who, show_marks
from breakeven.ui.documents.marks_file import load_marks, take_home
from breakeven.ui.documents.one import One

SEEN, LEFT = "documents.seen", "documents_left"


def mark_opened(looked: Looked, one: One) -> None:
    """What is to be said of the open document."""
    show_marks(looked.review, one.row, one.true, one.said[0].called if one.said else None)


def mark_listed(looked: Looked) -> None:
    """One mark for many documents, and all marks as a file; folded until somebody asks."""
    if looks_only():
        return
    if looked.at is not None:
        _note_left(looked)
        first = looked.at - looked.at % SHOWN
        here = slice(first, first + SHOWN)
        with st.expander("Mark many documents at once", icon=":material/done_all:"):
            mark_many(
                looked.review,
                looked.rows,
                looked.rows[here],
                lambda: list_frame(looked, looked.order[here]),
            )
    with st.expander("All marks: download them, load them", icon=":material/save:"):
        widgets.toggle(SEEN, "Mark a document as seen when I leave it")
        ask_who("marks_who_again")
        take_home(looked.review)
        load_marks(looked.review)
        offer_earlier(looked.review)


def compare_as_if(looked: Looked) -> None:
    """Every system as loaded, and as if marks were carried out."""
    if not looked.review.has_system:
        return
    show_as_if(looked.review, looked.selection)


def _note_left(looked: Looked) -> None:
    """Mark the document that was open before as seen, once, where that is wished for."""
    assert looked.at is not None
    review, row = looked.review, int(looked.rows[looked.at])
    before = state.remembered(LEFT)
    state.remember(LEFT, (review.fingerprint, row))
    if state.raw().get(SEEN) != "on" or before is None:
        return
    of, left = before
    if of != review.fingerprint or left == row:
        return
    seen = () if review.marks is None else review.marks.rows_of("seen")
    if left not in seen:
        marks.add(review, MarkEvent(rows=np.array([left]), kind="seen"))
