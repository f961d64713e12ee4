"""All marks of a review: counted, taken home as a file, and loaded from one."""

from __future__ import annotations

from typing import Any

import streamlit as st

from breakeven.marks.table import marks_frame
from breakeven.readers.apart.reading import open_apart
from breakeven.readers.marks_file import marks_of_table, needed_of
from breakeven.readers.problems import ReadError
from breakeven.records import MarkEvent, Problem, Review
from breakeven.text import count_of
from breakeven.ui.app.library import marks
from breakeven.ui.app.library.saved import place_of
from breakeven.ui.app.session import login, state
from breakeven.ui.components.downloads import OF_THE_REVIEW, downloads
from breakeven.ui.components.html import escaped, prose, say

MOST_MB = 50
FILE = "marks_file_read"
IN_LIBRARY = (
    "Marks are kept with this version of the review: whoever may open it sees them, and who may "
    "mark sets others. Download them as a file, and load it elsewhere."
)
BY_ADDRESS = (
    "This review is not saved. Its marks are kept on this server under the long number in the "
    "address (marks=…): whoever has the address sees them and can set others. They are gone when "
    "the server stops, or when nobody opens them for a week. Download them as a file, and load "
    "it again."
)


def take_home(review: Review) -> None:
    """Where marks are kept, and all of them as a file."""
    original = review.loaded
    held = original.marks
    st.caption(BY_ADDRESS if place_of(original) is None else IN_LIBRARY)
    if held is None or not len(held.rows):
        return
    counts = [f"{kind} {n:,}" for kind, n in held.kinds.items()]
    say(escaped(f"Marked: {', '.join(counts)}."))
    downloads(lambda: marks_frame(original.truth, held), "marks", OF_THE_REVIEW)


def load_marks(review: Review) -> None:
    """A file of marks: what would be left out is said before anything is added."""
    file = st.file_uploader(
        "Load marks that were downloaded",
        type=["csv", "tsv", "parquet"],
        key="marks_file",
        disabled=not login.may_send(),
        max_upload_size=MOST_MB,
        help="The columns id and mark are needed; class, right classes, note, who, when, split "
        "and text sha256 may be there.",
    )
    if file is None:
        state.forget(FILE)
        return
    events, problems = _read(review, file)
    if problems:
        shown = [[escaped(str(problem))] for problem in problems]
        prose(["What is not loaded" if events else "Nothing is loaded"], shown)
    n = sum(len(event.rows) for event in events)
    if events:
        st.button(
            f"Add {count_of(n, 'mark')}",
            key="marks_add",
            type="primary",
            disabled=state.remembered("marks_loaded") == file.file_id,
            on_click=lambda: _add(review, events, file.file_id),
        )


def _add(review: Review, events: tuple[MarkEvent, ...], file: str) -> None:
    marks.load(review, events)
    state.remember("marks_loaded", file)


def _read(review: Review, file: Any) -> tuple[tuple[MarkEvent, ...], tuple[Problem, ...]]:
    """The file's events and problems, read once; no events where it is no file of marks."""
    original = review.loaded
    key = (file.file_id, original.fingerprint)
    known = state.remembered(FILE)
    if known is None or known[0] != key:
        try:
            reading = open_apart([(file.name, file.getvalue())])
            table = reading.columns(needed_of(reading.tables[0].columns))
            found = marks_of_table(table, original.truth)
        except ReadError as error:
            found = (), error.problems
        known = (key, found)
        state.remember(FILE, known)
    read: tuple[tuple[MarkEvent, ...], tuple[Problem, ...]] = known[1]
    return read
