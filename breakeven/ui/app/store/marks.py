"""Under which labels pages show a review: gold, marks, and as if these were carried out.

Chosen, set, undone, and said in the head. The marks of a saved version are events in the library,
shared by all who may open it. Those of a sample, and of what could not be saved, are found by a
token of the address.

Tested in `test_marks` and `test_saved_marks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from breakeven.analysis.selection.selection import Selection
from breakeven.data.as_if import AS_IF, BY_CONSTRUCTION, CHANGING, as_if, title_of, unknown_in_words
from breakeven.data.gold import gold_source, golds_of, is_gold_of, review_with_gold
from breakeven.data.marks import (
    MarkEvent,
    Marks,
    marks_that_hold,
    no_marks,
    replay_marks,
    undo_event,
    utc_now,
)
from breakeven.data.records import AsIfHow, Review
from breakeven.data.wording import f_name, figure_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.access import actor, ask_library, place_at, place_of, share_subject
from breakeven.ui.app.session.access import library_trouble as saved_trouble
from breakeven.ui.app.store.memory import HeldMarks, NoRoomError, event_memory, mark_memory
from breakeven.ui.app.store.saved import events_at
from breakeven.ui.app.store.target import measures_on
from breakeven.ui.components.markdown import Badge

if TYPE_CHECKING:
    from breakeven.store.events import Event
    from breakeven.store.library import Library
    from breakeven.store.saved_review import VersionPlace


# --- the truth that pages go by where several people labelled: chosen, found, and said


AS_READ = "as-read"
GOLD_HELP = (
    "Which labels every page takes as correct. Majority: a label is correct if more than half of "
    "the annotators gave it; a tie is not counted. Grades: those named are correct. As read: the "
    "truth in the files, else the majority; of grades, those above 0, or from marginal on."
)


def under_gold(review: Review) -> Review:
    """The review under the gold of the address; as it was read where it names none of its own."""
    how = state.raw().get("gold", AS_READ)
    return _under(review, how, review.name) if is_gold_of(review.truth, how) else review


@cached(entries=6)
def _under(review: Review, how: str, name: str) -> Review:
    """`name`: what it is called now, which its digest does not say."""
    return review_with_gold(review, how)


def choose_gold(review: Review) -> None:
    """A choice of the truth for every page, where it is known who labelled."""
    golds = golds_of(review.truth)
    chosen = state.raw().get("gold", AS_READ)
    if chosen not in golds and is_gold_of(review.truth, chosen):
        golds.append(chosen)
    if golds:
        words = {AS_READ: "as read"} | {how: gold_source(how, review.truth) for how in golds}
        widgets.select("gold", "Truth", words, help=GOLD_HELP)


def say_gold_trouble(review: Review) -> None:
    """Why the truth is not the one that the address names."""
    how = state.raw().get("gold", AS_READ)
    if how != AS_READ and not is_gold_of(review.truth, how):
        st.warning("These files lack the truth of the link, so the truth is as it was read.")


def truth_note(review: Review) -> str:
    """Whose labels the truth is, as plain text, where the review's name does not say it."""
    truth = review.truth
    if not truth.gold or is_gold_of(truth, state.raw().get("gold", AS_READ)):
        return ""
    return f"truth: {gold_source(truth.gold, truth)}"


# --- the marks of the review that is looked at: found, set, and undone
#
# Those of a saved version are events in the library, shared by all who may open it. Those of a
# sample, and of what could not be saved, are found by a token of the address.


MARKS, AS_LOADED = "marks", "as-loaded"
LOST = (
    "The marks behind this link are not on this server any more: it was restarted, or nobody "
    "opened them for a week. If you downloaded them as a file, load it on the Documents page."
)
OTHERS = "The marks behind this link belong to other files, so none is shown."
NOT_SET = "Your mark was not saved."
FULL = (
    "There is no room for more marks, so this one was not saved. Download the marks as a file and "
    "load it again: that drops marks which were undone or set twice."
)


