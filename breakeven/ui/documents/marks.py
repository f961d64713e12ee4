"""What a reviewer says of the document that is open: marks, right classes, tags and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import streamlit as st

from breakeven.marks.events import undoing
from breakeven.marks.table import mark_of
from breakeven.records import MarkEvent, MarkKind, Review
from breakeven.text import NO_CLASS, count_of, name_of
from breakeven.ui.app.head.shortcuts import key_of
from breakeven.ui.app.library import marks
from breakeven.ui.app.library.saved import looks_only
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.many_classes import are_many, offered
from breakeven.ui.components.html import literal, plain, quiet, say
from metrics.typing import Array

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
    held = [] if review.marks is None else review.marks.of(row)
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
            placeholder="what is to be kept in mind",
        )
        if not marks.who():
            ask_who("marks_who")
    _list(review, held)


def _list(review: Review, held: Sequence[MarkEvent]) -> None:
    for event in held:
        say(_said(review, event))


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
        "Right is what was called",
        key="mark_as_called",
        shortcut=key_of("as_called"),
        disabled=not fits or np.array_equal(true, called),
        on_click=lambda: _mark(review, row, "label wrong", right=right),
        help="Label wrong, and the right classes are those that the system called.",
    )


def show_undo(review: Review) -> None:
    """A button that takes back the last mark, and says which that is."""
    held = review.loaded.marks
    last = None if held is None else undoing(held, "", "")
    what = "nothing was marked yet"
    if last is not None:
        was = "taken off" if last.off else "set"
        what = f"{last.kind}, {was} on {count_of(len(last.rows), 'document')}"
    st.button(
        "Undo",
        key="marks_undo",
        shortcut=key_of("undo_mark"),
        icon=":material/undo:",
        type="tertiary",
        disabled=last is None,
        on_click=lambda: marks.undo(review),
        help=f"Take back: {what}.",
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

    def said(classes: list[int]) -> None:
        if not classes:
            changed(None)
        else:
            changed(tuple(sorted(c for c in classes if c != NONE)))

    options: Sequence[int] = range(len(truth.classes))
    if are_many(truth.classes):
        kept = [c for c in chosen if c != NONE]
        options = offered(key, truth.classes, truth.positives_per_class, kept)
    widgets.any_of(
        key,
        "Right class" if single else "Right classes",
        [*options, *([] if single else [NONE])],
        chosen,
        said,
        format_func=lambda c: NO_CLASS if c == NONE else name_of(truth.classes[c]),
        max_selections=1 if single else None,
        placeholder="not known: the label stays as it is",
    )


def _tags(review: Review, row: int, own: Sequence[str]) -> None:
    known = {} if review.marks is None else review.marks.tags

    def changed(chosen: list[str]) -> None:
        new = {tag.strip()[:LONGEST_TAG] for tag in chosen} - {""}
        for tag in sorted(new - set(own)):
            _mark(review, row, "tag", tag=tag)
        for tag in sorted(set(own) - new):
            _mark(review, row, "tag", tag=tag, off=True)

    widgets.any_of(
        "marks_tags",
        "Tags",
        sorted({*known, *own}),
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
        placeholder="as marks shall have it",
    )


def _said(review: Review, event: MarkEvent) -> str:
    """One mark in words: what, about which class, who and when."""
    names = review.truth.classes
    parts = [plain(mark_of(event), 80)] if event.kind != "note" else []
    if event.class_index is not None:
        parts.append(plain(names[event.class_index], 40))
    if event.right is not None:
        right = ", ".join(plain(names[c], 40) for c in event.right) or NO_CLASS
        parts.append(f"right: {right}")
    if event.note:
        parts.append(f"“{literal(event.note)}”")
    by = " · ".join(plain(word, 60) for word in (event.who, event.when) if word)
    return f"{' · '.join(parts)} {quiet(by)}"
