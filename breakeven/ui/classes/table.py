"""The table of classes as it is shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.class_text import words_of
from breakeven.records import Review, Truth
from breakeven.reports import classes
from breakeven.reports.classes import split_column
from breakeven.text import NOTHING, f_name
from breakeven.ui.app import widgets
from breakeven.ui.app.baseline import Against
from breakeven.ui.app.cached import cached
from breakeven.ui.app.page import Page
from breakeven.ui.classes.beside import only_changed
from breakeven.ui.components import downloads
from breakeven.ui.components.tooltip import help_of, label_of
from metrics.catalogue.shown import entries_shown
from metrics.class_verdicts import ClassVerdicts
from metrics.typing import Array


@cached(entries=24, spinner="Measuring every class …")
def class_frame(review: Review, evaluation: Evaluation, beta: float) -> pd.DataFrame:
    """The table of `report.classes`; read-only."""
    return classes.class_frame(review.truth, evaluation, beta)


def search(names: tuple[str, ...], text: str) -> Array:
    """The classes whose name contains the text, upper and lower case alike; shape (found,)."""
    wanted = text.casefold()
    return np.flatnonzero([wanted in name.casefold() for name in names])


def column_order(frame: pd.DataFrame) -> list[str]:
    """The columns for reading: the answer first, then what it was counted from."""
    first = ["class", "f", "f_low_95", "f_high_95", "precision", "recall"]
    return [*first, *(name for name in frame.columns if name not in first)]


def column_config(truth: Truth, split: str | None, beta: float) -> dict[str, Any]:
    """How the columns of `class_frame` are headed and shown; None hides a column."""
    number = st.column_config.NumberColumn
    headed: dict[str, Any] = {
        "class": st.column_config.Column("Class", pinned=True, width=140),
        "reading": "Reading",
        # the column of the chosen split says the same
        "positives": None if split in truth.splits else number("Positives", format="localized"),
        "break_even_how": "Break-even is",
    }
    headed |= {
        split_column(s): number(f"In {s}", format="localized", help="Documents truly in the class.")
        for s in truth.splits
    }
    headed |= {cell: number(cell, format="localized") for cell in ("tp", "fp", "fn", "tn")}
    measured = {
        **{
            evaluation.key: (label_of(evaluation.key, f_name(beta), short=True), evaluation.key)
            for evaluation in entries_shown("table")
        },
        "f_low_95": (f"{f_name(beta)} from", "f"),
        "f_high_95": ("to (95 %)", "f"),
        "break_even": ("Break-even", "break_even"),
        "eleven_point": ("Eleven-point", "eleven_point"),
        "average_precision": ("Average precision", "average_precision"),
    }
    return headed | {
        name: number(label, format="%.3f", help=help_of(key))
        for name, (label, key) in measured.items()
    }


def show_all(
    page: Page,
    verdicts: ClassVerdicts,
    measured: pd.DataFrame,
    good: float,
    before: Against | None,
) -> None:
    """Every class, surely weak first; choosing a row chooses its class."""
    evaluation, selection = page.evaluation, page.selection
    wanted = widgets.text("classes.find", "Find a class", placeholder="part of a name")
    listed = only_changed(before, search(evaluation.classes, wanted))
    # surely weak first: by the upper end of the interval of F
    listed = listed[np.argsort(measured["f_high_95"].to_numpy()[listed], kind="stable")]
    complete = measured.assign(reading=words_of(verdicts, good))
    if len(listed):
        widgets.rows(
            "all_classes",
            complete.iloc[listed],
            np.flatnonzero(listed == selection.class_index).tolist(),
            lambda row: page.choose_class(listed[row]),
            400,
            column_config=column_config(page.review.truth, selection.split, selection.beta),
            column_order=column_order(complete),
            placeholder=NOTHING,
        )
    else:
        st.info("No class has this in its name." if wanted else "No decision changed.")
    downloads.downloads(lambda: complete, "classes")