def with_marks(review: Review) -> Review:
    """The review under the gold that is chosen, with its marks, as if carried out where wanted.

    With its measures of one's own.
    """
    marks = _marks_of(review)
    review, measures = under_gold(review), measures_on(review)
    if measures != review.measures:
        review = replace(review, measures=measures)
    if marks is None:
        return review
    marked = replace(review, marks=marks)
    how = chosen_how()
    if how is None:
        return marked
    try:
        changed = _as_if(marked, how, marks.digest, marked.name)
    except ValueError as error:
        state.remember("as_if_refused", str(error))
        return marked
    state.forget("as_if_refused")
    return changed


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
        held = _held_marks(review)
        if (lost := _out_of_reach(review)) is not None:
            state.remember("marks_gone", f"The marks cannot be shown. {lost}")
        return None if held is None else held.marks
    state.remember("marks_in_library", review.files)
    marks = ask_library(lambda library: _in_library(review, library, place))
    state.remember("marks_gone", saved_trouble() if marks is None else None)
    return marks if marks is not None and marks.events else None


def marked_before(review: Review) -> int | None:
    """The last earlier version with marks, of a saved version without any; else None."""
    place = place_of(review)
    if place is None:
        return None
    # loads SQLAlchemy
    from breakeven.store.event_kinds import MARKED

    events = ask_library(lambda library: events_at(library, place)) or ()
    marked = {event.version for event in events if event.kind == MARKED and event.version}
    earlier = [n for n in marked if n is not None and n < place.n]
    return max(earlier) if earlier and place.n not in marked else None


def _out_of_reach(review: Review) -> str | None:
    """Why the library, where this review's marks are, does not answer; None where it does."""
    return saved_trouble() if state.remembered("marks_in_library") == review.files else None


def _in_library(review: Review, library: Library, place: VersionPlace) -> Marks:
    # loads SQLAlchemy
    from breakeven.store.event_kinds import marks_of_events

    n, classes = review.truth.n, review.truth.classes

    def read(events: Sequence[Event]) -> list[MarkEvent]:
        return marks_of_events(events, place.n, n, classes)

    return event_memory.marks(place, share_subject(), n, events_at(library, place), read)


def _held_marks(review: Review) -> HeldMarks | None:
    """The marks of the address; where they are not for these files, those set in this session."""
    tokens = state.remembered_or("marks_of", dict[str, str])
    address_token = state.raw().get(MARKS)
    held = mark_memory.find(address_token) if address_token else None
    gone = None
    if address_token is not None and held is None:
        gone = LOST
    elif held is not None and held.review != review.files:
        gone = OTHERS
    elif held is not None and address_token is not None:
        tokens[review.files] = address_token
    state.remember("marks_gone", gone)
    own_token = tokens.get(review.files)
    if own_token is None or own_token == address_token:
        return None if gone else held
    mine = mark_memory.find(own_token)
    if mine is not None:
        state.choose(MARKS, own_token)
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
    current = with_marks(replace(review.loaded, marks=None))
    started = review.marks is None and current.marks is not None
    other_head = current.fingerprint != review.fingerprint
    if started or other_head or can_be_as_if(current) != can_be_as_if(review):
        st.rerun()
    return current


def add(review: Review, *events: MarkEvent) -> None:
    """Set marks on documents of the review that is shown, by who is here, now.

    Rows of a review that is as if are those of the original from then on.
    """
    rows = None if review.as_if is None else review.as_if.rows
    when = utc_now()
    stamped = [
        replace(
            event,
            rows=np.unique(event.rows if rows is None else rows[event.rows]),
            who=event.who or who(),
            when=event.when or when,
        )
        for event in events
    ]
    _add(review, stamped)


