"""The table of classes as it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import verdicts_of
from breakeven.analysis.findings.class_text import words_of
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Review, Truth
from breakeven.data.wording import NOTHING, f_name, interval_text, visible
from breakeven.results import classes
from breakeven.results.classes import split_column
from breakeven.results.columns import ClassColumn, columns
from breakeven.results.own_measures import column_of
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import classes_with, page_of
from breakeven.ui.app.page.class_points import (
    choosing_several,
    group_of,
    show_group,
    toggle_in_group,
)
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.counts import class_in_counts
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.app.store.baseline import BaselineComparison
from breakeven.ui.classes.weak_classes import QUADRANTS_KEY, only_changed, overview_html
from breakeven.ui.components.html import say
from breakeven.ui.components.markdown import code_label, help_of
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import ClassVerdicts

# shown as bars
BARS = ("f", "precision", "recall")
WIDTHS = {"class": 140, "reading": 240}
MOST_HIGH = 640


@cached(entries=24, spinner="Measuring every class …")
def class_frame(review: Review, evaluation: Evaluation, beta: float) -> pd.DataFrame:
    """The table of `report.classes`, with the measures of one's own; read-only."""
    frame = classes.class_frame(review.truth, evaluation, beta)
    own = {column_of(of): of(evaluation.tables) for of in review.measures}
    return frame.assign(**own) if own else frame


def rows_of(measured: pd.DataFrame, classes: Array, verdicts: ClassVerdicts) -> pd.DataFrame:
    """The rows of some classes, with the columns that are only shown."""
    part = measured.iloc[classes]
    ends = zip(part["f_low_95"], part["f_high_95"], strict=True)
    return part.assign(
        reading=words_of(verdicts[classes]),
        errors=part["fp"] + part["fn"],
        interval=[interval_text(low, high) for low, high in ends],
    )


def column_order(frame: pd.DataFrame) -> list[str]:
    """The columns for reading: the answer first, then what it was counted from."""
    first = [column.key for column in columns("page")]
    # `interval` says the same
    hidden = ("f_low_95", "f_high_95")
    return [*first, *(name for name in frame.columns if name not in (*first, *hidden))]


def column_config(
    truth: Truth, split: str | None, beta: float, own: Sequence[OwnMeasure] = ()
) -> dict[str, Any]:
    """How the columns of `class_frame` are headed and shown; None hides a column.

    `own`: the measures of one's own.
    """
    number = st.column_config.NumberColumn
    # columns of ends have no head of their own
    shown = [
        c for c in (*columns("page"), *columns("frame")) if c.entry or c.help or c.kind != "measure"
    ]
    headed = {column.key: _config(column, f_name(beta)) for column in shown}
    if split in truth.splits:
        # the column of the chosen split says the same
        headed["positives"] = None
    headed |= {
        column_of(each): number(visible(each.name), format="%.3f", help=code_label(each.text, 200))
        for each in own
    }
    return headed | {
        split_column(s): number(f"In {s}", format="localized", help="Documents truly in the class.")
        for s in truth.splits
    }


def _config(column: ClassColumn, f: str) -> Any:
    title = column.title.format(f=f)
    if column.key in WIDTHS:
        # not pinned: a browser draws what is pinned paler than the numbers beside it
        return st.column_config.Column(title, width=WIDTHS[column.key])
    if column.kind == "count":
        help_text = column.help or None
        return st.column_config.NumberColumn(title, format="localized", help=help_text)
    if column.kind != "measure":
        return title
    help_text = help_of(column.entry) if column.entry else column.help
    if column.key not in BARS:
        return st.column_config.NumberColumn(title, format="%.3f", help=help_text)
    return st.column_config.ProgressColumn(
        title, format="%.3f", min_value=0, max_value=1, help=help_text, width=90
    )


def show_all(
    page: Page,
    verdicts: ClassVerdicts,
    before: BaselineComparison | None,
    shown_classes: Array | None = None,
) -> None:
    """Every class, or some, most errors first; a row chooses its class, or one of several."""
    evaluation, selection = page.evaluation, page.selection
    measured = class_frame(page.review, evaluation, selection.beta)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
        wanted = widgets.text("classes.find", "Find a class", placeholder="part of a name")
        several = choosing_several(QUADRANTS_KEY)
    show_group(page, QUADRANTS_KEY)
    listed = only_changed(before, classes_with(evaluation.classes, wanted))
    listed = listed if shown_classes is None else listed[np.isin(listed, shown_classes)]
    errors = (evaluation.tables.fp + evaluation.tables.fn)[listed]
    group = group_of(evaluation.classes, QUADRANTS_KEY)
    listed = page_of(listed[np.lexsort((-errors, ~np.isin(listed, group)))])
    shown = rows_of(measured, listed, verdicts)
    columns: dict[str, Any] = {
        "column_config": column_config(
            page.review.truth, selection.split, selection.beta, page.review.measures
        ),
        "column_order": column_order(shown),
        "placeholder": NOTHING,
    }
    if not len(listed):
        st.info("No class has this in its name." if wanted else "There is no such class.")
    elif several:
        widgets.ticks(
            "several_classes",
            shown,
            np.flatnonzero(np.isin(listed, group)).tolist(),
            lambda row: toggle_in_group(evaluation.classes, int(listed[row]), QUADRANTS_KEY),
            MOST_HIGH,
            **columns,
        )
    else:
        widgets.rows(
            "all_classes",
            shown,
            np.flatnonzero(listed == selection.class_index).tolist(),
            lambda row: page.choose_class(listed[row]),
            MOST_HIGH,
            **columns,
        )
    downloads.downloads(lambda: measured.assign(reading=words_of(verdicts)), "classes")


# --- every class of a table


@cached(entries=16, spinner="Measuring every class …")
def _counted_frame(evaluation: CountedEvaluation, beta: float) -> pd.DataFrame:
    """The table of `measured_frame`; read-only."""
    return classes.measured_frame(evaluation, beta)


def show_counted(page: EvaluatedPage, table: CountedTable, limits: Limits) -> None:
    """What is to be said of all of them, then every one, most errors first."""
    evaluation, selection, counts = table.evaluation, page.selection, page.counts
    verdicts = verdicts_of(evaluation, limits)
    say(overview_html(evaluation, verdicts, limits.cut))
    wanted = widgets.text("classes.find", "Find a class", placeholder="part of a name")
    measured = _counted_frame(evaluation, selection.beta)
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
