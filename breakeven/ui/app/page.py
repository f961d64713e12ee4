"""Opens every page: menu, sidebar, header, and the evaluation that the page is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

import numpy as np
import streamlit as st

from breakeven.evaluation.cut_text import to_text
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.sampling_text import columns_named, sampling_text
from breakeven.readers.samples import SAMPLES
from breakeven.records import Predictions, Review
from breakeven.reports.cautions import cautions
from breakeven.reports.class_map import as_sentence
from breakeven.reports.where import BY_OUTCOME
from breakeven.selection import (
    ALL,
    ChoiceError,
    Filtered,
    FilterError,
    Selection,
    class_index_of,
    cuts_for,
    positive_class,
    split_text,
    splits_of,
    system_of,
)
from breakeven.selection.leaks import left_out, with_leaks, without_leaks
from breakeven.splits import learnt_from
from breakeven.text import UNDEFINED_WORDS, amount_of, count_of, name_of
from breakeven.ui.app import (
    baseline,
    cache,
    gold,
    ledger,
    links,
    login,
    state,
    visiting,
    widgets,
)
from breakeven.ui.app.as_if import choose_as_if, say_trouble
from breakeven.ui.app.counted import documents_shown
from breakeven.ui.app.data_errors import errors_known, errors_of
from breakeven.ui.app.doing import say_refused
from breakeven.ui.app.links import page_link
from breakeven.ui.app.marks import shown
from breakeven.ui.app.opening import review_of, why_not
from breakeven.ui.app.state_bar import badges_of
from breakeven.ui.app.where_help import WHERE_HELP
from breakeven.ui.components import downloads
from breakeven.ui.components.badges import show_badges
from breakeven.ui.components.html import bold, brand, plain, say
from metrics.typing import Array

PAGES = (
    ("app.py", "Load", ":material/upload_file:"),
    ("pages/reviews.py", "Reviews", ":material/inventory_2:"),
    ("pages/overview.py", "Overview", ":material/speed:"),
    ("pages/classes.py", "Classes", ":material/category:"),
    ("pages/curves.py", "Curves", ":material/show_chart:"),
    ("pages/confusion.py", "Confusion", ":material/grid_on:"),
    ("pages/documents.py", "Documents", ":material/article:"),
    ("pages/thresholds.py", "Thresholds", ":material/tune:"),
    ("pages/compare.py", "Compare", ":material/compare_arrows:"),
    ("pages/splits.py", "Splits", ":material/call_split:"),
    ("pages/labels.py", "Labels", ":material/fact_check:"),
    ("pages/agreement.py", "Agreement", ":material/groups:"),
    ("pages/guidance.py", "Guidance", ":material/checklist:"),
    ("pages/history.py", "History", ":material/history:"),
    ("pages/unlabelled.py", "Unlabelled", ":material/visibility_off:"),
    ("pages/measures.py", "Measures", ":material/menu_book:"),
)

GONE = (
    "The files behind this link are not on this server any more. Load them again: your choices "
    "are kept in the link."
)
BETAS = (0.0, 0.5, 1.0, 2.0, float("inf"))


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


def open_page(title: str) -> None:
    """Page title and menu, nothing else: for pages that need no review."""
    st.set_page_config(page_title=f"{title} · Breakeven", page_icon="⚖️", layout="wide")
    state.adopt_address(title.lower())
    visiting.enter()
    downloads.about()
    shared = links.common()
    with st.sidebar:
        st.html(brand("Breakeven"))
        for path, name, icon in visiting.offered(PAGES):
            page_link(path, name, icon, shared)
        login.say_who()
    visiting.hold_back(title)


def begin(title: str, question: str) -> Page:
    """Open a page that is about an evaluation; stops, with a way on, where there is none."""
    review, selection = _opened(title)
    if review.truth.labels is None:
        st.title(title)
        st.info("Nobody has labelled these documents, so there is nothing to compare with.")
        page_link(
            "pages/unlabelled.py", "See what can be expected of them", ":material/visibility_off:"
        )
        st.stop()
    _choose(title, review, selection)
    evaluation = cache.evaluation(review, selection.system, selection.documents, selection.cut)
    ledger.note(review.files, selection.system, selection.split, selection.cut)
    sampled = sampling_text(evaluation)
    _header(
        question,
        review,
        selection,
        evaluation.rows,
        optimistic=evaluation.optimistic,
        sampled=sampled,
    )
    return Page(review, selection, evaluation)


def begin_estimates(title: str, question: str) -> EstimatePage:
    """As `begin`, for a page that works without truth; nothing is compared or counted here."""
    review, selection = _opened(title)
    _choose(title, review, selection)
    predictions = cache.predictions_of(review, selection.system, selection.documents)
    if review.truth.labels is not None:
        ledger.note(review.files, selection.system, selection.split, selection.cut)
    optimistic = selection.cut.optimistic_on(selection.split)
    sampled = columns_named(review.truth)
    _header(
        question,
        review,
        selection,
        predictions.rows,
        optimistic=optimistic,
        sampled=sampled,
    )
    return EstimatePage(review, selection, predictions)


def _opened(title: str) -> tuple[Review, Selection]:
    open_page(title)
    loaded = review_of(state.raw().get("review"))
    if loaded is None:
        _nothing_loaded(title)
    visiting.compare(loaded)
    review = shown(loaded)
    return review, cache.selected(review)


def _say_unused(review: Review) -> None:
    """Why what the address asks for, or marks, are not used, if they are not."""
    say_refused(visiting.REFUSED)
    say_trouble()
    gold.say_trouble(review)
    baseline.say_trouble()
    refused: list[ChoiceError] = []
    cache.selected(review, refused)
    for error in refused:
        if isinstance(error, FilterError):
            st.warning("Every document is shown: the filter at the left cannot be used.")
            st.code(f"{error.pointed}\n{error.what}", language=None)


def _choose(title: str, review: Review, selection: Selection) -> None:
    """Draw the choices of every page, and mirror them and the page's own in the address."""
    _sidebar(review, selection)
    state.write_address(links.common() | state.own_to(title.lower()))


