"""The choices beside every page: system, split, decisions, filter, averaging."""

from __future__ import annotations

import streamlit as st

from breakeven.evaluation.cut_text import to_text
from breakeven.records import Review
from breakeven.selection import (
    ALL,
    Selection,
    cuts_for,
    split_text,
    splits_of,
    system_of,
)
from breakeven.selection.leaks import left_out, with_leaks, without_leaks
from breakeven.text import UNDEFINED_WORDS, count_of
from breakeven.ui.app import (
    cache,
    gold,
    state,
    widgets,
)
from breakeven.ui.app.as_if import choose_as_if
from breakeven.ui.app.data_errors import errors_known, errors_of
from breakeven.ui.app.links import page_link
from breakeven.ui.app.where_help import WHERE_HELP

BETAS = (0.0, 0.5, 1.0, 2.0, float("inf"))


def show_sidebar(review: Review, selection: Selection) -> None:
    """The choices of every page, below the menu."""
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
