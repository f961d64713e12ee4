"""What narrows the filter: values of documents, with counts, and words of mistakes.

Why a document is a mistake, its words do not say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.analysis.documents.facets import Facet, Facets, FacetValue, mark_facet, near_facet
from breakeven.analysis.documents.words_with import Word, WordsWith, groups_of, words_between
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.selection.expression import ClassTerm, ClassTermKind, Expression, HasWord
from breakeven.analysis.selection.selection import ChosenDocuments, FilteredSplit
from breakeven.analysis.selection.where import asks_for, toggled
from breakeven.data.records import Review
from breakeven.data.wording import count_of, name_of, quoted
from breakeven.ui.app.cache import cache, data
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import MOST_LISTED, pick_class_by
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import escaped, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.documents.shown_documents import WHERE, ShownDocuments, documents_of
from metrics.incidence import count_per_class

# --- what is known of the documents listed, value by value with counts: each narrows the filter


FACET = "documents.by"
NEAR_FACET = "near"
FACET_HIGH = 250
TITLES = {"true": "True class", "called": "Predicted class"}


def show_facets(shown: ShownDocuments) -> None:
    """A choice of what to narrow by, and its values: a tick puts one into the filter."""
    facets = facets_of(shown)
    marked = mark_facet(shown.review.marks, shown.rows)
    by_key = {facet.key: facet for facet in (*facets.facets, marked) if facet is not None}
    titles = {key: TITLES.get(key, facet.title) for key, facet in by_key.items()}
    if shown.review.truth.text_column is not None:
        titles[NEAR_FACET] = "Near-duplicate group"
    with st.container(horizontal=True):
        chosen = widgets.select(FACET, "Narrow by", titles)
        if shown.review.truth.classes:
            choose_class(shown)
    facet = near(shown) if chosen == NEAR_FACET else by_key[chosen]
    values = [] if facet is None else values_of(facet, facets)
    if facet is None or not values:
        st.caption("No document here has a value.")
        return
    ticked = [row for row, value in enumerate(values) if asks_for(shown.where, value.term)]
    widgets.ticks(
        f"documents_by_{chosen}",
        pd.DataFrame({"value": [v.label for v in values], "documents": [v.count for v in values]}),
        ticked,
        lambda row: toggle(shown, values[row].term),
        FACET_HIGH,
    )
    if left := facet.hidden + len(facet.values) - len(values):
        st.caption(f"{count_of(left, 'rarer value')} more: type them into the filter.")


def near(shown: ShownDocuments) -> Facet | None:
    """Groups of nearly equal texts, once somebody asks: to find them takes an index of all."""
    with st.spinner("Comparing the texts …"):
        groups = data.texts_of(shown.review).words.groups
    return near_facet(shown.review.truth, groups, shown.rows)


def facets_of(shown: ShownDocuments) -> Facets:
    """Counts of the documents that both filters keep."""
    selection = shown.selection
    documents = documents_of(selection, shown.where)
    c = selection.class_index if shown.review.truth.classes else None
    return cache.facets(shown.review, selection.system, documents, selection.cut, c)


def choose_class(shown: ShownDocuments) -> None:
    """The class that outcomes, scores, orders by score and words are about."""
    in_split = shown.in_split
    pairs = in_split.assigned if in_split.labels is None else in_split.labels
    if pairs is None:
        return
    counts = count_per_class(pairs)
    words = (
        "The class that outcomes, scores and words are about. In brackets: its documents in the "
        "split."
    )
    pick_class_by(shown.review, counts, words)


def values_of(facet: Facet, facets: Facets) -> list[FacetValue]:
    """The values of a facet; of classes all that any document here has."""
    if facet.key not in ("true", "called"):
        return list(facet.values)
    counts = facets.classes.true if facet.key == "true" else facets.classes.called
    order = (-counts).argsort(kind="stable")
    names = facets.classes.classes
    return [
        FacetValue(name_of(names[c]), int(counts[c]), ClassTerm(facet.key, names[c]))  # type: ignore[arg-type]
        for c in order[:MOST_LISTED].tolist()
        if counts[c]
    ]


def toggle(shown: ShownDocuments, term: Expression) -> None:
    """Put a term into the filter line, or take it out."""
    where = toggled(shown.where, term)
    state.share(WHERE, "" if where is None else where.text)


# --- Words that go with the mistakes on a class; why a document is one, they do not say


MISTAKE = "documents.mistake"
ANY_MISTAKE = "wrong"
MISTAKES = {
    "missed": "Missed, compared with found",
    "extra": "False alarms, compared with rightly not predicted",
    ANY_MISTAKE: "Any error, compared with none",
}
# what the two groups of documents are called
GROUPS = {
    "missed": ("missed", "found"),
    "extra": ("false alarms", "rightly not predicted"),
    ANY_MISTAKE: ("wrong", "right"),
}
WORDS_HIGH = 300


def show_words(shown: ShownDocuments) -> None:
    """The words of missed against found documents, once somebody asks."""
    truth = shown.review.truth
    if truth.text_column is None or truth.labels is None or not truth.classes:
        return
    if not shown.review.has_system:
        return
    expander = st.expander("Words that go with errors", key="words", on_change="rerun")
    if expander.open:
        with expander:
            _show_words(shown)


def _show_words(shown: ShownDocuments) -> None:
    chosen = widgets.select(MISTAKE, "Words of", MISTAKES, help=help_of("words_apart"), width=300)
    selection, classes = shown.selection, shown.review.truth.classes
    name = None if chosen == ANY_MISTAKE else classes[selection.class_index]
    words = words_of(
        shown.review, selection.system, selection.documents, selection.cut, name, chosen
    )
    first, second = GROUPS[chosen]
    about = "" if name is None else f" of {quoted(name)}"
    n = words.first_documents
    in_first = (
        count_of(n, "false alarm") if chosen == "extra" else f"{count_of(n, 'document')} {first}"
    )
    groups = f"{in_first} against {words.second_documents:,} {second}{about}"
    if not words.first and not words.second:
        say(
            escaped(
                f"{groups}: of {count_of(words.tested, 'word')} tested, none clearly goes with "
                "either."
            )
        )
        return
    say(
        escaped(
            f"{groups}. Of {count_of(words.tested, 'word')} tested, these clearly go with one of "
            "the two; they need not be the reason. Choose one to add it to the filter."
        )
    )
    left, right = st.columns(2, gap="medium")
    with left:
        _word_table(shown, words.first, f"with {first}", (first, second))
    with right:
        _word_table(shown, words.second, f"with {second}", (first, second))


def _word_table(
    shown: ShownDocuments, words: Sequence[Word], head: str, groups: tuple[str, str]
) -> None:
    if not words:
        st.caption(f"No word clearly goes {head}.")
        return
    frame = pd.DataFrame(
        {
            f"word {head}": [word.word for word in words],
            groups[0]: [word.first for word in words],
            groups[1]: [word.second for word in words],
            "z": [word.z for word in words],
        }
    )
    terms = [HasWord(word.word) for word in words]
    widgets.ticks(
        f"words_{head.replace(' ', '_')}",
        frame,
        [row for row, term in enumerate(terms) if asks_for(shown.where, term)],
        lambda row: toggle(shown, terms[row]),
        WORDS_HIGH,
        column_config={"z": st.column_config.NumberColumn(format="%.1f")},
    )


@cached(entries=32, spinner="Counting the words …")
def words_of(
    review: Review,
    system: str,
    documents: ChosenDocuments,
    cut: Cut,
    class_name: str | None,
    mistake: str,
) -> WordsWith:
    """The words of the documents looked at with a mistake, against those without it."""
    split = documents.split if isinstance(documents, FilteredSplit) else documents
    about = cache.filter_context(review, system, split, cut)
    positions = (
        cache.filter_result(review, documents).positions
        if isinstance(documents, FilteredSplit)
        else np.arange(len(about.rows))
    )
    kind: ClassTermKind = "extra" if mistake == "extra" else "missed"
    return words_between(about, positions, *groups_of(class_name, kind))
