"""The documents behind the numbers: found by a filter, read one by one."""

from __future__ import annotations

import streamlit as st

from breakeven.records import Review
from breakeven.ui.app.kept import cache
from breakeven.ui.app.library.marks import renewed
from breakeven.ui.app.session import widgets
from breakeven.ui.app.session.links import page_link
from breakeven.ui.app.shared.page import begin_data
from breakeven.ui.components.placing import first_when_narrow
from breakeven.ui.documents.changed import choose_changed
from breakeven.ui.documents.facets import show_facets
from breakeven.ui.documents.filter_line import choose_where, say_empty, say_kept
from breakeven.ui.documents.list import show_list
from breakeven.ui.documents.looking import looked_at
from breakeven.ui.documents.marking import compare_as_if, mark_listed
from breakeven.ui.documents.opened import show_opened
from breakeven.ui.documents.words import show_words

page = begin_data("Documents", "Which documents are behind the numbers?")


@widgets.fragment
def show(review: Review) -> None:
    """Filter, list and the document that is open, drawn again alone."""
    review = renewed(review)
    selection = cache.selected(review)
    where = choose_where(review, selection)
    choose_changed(review, selection)
    looked = looked_at(review, selection, where)
    first_when_narrow("opened")
    left, right = st.columns([2, 3], gap="medium")
    with left:
        say_kept(looked)
        show_facets(looked)
        show_list(looked)
        mark_listed(looked)
    with right, st.container(key="opened"):
        if looked.at is None:
            say_empty(looked)
        else:
            show_opened(looked)
    show_words(looked)
    compare_as_if(looked)


if page.review.truth.documents is None:
    st.info(
        "The file gave counts, not documents, so there is nothing to list. Load the documents "
        "with their classes to read them here."
    )
    page_link("app.py", "Load the documents", ":material/upload_file:")
else:
    show(page.review)
