"""Opens every page about a review or a table: choices, header, and what it is about.

Tested in `test_without_a_system`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import streamlit as st

from breakeven.analysis.evaluation.evaluation import columns_named, sampling_text
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.readers.samples import installed_samples
from breakeven.ui.app.cache import cache
from breakeven.ui.app.header.bare_page import open_page
from breakeven.ui.app.header.header import say_facts, show_head
from breakeven.ui.app.header.menu import ASK_INSTEAD, NO_SYSTEM, UNLABELLED
from breakeven.ui.app.page import links, visiting
from breakeven.ui.app.page.filters import take_back
from breakeven.ui.app.page.links import page_link, say_missing
from breakeven.ui.app.page.page import DataPage, EstimatePage, EvaluatedPage, Page
from breakeven.ui.app.session import state
from breakeven.ui.app.session.waiting import may_start
from breakeven.ui.app.store import engine_tables
from breakeven.ui.app.store.marks import with_marks
from breakeven.ui.app.store.reviews import review_of
from breakeven.ui.app.store.saved import opening, why_not
from breakeven.ui.pages import PAGES, PageKey

GONE = (
    "The files behind this link are not on this server any more. Add them again: the link keeps "
    "your choices."
)


def begin(key: PageKey, question: str | Callable[[], str]) -> Page:
    """Open a page that is about an evaluation; stops, with a way on, where there is none.

    `question` heads the page; what depends on the address is asked once that is known.
    """
    review, selection = _opened(key)
    _needs_a_system(key, review)
    return _evaluated(key, question, review, selection)


def begin_evaluated(key: PageKey, question: str) -> EvaluatedPage:
    """As `begin`, also about a table beyond memory."""
    open_page(key)
    if (of_table := _of_table(key, question)) is not None:
        return of_table
    review, selection = _loaded(key)
    _needs_a_system(key, review)
    return _evaluated(key, question, review, selection)


def begin_checks(key: PageKey, question: str) -> EvaluatedPage | DataPage:
    """As `begin_evaluated`; where nothing is predicted, a page about the data alone."""
    open_page(key)
    if (of_table := _of_table(key, question)) is not None:
        return of_table
    review, selection = _loaded(key)
    if not review.has_system:
        return _of_data(key, question, review, selection)
    return _evaluated(key, question, review, selection)


def begin_data(key: PageKey, question: str) -> DataPage:
    """As `begin`, for a page that needs neither truth nor a system; nothing is counted here."""
    return _of_data(key, question, *_opened(key))


def begin_slices(key: PageKey, question: str, of_data: str) -> Page | DataPage:
    """As `begin`; where nothing is predicted, about labels alone, headed by `of_data`."""
    review, selection = _opened(key)
    if review.has_system:
        return _evaluated(key, question, review, selection)
    if review.truth.labels is None:
        state.write_address(links.address_of(key))
        st.title(PAGES[key].title)
        home = links.home_of(review)
        say_missing(UNLABELLED, home, f"Open {PAGES[home].title}")
        st.stop()
    return _of_data(key, of_data, review, selection)


def begin_labels(key: PageKey, question: str) -> Page | DataPage:
    """As `begin`; where several people labelled, without predictions or truth as `begin_data`."""
    review, selection = _opened(key)
    compared = review.has_system and review.truth.labels is not None
    if review.truth.annotators and not compared:
        return _of_data(key, question, review, selection)
    _needs_a_system(key, review)
    return _evaluated(key, question, review, selection)


def begin_documents(key: PageKey, question: str) -> EvaluatedPage | DataPage:
    """As `begin_data`, also about a table beyond memory."""
    open_page(key)
    if (of_table := _of_table(key, question)) is not None:
        return of_table
    return _of_data(key, question, *_loaded(key))


def _of_data(key: PageKey, question: str, review: Review, selection: Selection) -> DataPage:
    _choose(key, question, review, selection)
    rows = cache.rows_of(review, selection.system, selection.documents)
    if review.has_system and review.truth.labels is not None:
        cache.note_look(review.files, selection.system, selection.split, selection.cut)
    say_facts(
        review,
        selection,
        rows,
        optimistic=review.has_system and selection.cut.optimistic_on(selection.split),
        sampled=columns_named(review.truth),
    )
    take_back(selection)
    return DataPage(review, selection, rows)


def _needs_a_system(key: PageKey, review: Review) -> None:
    """Stop where nothing is predicted, and say what can be asked instead."""
    if review.has_system:
        return
    state.write_address(links.address_of(key))
    st.title(PAGES[key].title)
    home = links.home_of(review)
    say_missing(f"{NO_SYSTEM} {ASK_INSTEAD}", home, f"Open {PAGES[home].title}")
    st.stop()


def _evaluated(
    key: PageKey, question: str | Callable[[], str], review: Review, selection: Selection
) -> Page:
    if review.truth.labels is None:
        st.title(PAGES[key].title)
        say_missing(UNLABELLED, "unlabelled_data", "See what can be expected of them")
        st.stop()
    _choose(key, question if isinstance(question, str) else question(), review, selection)
    evaluation = cache.evaluation(review, selection.system, selection.documents, selection.cut)
    cache.note_look(review.files, selection.system, selection.split, selection.cut)
    say_facts(
        review,
        selection,
        evaluation.rows,
        optimistic=evaluation.optimistic,
        sampled=sampling_text(evaluation),
    )
    take_back(selection)
    return Page(review, selection, evaluation)


def begin_estimates(key: PageKey, question: str) -> EstimatePage:
    """As `begin`, for a page that works without truth; nothing is compared or counted here."""
    review, selection = _opened(key)
    _needs_a_system(key, review)
    _choose(key, question, review, selection)
    predictions = cache.predictions_of(review, selection.system, selection.documents)
    if review.truth.labels is not None:
        cache.note_look(review.files, selection.system, selection.split, selection.cut)
    say_facts(
        review,
        selection,
        predictions.rows,
        optimistic=selection.cut.optimistic_on(selection.split),
        sampled=columns_named(review.truth),
    )
    take_back(selection)
    return EstimatePage(review, selection, predictions)


def _opened(key: PageKey) -> tuple[Review, Selection]:
    open_page(key)
    if engine_tables.is_table(state.raw().get("review")):
        # here: pages of reviews ask no engine
        from breakeven.ui.app.header.table_header import say_closed

        say_closed(key)
    return _loaded(key)


def _of_table(key: PageKey, question: str) -> EvaluatedPage | None:
    """What the page is about where the address names a table."""
    if not engine_tables.is_table(state.raw().get("review")):
        return None
    # here: pages of reviews ask no engine
    from breakeven.ui.app.header.table_header import open_table

    return open_table(key, question)


def _loaded(key: PageKey) -> tuple[Review, Selection]:
    loaded = review_of(state.raw().get("review"))
    if loaded is None:
        _nothing_loaded(key)
    visiting.compare(loaded)
    review = with_marks(loaded)
    return review, cache.selected(review)


def _choose(key: PageKey, question: str, review: Review, selection: Selection) -> None:
    """Draw the choices of every page, and mirror them and the page's own in the address."""
    state.write_address(links.address_of(key))
    show_head(question, review, selection)


def _nothing_loaded(key: PageKey) -> NoReturn:
    st.title(PAGES[key].title)
    wanted = state.raw().get("review")
    if wanted:
        if may_start(opening(wanted), "Open it"):
            st.warning(why_not(wanted) or GONE)
    else:
        st.info("No review is open. Add your files, or open a saved review or a sample.")
    with st.container(horizontal=True, vertical_alignment="center"):
        for sample, name in installed_samples().items():
            if st.button(f"Open {name}", key=f"open_{sample}"):
                state.open_review(sample)
                st.rerun()
        page_link("home", "Add files, or open a saved review")
    st.stop()
