"""The head of every page: its question, what it is about, and what has to be known of that."""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.selection.errors import ChoiceError, FilterError
from breakeven.analysis.selection.selection import ALL, FilteredSplit, Selection, positive_class
from breakeven.data.records import Review
from breakeven.data.splits import learnt_from
from breakeven.data.wording import count_of
from breakeven.results.scope import BY_OUTCOME, cautions, class_map_text
from breakeven.ui.app.cache import cache
from breakeven.ui.app.header.bare_page import show_steps
from breakeven.ui.app.header.choices import say_filter_unused, show_choices
from breakeven.ui.app.header.help import show_hint
from breakeven.ui.app.header.menu import lasting
from breakeven.ui.app.header.state_bar import badges_of
from breakeven.ui.app.page import visiting
from breakeven.ui.app.page.counts import documents_shown
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.session import downloads, state
from breakeven.ui.app.session.access import say_refused
from breakeven.ui.app.store import baseline, marks
from breakeven.ui.app.store.marks import say_marks_trouble
from breakeven.ui.components.html import bold, plain, say
from breakeven.ui.components.markdown import show_badges
from metrics.typing import Array

NO_SYSTEM = "no system"


def show_head(question: str, review: Review, selection: Selection) -> None:
    """What a page asks, and the choices it is about."""
    with lasting():
        st.title(question, anchor=False)
        show_choices(review, selection, dict(state.raw()))
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
    truth = review.truth
    say(
        " · ".join(
            filter(
                None,
                [
                    documents_shown(review, selection, len(rows)),
                    f"{count_of(len(truth.classes), 'class', 'classes')}, {truth.task_in_words}"
                    + (f", positive {bold(positive)}" if positive is not None and several else ""),
                    _why_this_system(review, selection),
                    plain(sampled, 300) if sampled else "",
                    plain(selection.cut, 200) if selection.cut.assumed else "",
                ],
            )
        )
    )
    show_badges(badges_of(review, selection, rows, optimistic), page_link)
    if review.has_system and (learnt := learnt_from(review.truth, rows)):
        say(f"<small>▲ {plain(learnt, 500)}</small>")
    if (
        isinstance(selection.documents, FilteredSplit)
        and cache.filter_result(review, selection.documents).by_outcome
    ):
        say(f"<small>▲ {plain(BY_OUTCOME.format(system=selection.system), 500)}</small>")
    _say_unused(review)


def _why_this_system(review: Review, selection: Selection) -> str:
    """Why the page opened on this system, where there was a reason; or that there is none."""
    if not review.has_system:
        return NO_SYSTEM
    found = cache.opens_on(review)
    chosen = found.dev is not None and found.system == selection.system
    return f"opened on the {plain(found)}" if chosen else ""


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
