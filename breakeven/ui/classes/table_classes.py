"""Which classes of a table are weak: all of them, and the counts of one as ways to documents."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.findings.class_assessment import verdicts_of
from breakeven.analysis.findings.class_text import words_of
from breakeven.data.wording import NOTHING
from breakeven.results.classes import measured_frame
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import classes_with, page_of
from breakeven.ui.app.page.counts import class_in_counts
from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.classes.class_table import MOST_HIGH, column_config, column_order, rows_of
from breakeven.ui.classes.weak_classes import overview_html
from breakeven.ui.components.html import say


@cached(entries=16, spinner="Measuring every class …")
def class_frame(evaluation: CountedEvaluation, beta: float) -> pd.DataFrame:
    """The table of `measured_frame`; read-only."""
    return measured_frame(evaluation, beta)


def show_classes(page: TablePage) -> None:
    """What is to be said of all of them, then every one, most errors first."""
    evaluation, selection, counts = page.evaluation, page.selection, page.counts
    limits = limits_of(state.raw()["review"])
    verdicts = verdicts_of(evaluation, limits)
    say(overview_html(evaluation, verdicts, limits.cut, selection.beta, counts))
    wanted = widgets.text("classes.find", "Find a class", placeholder="part of a name")
    measured = class_frame(evaluation, selection.beta)
    listed = classes_with(evaluation.classes, wanted)
    errors = (evaluation.tables.fp + evaluation.tables.fn)[listed]
    listed = page_of(listed[np.argsort(-errors, kind="stable")])
    shown = rows_of(measured, listed, verdicts)
    if not len(listed):
        st.info("No class has this in its name.")
        return
    say(class_in_counts(counts, evaluation, selection.class_index))
    widgets.rows(
        "all_classes",
        shown,
        np.flatnonzero(listed == selection.class_index).tolist(),
        lambda row: page.choose_class(int(listed[row])),
        MOST_HIGH,
        column_config=column_config(page.truth, selection.split, selection.beta),
        column_order=column_order(shown),
        placeholder=NOTHING,
    )
    reading = words_of(verdicts)
    downloads.downloads(lambda: measured.assign(reading=reading), "classes")
