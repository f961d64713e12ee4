"""Every class by recall and precision, and those that have no place there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.figures.class_quadrants import quadrant_figure
from breakeven.text import count_of
from breakeven.ui.app import state, widgets
from breakeven.ui.app.page import Page
from breakeven.ui.classes.table import column_config
from breakeven.ui.classes.text import CORNERS
from breakeven.ui.components.tooltip import help_of
from metrics.class_verdicts import ClassVerdicts
from metrics.typing import Array

MOST_DRAWN = 1_500


def largest_first(evaluation: Evaluation, classes: Array) -> Array:
    """These classes by falling number of documents truly in them."""
    return classes[np.argsort(-evaluation.tables.positives[classes], kind="stable")]


def show_quadrants(page: Page, verdicts: ClassVerdicts, cut: float) -> None:
    """Every class by its recall and precision; a click on one chooses it."""
    evaluation, chosen = page.evaluation, page.selection.class_index
    widgets.slider(
        "quadrants",
        "Cut between low and high",
        0.0,
        1.0,
        cut,
        step=0.01,
        help=help_of("quadrants"),
    )
    placed = np.flatnonzero(verdicts.quadrant >= 0)
    drawn = largest_first(evaluation, placed)[:MOST_DRAWN]
    ring = np.flatnonzero(drawn == chosen)

    def clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            state.remember("clicked_point", int(point["customdata"]))
        # a second click on a point takes its selection back, and reports no point
        if (at := state.remembered("clicked_point")) is not None:
            _choose_next(page, verdicts, at)

    widgets.points(
        "quadrants",
        quadrant_figure(
            [evaluation.classes[c] for c in drawn],
            drawn,
            evaluation.tables.positives[drawn],
            verdicts[drawn],
            cut=cut,
            labels=CORNERS,
            chosen=int(ring[0]) if len(ring) else None,
        ),
        clicked,
        "Every class by its recall and precision; the table below says the same",
    )
    more = len(placed) - len(drawn)
    st.caption(
        "One mark per class, its area by the documents truly in the class here. Filled: surely in "
        "its quadrant (95 % intervals). Open: not certain yet. Ring and bars: the chosen "
        "class and its intervals. Click a mark to choose its class."
        + (f" The {len(drawn):,} largest; {more:,} more are in the table." if more else "")
    )


def _choose_next(page: Page, verdicts: ClassVerdicts, at: int) -> None:
    """The class under a click becomes the class; a second click there takes the next one."""
    chosen = page.selection.class_index
    same = np.flatnonzero(
        (verdicts.precision == verdicts.precision[at]) & (verdicts.recall == verdicts.recall[at])
    )
    here = largest_first(page.evaluation, same).tolist()
    following = here.index(chosen) + 1 if chosen in here else 0
    page.choose_class(here[following % len(here)])


def show_unplaced(page: Page, verdicts: ClassVerdicts, measured: pd.DataFrame) -> None:
    """The classes whose precision or recall is undefined, as a table."""
    evaluation = page.evaluation
    unplaced = largest_first(evaluation, np.flatnonzero(verdicts.quadrant < 0))
    if not len(unplaced):
        return
    st.html(
        f"<b>Not in the plot: {count_of(len(unplaced), 'class', 'classes')}</b> whose "
        "precision or recall is 0/0"
    )
    widgets.rows(
        "unplaced",
        measured.iloc[unplaced][["class", "positives", "tp", "fp", "precision", "recall"]],
        np.flatnonzero(unplaced == page.selection.class_index).tolist(),
        lambda row: page.choose_class(unplaced[row]),
        210,
        column_config=column_config(page.review.truth, None, page.selection.beta),
        placeholder="—",
    )