def _nothing_loaded(title: str) -> NoReturn:
    st.title(title)
    wanted = state.raw().get("review")
    if wanted:
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


def _sidebar(review: Review, selection: Selection) -> None:
    truth = review.truth
    predictions = system_of(review, selection.system)
    splits = {split_text(s, truth.splits): s for s in splits_of(truth, predictions)}
    systems = [p.system for p in review.own]
    cut_words = {
        "given": "decisions in the file",
        "largest": "largest score",
        "threshold": "one threshold",
    }
    cuts: list[str] = [c.rule for c in cuts_for(predictions, truth)]
    cut: str = selection.cut.rule if not selection.cut.own else ""
    if cut not in cuts:
        cut = to_text(selection.cut)
        cuts.append(cut)
    with st.sidebar:
        widgets.select("system", "System", systems, selection.system)
        shown = split_text(selection.split, truth.splits)
        widgets.select("split", "Split", list(splits), shown, show=lambda s: splits[s] or ALL)
        widgets.select(
            "cut", "Decisions", cuts, cut, show=lambda c: cut_words.get(c) or str(selection.cut)
        )
        page_link("pages/thresholds.py", "Other rules and thresholds", ":material/tune:")
        if cut == "threshold":
            widgets.number(
                "threshold",
                "Threshold",
                selection.cut.threshold,
                changed=lambda value: state.choose("cut", f"threshold:{value!r}"),
                step=0.05,
            )
        widgets.text(
            "where",
            "Only documents where",
            placeholder="n_words>200 true:grain -right",
            help=WHERE_HELP,
        )
        _leave_out(review, selection)
        gold.choose_gold(review)
        choose_as_if(review)
        _averaging(selection)
        st.button(
            "Start over",
            key="start_over",
            type="tertiary",
            icon=":material/restart_alt:",
            help="Everything as when this review was opened: system, split, decisions, filter.",
            on_click=lambda: state.start_over(state.raw()["review"]),
        )


