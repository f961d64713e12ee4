"""What is known of the documents listed, value by value with counts: each narrows the filter."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from breakeven.documents.facets import Facet, Facets, Value
from breakeven.documents.marked import mark_facet
from breakeven.documents.near import near_facet
from breakeven.selection.expression import Expression, OfClass
from breakeven.selection.terms import asks_for, toggled
from breakeven.text import count_of, name_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.shared.many_classes import MOST_LISTED
from breakeven.ui.app.shared.page import pick_class_by
from breakeven.ui.documents.looking import WHERE, Looked, documents_of
from metrics.incidence import count_per_class

BY = "documents.by"
NEAR = "near"
HIGH = 250
TITLES = {"true": "True class", "called": "Called class"}


def show_facets(looked: Looked) -> None:
    """A choice of what to narrow by, and its values: a tick puts one into the filter."""
    facets = facets_of(looked)
    marked = mark_facet(looked.review.marks, looked.rows)
    known = {facet.key: facet for facet in (*facets.facets, marked) if facet is not None}
    titles = {key: TITLES.get(key, facet.title) for key, facet in known.items()}
    if looked.review.truth.text_column is not None:
        titles[NEAR] = "Near-duplicate group"
    with st.container(horizontal=True):
        chosen = widgets.select(BY, "Narrow by", titles)
        if looked.review.truth.classes:
            choose_class(looked)
    facet = near(looked) if chosen == NEAR else known[chosen]
    values = [] if facet is None else values_of(facet, facets)
    if facet is None or not values:
        st.caption("No document here has any.")
        return
    ticked = [row for row, value in enumerate(values) if asks_for(looked.where, value.term)]
    widgets.ticks(
        f"documents_by_{chosen}",
        pd.DataFrame({"value": [v.label for v in values], "documents": [v.count for v in values]}),
        ticked,
        lambda row: toggle(looked, values[row].term),
        HIGH,
    )
    if left := facet.hidden + len(facet.values) - len(values):
        st.caption(f"{count_of(left, 'rarer value')} can be asked for in the filter.")


def near(looked: Looked) -> Facet | None:
    """Groups of nearly equal texts, once somebody asks: to find them takes an index of all."""
    with st.spinner("Comparing the texts …"):
        groups = cache.texts_of(looked.review).words.groups
    return near_facet(looked.review.truth, groups, looked.rows)


def facets_of(looked: Looked) -> Facets:
    """Counts of the documents that both filters keep."""
    of = looked.selection
    documents = documents_of(of, looked.where)
    c = of.class_index if looked.review.truth.classes else None
    return cache.facets(looked.review, of.system, documents, of.cut, c)


def choose_class(looked: Looked) -> None:
    """The class that outcomes, scores, orders by score and words are about."""
    whole = looked.whole
    pairs = whole.assigned if whole.labels is None else whole.labels
    if pairs is None:
        return
    counts = count_per_class(pairs)
    words = (
        "What outcomes of a class, its scores, and words are about. In brackets: its documents in "
        "the split."
    )
    pick_class_by(looked.review, counts, words)


def values_of(facet: Facet, facets: Facets) -> list[Value]:
    """The values of a facet; of classes all that any document here has."""
    if facet.key not in ("true", "called"):
        return list(facet.values)
    counts = facets.classes.true if facet.key == "true" else facets.classes.called
    order = (-counts).argsort(kind="stable")
    names = facets.classes.classes
    return [
        Value(name_of(names[c]), int(counts[c]), OfClass(facet.key, names[c]))  # type: ignore[arg-type]
        for c in order[:MOST_LISTED].tolist()
        if counts[c]
    ]


def toggle(looked: Looked, term: Expression) -> None:
    """Put a term into the filter line, or take it out."""
    where = toggled(looked.where, term)
    state.share(WHERE, "" if where is None else where.text)
