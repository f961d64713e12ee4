"""The document that is open: its text, its classes, and what every system said of it."""

from __future__ import annotations

from dataclasses import replace
from unicodedata import combining

import numpy as np
import streamlit as st

from breakeven.documents.highlight import shown
from breakeven.selection.expression import AnyOf, Expression
from breakeven.selection.terms import all_of, terms_of, together
from breakeven.text import NOTHING, about
from breakeven.ui.app.head.shortcuts import key_of
from breakeven.ui.components.html import (
    bold,
    code,
    grid,
    literal,
    outcome,
    plain,
    prose,
    quiet,
    say,
    score_bar,
    text_block,
    unbroken,
)
from breakeven.ui.documents.alike import show_alike
from breakeven.ui.documents.answered import show_answered
from breakeven.ui.documents.list import open_at
from breakeven.ui.documents.looking import Looked, documents_kept
from breakeven.ui.documents.marking import mark_opened
from breakeven.ui.documents.one import One, Said, opened
from metrics.typing import Array

# characters shown of a long text at first, and what is too little to fold
FOLDED, LITTLE = 1_500, 300
LONGEST_VALUE = 500


def show_opened(looked: Looked) -> None:
    """The document that is open, and the way to the next."""
    assert looked.at is not None
    truth = looked.review.truth
    one = opened(looked)
    show_position(looked)
    assert truth.documents is not None
    split = truth.split_of[one.row]
    where = f" · {plain(truth.splits[split])}" if split >= 0 else ""
    say(f"Document {bold(truth.documents[one.row])}{where}")
    show_why(looked, one)
    show_text(looked, one)
    show_answered(looked, one)
    mark_opened(looked, one)
    show_classes(looked, one)
    show_columns(looked, one)
    show_alike(looked, one.row)


def show_position(looked: Looked) -> None:
    """Where the document stands in the list, and its neighbours."""
    assert looked.at is not None
    at, n = looked.at, len(looked.order)
    with st.container(horizontal=True, vertical_alignment="center", key="position"):
        st.button(
            "Previous",
            key="previous",
            icon=":material/arrow_back:",
            shortcut=key_of("previous"),
            disabled=at == 0,
            on_click=lambda: open_at(looked, at - 1),
        )
        say(f"<b>{at + 1:,}</b> of {n:,}")
        st.button(
            "Next",
            key="next",
            icon=":material/arrow_forward:",
            icon_position="right",
            shortcut=key_of("next"),
            disabled=at + 1 == n,
            on_click=lambda: open_at(looked, at + 1),
        )


def show_text(looked: Looked, one: One) -> None:
    """The text: its beginning, and the rest folded."""
    truth = looked.review.truth
    if truth.text_column is None:
        say(quiet("The file has no column of texts to show."))
        return
    both = together(looked.selection.where, looked.where)
    text = str(truth.columns[truth.text_column][one.row])
    found = shown(text, None if both is None else both.expression)
    if not found.text.strip():
        say(quiet("The text of this document is empty."))
        return
    end = fold_of(found.text)
    text_block(
        literal(found.text[:end], found.hits),
        literal(found.text[end:], [(first - end, last - end) for first, last in found.hits]),
        f"Show the other {len(found.text) - end:,} characters",
        opened=any(last > end for _, last in found.hits),
    )
    if found.of > len(found.text):
        say(quiet(f"These are the first {len(found.text):,} of {found.of:,} characters."))


def fold_of(text: str) -> int:
    """How many characters are shown of a text before the rest is folded."""
    if len(text) <= FOLDED + LITTLE:
        return len(text)
    # at the end of a word where one is near, and never between a letter and its marks
    near = max(text.rfind(space, FOLDED - 200, FOLDED) for space in " \n")
    end = near + 1 if near > 0 else FOLDED
    while end < len(text) and combining(text[end]):
        end += 1
    return len(text) if len(text) <= end + LITTLE else end


