"""Opens every page about a review: choices, header, and the evaluation that it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NoReturn

import numpy as np
import streamlit as st

from breakeven.analysis.evaluation.evaluation import Evaluation, columns_named, sampling_text
from breakeven.analysis.selection.selection import Selection, class_index_of
from breakeven.data.records import Predictions, Review
from breakeven.data.wording import amount_of, isolate_name
from breakeven.readers.samples import SAMPLES
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache import cache as ledger
from breakeven.ui.app.header.bare_page import open_page, show_neighbours
from breakeven.ui.app.header.header import say_facts, show_head
from breakeven.ui.app.header.menu import ASK_INSTEAD, NO_SYSTEM, PAGES, UNLABELLED
from breakeven.ui.app.page import class_choice, links, visiting
from breakeven.ui.app.page.filters import take_back
from breakeven.ui.app.page.links import page_link, say_missing
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.waiting import may_start
from breakeven.ui.app.store import engine_tables
from breakeven.ui.app.store.marks import shown
from breakeven.ui.app.store.reviews import opening, review_of, why_not
from metrics.typing import Array

if TYPE_CHECKING:
    from breakeven.ui.app.page.table_page import TablePage

# the class that is looked at where classes are folded; else it is `class`
FOLDED_CLASS = "folded"

GONE = (
    "The files behind this link are not on this server any more. Load them again: your choices "
    "are kept in the link."
)


@dataclass(frozen=True)
class Page:
    """What a page is about."""

    review: Review
    selection: Selection
    evaluation: Evaluation

    @property
    def chosen_class(self) -> str:
        """The name of the class that is looked at."""
        return self.review.truth.classes[self.selection.class_index]

    @property
    def folded(self) -> bool:
        """Whether it is about classes that others are folded into; systems said nothing of them."""
        return self.evaluation.fold is not None

    def choose_class(self, c: int) -> None:
        """Look at another class."""
        state.choose(self.class_key, self.evaluation.classes[c])

    @property
    def class_key(self) -> str:
        """Under which the class is kept that is looked at."""
        return FOLDED_CLASS if self.folded else "class"


@dataclass(frozen=True)
class DataPage:
    """What a page is about that needs neither decisions nor truth: some documents of a review.

    `rows`: the documents looked at, indices into the truth's, ascending: those that the system
    spoke of, or all of the split where there is no system.
    """

    review: Review
    selection: Selection
    rows: Array

    # nothing was decided
    evaluation: None = None
    class_key: ClassVar[str] = "class"

    @property
    def chosen_class(self) -> str:
        """The name of the class that is looked at."""
        return self.review.truth.classes[self.selection.class_index]


@dataclass(frozen=True)
class EstimatePage:
    """What a page that needs no truth is about: what a system said of a split, not compared.

    `predictions` holds the documents of the split only.
    """

    review: Review
    selection: Selection
    predictions: Predictions

    @property
    def labelled(self) -> bool:
        """Whether anybody has labelled the documents."""
        return self.review.truth.labels is not None


def begin(title: str, question: str | Callable[[], str]) -> Page:
    """Open a page that is about an evaluation; stops, with a way on, where there is none.

    `question` heads the page; what depends on the address is asked once that is known.
    """
    review, selection = _opened(title, question)
    _needs_a_system(title, review)
    return _evaluated(title, question, review, selection)


def begin_checks(title: str, question: str) -> Page | DataPage:
    """As `begin`; where nothing is predicted, a page about the data alone."""
    review, selection = _opened(title, question)
    if not review.has_system:
        return _of_data(title, question, review, selection)
    return _evaluated(title, question, review, selection)


def begin_data(title: str, question: str) -> DataPage:
    """As `begin`, for a page that needs neither truth nor a system; nothing is counted here."""
    return _of_data(title, question, *_opened(title, question))


def _of_data(title: str, question: str, review: Review, selection: Selection) -> DataPage:
    _choose(title, question, review, selection)
    rows = cache.rows_of(review, selection.system, selection.documents)
    if review.has_system and review.truth.labels is not None:
        ledger.note_look(review.files, selection.system, selection.split, selection.cut)
    say_facts(
        review,
        selection,
        rows,
        optimistic=review.has_system and selection.cut.optimistic_on(selection.split),
        sampled=columns_named(review.truth),
    )
    take_back(selection)
    return DataPage(review, selection, rows)


def _needs_a_system(title: str, review: Review) -> None:
    """Stop where nothing is predicted, and say what can be asked instead."""
    if review.has_system:
        return
    state.write_address(links.common() | state.own_to(title.lower()))
    st.title(title)
    path = links.home_of(review)
    name, icon = next((name, icon) for of, name, icon in PAGES if of == path)
    say_missing(f"{NO_SYSTEM} {ASK_INSTEAD}", path, f"Open {name}", icon)
    st.stop()


def _evaluated(
    title: str, question: str | Callable[[], str], review: Review, selection: Selection
) -> Page:
    if review.truth.labels is None:
        st.title(title)
        say_missing(
            UNLABELLED,
            "pages/unlabelled.py",
            "See what can be expected of them",
            ":material/visibility_off:",
        )
        st.stop()
    _choose(title, question if isinstance(question, str) else question(), review, selection)
    evaluation = cache.evaluation(review, selection.system, selection.documents, selection.cut)
    ledger.note_look(review.files, selection.system, selection.split, selection.cut)
    say_facts(
        review,
        selection,
        evaluation.rows,
        optimistic=evaluation.optimistic,
        sampled=sampling_text(evaluation),
    )
    take_back(selection)
    return Page(review, selection, evaluation)


def begin_estimates(title: str, question: str) -> EstimatePage:
    """As `begin`, for a page that works without truth; nothing is compared or counted here."""
    review, selection = _opened(title, question)
    _needs_a_system(title, review)
    _choose(title, question, review, selection)
    predictions = cache.predictions_of(review, selection.system, selection.documents)
    if review.truth.labels is not None:
        ledger.note_look(review.files, selection.system, selection.split, selection.cut)
    say_facts(
        review,
        selection,
        predictions.rows,
        optimistic=selection.cut.optimistic_on(selection.split),
        sampled=columns_named(review.truth),
    )
    take_back(selection)
    return EstimatePage(review, selection, predictions)


def _opened(title: str, question: str | Callable[[], str]) -> tuple[Review, Selection]:
    open_page(title)
    if engine_tables.is_table(state.raw().get("review")):
        # here: pages of reviews ask no engine
        from breakeven.ui.table.pages import show_table

        show_table(title, question if isinstance(question, str) else title)
        st.stop()
    loaded = review_of(state.raw().get("review"))
    if loaded is None:
        _nothing_loaded(title)
    visiting.compare(loaded)
    review = shown(loaded)
    return review, cache.selected(review)


def _choose(title: str, question: str, review: Review, selection: Selection) -> None:
    """Draw the choices of every page, and mirror them and the page's own in the address."""
    state.write_address(links.common() | state.own_to(title.lower()))
    show_head(question, review, selection)


