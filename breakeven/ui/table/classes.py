"""Which classes of a table are weak: all of them, and the counts of one as ways to documents."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.counted import CountedEvaluation
from breakeven.findings.class_assessment import verdicts_of
from breakeven.findings.class_text import words_of
from breakeven.reports.classes import measured_frame
from breakeven.text import NOTHING
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.shared.counted import class_in_counts
from breakeven.ui.app.shared.many_classes import named, page_of
from breakeven.ui.app.shared.table_page import TablePage
from breakeven.ui.classes.table import (
    MOST_HIGH,
    column_config,
    column_order,
    rows_of,
)
from breakeven.ui.classes.text import overview
from breakeven.ui.components import downloads
from breakeven.ui.components.html import say
from breakeven.ui.findings.cache import limits_of


@cached(entries=16, spinner="Measuring every class …")
def class_frame(evaluation: CountedEvaluation, beta: float) -> pd.DataFrame:
    """The table of `measured_frame`; read-only."""
    return measured_frame(evaluation, beta)


def show_classes(page: TablePage) -> None:
    """What is to be said of all of them, then every one, most errors first."""
    evaluation, selection, counts = page.evaluation, page.selection, page.counts
    limits = limits_of(state.raw()["review"])
    verdicts = verdicts_of(evaluation, limits)
    say(overview(evaluation, verdicts, limits.cut, selection.beta, counts))
    wanted = widgets.text("classes.find", "Find a class", placeholder="part of a name")
    measured = class_frame(evaluation, selection.beta)
    listed = named(evaluation.classes, wanted)
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
