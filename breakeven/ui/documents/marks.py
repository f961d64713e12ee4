"""Marks: what a reviewer says of the document that is open, or of many at once.

And the numbers of every system as loaded, as if labels were corrected, as if they were left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.selection.selection import ALL, Selection, cut_for
from breakeven.data.as_if import BY_CONSTRUCTION, title_of, unknown_in_words
from breakeven.data.marks import MarkEvent, MarkKind, undo_event
from breakeven.data.marks_table import mark_of
from breakeven.data.records import AsIfHow, Review
from breakeven.data.wording import (
    NO_CLASS,
    count_of,
    f_name,
    figure_of,
    interval_text,
    name_of,
    signed,
)
from breakeven.results.variants import AS_LOADED, as_if_frame
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.class_choice import are_many, classes_offered
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.access import looks_only
from breakeven.ui.app.session.downloads import OF_THE_REVIEW, downloads
from breakeven.ui.app.session.shortcuts import key_of
from breakeven.ui.app.store import marks
from breakeven.ui.components.html import code, grid, literal, plain, quiet, say
from breakeven.ui.documents.list import SHOWN, list_frame
from breakeven.ui.documents.marks_file import load_marks, offer_earlier, take_home
from breakeven.ui.documents.shown_documents import OpenDocument, ShownDocuments
from metrics.typing import Array

# --- what a reviewer says of the document that is open: marks, right classes, tags and notes


# each has a key of its name, which sets it and takes it off again
KINDS: tuple[MarkKind, ...] = (
    "label wrong",
    "system wrong",
    "unclear",
    "duplicate",
    "leave out",
    "seen",
)
NONE = -1
LONGEST_TAG, LONGEST_NOTE, LONGEST_NAME = 60, 10_000, 60


def show_marks(review: Review, row: int, true: Array | None, called: Array | None) -> None:
    """Buttons and lines to say what is to be said of a document, and what was said of it.

    `true`, `called`: the document's classes, and those that the system looked at assigned,
    boolean, shape (k,); `true` is None where nobody has labelled, `called` without a system.
    """
    held = [] if review.marks is None else review.marks.events_of(row)
    if looks_only():
        _list(review, held)
        return
    if (full := marks.full()) is not None:
        st.warning(full)
    with st.container(horizontal=True, gap="small", key="marks"):
        for kind in KINDS:
            if kind == "system wrong" and called is None:
                continue
            on = any(event.kind == kind for event in held)
            st.button(
                kind.capitalize(),
                key=f"mark_{kind.replace(' ', '_')}",
                shortcut=key_of(kind),
                type="primary" if on else "secondary",
                on_click=_toggled(review, row, kind, on),
            )
        if true is not None and called is not None:
            _as_called(review, row, true, called)
        show_undo(review)
    wrong = next((event for event in held if event.kind == "label wrong"), None)
    if wrong is not None:
        pick_right(
            review,
            "marks_right",
            wrong.right,
            lambda right: _mark(review, row, "label wrong", right=right),
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _tags(review, row, [event.tag for event in held if event.kind == "tag"])
        widgets.line(
            "marks_note",
            "Note",
            "",
            lambda text: _note(review, row, text),
            max_chars=LONGEST_NOTE,
            placeholder="what to remember",
        )
        if not marks.who():
            ask_who("marks_who")
    _list(review, held)


def _list(review: Review, held: Sequence[MarkEvent]) -> None:
    for event in held:
        say(_mark_text(review, event))


def _toggled(review: Review, row: int, kind: MarkKind, on: bool) -> Callable[[], None]:
    return lambda: _mark(review, row, kind, off=on)


def _mark(
    review: Review,
    row: int,
    kind: MarkKind,
    *,
    right: tuple[int, ...] | None = None,
    tag: str = "",
    note: str = "",
    off: bool = False,
) -> None:
    said = MarkEvent(rows=np.array([row]), kind=kind, right=right, tag=tag, note=note, off=off)
    marks.add(review, said)


def _as_called(review: Review, row: int, true: Array, called: Array) -> None:
    """The usual correction in one step: the label is wrong and the system right."""
    right = tuple(np.flatnonzero(called).tolist())
    fits = len(right) == 1 or review.truth.task != "single-label"
    st.button(
        "Accept prediction as label",
        key="mark_as_called",
        shortcut=key_of("as_called"),
        disabled=not fits or np.array_equal(true, called),
        on_click=lambda: _mark(review, row, "label wrong", right=right),
        help="Marks the label as wrong, and the predicted classes as the right ones.",
    )


def show_undo(review: Review) -> None:
    """A button that takes back the last mark, and says which that is."""
    held = review.loaded.marks
    last = None if held is None else undo_event(held, "", "")
    what = "nothing is marked yet"
    if last is not None:
        was = "removed from" if last.off else "set on"
        what = f"{last.kind}, {was} {count_of(len(last.rows), 'document')}"
    st.button(
        "Undo",
        key="marks_undo",
        shortcut=key_of("undo_mark"),
        icon=":material/undo:",
        type="tertiary",
        disabled=last is None,
        on_click=lambda: marks.undo(review),
        help=f"Undo: {what}.",
    )


def pick_right(
    review: Review,
    key: str,
    right: tuple[int, ...] | None,
    changed: Callable[[tuple[int, ...] | None], None],
) -> None:
    """A choice of right classes: nothing chosen is not known, and one of its own is no class."""
    truth = review.truth
    single = truth.task == "single-label"
    chosen = [] if right is None else list(right) or [NONE]

    def choose_right(classes: list[int]) -> None:
        if not classes:
            changed(None)
        else:
            changed(tuple(sorted(c for c in classes if c != NONE)))

    options: Sequence[int] = range(len(truth.classes))
    if are_many(truth.classes):
        classes_chosen = [c for c in chosen if c != NONE]
        options = classes_offered(key, truth.classes, truth.positives_per_class, classes_chosen)
    widgets.any_of(
        key,
        "Right class" if single else "Right classes",
        [*options, *([] if single else [NONE])],
        chosen,
        choose_right,
        format_func=lambda c: NO_CLASS if c == NONE else name_of(truth.classes[c]),
        max_selections=1 if single else None,
        placeholder="not known: the label stays",
    )


def _tags(review: Review, row: int, own: Sequence[str]) -> None:
    tags = {} if review.marks is None else review.marks.tags

    def changed(chosen: list[str]) -> None:
        new = {tag.strip()[:LONGEST_TAG] for tag in chosen} - {""}
        for tag in sorted(new - set(own)):
            _mark(review, row, "tag", tag=tag)
        for tag in sorted(set(own) - new):
            _mark(review, row, "tag", tag=tag, off=True)

    widgets.any_of(
        "marks_tags",
        "Tags",
        sorted({*tags, *own}),
        sorted(own),
        changed,
        accept_new_options=True,
        placeholder="choose or type",
    )


def _note(review: Review, row: int, text: str) -> None:
    if text.strip():
        _mark(review, row, "note", note=text.strip())


def ask_who(key: str) -> None:
    """Who sets marks from now on, kept for this session."""
    widgets.line(
        key,
        "Your name",
        marks.who(),
        lambda name: marks.call_me(name.strip()),
        max_chars=LONGEST_NAME,
        placeholder="shown with your marks",
    )


def _mark_text(review: Review, event: MarkEvent) -> Markup:
    """One mark in words: what, about which class, who and when."""
    names = review.truth.classes
    parts = [plain(mark_of(event), 80)] if event.kind != "note" else []
    if event.class_index is not None:
        parts.append(plain(names[event.class_index], 40))
    if event.right is not None:
        right = Markup(", ").join(plain(names[c], 40) for c in event.right) or NO_CLASS
        parts.append(Markup("right: {}").format(right))
    if event.note:
        parts.append(Markup("“{}”").format(literal(event.note)))
    by = Markup(" · ").join(plain(word, 60) for word in (event.who, event.when) if word)
    return Markup("{} {}").format(Markup(" · ").join(parts), quiet(by))


# --- one mark for many documents: for all that are listed, or for those that are ticked


KIND, WHICH = "documents.mark", "documents.mark_which"
KINDS_FOR_MANY: dict[MarkKind, str] = {
    **{kind: kind for kind in KINDS},
    "tag": "a tag",
    "note": "a note",
}
RIGHT, WORDS, TICKED = "marks_many_right", "marks_many_words", "marks_ticked"
TICKS_HIGH = 300


def mark_many(review: Review, rows: Array, here: Array, listed: Callable[[], pd.DataFrame]) -> None:
    """A form for one mark on many documents.

    `rows`: all documents listed; `here`: those on the page of the list, which `listed` shows.
    """
    options = {"all": f"All {len(rows):,} listed", "ticked": "Ticked ones"}
    if widgets.section(WHICH, "Which documents", options) == "ticked":
        rows = _tick(review, here, listed)
    kind = widgets.select(KIND, "Mark", KINDS_FOR_MANY)
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
            f"Remove it from {n}",
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
        "marks_ticks",
        listed(),
        [i for i, row in enumerate(rows) if row in ticked],
        changed,
        TICKS_HIGH,
    )
    with st.container(horizontal=True):
        st.button("Tick all of these", key="tick_all", on_click=lambda: every(True))
        st.button("Clear", key="tick_none", disabled=not ticked, on_click=lambda: every(False))
    return np.array(sorted(ticked), dtype=np.int64)


# --- where marks stand on the page: at the open document, for the list, and as a file


SEEN, LEFT = "documents.seen", "documents_left"


def mark_opened(shown: ShownDocuments, document: OpenDocument) -> None:
    """What is to be said of the open document."""
    show_marks(
        shown.review,
        document.row,
        document.true,
        document.decisions[0].called if document.decisions else None,
    )


def mark_listed(shown: ShownDocuments) -> None:
    """One mark for many documents, and all marks as a file; folded until somebody asks."""
    if looks_only():
        return
    if shown.position is not None:
        _note_left(shown)
        first = shown.position - shown.position % SHOWN
        here = slice(first, first + SHOWN)
        with st.expander("Mark many documents at once", icon=":material/done_all:"):
            mark_many(
                shown.review,
                shown.rows,
                shown.rows[here],
                lambda: list_frame(shown, shown.order[here]),
            )
    with st.expander("All marks: download or load", icon=":material/save:"):
        widgets.toggle(SEEN, "Mark documents as seen when I leave them")
        ask_who("marks_who_again")
        take_home(shown.review)
        load_marks(shown.review)
        offer_earlier(shown.review)


def compare_as_if(shown: ShownDocuments) -> None:
    """Every system as loaded, and as if marks were carried out."""
    if not shown.review.has_system:
        return
    show_as_if(shown.review, shown.selection)


def _note_left(shown: ShownDocuments) -> None:
    """Mark the document that was open before as seen, once, where that is wished for."""
    assert shown.position is not None
    review, row = shown.review, int(shown.rows[shown.position])
    before = state.remembered(LEFT)
    state.remember(LEFT, (review.fingerprint, row))
    if state.raw().get(SEEN) != "on" or before is None:
        return
    fingerprint, left = before
    if fingerprint != review.fingerprint or left == row:
        return
    seen = () if review.marks is None else review.marks.rows_of("seen")
    if left not in seen:
        marks.add(review, MarkEvent(rows=np.array([left]), kind="seen"))


NAMES: dict[AsIfHow, str] = {"corrected": "if corrected", "left-out": "if left out"}


def show_as_if(review: Review, selection: Selection) -> None:
    """A switch, and below it the numbers of every system beside each other.

    They are those of the split and of the filter of every page: the page's own is often about what
    a system got wrong.
    """
    if not marks.can_be_as_if(review):
        return
    shown = widgets.toggle(
        "documents.as_if", "Compare the numbers as loaded with those after your marks"
    )
    if not shown:
        return
    sides = {AS_LOADED: review.loaded}
    for how, name in NAMES.items():
        changed = marks.as_if_of(review, how)
        if changed is None or changed.as_if is None:
            say(quiet(f"There are no numbers {name}: some split would have no document left."))
            continue
        title = title_of(changed.as_if)
        say(f"{title[0].upper()}{title[1:]}. {unknown_in_words(changed.as_if)}")
        sides[name] = changed
    every = ALL if selection.split is None else selection.split
    filtered = (
        "" if selection.where is None else Markup(", where {}").format(code(selection.where.text))
    )
    say(Markup("On {}{}. {}").format(plain(every), filtered, BY_CONSTRUCTION))
    frame = _frame(sides, selection)
    measure = widgets.section(
        "documents.as_if_measure",
        "Measure",
        {"f": f_name(selection.beta), "precision": "Precision", "recall": "Recall"},
    )
    grid(
        ["System", "Average", *(name.capitalize() for name in sides)],
        [
            [plain(row["system"], 30), row["average"], *(_cell(row, name) for name in sides)]
            for row in frame[frame["measure"] == measure].to_dict("records")
        ],
    )
    downloads(lambda: frame, "as_if", (*OF_THE_REVIEW, "split", "where", "beta", "undefined_as"))


def _frame(sides: dict[str, Review], selection: Selection) -> pd.DataFrame:
    """The table, of what is selected; each system is decided as beside the others."""
    beta, undefined = selection.beta, selection.undefined
    loaded = sides[AS_LOADED]
    evaluations = {}
    for predictions in loaded.own:
        cut = selection.cut
        if predictions.system != selection.system:
            cut = cut_for(loaded, selection, predictions)
        evaluations[predictions.system] = {
            name: (
                evaluation := cache.evaluation(
                    review, predictions.system, selection.documents, cut
                ),
                cache.intervals_of_averages(evaluation, beta, undefined),
            )
            for name, review in sides.items()
        }
    return as_if_frame(evaluations, beta, undefined)


def _cell(row: Mapping[Hashable, Any], name: str) -> Markup:
    """The value with its interval, and how far it is from the one as loaded."""
    ends = interval_text(row[f"{name} low"], row[f"{name} high"])
    change = f" ({signed(row[f'{name} difference'], 4)})" if f"{name} difference" in row else ""
    return Markup("<b>{}</b>{}<br>{}").format(figure_of(row[name]), change, quiet(ends))
