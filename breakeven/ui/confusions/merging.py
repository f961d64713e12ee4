"""What if classes were merged: the best pairs, what chosen ones give, and reading again so."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup, escape

from breakeven.analysis.class_structure.merge_search import merge_best, pair_gains
from breakeven.analysis.class_structure.merging import MergedClasses, merge
from breakeven.analysis.documents.behind import of_all_right_within, of_confused_within
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import Expression
from breakeven.data.wording import NOTHING, count_of, f_name, figure_of, signed
from breakeven.readers.base.problems import ReadError
from breakeven.results.merging import (
    BITS,
    BY_SIZE,
    CHOSEN,
    DIGITS,
    LISTED,
    NO_PAIR,
    average_rows,
    merge_texts,
    merged_documents_text,
    pair_frame,
    step_frame,
)
from breakeven.results.scope import class_map_csv
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import several_classes
from breakeven.ui.app.page.counts import CountLinks, in_sentence
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.access import looks_only
from breakeven.ui.app.store.read_again import again_of
from breakeven.ui.app.store.reviews import review_of
from breakeven.ui.components.html import escaped, grid, plain, say
from breakeven.ui.components.markdown import code_label, help_of
from breakeven.ui.components.tables import show_table
from metrics.averaging import Undefined

CLASSES, BEST = "confusions.merge", "confusions.merge_best"
OF_TWO = "With two classes there is nothing to merge: one class would be left."
WHY_EXPECTED_GAIN = (
    "As one class, two classes can no longer be confused, so nearly every merge raises F. Each "
    "gain is compared with that of two unrelated classes of the same sizes. Only the gain beyond "
    "that is a reason to merge."
)
# which part of the page is open, and the name of this one
PART, MERGING = "confusions.part", "merge"
# so many classes can be chosen
MOST = 20
STEPS = {"": "None", "1": "The best pair"} | {str(n): f"{n} steps" for n in (2, 3, 5, 10)}
# so many pairs that may be merged are offered above
OFFERED = 5
# what is chosen of a review that also holds of it with other classes
CHOICES_THAT_STAY = ("system", "split", "gold")
HEADS = {"f": "F", "gain": "Gain", "gain_by_size": "From size alone", "beyond_size": "Beyond that",
         "bits_lost": "Bits lost", "first": "First", "second": "Second"}  # fmt: skip


@cached(entries=16)
def _best_pairs(evaluation: Evaluation, beta: float, about: int | None) -> tuple[pd.DataFrame, int]:
    pairs = pair_gains(evaluation, beta)
    if about is not None:
        pairs = pairs[np.flatnonzero((pairs.first == about) | (pairs.second == about))]
    return pair_frame(pairs, LISTED), len(pairs)


@cached(entries=16)
def _merged(
    evaluation: Evaluation, classes: tuple[int, ...], beta: float, undefined: Undefined
) -> MergedClasses:
    return merge(evaluation, classes, beta, undefined)


@cached(entries=16)
def _merged_best(
    evaluation: Evaluation, steps: int, beta: float, undefined: Undefined
) -> tuple[MergedClasses | None]:
    return (merge_best(evaluation, steps, beta, undefined),)


@widgets.fragment
def show_merging(page: Page) -> None:
    """The pairs best made one, and what the chosen classes would be as one."""
    st.header("What if classes were merged?", anchor=False, help=help_of("merge_by_size"))
    evaluation, selection = page.evaluation, page.selection
    if len(evaluation.classes) < 3:
        st.info(OF_TWO)
        return
    say(WHY_EXPECTED_GAIN)
    left, right = st.columns([3, 1], gap="medium")
    with left:
        counts = evaluation.tables.positives
        names = several_classes(CLASSES, "Classes to merge", evaluation.classes, counts, MOST)
    with right:
        steps = widgets.select(
            BEST, "Or merge the best pairs", STEPS, disabled=len(names) > 1,
            help="Each step merges the best pair of the classes that are left, so groups can grow.",
        )  # fmt: skip
    chosen = tuple(evaluation.classes.index(name) for name in names)
    _show_pairs(evaluation, selection.beta, chosen[0] if len(chosen) == 1 else None, names)
    merged = None
    if len(chosen) == len(evaluation.classes):
        st.info("Leave at least one class out: with all merged, one class would be left.")
    elif len(chosen) > 1:
        merged = _merged(evaluation, chosen, selection.beta, selection.undefined)
    elif steps:
        (merged,) = _merged_best(evaluation, int(steps), selection.beta, selection.undefined)
    if merged is not None:
        _show_merged(page, merged, best=len(chosen) < 2)


def _show_pairs(evaluation: Evaluation, beta: float, about: int | None, names: list[str]) -> None:
    """The pairs that gain most beyond their sizes; choosing a row chooses its classes."""
    frame, every = _best_pairs(evaluation, beta, about)
    if not every:
        st.caption(NO_PAIR)
        return
    pairs = [sorted(pair) for pair in zip(frame["first"], frame["second"], strict=True)]
    widgets.rows(
        "best_merges",
        frame,
        [pairs.index(sorted(names))] if sorted(names) in pairs else [],
        lambda row: state.share(CLASSES, json.dumps(pairs[row])),
        420,
        placeholder=NOTHING,
        column_config=gain_columns(),
    )
    more = f"The best {len(frame):,} of {every:,} pairs. " if every > len(frame) else ""
    st.caption(f"{more}Gains in micro {f_name(beta)}. Choose a row to see the result.")
    downloads.downloads(lambda: pair_frame(pair_gains(evaluation, beta)), "best_merges")


def what_if(names: Sequence[str]) -> dict[str, str]:
    """The choices of the page that show what these classes would be as one."""
    return {CLASSES: json.dumps(names), PART: MERGING}


def offer_as_one(pairs: Sequence[tuple[str, str]]) -> None:
    """Buttons that turn to what pairs of classes, by their names, would be as one."""
    for n, pair in enumerate(pairs[:OFFERED]):
        first, second = (code_label(name) for name in pair)
        st.button(
            f"What if {first} and {second} were merged?",
            key=f"as_one_{n}",
            type="tertiary",
            icon=":material/merge:",
            on_click=lambda pair=pair: _choose(what_if(pair)),
        )


def _choose(choices: Mapping[str, str]) -> None:
    for key, value in choices.items():
        state.choose(key, value)


def gain_columns() -> dict[str, object]:
    """How gains are headed and written."""
    number = st.column_config.NumberColumn
    return {
        key: number(head, format="%.4f") if key not in ("first", "second") else head
        for key, head in HEADS.items()
    }


def _show_merged(page: Page, merged: MergedClasses, *, best: bool) -> None:
    counts = page.counts
    *texts, _ = (escaped(text) for text in merge_texts(merged))
    say(Markup("<br>").join([*texts, _documents(merged, counts)]))
    rows = [
        [plain(name), *(figure_of(value) for value in (before, after, by_size)),
         signed(after - before, DIGITS), signed(after - by_size, DIGITS)]
        for name, before, after, by_size in average_rows(merged)
    ]  # fmt: skip
    grid([f_name(merged.beta), "Before", "After", "From size alone", "Gain", "Beyond that"], rows)
    if len(merged.steps) > 1:
        show_table(
            step_frame(merged), "merge_steps", placeholder=NOTHING, column_config=gain_columns()
        )
    st.caption(f"{BY_SIZE} {BITS}" + (f" {CHOSEN}" if best else ""))
    _take_along(page, merged)


def _documents(merged: MergedClasses, counts: CountLinks) -> Markup:
    """How many documents lose a distinction, and how many an error, each a link to them."""
    groups = [[merged.before.classes[c] for c in group.members] for group in merged.groups]
    html = escaped(merged_documents_text(merged))
    for number, term, after in (
        (merged.of_documents[0], of_all_right_within(groups), " with exactly"),
        (merged.of_documents[1], of_confused_within(groups), " with one"),
    ):
        words = count_of(number, "document")
        html = in_sentence(html, (words, _link(counts, number, term, words)), after)
    return html


def _link(counts: CountLinks, number: int, term: Expression | None, words: str) -> Markup:
    return escape(words) if term is None else counts.linked(number, term, words)


def _take_along(page: Page, merged: MergedClasses) -> None:
    """The class map as a file, and the review read again with it."""
    class_map = {**page.review.class_map, **merged.class_map}
    key = state.raw()["review"]
    loaded = review_of(key)
    again = None if loaded is None or looks_only() else again_of(key, loaded)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "The class map as CSV",
            lambda: class_map_csv(class_map),
            downloads.file_name("class_map", "csv"),
            "text/csv",
            key="merge_map",
            icon=":material/download:",
            on_click="ignore",
        )
        pressed = again is not None and st.button(
            "Read again with these merged", key="merge_read_again", icon=":material/merge:"
        )
    if again is None:
        st.caption("To apply it, load the files with this class map.")
        return
    st.caption(
        "Reading again makes a new version of this review with the new classes, on every page. "
        "Scores of merged classes are made from the old ones, so predictions that follow from "
        "scores may differ a little from what is counted here."
    )
    if not pressed:
        return
    try:
        with st.spinner("Reading …", show_time=True):
            opened = again(class_map, loaded.name if loaded is not None else "")
    except ReadError as error:
        show_problems(error.problems, "merge_read_again")
        return
    choices = {name: state.raw()[name] for name in CHOICES_THAT_STAY if name in state.raw()}
    state.open_review(opened)
    for name, value in choices.items():
        state.choose(name, value)
    st.rerun()
