"""The menu of all pages: beside the page, and on a phone behind a button.

And what of a page stays on screen when another one is turned to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from breakeven.ui.app.page import visiting
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.session import access, state, widgets
from breakeven.ui.app.session.shortcuts import HELP_ON, MEASURES_HELP
from breakeven.ui.app.store import engine_tables
from breakeven.ui.components.assets import close_before_turning
from breakeven.ui.components.html import brand, menu_heading, menu_line, menu_note, show_html
from breakeven.ui.pages import HEADED, PAGES, PageKey, pages_by_group, pages_in_need

if TYPE_CHECKING:
    from breakeven.analysis.selection.selection import Selection
    from breakeven.data.records import Review


# --- what of a page stays on screen when another one is turned to


@contextmanager
def lasting() -> Iterator[None]:
    """What is drawn here is the same on every page: the browser keeps it and is told what changed.

    All else it takes away when another page is turned to, and draws anew. To Streamlit what lasts
    is of the app itself, not of one of its pages: so its widgets keep what they say.
    """
    context = get_script_run_ctx()
    if context is None:
        yield
        return
    with context.run_with_active_hash(context.pages_manager.main_script_hash):
        yield


# --- the menu of all pages: beside the page, and on a phone behind a button that closes again


UNLABELLED = "These documents have no labels, so there is nothing to compare with."
# what is said where there are no predictions, and what can be asked all the same
NO_SYSTEM = "There are no predictions here, so there is no system to judge."
ASK_INSTEAD = (
    "Splits, Slices and Documents work without predictions; so does Labels, where several people "
    "labelled. "
    "Add a file of predictions to see how good a system is."
)
ONE_SYSTEM = "There is only one system. Add another one, or another version."
NO_SCORES = "This system has no scores. Add a file with a score for each class."
ADD_PREDICTIONS = f"{NO_SYSTEM} Add a file of predictions."
# the same below the name of a page, and of all that cannot be asked of a table
IN_SHORT: Mapping[str, str] = {
    UNLABELLED: "needs labels",
    ADD_PREDICTIONS: "needs predictions",
    ONE_SYSTEM: "needs a second system",
    NO_SCORES: "needs scores",
}
NO_TABLE = "not for tables"


def show_menu(shared: Mapping[str, str]) -> None:
    """All pages by what they are for, those greyed that cannot answer. `shared`: of addresses."""
    with lasting(), st.sidebar:
        show_html(brand("Breakeven"))
        close_before_turning()
        _pages(shared)
        _help_beside()
        access.say_who()
    with lasting():
        place = st.container()
    # what lasts is counted from the top: this keeps its place, whatever is in it
    with place:
        _on_a_phone(shared)


@widgets.fragment
def _on_a_phone(shared: Mapping[str, str]) -> None:
    # another page has another one, which is closed
    with st.container(key="phone_menu"):
        opened = st.popover("Menu", icon=":material/menu:", key="menu", on_change="rerun")
        if opened.open:
            with opened:
                _pages(shared)
                _help("menu_help_phone")


def _pages(shared: Mapping[str, str]) -> None:
    greyed = cannot_answer()
    for group, pages in pages_by_group():
        offered = visiting.pages_offered(pages)
        if group in HEADED and offered:
            show_html(menu_heading(group))
        elif group and offered:
            show_html(menu_line())
        for page in offered:
            why = greyed.get(page.key)
            page_link(page.key, page.title, shared=dict(shared), help=why, closed=why is not None)
            if why is not None:
                show_html(menu_note(IN_SHORT.get(why, NO_TABLE)))
    show_html(menu_line())


def _help(key: str) -> None:
    with st.container(key=f"{key}_place"):
        if st.button("Help", key=key, icon=":material/help:", type="tertiary"):
            # counts, where a measure is told in the numbers of the review
            from breakeven.ui.app.header.help_drawer import open_help

            state.remember(HELP_ON, MEASURES_HELP)
            open_help()


@widgets.fragment
def _help_beside() -> None:
    _help("menu_help")


def cannot_answer() -> dict[PageKey, str]:
    """Why pages cannot answer anything of what is looked at; those that can are left out."""
    choices = state.of_every_page(), state.remembered("beside")
    earlier = state.remembered("cannot_answer")
    if earlier is not None and earlier[0] == choices:
        return dict(earlier[1])
    key = choices[0].get("review")
    if key is None:
        return {}
    if engine_tables.is_table(key):
        return {key: page.why_no_table for key, page in PAGES.items() if page.why_no_table}
    # loads NumPy
    from breakeven.ui.app.cache import cache
    from breakeven.ui.app.store.marks import with_marks
    from breakeven.ui.app.store.reviews import review_of

    loaded = review_of(key)
    if loaded is None:  # its files may come
        return {}
    review = with_marks(loaded)
    reasons = why_not(review, cache.selected(review))
    state.remember("cannot_answer", (choices, reasons))
    return reasons


def why_not(review: Review, selection: Selection) -> dict[PageKey, str]:
    """Why pages cannot answer anything of a review; those that can are left out."""
    # loads NumPy
    from breakeven.analysis.selection.selection import system_of
    from breakeven.data.records import confidence_column

    of_people = set() if review.truth.annotators else pages_in_need("labels or annotators")
    if not review.has_system:
        return dict.fromkeys(pages_in_need("system") | of_people, ADD_PREDICTIONS)
    reasons: dict[PageKey, str] = {}
    if review.truth.labels is None:
        reasons |= dict.fromkeys(pages_in_need("labels") | of_people, UNLABELLED)
    elif len(review.predictions) < 2:
        reasons |= dict.fromkeys(pages_in_need("second system"), ONE_SYSTEM)
    if system_of(review, selection.system).scores is None:
        lacking = pages_in_need("scores")
        if confidence_column(review) is None:  # by it people's work can be put in order too
            lacking |= pages_in_need("scores or confidence")
        reasons |= dict.fromkeys(lacking, NO_SCORES)
    return reasons
