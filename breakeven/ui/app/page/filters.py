"""What is selected in a picture or table of a page, as the filter of the documents of every page.

A selection by itself changes no number: it says how many documents it is about and leads to them.
Only a button beside it shows these documents alone, on all pages, by the filter that the address
names (`where`). While a filter holds, the head of every page has the one way back: a click shows
what was shown before.

A page that has something to select calls `show_linked` with the filter of the documents selected,
as `breakeven.analysis.documents.behind` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.analysis.documents.behind import as_folded
from breakeven.analysis.selection.expression import Expression
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import Where, all_of, asks_for, terms_of, together
from breakeven.data.wording import count_of
from breakeven.ui.app.page import links
from breakeven.ui.app.session import state

if TYPE_CHECKING:  # every page opens with the way back
    from breakeven.ui.app.page.page import Page

# under which the session remembers which filter each one came after, by their texts
BEFORE = "filters_before"


def show_linked(page: Page, term: Expression | None, documents: int, key: str) -> None:
    """The ways on from a selection: to read its documents, and to show only these on all pages.

    `term`: the filter of the documents selected, about the page's own classes, which may be folded
    ones; None where it is too long for an address. `documents`: how many it keeps of those shown.
    `key` tells apart what several selections of a page draw. Nothing is drawn where no document is
    selected, or the file gave counts and no documents.
    """
    if page.review.truth.documents is None or not documents:
        return
    if term is None:
        st.caption("Too many for a link: choose fewer.")
        return
    with st.container(horizontal=True, vertical_alignment="center", key=f"linked_{key}"):
        folded = as_folded(page.evaluation, term)
        links.documents_link(folded, f"Read {count_of(documents, 'document')}")
        offer_only(page, term, key)


def offer_only(page: Page, term: Expression, key: str) -> None:
    """The button that shows only a selection's documents on all pages; as `show_linked`."""
    folded, where = as_folded(page.evaluation, term), page.selection.where
    if asks_for(where, folded):
        return  # they are all that is shown, and the head of the page has the way back
    if st.button(
        "Show only these on every page",
        key=f"only_{key}",
        icon=":material/filter_alt:",
        type="tertiary",
        help="Every number then counts these documents alone, until you remove the filter at "
        "the top of any page.",
    ):
        show_only(where, folded)
        st.rerun()


def show_only(where: Where | None, term: Expression) -> None:
    """Show on every page only the documents that the filter and this term keep."""
    narrowed = together(where, all_of((term,)))
    assert narrowed is not None
    before = state.remembered_or(BEFORE, dict[str, str])
    before[narrowed.text] = "" if where is None else where.text
    state.choose("where", narrowed.text)


def take_back(selection: Selection) -> None:
    """The way back in the head of a page, where a filter of all pages holds.

    A selection goes back to the filter it came after; of a filter that was typed, or came by a
    link, the last term goes.
    """
    if selection.where is None:
        return
    before = _before(selection.where)
    st.button(
        "Go back to the last filter" if before else "Show all documents again",
        key="take_back",
        icon=":material/filter_alt_off:",
        type="tertiary",
        on_click=lambda: state.choose("where", before),
    )


def _before(where: Where) -> str:
    known: Mapping[str, str] = state.remembered(BEFORE, {})
    if where.text in known:
        return known[where.text]
    left = all_of(terms_of(where.expression)[:-1])
    return "" if left is None else left.text