def _nothing_loaded(title: str) -> NoReturn:
    st.title(title)
    wanted = state.raw().get("review")
    if wanted:
        if may_start(opening(wanted), "Open it"):
            st.warning(why_not(wanted) or GONE)
    else:
        st.info("Nothing is loaded yet. Open what is saved or a sample, or load your own file.")
    with st.container(horizontal=True, vertical_alignment="center"):
        for key, name in SAMPLES.items():
            if st.button(f"Open {name}", key=f"open_{key}"):
                state.open_review(key)
                st.rerun()
        page_link("app.py", "Load my own file", ":material/upload_file:")
        page_link("pages/reviews.py", "Open what is saved", ":material/inventory_2:")
    st.stop()


def pick_class(page: Page | DataPage | TablePage, label: str = "Class") -> int:
    """A choice of class, largest first, kept across pages and in the address; its index."""
    if isinstance(page, DataPage):
        truth = page.review.truth
        words = "In brackets: documents truly in the class."
        return pick_class_by(page.review, truth.positives_per_class, words, label)
    counts = page.evaluation.tables.positives
    words = "In brackets: documents of the class here."
    chosen = page.selection.class_index
    _pick(page.class_key, page.evaluation.classes, chosen, counts, words, label)
    return chosen


def pick_class_by(review: Review, counts: Array, explanation: str, label: str = "Class") -> int:
    """As `pick_class`, by any count per class, shape (classes,), shown in whole documents."""
    chosen = class_index_of(review, state.raw().get("class"))
    _pick("class", review.truth.classes, chosen, counts, explanation, label)
    return chosen


def _pick(
    key: str, names: tuple[str, ...], chosen: int, counts: Array, explanation: str, label: str
) -> None:
    before, after = (
        None if c is None else names[c] for c in class_choice.neighbours_by_size(counts, chosen)
    )
    show_neighbours(key, before, after)
    if class_choice.are_many(names):
        order = class_choice.classes_offered(key, names, counts, [chosen])
        explanation += f" Of {len(names):,} classes the largest that have what was typed."
    else:
        order = np.argsort(-counts, kind="stable").tolist()
    documents = {names[c]: counts[c].item() for c in order}
    widgets.select(
        key,
        label,
        list(documents),
        names[chosen],
        show=lambda name: f"{isolate_name(name)}  ({amount_of(documents[name])})",
        help=explanation,
    )