def _leave_out(review: Review, selection: Selection) -> None:
    """A switch for the documents that leak, where any of those selected is known to."""
    leaked = left_out(selection.where)
    errors = errors_known(review) if leaked is None else errors_of(review, leaked.near)
    if errors is None:
        return
    rows = cache.predictions_of(review, selection.system, selection.split).rows
    count = int(errors.leaked[rows].sum())
    if not count and leaked is None:
        return

    def changed(on: bool) -> None:
        where = selection.where
        chosen = without_leaks(where, errors.near) if on else with_leaks(where)
        state.choose("where", "" if chosen is None else chosen.text)

    widgets.checkbox(
        "leaks",
        f"Leave out the {count_of(count, 'document')} that leak",
        leaked is not None,
        changed,
        help="They are in an earlier split too, so a system may have learnt from them. As a term "
        "of the filter: `-leaked`, or `-leaked:near` with nearly equal texts.",
    )


def _averaging(selection: Selection) -> None:
    left, right = st.columns(2)
    with left:
        betas = sorted({*BETAS, selection.beta})
        widgets.select(
            "beta",
            "Weight of recall in F (β)",
            [f"{b:g}" for b in betas],
            f"{selection.beta:g}",
            show=lambda b: b.replace("inf", "∞"),
            help="How much recall weighs against precision: 1 equal, 2 twice, ½ half. "
            "0 is precision alone, ∞ recall alone.",
        )
    with right:
        widgets.select(
            "undefined",
            "Undefined (0/0) counts as",
            UNDEFINED_WORDS,
            selection.undefined,
            help="What an undefined value of a class or document counts as in an average. "
            "“left out” drops it from that average alone; “partition” averages only where "
            "precision, recall and fallout are all defined.",
        )


def pick_class(page: Page, label: str = "Class") -> int:
    """A choice of class, largest first, kept across pages and in the address; its index."""
    counts = page.evaluation.tables.positives
    words = "In brackets: documents of the class here."
    return pick_class_by(page.review, counts, words, label)


def pick_class_by(review: Review, counts: Array, explanation: str, label: str = "Class") -> int:
    """As `pick_class`, by any count per class, shape (classes,), shown in whole documents."""
    truth = review.truth
    chosen = class_index_of(review, state.raw().get("class"))
    order = np.argsort(-counts, kind="stable")
    documents = dict(zip(truth.classes, counts.tolist(), strict=True))
    widgets.select(
        "class",
        label,
        [truth.classes[c] for c in order],
        truth.classes[chosen],
        show=lambda name: f"{name_of(name)}  ({amount_of(documents[name])})",
        help=explanation,
    )
    return chosen


def _why(review: Review, selection: Selection) -> str:
    """Why the page opened on this system, where there was a reason."""
    found = cache.opens_on(review)
    said = found.dev is not None and found.system == selection.system
    return f" ({plain(found)})" if said else ""


def _header(
    question: str,
    review: Review,
    selection: Selection,
    rows: Array,
    *,
    optimistic: bool,
    sampled: str,
) -> None:
    st.title(question, anchor=False)
    positive, several = positive_class(review), len(review.truth.classes) > 1
    downloads.about(
        review=review.name,
        system=selection.system,
        split=ALL if selection.split is None else selection.split,
        decisions=str(selection.cut),
        where="" if selection.where is None else selection.where.text,
        beta=f"{selection.beta:g}",
        undefined_as=selection.undefined,
        caution=" ".join(cautions(review.truth, rows, optimistic=optimistic)),
    )
    where = f"{bold(selection.split)} · " if selection.split is not None else ""
    shown = documents_shown(review, selection, len(rows))
    say(
        f"{plain(review.name)} · system {bold(selection.system)}{_why(review, selection)} · {where}"
        f"{shown} · "
        f"{count_of(len(review.truth.classes), 'class', 'classes')}, "
        f"{review.truth.task_in_words}"
        + (f", positive {bold(positive)}" if positive is not None and several else "")
        + " · "
        + (f"{replaced} · " if (replaced := as_sentence(review)) else "")
        + (f"{plain(said, 200)} · " if (said := gold.in_header(review)) else "")
        + (f"{plain(sampled, 300)} · " if sampled else "")
        + f"{plain(selection.cut, 200)}"
    )
    show_badges(badges_of(review, selection, rows, optimistic), page_link)
    if learnt := learnt_from(review.truth, rows):
        say(f"<small>▲ {plain(learnt, 500)}</small>")
    if (
        isinstance(selection.documents, Filtered)
        and cache.kept(review, selection.documents).by_outcome
    ):
        say(f"<small>▲ {plain(BY_OUTCOME.format(system=selection.system), 500)}</small>")
    _say_unused(review)