def undo(review: Review) -> None:
    """Take back the last mark that still stands."""
    loaded, place = review.loaded, place_of(review)

    def last(marks: Marks) -> list[MarkEvent]:
        event = undo_event(marks, who(), utc_now())
        return [] if event is None else [event]

    if place is None:
        _change(loaded, last)
        return
    # loads SQLAlchemy
    from breakeven.store.event_kinds import MARKED, marks_of_events, marks_payload

    n, classes, version = loaded.truth.n, loaded.truth.classes, place.n

    def made(events: list[Event]) -> list[tuple[str, int | None, dict[str, Any]]]:
        undone = last(replay_marks(n, marks_of_events(events, version, n, classes)))
        return [(MARKED, version, marks_payload(undone, classes))] if undone else []

    _say(lambda library: library.say_after(actor(), "mark", place.review, made))


def load(review: Review, events: Iterable[MarkEvent]) -> None:
    """Add the marks of a file, as they were said."""
    _add(review, list(events))


def keep_with_version(review: Review) -> None:
    """Give a review that was just saved the marks that the address had of it."""
    kept = _held_marks(review)
    state.raw().pop(MARKS, None)
    state.remember("marks_of", {})
    place = place_at(review.files)
    if kept is not None and place is not None and len(kept.marks.rows):
        _add(review, marks_that_hold(kept.marks))


def _add(review: Review, events: list[MarkEvent]) -> None:
    """Add events to the marks of a saved version, or to those of the address."""
    loaded, place = review.loaded, place_of(review)
    if place is None:
        _change(loaded, lambda _: events)
        return
    # loads SQLAlchemy
    from breakeven.store.event_kinds import MARKED, marks_payload

    payload, version = marks_payload(events, loaded.truth.classes), place.n
    _say(
        lambda library: library.say(actor(), "mark", place.review, MARKED, payload, version=version)
    )


def _say(what: Callable[[Library], object]) -> None:
    if ask_library(what) is None:
        state.remember("marks_full", f"{NOT_SET} {saved_trouble()}")
    else:
        state.forget("marks_full")


def _change(loaded: Review, make: Callable[[Marks], Iterable[MarkEvent]]) -> None:
    """Add events to the marks of the address; they get one where there are none."""
    if (lost := _out_of_reach(loaded)) is not None:
        state.remember("marks_full", f"{NOT_SET} {lost}")
        return
    token = state.raw().get(MARKS, "")
    try:
        held = mark_memory.find(token)
        if held is None or held.review != loaded.files:
            token = mark_memory.start(loaded.files, no_marks(loaded.truth.n))
            state.share(MARKS, token)
        mark_memory.add(token, make)
        state.forget("marks_full")
    except NoRoomError:
        state.remember("marks_full", FULL)


# --- the numbers as if what was marked were mended: chosen in the settings, and said in the head


AS_IF_WORDS = {
    AS_LOADED: "as they were loaded",
    "corrected": "as if corrected where marked",
    "left-out": "as if left out where marked",
    "both": "as if corrected, else left out",
}


def choose_as_if(review: Review) -> None:
    """A choice of labels for every page, where marks would change any."""
    if can_be_as_if(review) or review.as_if is not None:
        widgets.select(
            "as_if",
            "Labels",
            AS_IF_WORDS,
            help="Counts with your marks carried out. Every page then says so, and also gives the "
            f"number as loaded. {BY_CONSTRUCTION}",
        )


def say_marks_trouble() -> None:
    """Why marks are not as the address or a reviewer wants them."""
    said = trouble()
    if said is not None:
        st.warning(said)


def as_if_badges(review: Review, selection: Selection) -> Iterator[Badge]:
    """That numbers are as if, with the number as loaded."""
    done = review.as_if
    if done is None:
        return
    more = f"{unknown_in_words(done)}{BY_CONSTRUCTION}"
    if not review.has_system:
        yield Badge("orange", "rule", title_of(done), "documents", more)
        return
    before = cache.evaluation(done.original, selection.system, selection.documents, selection.cut)
    name = "accuracy" if before.one_of else f"micro {f_name(selection.beta)}"
    value = before.exact_match if before.one_of else before.micro(selection.beta)["f"]
    yield Badge(
        "orange",
        "rule",
        f"{title_of(done)}: {name} {figure_of(value)} as loaded",
        "documents",
        more,
    )
