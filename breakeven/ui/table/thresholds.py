"""What thresholds of their own would give the classes of a table: tuned there, tried here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from breakeven.engine.asking import Count, Part, counts
from breakeven.evaluation.counted import CountedEvaluation
from breakeven.evaluation.curves import Curves
from breakeven.evaluation.cut import Cut, CutRule, Fitted
from breakeven.evaluation.fit import tuned
from breakeven.selection import ALL, split_text
from breakeven.text import f_name
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.shared.many_classes import MOST_LISTED
from breakeven.ui.app.shared.table_page import TablePage
from breakeven.ui.app.shared.tables import answer_of
from breakeven.ui.components import downloads
from breakeven.ui.components.html import grid, say
from breakeven.ui.thresholds.one_class import Sides
from breakeven.ui.thresholds.results import class_frame, compared

NO_SCORES = "The table gives decisions without scores, so there is no threshold to choose."
NOT_ALL = (
    "There are too many distinct scores to bring them all together, so what other thresholds would "
    "give is known along the curve only: Curves has it."
)
OPTIMISTIC = (
    "▲ <b>Optimistic.</b> The thresholds were fitted to documents that are shown: no new document "
    "can be expected to fare as well. Look at another split."
)
NOT_HERE = (
    "Tried here from what was counted: every other page decides the table by one threshold for all "
    "classes. Top k, shares, costs and expected F are worked out in memory only."
)


def show_thresholds(page: TablePage) -> None:
    """Thresholds fitted class by class on a split, and what they give on the documents shown."""
    shown = page.evaluation.curves
    if shown is None:
        st.info(NO_SCORES)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        rules: dict[CutRule, str] = {
            "f": f"the best {f_name(page.selection.beta)}",
            "break_even": "break-even",
        }
        rule = widgets.select("thresholds.rule", "A threshold for each class at", rules)
        split = _pick_split(page)
    beside = _beside(page, split)
    if beside is None or not (shown.complete and beside.complete):
        st.info(NOT_ALL)
        return
    cut = Cut(rule, beta=page.selection.beta, split=split)
    sides = sides_of(page, cut, shown, beside)
    selection = replace(page.selection, cut=cut)
    if cut.optimistic_on(selection.split):
        say(OPTIMISTIC)
    grid(*compared(selection, sides, page.evaluation.tables))
    names = page.evaluation.classes
    frame = class_frame(names, selection, sides, None, MOST_LISTED)
    listed = frame.index.to_numpy()
    widgets.rows(
        "threshold_table",
        frame,
        np.flatnonzero(listed == selection.class_index).tolist(),
        lambda row: state.choose("class", names[listed[row]]),
        600,
        column_config={
            "class": st.column_config.Column(width="medium"),
            "F beside": st.column_config.NumberColumn(format="%.3f"),
            "F shown": st.column_config.NumberColumn(format="%.3f"),
            "change": st.column_config.NumberColumn(format="%+.3f"),
        },
    )
    st.caption(NOT_HERE)
    downloads.also(beside=sides.beside_split or ALL)
    downloads.downloads(lambda: class_frame(names, selection, sides, None), "thresholds_by_class")


def _pick_split(page: TablePage) -> str | None:
    """Where thresholds are tuned; another than is shown comes first, a model learnt from train."""
    splits, now = page.looked.splits, page.selection.split
    order = sorted([*splits, None], key=lambda s: (s == now, s is None, s == "train", s or ""))
    words = {split_text(split, splits): split for split in order}
    chosen = widgets.select(
        "thresholds.tune", "Tuned on", list(words), show=lambda text: words[text] or ALL
    )
    return words[chosen]


def _beside(page: TablePage, split: str | None) -> Curves | None:
    """The scores of the split that thresholds are tuned on, whole, as a rule is tuned on all."""
    part = Part(split, page.selection.cut)
    if part == page.part:
        return page.evaluation.curves
    asked = counts.ask(page.table, page.state, Count(part), page.looked)
    found: CountedEvaluation = answer_of(counts, page.table, asked)
    return found.curves


def sides_of(page: TablePage, cut: Cut, shown: Curves, beside: Curves) -> Sides:
    """The tables of every class at its tuned threshold, there and here."""
    thresholds, how = tuned(beside.tallies, page.evaluation.classes, cut)
    tables = shown.at_thresholds(thresholds), beside.at_thresholds(thresholds)
    fitted = Fitted(cut, thresholds, how=tuple(how))
    return Sides(fitted, *tables, cut.split, cut.split == page.selection.documents)
