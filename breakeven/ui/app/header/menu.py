"""The menu of all pages: beside the page, and on a phone behind a button.

And what of a page stays on screen when another one is turned to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from breakeven.ui.app.page import links, visiting
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.session import access, state, widgets
from breakeven.ui.app.store import engine_tables
from breakeven.ui.components.assets import close_before_turning
from breakeven.ui.components.html import brand, menu_heading

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


# what is opened stands first; below it the pages by what they are for
MENU = (
    (
        "",
        (
            ("app.py", "Load", ":material/upload_file:"),
            ("pages/reviews.py", "Reviews", ":material/inventory_2:"),
        ),
    ),
    (
        "Review",
        (
            ("pages/story.py", "Story", ":material/auto_stories:"),
            ("pages/overview.py", "Overview", ":material/speed:"),
            ("pages/classes.py", "Classes", ":material/category:"),
            ("pages/slices.py", "Slices", ":material/pie_chart:"),
            ("pages/curves.py", "Curves", ":material/show_chart:"),
            ("pages/confusion.py", "Confusion", ":material/grid_on:"),
            ("pages/documents.py", "Documents", ":material/article:"),
        ),
    ),
    (
        "Decide",
        (
            ("pages/guidance.py", "Guidance", ":material/checklist:"),
            ("pages/thresholds.py", "Thresholds", ":material/tune:"),
            ("pages/workload.py", "Workload", ":material/work_history:"),
            ("pages/unlabelled.py", "Unlabelled", ":material/visibility_off:"),
        ),
    ),
    (
        "Compare",
        (
            ("pages/compare.py", "Compare", ":material/compare_arrows:"),
            ("pages/history.py", "History", ":material/history:"),
        ),
    ),
    (
        "Data",
        (
            ("pages/splits.py", "Splits", ":material/call_split:"),
            ("pages/labels.py", "Labels", ":material/fact_check:"),
            ("pages/agreement.py", "Agreement", ":material/groups:"),
        ),
    ),
    (
        "Reference",
        (("pages/measures.py", "Measures", ":material/menu_book:"),),
    ),
)
PAGES = tuple(page for _, pages in MENU for page in pages)

UNLABELLED = "Nobody has labelled these documents, so there is nothing to compare with."
# what can be shown of documents that nobody has labelled
WITHOUT_LABELS = ("app", "reviews", "documents", "unlabelled", "history", "agreement", "measures")
# what is said where nothing is predicted, and what can be asked all the same
NO_SYSTEM = "Nothing is predicted here, so there is no system to look at."
ASK_INSTEAD = (
    "Splits, Documents and Agreement need none: ask there whether documents leak, what the classes "
    "hold, and how far people agree. Add a file of predictions to see how good a system is."
)
WITHOUT_A_SYSTEM = (*("app", "reviews", "documents", "splits", "history", "agreement", "measures"),)
WITH_SCORES = ("curves", "workload", "unlabelled", "labels")


def show_menu(shared: Mapping[str, str]) -> None:
    """All pages by what they are for, those greyed that cannot answer. `shared`: of addresses."""
    with lasting(), st.sidebar:
        st.html(brand("Breakeven"))
        close_before_turning()
        _pages(shared)
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


def _pages(shared: Mapping[str, str]) -> None:
    greyed = cannot_answer()
    for group, pages in MENU:
        offered = visiting.pages_offered(pages)
        if group and offered:
            st.html(menu_heading(group))
        for path, name, icon in offered:
            why = greyed.get(links.name_of(path))
            page_link(path, name, icon, dict(shared), help=why, closed=why is not None)


def cannot_answer() -> dict[str, str]:
    """Why pages cannot answer anything of what is looked at, by their names."""
    of = state.of_every_page(), state.remembered("beside")
    known = state.remembered("cannot_answer")
    if known is not None and known[0] == of:
        return dict(known[1])
    key = of[0].get("review")
    if key is None:
        return {}
    if engine_tables.is_table(key):
        return dict(engine_tables.CLOSED)
    from breakeven.ui.app.cache import cache
    from breakeven.ui.app.store.marks import shown
    from breakeven.ui.app.store.reviews import review_of

    loaded = review_of(key)
    if loaded is None:  # its files may come
        return {}
    review = shown(loaded)
    found = why_not(review, cache.selected(review))
    state.remember("cannot_answer", (of, found))
    return found


def why_not(review: Review, selection: Selection) -> dict[str, str]:
    """Why pages cannot answer anything of a review, by the names of those that cannot."""
    from breakeven.analysis.selection.selection import system_of
    from breakeven.data.records import confidence_column

    if not review.has_system:
        names = {links.name_of(path) for path, _, _ in PAGES}
        return dict.fromkeys(names - {*WITHOUT_A_SYSTEM}, f"{NO_SYSTEM} Add a file of predictions.")
    found = {}
    if review.truth.labels is None:
        names = {links.name_of(path) for path, _, _ in PAGES}
        found = dict.fromkeys(names - {*WITHOUT_LABELS}, UNLABELLED)
    elif len(review.predictions) < 2:
        found["compare"] = "There is one system. Load a second one, or another version."
    if system_of(review, selection.system).scores is None:
        why = "This system has no scores. Load a file with a score for each class."
        found |= dict.fromkeys(WITH_SCORES, why)
        if confidence_column(review) is not None:  # by which people's work can be put in order too
            found.pop("workload")
    return found
