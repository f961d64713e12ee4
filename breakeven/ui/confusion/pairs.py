"""Pairs of classes that are taken for each other, and the 2 x 2 table of every class."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.counted import AnyConfused
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.confused_pairs import confused_pairs, often_enough, rule_text
from breakeven.findings.limits import Limits
from breakeven.findings.splits import never_trained
from breakeven.records import Truth
from breakeven.text import count_of
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.counted import Counts, class_in_counts, counts_in
from breakeven.ui.app.shared.many_classes import are_many, page_of
from breakeven.ui.app.shared.page import Page
from breakeven.ui.app.shared.table_page import TablePage
from breakeven.ui.components import downloads
from breakeven.ui.components.html import grid, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.confusion.merging import offer_as_one
from breakeven.ui.confusion.text import margins, pair_frame, pair_rows, table_frame
from metrics import confusion

PAIRS = 10


@cached(entries=16)
def _pairs(
    evaluation: Evaluation, limits: Limits, unseen: list[int], most: int | None
) -> tuple[pd.DataFrame, int, int]:
    """The first of the pairs that something can be told of, or all; how many of both there are."""
    pairs = confusion.ambiguous_pairs(evaluation.confusion)
    told = int(often_enough(evaluation, pairs).sum())
    first = pairs if most is None else pairs[np.arange(min(told, most))]
    return pair_frame(confused_pairs(evaluation, limits, first, unseen)), told, len(pairs)


def show_pairs(truth: Truth, evaluation: Evaluation, limits: Limits) -> None:
    """Pairs of classes taken for each other, with what is suggested."""
    of = evaluation, limits, never_trained(truth, limits).tolist()
    st.subheader("Classes taken for each other", anchor=False, help=help_of("ambiguous_pairs"))
    frame, told, every = _pairs(*of, PAIRS)
    if not every:
        st.info("No two classes are taken for each other.")
        return
    if told:
        grid(*pair_rows(evaluation, frame, counts_in(truth, evaluation)))
    say(_rest(len(frame), told, every))
    if evaluation.fold is None:
        merged = frame[frame["suggested"] == "merge"]
        offer_as_one([*zip(merged["first"], merged["second"], strict=True)])
    if told:
        st.caption(
            "Rate: of the documents of both classes, the share that is taken for the other, with "
            f"its 95 % interval. {rule_text(limits)}"
        )
    downloads.downloads(lambda: _pairs(*of, None)[0], "confused_pairs")


def _rest(shown: int, told: int, every: int) -> str:
    """How many pairs are not shown, and why."""
    said = [f"{told - shown:,} more in the download"] * (told > shown)
    if rare := every - told:
        each = "too rare to tell" if rare == 1 else "each too rare to tell"
        said.append(f"{count_of(rare, 'more pair' if told else 'pair')}, {each}")
    return f"{'; '.join(said)}." if said else ""


def show_tables(page: Page | TablePage, evaluation: AnyConfused, counts: Counts) -> None:
    """The 2 x 2 table of every class; choosing a row chooses its class."""
    chosen = page.selection.class_index
    st.subheader("The table of every class", anchor=False, help=help_of("precision"))
    frame = table_frame(evaluation, page.selection.beta)
    listed = np.arange(len(frame))
    if are_many(evaluation.classes):
        errors = evaluation.tables.fp + evaluation.tables.fn
        listed = page_of(np.argsort(-errors, kind="stable"))
    widgets.rows(
        "tables",
        frame.iloc[listed],
        np.flatnonzero(listed == chosen).tolist(),
        lambda row: page.choose_class(int(listed[row])),
        600,
        placeholder="—",  # undefined
        column_config={
            c: st.column_config.NumberColumn(format="%.3f") for c in frame.columns[7:10]
        },
    )
    say(class_in_counts(counts, evaluation, chosen))
    if not evaluation.one_of:
        say(f"<small>{margins(evaluation)}</small>")
    downloads.downloads(lambda: frame, "contingency_tables")
