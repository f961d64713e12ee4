"""One mark for many documents: for all that are listed, or for those that are ticked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.records import MarkEvent, MarkKind, Review
from breakeven.text import count_of
from breakeven.ui.app.library import marks
from breakeven.ui.app.session import state, widgets
from breakeven.ui.documents.marks import KINDS as BY_KEY
from breakeven.ui.documents.marks import LONGEST_NOTE, LONGEST_TAG, pick_right
from metrics.typing import Array

KIND, WHICH = "documents.mark", "documents.mark_which"
KINDS: dict[MarkKind, str] = {**{kind: kind for kind in BY_KEY}, "tag": "a tag", "note": "a note"}
RIGHT, WORDS, TICKED = "marks_many_right", "marks_many_words", "marks_ticked"
HIGH = 300


def mark_many(review: Review, rows: Array, here: Array, listed: Callable[[], pd.DataFrame]) -> None:
    """A form for one mark on many documents.

    `rows`: all documents listed; `here`: those on the page of the list, which `listed` shows.
    """
    options = {"all": f"all {len(rows):,} of the filter", "ticked": "those ticked"}
    if widgets.section(WHICH, "Which documents", options) == "ticked":
        rows = _tick(review, here, listed)
    kind = widgets.select(KIND, "Mark", KINDS)
    event = _event(review, rows, kind)
    n = count_of(len(rows), "document")
    missing = kind in ("tag", "note") and not (event.tag or event.note)
    with st.container(horizontal=True):
        st.button(
            f"Mark {n}",
            key="mark_many",
            type="primary",
            disabled=not len(rows) or missing,
            on_click=lambda: marks.add(review, event),
        )
        st.button(
            f"Take it off {n}",
            key="unmark_many",
            disabled=not len(rows) or missing,
            on_click=lambda: marks.add(
                review,
                MarkEvent(rows=event.rows, kind=kind, tag=event.tag, note=event.note, off=True),
            ),
        )


def _event(review: Review, rows: Array, kind: MarkKind) -> MarkEvent:
    """The mark that the form says, with the words or the right classes that go with it."""
    words: str = state.remembered(WORDS, "")
    right: tuple[int, ...] | None = None
    if kind == "label wrong":
        right = state.remembered(RIGHT)
        pick_right(review, f"w{RIGHT}", right, lambda chosen: state.remember(RIGHT, chosen))
    elif kind in ("tag", "note"):
        most = LONGEST_TAG if kind == "tag" else LONGEST_NOTE
        widgets.line(
            f"w{WORDS}",
            kind.capitalize(),
            words,
            lambda text: state.remember(WORDS, text.strip()),
            max_chars=most,
        )
    return MarkEvent(
        rows=np.sort(rows),
        kind=kind,
        right=right,
        tag=words[:LONGEST_TAG] if kind == "tag" else "",
        note=words if kind == "note" else "",
    )


def _tick(review: Review, here: Array, listed: Callable[[], pd.DataFrame]) -> Array:
    """The documents that are ticked, also on other pages of the list; ticks are of one review."""
    key = f"{TICKED}_{review.fingerprint}"
    ticked: set[int] = set(state.remembered(key, ()))
    rows = here.tolist()

    def changed(place: int) -> None:
        state.remember(key, ticked ^ {rows[place]})

    def every(on: bool) -> None:
        state.remember(key, ticked | {*rows} if on else set())

    widgets.ticks(
        "marks_ticks", listed(), [i for i, row in enumerate(rows) if row in ticked], changed, HIGH
    )
    with st.container(horizontal=True):
        st.button("Tick all of these", key="tick_all", on_click=lambda: every(True))
        st.button("Clear", key="tick_none", disabled=not ticked, on_click=lambda: every(False))
    return np.array(sorted(ticked), dtype=np.int64)
