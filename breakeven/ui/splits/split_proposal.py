"""The part of the page on splits that proposes a better one."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.splitting.split_proposal import (
    USUAL_SHARES,
    SplitComparison,
    SplitDivision,
    SplitPlan,
    check_plan,
    compare_splits,
    parse_shares,
)
from breakeven.data.records import Review, Truth
from breakeven.data.wording import NOTHING, count_of
from breakeven.results.splitting import (
    DIVISION_TITLES,
    division_rows,
    split_class_frame,
    split_frame,
    split_texts,
)
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.components.html import grid, heading, plain, say
from breakeven.ui.components.tables import show_table

# a choice of no column; no column of a file has an empty name
NONE = ""
# so many texts are searched for near-duplicates a second
PER_SECOND = 4_000


def show_proposal(review: Review) -> None:
    """What a new split is to hold, and it beside the present one once it was asked for."""
    truth = review.truth
    if truth.documents is None:
        st.info("Load a row for each document to divide them: this file has counts only.")
        return
    say(
        "Get a split without leaks, with the same class mix in every split. Equal and nearly equal "
        "texts stay together. Download it, train by it, and load the result here."
    )
    plan = _choose_plan(truth)
    if plan is None:
        return
    texts = truth.n if truth.text_column is not None and plan.near else 0
    seconds = max(2, round(texts / PER_SECOND))
    if st.button(
        f"Propose a split of {count_of(truth.n, 'document')} (about {count_of(seconds, 'second')})",
        key="propose_split",
        icon=":material/call_split:",
    ):
        state.remember("split_plan", (review.fingerprint, plan))
    if state.remembered("split_plan") == (review.fingerprint, plan):
        _show(review, _proposed(review, plan))


@cached(entries=8, spinner="Dividing the documents …")
def _proposed(review: Review, plan: SplitPlan) -> SplitComparison:
    return compare_splits(review.truth, plan)


def _choose_plan(truth: Truth) -> SplitPlan | None:
    """The plan that is typed and chosen; None, and why, where there is none."""
    columns = [NONE, *(name for name in truth.columns if name != truth.text_column)]
    first, second, third = st.columns([2, 1, 1], gap="medium")
    with first:
        parts = widgets.text(
            "splits.parts",
            "Splits and their shares",
            USUAL_SHARES,
            help="Names and shares that add up to 1, such as `train=0.7,dev=0.1,test=0.2`, or per "
            "cents. By time, the splits follow one another in this order.",
        )
        keep = widgets.several(
            "splits.keep", "Splits to keep as they are", truth.splits, max(len(truth.splits), 1)
        )
    with second:
        group = widgets.select("splits.group", "Keep together by", columns, show=_or_none)
    with third:
        time = widgets.select("splits.by_time", "Split by time in", columns, show=_or_none)
        near = widgets.section(
            "splits.near", "Nearly equal texts", {"yes": "stay together", "no": "may differ"}
        )
    try:
        plan = SplitPlan(
            shares=parse_shares(parts),
            group=group or None,
            time=time or None,
            keep=tuple(keep),
            near=near == "yes",
        )
        check_plan(plan, truth)
    except ValueError as error:
        st.warning("No split is possible with these choices.")
        st.code(str(error), language=None)
        return None
    return plan


def _or_none(column: str) -> str:
    return column or NOTHING


def _show(review: Review, comparison: SplitComparison) -> None:
    truth = review.truth
    left, right = st.columns(2, gap="medium")
    for place, title, division in (
        (left, "Now", comparison.before),
        (right, "Proposed", comparison.after),
    ):
        with place:
            heading(title)
            _show_division(division, len(truth.classes))
    say(Markup("<br>").join(plain(text, 500) for text in split_texts(truth, comparison.proposed)))
    st.caption(
        "Class mix vs. whole: half the sum of the differences between the shares of the classes in "
        "a split and in all documents, 0 to 1."
    )
    heading("Id and split of every document")
    downloads.downloads(
        lambda: split_frame(truth, comparison.proposed), "split", downloads.OF_THE_REVIEW
    )
    table = split_class_frame(truth, comparison.proposed)
    show_table(table, "split_classes")
    downloads.downloads(lambda: table, "split_classes", downloads.OF_THE_REVIEW)


def _show_division(division: SplitDivision, classes: int) -> None:
    rows = division_rows(division, classes)
    if rows:
        grid(list(DIVISION_TITLES), [[plain(row[0]), *row[1:]] for row in rows])
    else:
        st.info("There are no splits yet.")
