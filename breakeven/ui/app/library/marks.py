"""The marks of the review that is looked at: found, set, and undone.

Those of a saved version are events in the library, shared by all who may open it. Those of a
sample, and of what could not be saved, are found by a token of the address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from breakeven.marks.as_if import AS_IF, CHANGING, as_if
from breakeven.marks.events import holding, no_marks, now, replayed, undoing
from breakeven.records import AsIfHow, MarkEvent, Marks, Review
from breakeven.ui.app.head.gold import under_gold
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.library.kept_marks import Kept, NoRoomError, kept_marks
from breakeven.ui.app.library.known_events import known_events
from breakeven.ui.app.library.saved import actor, asked, events_at, place_at, place_of, whose
from breakeven.ui.app.library.saved import trouble as saved_trouble
from breakeven.ui.app.session import state

if TYPE_CHECKING:  # the first page of a fresh server opens without a database
    from breakeven.library.events import Event
    from breakeven.library.library import Library
    from breakeven.library.saved import Place

MARKS, AS_LOADED = "marks", "as-loaded"
LOST = (
    "The marks behind this link are not on this server any more: it was started again, or nobody "
    "asked for them for a week. Where you took them home as a file, load it on the Documents page."
)
OTHERS = "The marks behind this link were set on other files, so none of them is shown."
NOT_SET = "The mark was not set."
FULL = (
    "There is no room for more marks, so this one was not set. Download the marks as a file, and "
    "load it again: what was undone or set twice is then forgotten."
)


def shown(review: Review) -> Review:
    """The review under the gold that is chosen, with its marks, as if carried out where wanted."""
    marks = _marks_of(review)
    review = under_gold(review)
    if marks is None:
        return review
    marked = replace(review, marks=marks)
    how = chosen_how()
    if how is None:
        return marked
    try:
        found = _as_if(marked, how, marks.digest, marked.name)
    except ValueError as error:
        state.remember("as_if_refused", str(error))
        return marked
    state.forget("as_if_refused")
    return found


@cached(entries=6)
def _as_if(review: Review, how: AsIfHow, marks: str, name: str) -> Review:
    """`marks`: their digest, as that of a review does not change with them, nor with its name."""
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
        return _as_if(original, how, original.marks.digest, original.name)
    except ValueError:
        return None


def trouble() -> str | None:
    """Why marks, or labels as if corrected, are not as was asked for; None where they are."""
    refused: str | None = state.remembered("as_if_refused")
    if refused is not None and chosen_how() is not None:
        return f"The labels are as loaded: {refused}."
    return full() or state.remembered("marks_gone")


def full() -> str | None:
    """Why the last mark was not set; None where it was."""
    said: str | None = state.remembered("marks_full")
    return said


def _marks_of(review: Review) -> Marks | None:
    """The marks of a saved version, else those of the address; None where there are none."""
    place = place_of(review)
    if place is None:
        kept = _kept(review)
        if (lost := _out_of_reach(review)) is not None:
            state.remember("marks_gone", f"The marks cannot be shown. {lost}")
        return None if kept is None else kept.marks
    state.remember("marks_in_library", review.files)
    marks = asked(lambda library: _in_library(review, library, place))
    state.remember("marks_gone", saved_trouble() if marks is None else None)
    return marks if marks is not None and marks.events else None


def marked_before(review: Review) -> int | None:
    """The last earlier version with marks, of a saved version without any; else None."""
    place = place_of(review)
    if place is None:
        return None
    from breakeven.library.marks import MARKED

    events = asked(lambda library: events_at(library, place)) or ()
    marked = {event.version for event in events if event.kind == MARKED and event.version}
    earlier = [n for n in marked if n is not None and n < place.n]
    return max(earlier) if earlier and place.n not in marked else None


def _out_of_reach(review: Review) -> str | None:
    """Why the library, where this review's marks are, does not answer; None where it does."""
    return saved_trouble() if state.remembered("marks_in_library") == review.files else None


def _in_library(review: Review, library: Library, place: Place) -> Marks:
    from breakeven.library.marks import marks_said

    n, classes = review.truth.n, review.truth.classes

    def read(events: Sequence[Event]) -> list[MarkEvent]:
        return marks_said(events, place.n, n, classes)

    return known_events.marks(place, whose(), n, events_at(library, place), read)


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
    """Who sets marks in this session: who logged in, else as they said themselves."""
    said: str = actor().name or state.remembered("marks_who", "")
    return said


def call_me(name: str) -> None:
    """Who sets marks in this session from now on."""
    state.remember("marks_who", name)


def renewed(review: Review) -> Review:
    """A shown review with the marks that there are by now: for fragments, which get what was.

    The whole page is drawn anew where its head would say something else, where the settings gain
    or lose a choice of labels, or where the first mark gave the address a token: links of the menu
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
    _add(review, said)


def undo(review: Review) -> None:
    """Take back the last mark that still stands."""
    of, place = review.loaded, place_of(review)

    def last(marks: Marks) -> list[MarkEvent]:
        event = undoing(marks, who(), now())
        return [] if event is None else [event]

    if place is None:
        _change(of, last)
        return
    from breakeven.library.marks import MARKED, marks_said, payload_of

    n, classes, version = of.truth.n, of.truth.classes, place.n

    def made(events: list[Event]) -> list[tuple[str, int | None, dict[str, Any]]]:
        said = last(replayed(n, marks_said(events, version, n, classes)))
        return [(MARKED, version, payload_of(said, classes))] if said else []

    _say(lambda library: library.say_after(actor(), "mark", place.review, made))


def load(review: Review, events: Iterable[MarkEvent]) -> None:
    """Add the marks of a file, as they were said."""
    _add(review, list(events))


def keep_with_version(review: Review) -> None:
    """Give a review that was just saved the marks that the address had of it."""
    kept = _kept(review)
    state.raw().pop(MARKS, None)
    state.remember("marks_of", {})
    place = place_at(review.files)
    if kept is not None and place is not None and len(kept.marks.rows):
        _add(review, holding(kept.marks))


def _add(review: Review, said: list[MarkEvent]) -> None:
    """Add events to the marks of a saved version, or to those of the address."""
    of, place = review.loaded, place_of(review)
    if place is None:
        _change(of, lambda _: said)
        return
    from breakeven.library.marks import MARKED, payload_of

    payload, version = payload_of(said, of.truth.classes), place.n
    _say(
        lambda library: library.say(actor(), "mark", place.review, MARKED, payload, version=version)
    )


def _say(what: Callable[[Library], object]) -> None:
    if asked(what) is None:
        state.remember("marks_full", f"{NOT_SET} {saved_trouble()}")
    else:
        state.forget("marks_full")


def _change(of: Review, make: Callable[[Marks], Iterable[MarkEvent]]) -> None:
    """Add events to the marks of the address; they get one where there are none."""
    if (lost := _out_of_reach(of)) is not None:
        state.remember("marks_full", f"{NOT_SET} {lost}")
        return
    token = state.raw().get(MARKS, "")
    try:
        kept = kept_marks.find(token)
        if kept is None or kept.review != of.files:
            token = kept_marks.start(of.files, no_marks(of.truth.n))
            state.share(MARKS, token)
        kept_marks.add(token, make)
        state.forget("marks_full")
    except NoRoomError:
        state.remember("marks_full", FULL)
