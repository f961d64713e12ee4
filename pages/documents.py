"""The documents behind the numbers: found by a filter, read one by one."""

from __future__ import annotations

import streamlit as st

from breakeven.data.records import Review
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.session import widgets
from breakeven.ui.app.store.marks import renewed
from breakeven.ui.begin import begin_documents
from breakeven.ui.components.assets import first_when_narrow
from breakeven.ui.documents.facets import show_facets, show_words
from breakeven.ui.documents.filter_line import choose_changed, choose_where, say_count, say_empty
from breakeven.ui.documents.list import show_list
from breakeven.ui.documents.marks import compare_as_if, mark_listed
from breakeven.ui.documents.open_document import show_opened
from breakeven.ui.documents.shown_documents import current_documents

page = begin_documents("documents", "Which documents are behind the numbers?")
if isinstance(page, EvaluatedPage):
    assert page.table is not None
    # here: pages of reviews ask no engine
    from breakeven.ui.documents.table_documents import show_documents

    show_documents(page.table, page.chosen_class)
    st.stop()


@widgets.fragment
def show(review: Review) -> None:
    """Filter, list and the document that is open, drawn again alone."""
    review = renewed(review)
    selection = cache.selected(review)
    where = choose_where(review, selection)
    choose_changed(review, selection)
    documents = current_documents(review, selection, where)
    first_when_narrow("opened")
    left, right = st.columns([2, 3], gap="medium")
    with left:
        say_count(len(documents.order), None if where is None else documents.every)
        show_facets(documents)
        show_list(documents)
        mark_listed(documents)
    with right, st.container(key="opened"):
        if documents.position is None:
            say_empty(documents)
        else:
            show_opened(documents)
    show_words(documents)
    compare_as_if(documents)


if page.review.truth.documents is None:
    st.info(
        "The file has counts instead of documents, so none can be listed. Load the documents "
        "with their classes to read them here."
    )
    page_link("home", "Load the documents")
else:
    show(page.review)
