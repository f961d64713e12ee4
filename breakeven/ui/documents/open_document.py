"""The document that is open: text, classes, what systems said of it, and what is like it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from unicodedata import combining

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.documents.behind import of_rows, repeated_ids
from breakeven.analysis.documents.highlight import highlighted
from breakeven.analysis.selection.expression import AnyOf, Expression, to_text
from breakeven.analysis.selection.where import all_of, terms_of, together
from breakeven.data.records import OUTCOMES, Predictions, Review
from breakeven.data.wording import NOTHING, about, count_of, listed, visible
from breakeven.results.answers import OUTCOME_NAMES
from breakeven.results.documents import beginning
from breakeven.ui.app.cache import data
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.document_list import class_names
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.shortcuts import key_of
from breakeven.ui.components.html import (
    bold,
    code,
    escaped,
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
from breakeven.ui.documents.list import open_at
from breakeven.ui.documents.marks import mark_opened
from breakeven.ui.documents.shown_documents import (
    WHERE,
    OpenDocument,
    ShownDocuments,
    SystemDecision,
    filtered_positions,
    open_document,
    read_open_document,
)
from metrics.typing import Array

# --- what language models answered on the document that is open, as it came


MOST_ANSWERS = 10
LONGEST_ANSWER = 500


def show_answered(looked: ShownDocuments, one: OpenDocument) -> None:
    """Each answer, of which repeat, and the classes it was read as or why it says none."""
    rows = [row for said in looked.review.own for row in _answer_rows(looked, said, one.row)]
    if rows:
        prose(["System", "Repeat", "Answer", "Is read as"], rows[:MOST_ANSWERS])
        if len(rows) > MOST_ANSWERS:
            say(quiet(f"{count_of(len(rows) - MOST_ANSWERS, 'answer')} more are not shown."))


def _answer_rows(looked: ShownDocuments, said: Predictions, row: int) -> list[list[Markup | str]]:
    answered, at = said.answered, int(np.searchsorted(said.rows, row))
    if answered is None or at == said.m or said.rows[at] != row:
        return []
    found = []
    for i in np.flatnonzero(answered.document == at).tolist():
        text = str(answered.texts[i])
        cut = literal(text[:LONGEST_ANSWER]) + ("…" if len(text) > LONGEST_ANSWER else "")
        outcome = OUTCOMES[int(answered.outcomes[i])]
        named = sorted(answered.classes[[i]].indices)
        classes = Markup(", ").join(plain(looked.review.truth.classes[j], 40) for j in named)
        read_as = classes if outcome == "class" else quiet(OUTCOME_NAMES[outcome])
        run = answered.runs[int(answered.run[i])]
        found.append([plain(said.system, 40), plain(run, 20) if run else "", cut, read_as])
    return found


# --- the documents whose texts are most like that of the one that is open


MOST_ALIKE = 8
# below it two texts share little more than common words
LEAST_ALIKE = 0.1


def show_alike(looked: ShownDocuments, row: int) -> None:
    """Texts most like this one, once somebody asks: that takes an index of all texts."""
    if looked.review.truth.text_column is None:
        return
    asked = st.expander("Documents like this one", key="alike", on_change="rerun")
    if not asked.open:
        return
    with asked:
        _show_alike(looked, row)


def _show_alike(looked: ShownDocuments, row: int) -> None:
    truth, rows = looked.review.truth, looked.whole.rows
    likeness = likeness_of(looked.review, row)
    near = near_duplicates_of(looked.review, row)
    elsewhere = np.setdiff1d(near, rows)
    if len(elsewhere):
        assert truth.documents is not None
        say(
            Markup("{} of another split {} nearly the same text: {}.").format(
                count_of(len(elsewhere), "document"),
                "has" if len(elsewhere) == 1 else "have",
                escaped(listed(truth.documents[elsewhere])),
            )
        )
    others = np.flatnonzero((rows != row) & (likeness[rows] >= LEAST_ALIKE))
    best = others[np.argsort(-likeness[rows[others]], kind="stable")][:MOST_ALIKE]
    if not len(best):
        say(quiet("No document looked at has a text like this one."))
        return
    texts = truth.columns[truth.text_column or ""][rows[best]]
    frame = pd.DataFrame(
        {
            "document": [str(i) for i in _ids(looked, rows[best])],
            "likeness": likeness[rows[best]],
            "nearly equal": np.isin(rows[best], near),
            "text": [visible(beginning(text)) for text in texts],
        }
    )
    if looked.whole.labels is not None:
        frame.insert(3, "true", class_names(looked.whole.labels, best, truth.classes))
    widgets.rows(
        "documents_alike",
        frame,
        [],
        lambda at: _open(looked, row, rows[best], at),
        420,
        column_config={"likeness": st.column_config.NumberColumn(format="%.2f")},
    )
    st.caption(
        "Likeness: the cosine of the weights of their words (tf-idf), 1 for the same words. "
        "Choosing a row lists these documents instead, and opens it."
    )


def _ids(looked: ShownDocuments, rows: Array) -> list[str]:
    ids = looked.review.truth.documents
    assert ids is not None
    return [str(i) for i in ids[rows]]


def _open(looked: ShownDocuments, row: int, others: Array, at: int) -> None:
    """List a document and those like it, and open one of them."""
    truth = looked.review.truth
    term = of_rows(truth, np.append(row, others), repeated_ids(truth))
    if term is not None:  # else their ids do not tell them apart
        open_document(looked.review, int(others[at]))
        state.share(WHERE, to_text(term))


@cached(entries=64, spinner="Comparing the texts …")
def likeness_of(review: Review, row: int) -> Array:
    """How alike all texts are to that of one document, shape (n,)."""
    return data.texts_of(review).words.likeness(row)


@cached(entries=64, spinner="Comparing the texts …")
def near_duplicates_of(review: Review, row: int) -> Array:
    """The other documents with nearly the text of one, ascending."""
    groups = data.texts_of(review).words.groups
    if groups[row] < 0:
        return np.zeros(0, dtype=np.int64)
    return np.setdiff1d(np.flatnonzero(groups == groups[row]), [row])


# --- the document that is open: its text, its classes, and what every system said of it


# characters shown of a long text at first, and what is too little to fold
FOLDED, LITTLE = 1_500, 300
LONGEST_VALUE = 500


def show_opened(looked: ShownDocuments) -> None:
    """The document that is open, and the way to the next."""
    assert looked.at is not None
    truth = looked.review.truth
    one = read_open_document(looked)
    show_position(looked)
    assert truth.documents is not None
    split = truth.split_of[one.row]
    where = Markup(" · {}").format(plain(truth.splits[split])) if split >= 0 else ""
    say(Markup("Document {}{}").format(bold(truth.documents[one.row]), where))
    show_why(looked, one)
    show_text(looked, one)
    show_answered(looked, one)
    mark_opened(looked, one)
    show_classes(looked, one)
    show_columns(looked, one)
    show_alike(looked, one.row)


def show_position(looked: ShownDocuments) -> None:
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
        say(Markup("<b>{:,}</b> of {:,}").format(at + 1, n))
        st.button(
            "Next",
            key="next",
            icon=":material/arrow_forward:",
            icon_position="right",
            shortcut=key_of("next"),
            disabled=at + 1 == n,
            on_click=lambda: open_at(looked, at + 1),
        )


def show_text(looked: ShownDocuments, one: OpenDocument) -> None:
    """The text: its beginning, and the rest folded."""
    truth = looked.review.truth
    if truth.text_column is None:
        say(quiet("The file has no column of texts to show."))
        return
    both = together(looked.selection.where, looked.where)
    text = str(truth.columns[truth.text_column][one.row])
    found = highlighted(text, None if both is None else both.expression)
    if show_folded(found.text, found.hits) and found.of > len(found.text):
        say(quiet(f"These are the first {len(found.text):,} of {found.of:,} characters."))


def show_folded(text: str, hits: Sequence[tuple[int, int]] = ()) -> bool:
    """A text with its hits marked, of a long one the end folded; whether there is any."""
    if not text.strip():
        say(quiet("The text of this document is empty."))
        return False
    end = _fold_of(text)
    text_block(
        literal(text[:end], hits),
        literal(text[end:], [(first - end, last - end) for first, last in hits]),
        f"Show the other {len(text) - end:,} characters",
        opened=any(last > end for _, last in hits),
    )
    return True


def _fold_of(text: str) -> int:
    """How many characters are shown of a text before the rest is folded."""
    if len(text) <= FOLDED + LITTLE:
        return len(text)
    # at the end of a word where one is near, and never between a letter and its marks
    near = max(text.rfind(space, FOLDED - 200, FOLDED) for space in " \n")
    end = near + 1 if near > 0 else FOLDED
    while end < len(text) and combining(text[end]):
        end += 1
    return len(text) if len(text) <= end + LITTLE else end


def show_classes(looked: ShownDocuments, one: OpenDocument) -> None:
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
            *(_decision_text(one, said, int(c)) for said in one.said),
        ]
        for c in [*chosen[np.argsort(-_first(one)[chosen], kind="stable")], *near]
    ]
    if rows:
        systems = [plain(said.system, 30) for said in one.said]
        people = ["Annotators"] if one.people else []
        grid(["Class", *(["True"] if labelled else []), *people, *systems], rows)


def _near(one: OpenDocument, chosen: Array) -> Array:
    """The classes with the next highest scores, up to three in all."""
    if not one.said:
        return np.zeros(0, dtype=np.int64)
    scores = one.said[0].scores
    rest = np.setdiff1d(np.flatnonzero(~np.isnan(scores)), chosen)
    return np.asarray(rest[np.argsort(-scores[rest], kind="stable")][: max(0, 3 - len(chosen))])


def _given_by(one: OpenDocument, c: int) -> Markup:
    """How many of the annotators gave a class, and who."""
    names = [name for name, labels in one.people if labels[c]]
    who = Markup(", ").join(plain(name, 20) for name in names[:5])
    more = f" and {len(names) - 5:,} more" if len(names) > 5 else ""
    return Markup("{:,} of {:,}<br>{}").format(len(names), len(one.people), quiet(who + more))


def _first(one: OpenDocument) -> Array:
    """What true classes, and then called ones, are put first by."""
    true = np.zeros(len(one.unjudged)) if one.true is None else one.true
    called = one.said[0].called if one.said else np.zeros(len(true))
    return 2 * true.astype(float) + called


def _decision_text(one: OpenDocument, said: SystemDecision, c: int) -> Markup:
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
    return unbroken(Markup("{} {}").format(words, about(float(said.scores[c]), 3))) + bar


def _outcome(one: OpenDocument, said: SystemDecision, c: int) -> Markup:
    called = bool(said.called[c])
    if one.true is None:
        return outcome("called", "plain") if called else Markup()
    if one.unjudged[c]:
        return outcome("called, not judged" if called else "not judged", "plain")
    true = bool(one.true[c])
    if true:
        return outcome("hit", "right") if called else outcome("missed", "wrong")
    return outcome("extra", "wrong") if called else Markup()


def show_why(looked: ShownDocuments, one: OpenDocument) -> None:
    """The terms of both filters that the document meets."""
    both = together(looked.selection.where, looked.where)
    if both is None:
        return
    met = [term for of in terms_of(both.expression) for term in _met(looked, of, one.row)]
    texts = [code(where.text) for term in met if (where := all_of((term,)))]
    say(quiet(Markup("In the list as it meets {}.").format(Markup(", ").join(texts))))


def _met(looked: ShownDocuments, term: Expression, row: int) -> list[Expression]:
    """The term; of one that holds if any of several does, those that do."""
    if not isinstance(term, AnyOf):
        return [term]
    return [one for one in term.terms if _holds(looked, one, row)]


def _holds(looked: ShownDocuments, term: Expression, row: int) -> bool:
    every = replace(looked.selection, where=None)
    kept = filtered_positions(looked.review, every, all_of((term,)))
    return row in looked.whole.rows[kept]


def show_columns(looked: ShownDocuments, one: OpenDocument) -> None:
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
