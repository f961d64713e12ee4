"""What is chosen once for every page: how averages are taken, and which labels and truth count."""

from __future__ import annotations

import streamlit as st

from breakeven.records import Review
from breakeven.selection import Selection
from breakeven.selection.leaks import left_out, with_leaks, without_leaks
from breakeven.text import UNDEFINED_WORDS, count_of, f_name
from breakeven.ui.app.head import as_if, gold
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.data_errors import errors_known, errors_of
from breakeven.ui.app.session import links, state, widgets

WIDTH = 380  # pixels of a link, which may be long
BETAS = (0.0, 0.5, 1.0, 2.0, float("inf"))


def in_words(review: Review, selection: Selection) -> str:
    """The present settings in a line: what is as it comes is said of averages alone."""
    said = [f_name(selection.beta), f"0/0 {UNDEFINED_WORDS[selection.undefined]}"]
    if not review.has_system:
        said = ["settings"]
    if review.as_if is not None:
        said.append("labels as if")
    if truth := gold.in_header(review):
        said.append(truth)
    return " · ".join(said)


def choose_settings(review: Review, selection: Selection) -> None:
    """All of them, a link to what is shown, and the way back to how the review was opened."""
    if review.has_system:
        choose_averaging(selection)
    gold.choose_gold(review)
    as_if.choose_as_if(review)
    _leave_out(review, selection)
    link_or_start_over()


def link_or_start_over() -> None:
    """A link to what is shown, and the way back to how it was opened."""
    if (link := links.of_this_view()) is not None:
        st.caption("Copy link: it shows what is shown now.")
        st.code(link, language=None, width=WIDTH)
    st.button(
        "Start over",
        key="start_over",
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
    rows = cache.rows_of(review, selection.system, selection.split)
    count = int(errors.leaked[rows].sum())
    if count or leaked is not None:
        leave_out(selection, count, errors.near)


def leave_out(selection: Selection, count: int, near: bool) -> None:
    """A switch for so many documents that leak; `near`: also by nearly equal texts."""

    def changed(on: bool) -> None:
        where = selection.where
        chosen = without_leaks(where, near) if on else with_leaks(where)
        state.choose("where", "" if chosen is None else chosen.text)

    widgets.checkbox(
        "leaks",
        f"Leave out the {count_of(count, 'document')} that leak",
        left_out(selection.where) is not None,
        changed,
        help="They are in an earlier split too, so a system may have learnt from them. As a term "
        "of the filter: `-leaked`, or `-leaked:near` with nearly equal texts.",
    )


def choose_averaging(selection: Selection) -> None:
    """How F weighs recall, and what 0/0 counts as."""
    left, right = st.columns(2)
    betas = sorted({*BETAS, selection.beta})
    with left:
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
