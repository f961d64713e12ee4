"""All marks of a review: as a file, from a file, and from an earlier version."""

from __future__ import annotations

from typing import Any

import streamlit as st

from breakeven.data.marks import MarkEvent, replay_marks
from breakeven.data.marks_table import marks_frame
from breakeven.data.records import Problem, Review
from breakeven.data.wording import count_of
from breakeven.readers.base.problems import ReadError
from breakeven.readers.marks_file import columns_needed, marks_of_table, read_marks
from breakeven.readers.worker.client import open_in_worker
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import marks_of_events
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.access import place_of
from breakeven.ui.app.session.downloads import OF_THE_REVIEW, downloads, parquet
from breakeven.ui.app.store import marks, saved
from breakeven.ui.app.store.saved import open_saved
from breakeven.ui.components.html import escaped, prose, say

# --- all marks of a review: counted, taken home as a file, and loaded from one


MOST_MB = 50
FILE = "marks_file_read"
IN_LIBRARY = (
    "Marks are saved with this version of the review. Everyone who may open it sees them. Download "
    "them as a file to load them elsewhere."
)
BY_ADDRESS = (
    "This review is not saved. Its marks are kept on this server under the long number in the "
    "address (marks=…): everyone with the address sees them and can add more. They are gone when "
    "the server stops, or when nobody opens them for a week. Download them as a file to keep them."
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
        "Load downloaded marks",
        type=["csv", "tsv", "parquet"],
        key="marks_file",
        disabled=not access.may_send(),
        max_upload_size=MOST_MB,
        help="Needs the columns id and mark. Optional: class, right classes, note, who, when, "
        "split and text sha256.",
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
    last_read = state.remembered(FILE)
    if last_read is None or last_read[0] != key:
        try:
            reading = open_in_worker([(file.name, file.getvalue())])
            table = reading.columns(columns_needed(reading.tables[0].columns))
            events = marks_of_table(table, original.truth)
        except ReadError as error:
            events = (), error.problems
        last_read = (key, events)
        state.remember(FILE, last_read)
    read: tuple[tuple[MarkEvent, ...], tuple[Problem, ...]] = last_read[1]
    return read


# --- the marks of an earlier version, taken over to the version that is looked at


NOT_TAKEN = "marks_not_taken"
TAKEN_OVER_BY = (
    "By the id of each document. Marks whose document is gone or has another text, or whose class "
    "is gone, are left out and listed."
)


def offer_earlier(review: Review) -> None:
    """A button for the marks of the last version that has any, where this one has none yet."""
    original = review.loaded
    n = marks.marked_before(original)
    if n is not None and not access.looks_only():
        st.button(
            f"Copy the marks of version {n}",
            key="marks_earlier",
            icon=":material/move_down:",
            help=TAKEN_OVER_BY,
            on_click=lambda: _take_over(original, n),
        )
    fingerprint, left_out = state.remembered(NOT_TAKEN, ("", ()))
    if left_out and fingerprint == original.files:
        prose(["What was not copied"], [[escaped(str(problem))] for problem in left_out])


def _take_over(review: Review, n: int) -> None:
    left_out: tuple[Problem, ...] = ()
    try:
        events, left_out = read_marks("marks.parquet", _marks_of(review, n), review.truth)
        marks.load(review, events)
    except ReadError as error:
        left_out = error.problems
    except LibraryError as error:
        left_out = (Problem(what=error.what, remedy=error.remedy),)
    state.remember(NOT_TAKEN, (review.files, left_out))


def _marks_of(review: Review, n: int) -> bytes:
    """The marks of a version as a file that is taken home. ReadError where it cannot be opened."""
    here = saved.saved_as(review)
    before = None if here is None else open_saved(here.review.version(n).fingerprint)
    if here is None or before is None:
        what = f"version {n} cannot be opened"
        raise ReadError([Problem(what=what, remedy=access.library_trouble() or "reload the page")])
    truth = before.truth
    events = marks_of_events(here.events, n, truth.n, truth.classes)
    return parquet(marks_frame(truth, replay_marks(truth.n, events)))