def show_classes(looked: Looked, one: One) -> None:
    """One row per class that is true or that anyone called, one column per system."""
    classes = looked.review.truth.classes
    chosen = one.shown
    if not len(chosen):
        labelled = one.true is not None
        if one.said:
            say(quiet("No system called a class" + (", and none is true." if labelled else ".")))
        elif labelled:
            say(quiet("It has no class."))
    near = _near(one, chosen)
    labelled = one.true is not None
    rows = [
        [
            unbroken(plain(classes[c], 24)),
            *(["✓" if one.true[c] else ""] if one.true is not None else []),
            *([_given_by(one, int(c))] if one.people else []),
            *(_said(one, said, int(c)) for said in one.said),
        ]
        for c in [*chosen[np.argsort(-_first(one)[chosen], kind="stable")], *near]
    ]
    if rows:
        systems = [plain(said.system, 30) for said in one.said]
        people = ["Annotators"] if one.people else []
        grid(["Class", *(["True"] if labelled else []), *people, *systems], rows)


def _near(one: One, chosen: Array) -> Array:
    """The classes with the next highest scores, up to three in all."""
    if not one.said:
        return np.zeros(0, dtype=np.int64)
    scores = one.said[0].scores
    rest = np.setdiff1d(np.flatnonzero(~np.isnan(scores)), chosen)
    return np.asarray(rest[np.argsort(-scores[rest], kind="stable")][: max(0, 3 - len(chosen))])


def _given_by(one: One, c: int) -> str:
    """How many of the annotators gave a class, and who."""
    names = [name for name, labels in one.people if labels[c]]
    who = ", ".join(plain(name, 20) for name in names[:5])
    more = f" and {len(names) - 5:,} more" if len(names) > 5 else ""
    return f"{len(names):,} of {len(one.people):,}<br>{quiet(who + more)}"


def _first(one: One) -> Array:
    """What true classes, and then called ones, are put first by."""
    true = np.zeros(len(one.unjudged)) if one.true is None else one.true
    called = one.said[0].called if one.said else np.zeros(len(true))
    return 2 * true.astype(float) + called


def _said(one: One, said: Said, c: int) -> str:
    """What a system said of one class: its outcome, its score, and where the decision turns."""
    if not said.spoke:
        return quiet("said nothing")
    words = _outcome(one, said, c)
    if np.isnan(said.scores[c]):
        return words
    low, high = said.span
    wide = (high - low) or 1.0
    turn = said.turns[c]
    mark = None if not np.isfinite(turn) else (float(turn) - low) / wide
    bar = score_bar((float(said.scores[c]) - low) / wide, mark, said.called[c])
    return unbroken(f"{words} {about(float(said.scores[c]), 3)}") + bar


def _outcome(one: One, said: Said, c: int) -> str:
    called = bool(said.called[c])
    if one.true is None:
        return outcome("called", "plain") if called else ""
    if one.unjudged[c]:
        return outcome("called, not judged" if called else "not judged", "plain")
    true = bool(one.true[c])
    if true:
        return outcome("hit", "right") if called else outcome("missed", "wrong")
    return outcome("extra", "wrong") if called else ""


def show_why(looked: Looked, one: One) -> None:
    """The terms of both filters that the document meets."""
    both = together(looked.selection.where, looked.where)
    if both is None:
        return
    met = [term for of in terms_of(both.expression) for term in _met(looked, of, one.row)]
    texts = [code(where.text) for term in met if (where := all_of((term,)))]
    say(quiet(f"In the list as it meets {', '.join(texts)}."))


def _met(looked: Looked, term: Expression, row: int) -> list[Expression]:
    """The term; of one that holds if any of several does, those that do."""
    if not isinstance(term, AnyOf):
        return [term]
    return [one for one in term.terms if _holds(looked, one, row)]


def _holds(looked: Looked, term: Expression, row: int) -> bool:
    every = replace(looked.selection, where=None)
    kept = documents_kept(looked.review, every, all_of((term,)))
    return row in looked.whole.rows[kept]


def show_columns(looked: Looked, one: One) -> None:
    """What else the file says of the document."""
    truth = looked.review.truth
    rows = [
        [plain(name), literal(_value(values[one.row]))]
        for name, values in truth.columns.items()
        if name != truth.text_column
    ]
    if rows:
        prose(["Column", "Value"], rows)


def _value(value: object) -> str:
    """A cell of a kept column: its beginning where it is long, a dash where it is missing."""
    if value is None or (isinstance(value, float | np.floating) and np.isnan(value)):
        return NOTHING
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
