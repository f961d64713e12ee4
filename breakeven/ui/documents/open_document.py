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
from breakeven.ui.components.drawings import score_bar
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


def show_answered(shown: ShownDocuments, document: OpenDocument) -> None:
    """Each answer, of which repeat, and the classes it was read as or why it says none."""
    rows = [
        row
        for predictions in shown.review.own
        for row in _answer_rows(shown, predictions, document.row)
    ]
    if rows:
        prose(["System", "Repeat", "Answer", "Read as"], rows[:MOST_ANSWERS])
        if len(rows) > MOST_ANSWERS:
            say(quiet(f"{count_of(len(rows) - MOST_ANSWERS, 'answer')} more are not shown."))


def _answer_rows(
    shown: ShownDocuments, predictions: Predictions, row: int
) -> list[list[Markup | str]]:
    answered, position = predictions.answered, int(np.searchsorted(predictions.rows, row))
    if answered is None or position == predictions.m or predictions.rows[position] != row:
        return []
    rows = []
    for i in np.flatnonzero(answered.document == position).tolist():
        text = str(answered.texts[i])
        cut = literal(text[:LONGEST_ANSWER]) + ("…" if len(text) > LONGEST_ANSWER else "")
        outcome = OUTCOMES[int(answered.outcomes[i])]
        named = sorted(answered.classes[[i]].indices)
        classes = Markup(", ").join(plain(shown.review.truth.classes[j], 40) for j in named)
        read_as = classes if outcome == "class" else quiet(OUTCOME_NAMES[outcome])
        run = answered.runs[int(answered.run[i])]
        rows.append([plain(predictions.system, 40), plain(run, 20) if run else "", cut, read_as])
    return rows


# --- the documents whose texts are most like that of the one that is open


MOST_ALIKE = 8
# below it two texts share little more than common words
LEAST_ALIKE = 0.1


def show_alike(shown: ShownDocuments, row: int) -> None:
    """Texts most like this one, once somebody asks: that takes an index of all texts."""
    if shown.review.truth.text_column is None:
        return
    expander = st.expander("Similar documents", key="alike", on_change="rerun")
    if not expander.open:
        return
    with expander:
        _show_alike(shown, row)


def _show_alike(shown: ShownDocuments, row: int) -> None:
    truth, rows = shown.review.truth, shown.in_split.rows
    likeness = likeness_of(shown.review, row)
    near = near_duplicates_of(shown.review, row)
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
        say(quiet("No document here has a similar text."))
        return
    texts = truth.columns[truth.text_column or ""][rows[best]]
    frame = pd.DataFrame(
        {
            "document": [str(i) for i in _ids(shown, rows[best])],
            "likeness": likeness[rows[best]],
            "nearly equal": np.isin(rows[best], near),
            "text": [visible(beginning(text)) for text in texts],
        }
    )
    if shown.in_split.labels is not None:
        frame.insert(3, "true", class_names(shown.in_split.labels, best, truth.classes))
    widgets.rows(
        "documents_alike",
        frame,
        [],
        lambda number: _open(shown, row, rows[best], number),
        420,
        column_config={"likeness": st.column_config.NumberColumn(format="%.2f")},
    )
    st.caption(
        "Similarity: the cosine of the weights of their words (tf-idf), 1 for the same words. "
        "Choose a row to open it and list these documents."
    )


def _ids(shown: ShownDocuments, rows: Array) -> list[str]:
    ids = shown.review.truth.documents
    assert ids is not None
    return [str(i) for i in ids[rows]]


def _open(shown: ShownDocuments, row: int, others: Array, i: int) -> None:
    """List a document and those like it, and open one of them."""
    truth = shown.review.truth
    term = of_rows(truth, np.append(row, others), repeated_ids(truth))
    if term is not None:  # else their ids do not tell them apart
        open_document(shown.review, int(others[i]))
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


def show_opened(shown: ShownDocuments) -> None:
    """The document that is open, and the way to the next."""
    assert shown.position is not None
    truth = shown.review.truth
    document = read_open_document(shown)
    show_position(shown)
    assert truth.documents is not None
    split = truth.split_of[document.row]
    where = Markup(" · {}").format(plain(truth.splits[split])) if split >= 0 else ""
    say(Markup("Document {}{}").format(bold(truth.documents[document.row]), where))
    show_why(shown, document)
    show_text(shown, document)
    show_answered(shown, document)
    mark_opened(shown, document)
    show_classes(shown, document)
    show_columns(shown, document)
    show_alike(shown, document.row)


def show_position(shown: ShownDocuments) -> None:
    """Where the document stands in the list, and its neighbours."""
    assert shown.position is not None
    position, n = shown.position, len(shown.order)
    with st.container(horizontal=True, vertical_alignment="center", key="position"):
        st.button(
            "Previous",
            key="previous",
            icon=":material/arrow_back:",
            shortcut=key_of("previous"),
            disabled=position == 0,
            on_click=lambda: open_at(shown, position - 1),
        )
        say(Markup("<b>{:,}</b> of {:,}").format(position + 1, n))
        st.button(
            "Next",
            key="next",
            icon=":material/arrow_forward:",
            icon_position="right",
            shortcut=key_of("next"),
            disabled=position + 1 == n,
            on_click=lambda: open_at(shown, position + 1),
        )


