"""The line in the head of every page: review, system, split, filter, settings, share, report.

What is as it comes is not named. What is closed draws nothing:
a browser holds on to the value of a widget that is not on screen, and would send it again.

Tested in `test_state_bar`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from breakeven.analysis.evaluation.cut import Cut, cut_to_text
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.leak_sides import left_out, with_leaks, without_leaks
from breakeven.analysis.selection.selection import (
    ALL,
    Selection,
    cuts_for,
    default_cut,
    split_text,
    splits_of,
    system_of,
)
from breakeven.data.records import Review
from breakeven.data.wording import UNDEFINED_WORDS, count_of, f_name
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.data import ready_errors
from breakeven.ui.app.header.help import WHERE_HELP
from breakeven.ui.app.page import links, visiting
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.store import baseline, marks
from breakeven.ui.components.markdown import button_label
from metrics.averaging import UNDEFINED
from metrics.typing import DEFAULT_BETA

# --- what is chosen once for every page: how averages are taken, and which labels and truth count


WIDTH_OF_A_LINK = 340  # pixels of a link, which may be long
AS_THEY_COME = "Settings"
BETAS = (0.0, 0.5, 1.0, 2.0, float("inf"))


def settings_text(review: Review, selection: Selection) -> str:
    """The settings that are not as they come, in a line; one word where all are."""
    named = []
    if review.has_system:
        predictions = system_of(review, selection.system)
        if selection.cut != default_cut(predictions, review.truth):
            named.append(str(replace(selection.cut, assumed=False)))
        named += averaging_words(selection)
        named += baseline.baseline_words(review)
    if review.as_if is not None:
        named.append("labels as if")
    if truth := marks.truth_note(review):
        named.append(truth)
    return " · ".join(named) or AS_THEY_COME


def averaging_words(selection: Selection) -> list[str]:
    """How averages are taken, where it is not as it comes."""
    named = []
    if selection.beta != DEFAULT_BETA:
        named.append(f_name(selection.beta))
    if selection.undefined != UNDEFINED[0]:
        named.append(f"0/0 {UNDEFINED_WORDS[selection.undefined]}")
    return named


def choose_settings(review: Review, selection: Selection) -> None:
    """All of them, and the way back to how the review was opened."""
    if review.has_system:
        choose_rule(cuts_for(system_of(review, selection.system), review.truth), selection.cut)
        page_link("thresholds", "Other rules and thresholds")
        choose_averaging(selection)
        if visiting.visiting() is None:
            _baseline(review)
    marks.choose_gold(review)
    marks.choose_as_if(review)
    _leave_out(review, selection)
    start_over()


def start_over() -> None:
    """The way back to how what is shown was opened."""
    st.button(
        "Start over",
        key="start_over",
        icon=":material/restart_alt:",
        help="Everything as when this review was opened: system, split, predictions, filter.",
        on_click=lambda: state.start_over(state.raw()["review"]),
    )


def copy_link() -> None:
    """A link to what is shown."""
    if (link := links.of_this_view()) is not None:
        st.caption("Link to this view, for whoever may open it here:")
        st.code(link, language=None, width=WIDTH_OF_A_LINK)


def _leave_out(review: Review, selection: Selection) -> None:
    """A switch for the documents that leak, where any of those selected is known to."""
    leaked = left_out(selection.where)
    errors = ready_errors(review, leaked)
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


# --- the line in the head of every page
#
# Each word of it says what is looked at, and opens to choose another. What is closed draws
# nothing: a browser holds on to the value of a widget that is not on screen, and would send it
# again.


# what can be opened in the line, from left to right; on a phone `HERE` alone
NAMES = ("review", "system", "split", "where", "settings", "share", "report")
HERE = "here"
FILTER_ICON, SETTINGS_ICON = ":material/filter_alt:", ":material/tune:"
SHARE_ICON, REPORT_ICON = ":material/share:", ":material/summarize:"


@widgets.fragment
def show_choices(review: Review, selection: Selection, chosen: Mapping[str, str]) -> None:
    """The line of choices. `chosen`: those that the page is drawn with; others draw it anew.

    Opening one of them draws this line alone.
    """
    if dict(chosen) != state.raw():
        st.rerun()
    split, settings = split_words(selection), settings_text(review, selection)
    reports = review.has_system and review.truth.labels is not None
    where = partial(choose_where, selection, WHERE_HELP)
    with st.container(horizontal=True, gap="small", key="choices"):
        choice("review", review.name, "", _others)
        if review.has_system:
            choice("system", selection.system, "", partial(_system, review, selection))
        choice("split", split, "", partial(_split, review, selection))
        choice("where", filter_words(selection), FILTER_ICON, where)
        choice("settings", settings, SETTINGS_ICON, partial(choose_settings, review, selection))
        choice("share", "Share", SHARE_ICON, partial(_share, review, selection))
        if reports:
            choice("report", "Report", REPORT_ICON, partial(_report, review, selection))
    with st.container(key="choices_here"):
        here = [selection.system] * review.has_system + [split]
        choice(HERE, " · ".join(here), "", partial(_all, review, selection, reports))


def split_words(selection: Selection) -> str:
    """The split that is looked at, or that all are."""
    return ALL if selection.split is None else selection.split


def filter_words(selection: Selection) -> str:
    """The filter, where there is one."""
    return "Filter" if selection.where is None else selection.where.text


def _all(review: Review, selection: Selection, reports: bool) -> None:
    """Everything that the line opens, one below the other, where there is no room for the line."""
    if review.has_system:
        _system(review, selection)
    _split(review, selection)
    choose_where(selection, WHERE_HELP)
    choose_settings(review, selection)
    _others()
    _share(review, selection)
    if reports:
        _report(review, selection)


def _share(review: Review, selection: Selection) -> None:
    """Links to what is shown: for who may come in here, and of a saved version for others."""
    copy_link()
    if visiting.visiting() is not None:
        return
    # loads SQLAlchemy
    from breakeven.ui.app.page.share_links import show_shares
    from breakeven.ui.app.store.saved import saved_as

    saved = saved_as(review)
    if saved is None:
        st.caption("Once this review is saved, a link can show it to others.")
        page_link("history", "Save it")
    else:
        show_shares(saved, review, selection)


def _report(review: Review, selection: Selection) -> None:
    # every page opens through here, and few take a report along
    from breakeven.ui.app.page.findings import limits_of
    from breakeven.ui.app.page.report import choose_report

    choose_report(review, selection, limits_of(state.raw()["review"]))


def key_of(name: str) -> str:
    """The key of a choice in the line: whether it is open is kept under it."""
    return f"choose_{name}"


HELP = {
    "review": "The review: open another one, or its versions",
    "system": "The system: choose another one",
    "split": "The split: choose another one",
    "where": "Show only some documents",
    "settings": "How predictions are made and averages taken",
    "share": "Links to what is shown",
    "report": "What is shown as one document, to download",
    HERE: "System, split, filter, settings, share and report",
}


def choice(name: str, words: str, icon: str, draw: Callable[[], None]) -> None:
    """A word of the line, which `draw` opens to choose another one."""
    key = key_of(name)
    # it is another one to Streamlit when it says something else: it stays open all the same
    if key in st.session_state:
        st.session_state[key] = st.session_state[key]
    opened = st.popover(
        button_label(words),
        icon=icon or None,
        key=key,
        on_change="rerun",
        type="tertiary",
        help=HELP[name],
    )
    if opened.open:
        with opened:
            draw()


def _others() -> None:
    if visiting.visiting() is None:
        page_link("home", "Add files, or open another review")
    page_link("history", "Versions and notes")


def _system(review: Review, selection: Selection) -> None:
    widgets.select("system", "System", [p.system for p in review.own], selection.system)


def _split(review: Review, selection: Selection) -> None:
    truth = review.truth
    splits: list[str | None] = [*truth.splits, None]
    if review.has_system:
        splits = splits_of(truth, system_of(review, selection.system))
    words = {split_text(split, truth.splits): split or ALL for split in splits}
    widgets.select("split", "Split", words, split_text(selection.split, truth.splits))


def choose_rule(cuts: Iterable[Cut], chosen: Cut) -> None:
    """One of the simple rules, or another that was chosen; and the threshold of that rule."""
    words: dict[str, str] = {cut.rule: rule_text(cut) for cut in cuts}
    cut: str = chosen.rule if not chosen.own else ""
    if cut not in words:
        cut = cut_to_text(chosen)
        words[cut] = str(chosen)
    widgets.select("cut", "Predictions", list(words), cut, show=words.__getitem__)
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
    st.warning("The filter cannot be used, so every document is shown.")
    st.code(f"{error.pointed}\n{error.what}", language=None)


def _baseline(review: Review) -> None:
    versions = baseline.offered(review)
    if versions is None:
        st.caption(
            "To see what changed since an earlier version, save this review, then load the next "
            "version under the same title."
        )
    else:
        widgets.select(baseline.BASELINE_KEY, "Compare with version", *versions)
