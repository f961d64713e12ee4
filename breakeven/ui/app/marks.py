"""The marks of the review that is looked at: found by the address, set, and undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import streamlit as st

from breakeven.marks.as_if import AS_IF, CHANGING, as_if
from breakeven.marks.events import no_marks, now, undoing
from breakeven.records import AsIfHow, MarkEvent, Marks, Review
from breakeven.ui.app import state
from breakeven.ui.app.cached import cached
from breakeven.ui.app.gold import under_gold
from breakeven.ui.app.kept_marks import Kept, NoRoomError, kept_marks

MARKS, AS_LOADED = "marks", "as-loaded"
LOST = (
    "The marks behind this link are not on this server any more: it was started again, or nobody "
    "asked for them for a week. Where you took them home as a file, load it on the Documents page."
)
OTHERS = "The marks behind this link were set on other files, so none of them is shown."
FULL = (
    "There is no room for more marks, so this one was not set. Take the marks home as a file, and "
    "load it again: what was undone or set twice is then forgotten."
)


def shown(review: Review) -> Review:
    """The review under the gold that is chosen, with its marks, as if carried out where wanted."""
    kept = _kept(review)
    review = under_gold(review)
    if kept is None:
        return review
    marked = replace(review, marks=kept.marks)
    how = chosen_how()
    if how is None:
        return marked
    try:
        found = _as_if(marked, how, kept.marks.digest)
    except ValueError as error:
        state.remember("as_if_refused", str(error))
        return marked
    state.forget("as_if_refused")
    return found


@cached(entries=6)
def _as_if(review: Review, how: AsIfHow, marks: str) -> Review:
    """`marks`: their digest, as that of a review does not change with them."""
    return as_if(review, how)


def chosen_how() -> AsIfHow | None:
    """What the numbers are as if, None for as loaded."""
    return next((how for how in AS_IF if how == state.raw().get("as_if")), None)


def can_be_as_if(review: Review) -> bool:
    """Whether any mark there is would change labels or leave documents out."""
    held = review.loaded.marks
    labelled = review.truth.labels is not None
    return labelled and held is not None and not CHANGING.isdisjoint(held.kinds)


def as_if_of(review: Review, how: AsIfHow) -> Review | None:
    """The review as if its marks were carried out so; None where that cannot be."""
    original = review.loaded
    if original.marks is None:
        return None
    try:
        return _as_if(original, how, original.marks.digest)
    except ValueError:
        return None


def trouble() -> str | None:
    """Why marks, or labels as if corrected, are not as was asked for; None where they are."""
    refused: str | None = state.remembered("as_if_refused")
    if refused is not None and chosen_how() is not None:
        return f"The labels are as loaded: {refused}."
    return full() or state.remembered("marks_gone")


def full() -> str | None:
    """That the last mark was not set for want of room; None where it was."""
    said: str | None = state.remembered("marks_full")
    return said


def _kept(review: Review) -> Kept | None:
    """The marks of the address; where they are not for these files, those set in this session."""
    tokens = state.remembered_or("marks_of", dict[str, str])
    asked = state.raw().get(MARKS)
    found = kept_marks.find(asked) if asked else None
    gone = None
    if asked is not None and found is None:
        gone = LOST
    elif found is not None and found.review != review.files:
        gone = OTHERS
    elif found is not None and asked is not None:
        tokens[review.files] = asked
    state.remember("marks_gone", gone)
    known = tokens.get(review.files)
    if known is None or known == asked:
        return None if gone else found
    mine = kept_marks.find(known)
    if mine is not None:
        state.choose(MARKS, known)
        state.remember("marks_gone", None)
    return mine


def who() -> str:
    """Who sets marks in this session, as they said themselves."""
    said: str = state.remembered("marks_who", "")
    return said


def call_me(name: str) -> None:
    """Who sets marks in this session from now on."""
    state.remember("marks_who", name)


def renewed(review: Review) -> Review:
    """A shown review with the marks that there are by now: for fragments, which get what was.

    The whole page is drawn anew where its head would say something else, where the sidebar gains or
    loses its choice of labels, or where the first mark gave the address a token: links of the menu
    drawn before lack it, and Back would stop twice.
    """
    found = shown(replace(review.loaded, marks=None))
    started = review.marks is None and found.marks is not None
    other_head = found.fingerprint != review.fingerprint
    if started or other_head or can_be_as_if(found) != can_be_as_if(review):
        st.rerun()
    return found


def add(review: Review, *events: MarkEvent) -> None:
    """Set marks on documents of the review that is shown, by who is here, now.

    Rows of a review that is as if are those of the original from then on.
    """
    rows = None if review.as_if is None else review.as_if.rows
    when = now()
    said = [
        replace(
            event,
            rows=np.unique(event.rows if rows is None else rows[event.rows]),
            who=event.who or who(),
            when=event.when or when,
        )
        for event in events
    ]
    _change(review, lambda _: said)


def undo(review: Review) -> None:
    """Take back the last mark that still stands."""

    def last(marks: Marks) -> list[MarkEvent]:
        event = undoing(marks, who(), now())
        return [] if event is None else [event]

    _change(review, last)


def load(review: Review, events: Iterable[MarkEvent]) -> None:
    """Add the marks of a file, as they were said."""
    said = list(events)
    _change(review, lambda _: said)


def _change(review: Review, make: Callable[[Marks], Iterable[MarkEvent]]) -> None:
    """Add events to the marks of the address; they get one where there are none."""
    of, token = review.loaded, state.raw().get(MARKS, "")
    try:
        kept = kept_marks.find(token)
        if kept is None or kept.review != of.files:
            token = kept_marks.start(of.files, no_marks(of.truth.n))
            state.share(MARKS, token)
        kept_marks.add(token, make)
        state.forget("marks_full")
    except NoRoomError:
        state.remember("marks_full", FULL)
