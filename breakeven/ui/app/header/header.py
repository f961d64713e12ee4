"""The head of every page: its question, what it is about, and what has to be known of that.

Tested in `test_state_bar`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.cut import CROSS_FITTED
from breakeven.analysis.selection.data_errors import USUAL
from breakeven.analysis.selection.errors import ChoiceError, FilterError
from breakeven.analysis.selection.leak_sides import left_out
from breakeven.analysis.selection.selection import ALL, FilteredSplit, Selection, positive_class
from breakeven.data.records import OPEN_ENDED, Review
from breakeven.data.splits import learnt_from, role_of
from breakeven.data.wording import count_of
from breakeven.results.scope import (
    BY_OUTCOME,
    CROSS_FITTED_TEXT,
    OPTIMISTIC,
    cautions,
    class_map_text,
)
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.data import ready_errors
from breakeven.ui.app.header.bare_page import show_steps
from breakeven.ui.app.header.choices import say_filter_unused, show_choices
from breakeven.ui.app.header.help import show_hint
from breakeven.ui.app.header.menu import lasting
from breakeven.ui.app.page import visiting
from breakeven.ui.app.page.counts import documents_shown
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.session import downloads, state
from breakeven.ui.app.session.access import say_refused
from breakeven.ui.app.store import baseline, marks, signatures
from breakeven.ui.app.store.marks import say_marks_trouble
from breakeven.ui.components.html import bold, plain, say
from breakeven.ui.components.markdown import Badge, show_badges
from metrics.typing import Array

NO_SYSTEM = "no system"


def show_head(question: str, review: Review, selection: Selection) -> None:
    """What a page asks, and the choices it is about."""
    with lasting():
        show_choices(review, selection, dict(state.raw()))
        st.title(question, anchor=False)
    show_steps(selection)
    show_hint()


def say_facts(
    review: Review,
    selection: Selection,
    rows: Array,
    *,
    optimistic: bool,
    sampled: str,
) -> None:
    """What has to be known of what is looked at before the page is believed.

    `rows`: the documents shown.
    """
    positive, several = positive_class(review), len(review.truth.classes) > 1
    downloads.about(
        review=review.name,
        system=selection.system or NO_SYSTEM,
        split=ALL if selection.split is None else selection.split,
        documents=count_of(len(rows), "document"),
        decisions=str(selection.cut) if selection.system else NO_SYSTEM,
        where="" if selection.where is None else selection.where.text,
        beta=f"{selection.beta:g}",
        undefined_as=selection.undefined,
        caution=" ".join(
            filter(None, [*_cautions(review, rows, optimistic), class_map_text(review)])
        ),
    )
    classes = count_of(len(review.truth.classes), "class", "classes")
    facts = [
        documents_shown(review, selection, len(rows)),
        classes if review.truth.labels is not None else f"{classes}, {review.truth.task_in_words}",
        OPEN_ENDED if review.truth.unbounded else "",
        Markup("positive {}").format(bold(positive)) if positive is not None and several else "",
        _why_this_system(review, selection),
        plain(sampled, 300) if sampled else "",
        plain(selection.cut, 200) if selection.cut.assumed else "",
    ]
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="facts"):
        say(Markup(" · ").join(filter(None, facts)))
        show_badges(badges_of(review, selection, rows, optimistic), page_link)
    if review.has_system and (learnt := learnt_from(review.truth, rows)):
        say(Markup("<small>▲ {}</small>").format(plain(learnt, 500)))
    if (
        isinstance(selection.documents, FilteredSplit)
        and cache.filter_result(review, selection.documents).by_outcome
    ):
        say(
            Markup("<small>▲ {}</small>").format(
                plain(BY_OUTCOME.format(system=selection.system), 500)
            )
        )
    _say_unused(review)


def _why_this_system(review: Review, selection: Selection) -> Markup | str:
    """Why the page opened on this system, where there was a reason; or that there is none."""
    if not review.has_system:
        return NO_SYSTEM
    found = cache.opens_on(review)
    chosen = found.dev is not None and found.system == selection.system
    return plain(found) if chosen else Markup()


def _cautions(review: Review, rows: Array, optimistic: bool) -> list[str]:
    """What makes numbers of a system promise too much."""
    return cautions(review.truth, rows, optimistic=optimistic) if review.has_system else []


def _say_unused(review: Review) -> None:
    """Why what the address asks for, or marks, are not used, if they are not."""
    say_refused(visiting.REFUSED)
    say_marks_trouble()
    marks.say_gold_trouble(review)
    baseline.say_trouble()
    refused: list[ChoiceError] = []
    cache.selected(review, refused)
    for error in refused:
        if isinstance(error, FilterError):
            say_filter_unused(error)


def badges_of(review: Review, selection: Selection, rows: Array, optimistic: bool) -> list[Badge]:
    """The state of what is shown, the gravest first. `rows`: the documents shown."""
    return [
        *visiting.badges_of(review, selection),
        *signatures.badges_of(review, selection),
        *marks.as_if_badges(review, selection),
        *baseline.badges_of(review, selection),
        *_by_order(review),
        *_class_map(review),
        *_errors(review, rows),
        *tuned_badges(optimistic),
        *cross_fitted_badges(selection),
        *_learnt_from(review, rows),
        *_left_out(selection),
        *_without_splits(review),
    ]


def _by_order(review: Review) -> Iterator[Badge]:
    if review.truth.joined_by_order:
        more = (
            "No column has ids, so rows were matched by their order. If the files do not have the "
            "same documents in the same order, every number is wrong."
        )
        yield Badge("red", "low_priority", "joined by row order", "home", more)


def _class_map(review: Review) -> Iterator[Badge]:
    if review.class_map:
        more = "Classes were merged, renamed or left out when the files were read. See which."
        yield Badge("gray", "merge", class_map_text(review), "home", more)


def _errors(review: Review, rows: Array) -> Iterator[Badge]:
    if len(review.truth.splits) < 2:
        return
    errors = ready_errors(review)
    if errors is None:
        more = "There are many documents: open Splits to compare them."
        yield Badge("gray", "hourglass_empty", "not yet checked for leaks", "splits", more)
        return
    leaked, other = int(errors.leaked[rows].sum()), int(errors.contradicting[rows].sum())
    parts = [f"{leaked:,} of {count_of(len(rows), 'document')} leak"] if leaked else []
    if other:
        have = "has" if other == 1 else "have"
        parts.append(f"{count_of(other, 'document')} {have} contradicting labels")
    if not parts:
        return
    more = (
        "They are in an earlier split too, with the same id, text, or nearly the same text."
        if errors.near
        else "They are in an earlier split too, with the same id or text."
    )
    many = leaked >= USUAL.leak_share * len(rows)
    colour: Literal["red", "orange"] = "red" if leaked and many else "orange"
    yield Badge(colour, "error", ", ".join(parts), "splits", more)


def _left_out(selection: Selection) -> Iterator[Badge]:
    leaked = left_out(selection.where)
    if leaked is not None:
        near = " or nearly the same text" if leaked.near else ""
        more = f"Documents with the id or text{near} of one in an earlier split are left out."
        words = "leaked documents left out" if leaked.near else "exact copies left out"
        yield Badge("gray", "filter_alt", words, "splits", more)


def tuned_badges(optimistic: bool) -> Iterator[Badge]:
    """That the rule was fitted to what is shown, where it was."""
    if optimistic:
        more = "Expect lower numbers on new documents. Look at another split."
        yield Badge("orange", "tune", OPTIMISTIC, "thresholds", more)


def cross_fitted_badges(selection: Selection) -> Iterator[Badge]:
    """That documents are decided by thresholds found on others of the same split."""
    if selection.cut.cross_fitted_on(selection.split):
        more = f"{CROSS_FITTED_TEXT.capitalize()}."
        yield Badge("gray", "tune", CROSS_FITTED, "thresholds", more)


def _learnt_from(review: Review, rows: Array) -> Iterator[Badge]:
    learnt = learnt_from(review.truth, rows) if review.has_system else None
    if learnt is None:
        return
    kinds = ["training" if role_of(name) == "train" else "tuning" for name in learnt.splits]
    listed = " and ".join(dict.fromkeys(kinds))
    words = f"{listed} documents" if learnt.all_documents else f"includes {listed} documents"
    more = "A system may have learnt from these documents. Choose a test split above."
    yield Badge("orange", "school", words, "splits", more)


def _without_splits(review: Review) -> Iterator[Badge]:
    if review.truth.labels is not None and len(review.truth.splits) < 2:
        splits = "one split" if review.truth.splits else "no splits"
        words = f"{splits}: leaks cannot be found"
        more = "The file does not say whether a system has seen these documents before."
        if not review.has_system:
            more = "Add a column of splits to find texts that are in two of them."
        yield Badge("gray", "call_split", words, "splits", more)
