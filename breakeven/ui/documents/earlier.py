"""The marks of an earlier version, taken over to the version that is looked at."""

from __future__ import annotations

import streamlit as st

from breakeven.library.errors import LibraryError
from breakeven.marks.events import replayed
from breakeven.marks.table import marks_frame
from breakeven.readers.marks_file import read_marks
from breakeven.readers.problems import ReadError
from breakeven.records import Problem, Review
from breakeven.ui.app.library import marks, saved
from breakeven.ui.app.library.opening import opened
from breakeven.ui.app.session import state
from breakeven.ui.components.downloads import parquet
from breakeven.ui.components.html import escaped, prose

NOT_TAKEN = "marks_not_taken"
BY = (
    "By the id of each document. Marks whose document is gone, has another text, or whose class "
    "is not there any more, are left out, and said."
)


def offer_earlier(review: Review) -> None:
    """A button for the marks of the last version that has any, where this one has none yet."""
    original = review.loaded
    n = marks.marked_before(original)
    if n is not None and not saved.looks_only():
        st.button(
            f"Take over the marks of version {n}",
            key="marks_earlier",
            icon=":material/move_down:",
            help=BY,
            on_click=lambda: _take_over(original, n),
        )
    fingerprint, left_out = state.remembered(NOT_TAKEN, ("", ()))
    if left_out and fingerprint == original.files:
        prose(["What was not taken over"], [[escaped(str(problem))] for problem in left_out])


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
    before = None if here is None else opened(here.review.version(n).fingerprint)
    if here is None or before is None:
        what = f"version {n} cannot be opened"
        raise ReadError([Problem(what=what, remedy=saved.trouble() or "look at the list anew")])
    from breakeven.library.marks import marks_said

    truth = before.truth
    said = marks_said(here.events, n, truth.n, truth.classes)
    return parquet(marks_frame(truth, replayed(truth.n, said)))
