"""The line in the head of every page: review, system, split, decisions, filter, baseline.

Each word of it says what is looked at, and opens to choose another. What is closed draws nothing:
a browser holds on to the value of a widget that is not on screen, and would send it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from breakeven.evaluation.cut import Cut
from breakeven.evaluation.cut_text import to_text
from breakeven.records import Review
from breakeven.selection import (
    ALL,
    FilterError,
    Selection,
    cuts_for,
    split_text,
    splits_of,
    system_of,
)
from breakeven.ui.app.head import baseline, settings
from breakeven.ui.app.head.where_help import WHERE_HELP
from breakeven.ui.app.session import state, visiting, widgets
from breakeven.ui.app.session.links import page_link
from breakeven.ui.components.labels import label_of

# what can be opened in the line, from left to right
NAMES = ("review", "system", "split", "cut", "where", "beside", "settings")


@widgets.fragment
def show_choices(review: Review, selection: Selection, chosen: Mapping[str, str]) -> None:
    """The line of choices. `chosen`: those that the page is drawn with; others draw it anew.

    Opening one of them draws this line alone.
    """
    if dict(chosen) != state.raw():
        st.rerun()
    split = "all documents" if selection.split is None else f"split {selection.split}"
    where = "no filter" if selection.where is None else f"filter {selection.where.text}"
    with st.container(horizontal=True, gap="small", key="choices"):
        choice("review", review.name, "", _others)
        if review.has_system:
            choice("system", f"system {selection.system}", "", partial(_system, review, selection))
        choice("split", split, "", partial(_split, review, selection))
        if review.has_system:
            # that nobody chose it is said below
            cut = replace(selection.cut, assumed=False)
            choice("cut", str(cut), "", partial(_cut, review, selection))
        choice(
            "where", where, ":material/filter_alt:", partial(choose_where, selection, WHERE_HELP)
        )
        if visiting.visiting() is None and review.has_system:
            choice(
                "beside",
                baseline.in_words(review),
                ":material/difference:",
                partial(_beside, review),
            )
        choice(
            "settings",
            settings.in_words(review, selection),
            ":material/tune:",
            partial(settings.choose_settings, review, selection),
        )


def key_of(name: str) -> str:
    """The key of a choice in the line: whether it is open is kept under it."""
    return f"choose_{name}"


def choice(name: str, said: str, icon: str, draw: Callable[[], None]) -> None:
    """A word of the line, which `draw` opens to choose another one."""
    key = key_of(name)
    # it is another one to Streamlit when it says something else: it stays open all the same
    if key in st.session_state:
        st.session_state[key] = st.session_state[key]
    opened = st.popover(
        label_of(said), icon=icon or None, key=key, on_change="rerun", type="tertiary"
    )
    if opened.open:
        with opened:
            draw()


def _others() -> None:
    if visiting.visiting() is None:
        page_link("app.py", "Load or add files", ":material/upload_file:")
        page_link("pages/reviews.py", "Open another review", ":material/inventory_2:")
    page_link("pages/history.py", "Versions and notes", ":material/history:")


def _system(review: Review, selection: Selection) -> None:
    widgets.select("system", "System", [p.system for p in review.own], selection.system)


def _split(review: Review, selection: Selection) -> None:
    truth = review.truth
    splits: list[str | None] = [*truth.splits, None]
    if review.has_system:
        splits = splits_of(truth, system_of(review, selection.system))
    words = {split_text(split, truth.splits): split or ALL for split in splits}
    widgets.select("split", "Split", words, split_text(selection.split, truth.splits))


def _cut(review: Review, selection: Selection) -> None:
    choose_rule(cuts_for(system_of(review, selection.system), review.truth), selection.cut)
    page_link("pages/thresholds.py", "Other rules and thresholds", ":material/tune:")


def choose_rule(cuts: Iterable[Cut], chosen: Cut) -> None:
    """One of the simple rules, or another that was chosen; and the threshold of that rule."""
    words: dict[str, str] = {cut.rule: rule_text(cut) for cut in cuts}
    cut: str = chosen.rule if not chosen.own else ""
    if cut not in words:
        cut = to_text(chosen)
        words[cut] = str(chosen)
    widgets.select("cut", "Decisions", list(words), cut, show=words.__getitem__)
    if cut == "threshold":
        widgets.number(
            "threshold",
            "Threshold",
            chosen.threshold,
            changed=lambda value: state.choose("cut", f"threshold:{value!r}"),
            step=0.05,
        )


def rule_text(cut: Cut) -> str:
    """What a cut is called where a rule is chosen: the value of a threshold comes after."""
    return "one threshold" if cut.rule == "threshold" else str(cut)


def choose_where(selection: Selection, help: str) -> None:
    """The filter of every page, to be typed or taken away. `help`: what may be typed."""
    widgets.text(
        "where",
        "Only documents where",
        placeholder="n_words>200 true:grain -right",
        help=help,
    )
    if selection.where is not None:
        st.button(
            "Show every document", key="every_document", on_click=lambda: state.choose("where", "")
        )


def say_filter_unused(error: FilterError) -> None:
    """That the filter which is typed is not used, and at which character it is wrong."""
    st.warning("Every document is shown: the filter cannot be used.")
    st.code(f"{error.pointed}\n{error.what}", language=None)


def _beside(review: Review) -> None:
    versions = baseline.offered(review)
    if versions is None:
        st.caption(
            "Every number can carry its difference to an earlier version. Save this review, and "
            "load the next version under the same title."
        )
    else:
        widgets.select(baseline.BESIDE, "Baseline", *versions)
    page_link(baseline.HISTORY, "Versions and notes", ":material/history:")