def show_text(shown: ShownDocuments, document: OpenDocument) -> None:
    """The text: its beginning, and the rest folded."""
    truth = shown.review.truth
    if truth.text_column is None:
        say(quiet("The file has no text column."))
        return
    both = together(shown.selection.where, shown.where)
    text = str(truth.columns[truth.text_column][document.row])
    excerpt = highlighted(text, None if both is None else both.expression)
    if show_folded(excerpt.text, excerpt.hits) and excerpt.length > len(excerpt.text):
        say(quiet(f"These are the first {len(excerpt.text):,} of {excerpt.length:,} characters."))


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


def show_classes(shown: ShownDocuments, document: OpenDocument) -> None:
    """One row per class that is true or that anyone called, one column per system."""
    classes = shown.review.truth.classes
    chosen = document.shown
    if not len(chosen):
        labelled = document.true is not None
        if document.decisions:
            none = (
                "No class is predicted, and none is true." if labelled else "No class is predicted."
            )
            say(quiet(none))
        elif labelled:
            say(quiet("It has no class."))
    near = _near(document, chosen)
    labelled = document.true is not None
    rows = [
        [
            unbroken(plain(classes[c], 24)),
            *(["✓" if document.true[c] else ""] if document.true is not None else []),
            *([_given_by(document, int(c))] if document.people else []),
            *(_decision_text(document, decision, int(c)) for decision in document.decisions),
        ]
        for c in [*chosen[np.argsort(-_first(document)[chosen], kind="stable")], *near]
    ]
    if rows:
        systems = [plain(decision.system, 30) for decision in document.decisions]
        people = ["Annotators"] if document.people else []
        grid(["Class", *(["True"] if labelled else []), *people, *systems], rows)


def _near(document: OpenDocument, chosen: Array) -> Array:
    """The classes with the next highest scores, up to three in all."""
    if not document.decisions:
        return np.zeros(0, dtype=np.int64)
    scores = document.decisions[0].scores
    rest = np.setdiff1d(np.flatnonzero(~np.isnan(scores)), chosen)
    return np.asarray(rest[np.argsort(-scores[rest], kind="stable")][: max(0, 3 - len(chosen))])


def _given_by(document: OpenDocument, c: int) -> Markup:
    """How many of the annotators gave a class, and who."""
    names = [name for name, labels in document.people if labels[c]]
    who = Markup(", ").join(plain(name, 20) for name in names[:5])
    more = f" and {len(names) - 5:,} more" if len(names) > 5 else ""
    return Markup("{:,} of {:,}<br>{}").format(len(names), len(document.people), quiet(who + more))


def _first(document: OpenDocument) -> Array:
    """What true classes, and then called ones, are put first by."""
    true = np.zeros(len(document.unjudged)) if document.true is None else document.true
    called = document.decisions[0].called if document.decisions else np.zeros(len(true))
    return 2 * true.astype(float) + called


def _decision_text(document: OpenDocument, decision: SystemDecision, c: int) -> Markup:
    """What a system said of one class: its outcome, its score, and where the decision turns."""
    if not decision.spoke:
        return quiet("no prediction")
    words = _outcome(document, decision, c)
    if np.isnan(decision.scores[c]):
        return words
    low, high = decision.span
    wide = (high - low) or 1.0
    turn = decision.turns[c]
    mark = None if not np.isfinite(turn) else (float(turn) - low) / wide
    bar = score_bar((float(decision.scores[c]) - low) / wide, mark, decision.called[c])
    return unbroken(Markup("{} {}").format(words, about(float(decision.scores[c]), 3))) + bar


def _outcome(document: OpenDocument, decision: SystemDecision, c: int) -> Markup:
    called = bool(decision.called[c])
    if document.true is None:
        return outcome("predicted", "plain") if called else Markup()
    if document.unjudged[c]:
        return outcome("predicted, not judged" if called else "not judged", "plain")
    true = bool(document.true[c])
    if true:
        return outcome("found", "right") if called else outcome("missed", "wrong")
    return outcome("false alarm", "wrong") if called else Markup()


def show_why(shown: ShownDocuments, document: OpenDocument) -> None:
    """The terms of both filters that the document meets."""
    both = together(shown.selection.where, shown.where)
    if both is None:
        return
    met = [term for of in terms_of(both.expression) for term in _met(shown, of, document.row)]
    texts = [code(where.text) for term in met if (where := all_of((term,)))]
    say(quiet(Markup("Listed because it matches {}.").format(Markup(", ").join(texts))))


def _met(shown: ShownDocuments, term: Expression, row: int) -> list[Expression]:
    """The term; of one that holds if any of several does, those that do."""
    if not isinstance(term, AnyOf):
        return [term]
    return [one for one in term.terms if _holds(shown, one, row)]


def _holds(shown: ShownDocuments, term: Expression, row: int) -> bool:
    every = replace(shown.selection, where=None)
    kept = filtered_positions(shown.review, every, all_of((term,)))
    return row in shown.in_split.rows[kept]


def show_columns(shown: ShownDocuments, document: OpenDocument) -> None:
    """What else the file says of the document."""
    truth = shown.review.truth
    rows = [
        [plain(name), literal(_value(values[document.row]))]
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
