"""Which classes are weak, why, and what to do about each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from breakeven.evaluation.ranked_errors import errors_by_confidence
from breakeven.figures.class_quadrants import quadrant_figure
from breakeven.findings.class_assessment import assess_class
from breakeven.findings.class_text import read_class, words_of
from breakeven.text import count_of
from breakeven.ui.app import state
from breakeven.ui.app.page import begin, pick_class
from breakeven.ui.classes.table import class_frame, column_config, column_order, search
from breakeven.ui.classes.text import CORNERS, overview, reading_html
from breakeven.ui.classes.worked_measures import (
    contingency_html,
    worked_curve,
    worked_html,
    worked_measures,
)
from breakeven.ui.components import downloads
from breakeven.ui.components.documents import show_documents
from breakeven.ui.components.html import bold, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.findings.cache import limits_of, tuning_of
from metrics.class_verdicts import class_verdicts
from metrics.typing import Array

MOST_DRAWN = 1_500
FIRST = {
    "fp": "The highest scores first: the surest mistakes.",
    "fn": "The lowest scores first: the farthest from being found.",
    "tp": "The lowest scores first: the ones nearly missed.",
}
CELLS = {"fp": "False positives", "fn": "False negatives", "tp": "True positives"}

page = begin("Classes", "Which classes are weak, and why?")
e, view, truth = page.evaluation, page.view, page.review.truth
limits = limits_of(state.raw()["review"])
cut = limits.cut
at = class_verdicts(e.tables, cut)
measured = class_frame(page.review, e, view.beta)
say(overview(e, at, measured["f"].to_numpy(), view.beta, cut))


def click_on_row(key: str, rows: Array) -> Callable[[], None]:
    """The row clicked in a table becomes the class; `rows` are the classes the table shows."""

    def callback() -> None:
        for row in st.session_state[key]["selection"]["rows"]:
            state.choose("class", e.classes[rows[row]])

    return callback


def mark_chosen(key: str, rows: Array) -> None:
    """The chosen class is the marked row of a table, however it was chosen."""
    marked = np.flatnonzero(rows == view.class_index).tolist()
    st.session_state[key] = {"selection": {"rows": marked, "columns": [], "cells": []}}


def click_on_point() -> None:
    """The class under a click becomes the class; a second click there takes the next one."""
    points = st.session_state["quadrants"]["selection"]["points"]
    if points:
        st.session_state["clicked_point"] = int(points[0]["customdata"])
    # a second click on a point takes its selection back, and reports no point
    if (clicked := st.session_state.get("clicked_point")) is None:
        return
    same = np.flatnonzero(
        (at.precision == at.precision[clicked]) & (at.recall == at.recall[clicked])
    )
    same = same[np.argsort(-e.tables.positives[same], kind="stable")].tolist()
    chosen = view.class_index
    following = same.index(chosen) + 1 if chosen in same else 0
    state.choose("class", e.classes[same[following % len(same)]])


left, right = st.columns([5, 4], gap="medium")
with left:
    st.session_state["w_quadrants"] = cut
    st.slider(
        "Cut between low and high",
        0.0,
        1.0,
        step=0.01,
        key="w_quadrants",
        on_change=state.adopt_widget("quadrants", lambda value: f"{value:g}"),
        help=help_of("quadrants"),
    )
    placed = np.flatnonzero(at.quadrant >= 0)
    drawn = placed[np.argsort(-e.tables.positives[placed], kind="stable")][:MOST_DRAWN]
    ring = np.flatnonzero(drawn == view.class_index)
    st.plotly_chart(
        quadrant_figure(
            [e.classes[c] for c in drawn],
            drawn,
            e.tables.positives[drawn],
            at[drawn],
            cut,
            CORNERS,
            int(ring[0]) if len(ring) else None,
        ),
        key="quadrants",
        on_select=click_on_point,
        selection_mode="points",
        config={"displayModeBar": False},
        alt="Every class by its recall and precision; the table below says the same",
    )
    more = len(placed) - len(drawn)
    st.caption(
        "One mark per class, its area by the documents truly in the class here. Filled: surely in "
        "its quadrant (95 % intervals). Open: too few documents to say. Ring and bars: the chosen "
        "class and its intervals. Click a mark to choose its class."
        + (f" The {len(drawn):,} largest; {more:,} more are in the table." if more else "")
    )
    unplaced = np.flatnonzero(at.quadrant < 0)
    if len(unplaced):
        unplaced = unplaced[np.argsort(-e.tables.positives[unplaced], kind="stable")]
        st.html(
            f"<b>Not in the plot: {count_of(len(unplaced), 'class', 'classes')}</b> whose "
            "precision or recall is 0/0"
        )
        mark_chosen("unplaced", unplaced)
        st.dataframe(
            measured.iloc[unplaced][["class", "positives", "tp", "fp", "precision", "recall"]],
            column_config=column_config(truth, None, view.beta),
            hide_index=True,
            height=min(38 + 35 * len(unplaced), 210),
            placeholder="—",
            key="unplaced",
            on_select=click_on_row("unplaced", unplaced),
            selection_mode="single-row",
        )
# the reading changes its height with the class: alone in its column it moves nothing else
with right:
    c = pick_class(page)
    tuning = tuning_of(page, limits)
    assessment = assess_class(truth, e, tuning, at, c, limits, view.beta)
    st.html(reading_html(read_class(assessment)))

st.subheader("All classes", anchor=False)
wanted = st.text_input("Find a class", key="find_class", placeholder="part of a name")
listed = search(e.classes, wanted)
# surely weak first: by the upper end of the interval of F
listed = listed[np.argsort(measured["f_high_95"].to_numpy()[listed], kind="stable")]
complete = measured.assign(reading=words_of(at))
shown = complete.iloc[listed]
if len(listed):
    mark_chosen("all_classes", listed)
    st.dataframe(
        shown,
        column_config=column_config(truth, view.split, view.beta),
        column_order=column_order(complete),
        hide_index=True,
        height=min(38 + 35 * len(listed), 400),
        placeholder="—",
        key="all_classes",
        on_select=click_on_row("all_classes", listed),
        selection_mode="single-row",
    )
else:
    st.info("No class has this in its name.")
downloads.downloads(lambda: complete, "classes")

st.subheader("The chosen class in numbers", anchor=False, help=help_of("contingency_table"))
judged = int(e.tables.total[c])
of_all = f" that were judged, of {e.documents:,}" if judged < e.documents else ""
say(f"{bold(e.classes[c])} on {count_of(judged, 'document')}{of_all}:")
boxes, workings = st.columns([2, 3], gap="medium")
with boxes:
    st.html(contingency_html(e.classes[c], e.tables[c]))
with workings:
    worked = worked_measures(e.tables[c], view.beta)
    if e.scored.scores is not None:
        worked += worked_curve(
            e.scored.break_even_points[c],
            e.scored.eleven_points[c],
            float(e.scored.average_precisions[c]),
            int(e.tables.positives[c]),
        )
    st.html(worked_html(worked))
    st.page_link("pages/measures.py", label="What each measure means", icon=":material/menu_book:")


@st.fragment
def documents() -> None:
    """The documents behind a cell, one click away; the larger kind of error at first."""
    counts = {cell: int(getattr(e.tables, cell)[c]) for cell in CELLS}
    if st.session_state.get("w_cell") not in CELLS:
        st.session_state["w_cell"] = "fn" if counts["fn"] > counts["fp"] else "fp"
    cell = st.segmented_control(
        "Documents behind the numbers",
        list(CELLS),
        format_func=lambda cell: f"{CELLS[cell]} ({counts[cell]:,})",
        required=True,
        key="w_cell",
    )
    assert cell is not None  # required
    if e.scored.scores is not None:
        st.caption(FIRST[cell])
    show_documents(truth, e, errors_by_confidence(e, c, cell), f"{cell}_of_the_class", c)


documents()
