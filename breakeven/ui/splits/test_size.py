"""The part of the page on splits about the size of the test set."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.limits import Limits
from breakeven.text import NOTHING, count_of, f_name, figure_of, span
from breakeven.ui.app import cache, state, widgets
from breakeven.ui.app.counted import class_in_counts, counts_in
from breakeven.ui.app.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.html import grid, say
from metrics import measures
from metrics.intervals import f_interval
from metrics.measures import ratio
from metrics.power import RequiredSample, detectable, required_sample


def show_power(page: Page, limits: Limits) -> None:
    """How wide intervals are, what would narrow them, and what difference would show."""
    evaluation, selection = page.evaluation, page.selection
    name = f_name(selection.beta)
    drawn = cache.intervals_of_averages(evaluation, selection.beta, selection.undefined)
    if drawn is not None:
        rows = []
        for kind, ends in (("micro", drawn.micro["f"]), ("macro", drawn.macro["f"])):
            rows.append(
                [
                    f"{kind.capitalize()} {name}",
                    span(float(ends.low), float(ends.high)),
                    figure_of(float(detectable(ends))),
                ]
            )
        grid(["", "95 % interval", "Smallest difference that would show"], rows)
        st.caption(
            "The difference to another system, as uncertain as this one and judged on other "
            "documents, that would be found in 80 % of tries at the 5 % level. Two systems on the "
            "same documents err together and smaller differences show: compare them there."
        )
    needed = required_sample(evaluation.tables, limits.half_width, selection.beta)
    order = np.argsort(-needed.more_positives, kind="stable")  # NaN sorts last
    table = _needed_frame(evaluation, needed, selection.beta).iloc[order]
    enough = int((needed.factor == 1).sum())
    say(
        f"{name} is known to ±{limits.half_width:g} for <b>{enough:,} of "
        f"{count_of(len(evaluation.classes), 'class', 'classes')}</b>. For the others the table "
        "says how many more documents of the class would do, whatever its true value within the "
        "present interval, and how many more documents that is in all if the class stays as "
        "frequent."
    )
    widgets.rows(
        "power_table",
        table,
        np.flatnonzero(order == selection.class_index).tolist(),
        lambda row: state.choose("class", evaluation.classes[order[row]]),
        420,
        placeholder=NOTHING,
        column_config={
            column: st.column_config.NumberColumn(format="%.3f")
            for column in (name, "low 95 %", "high 95 %", "±")
        }
        | {
            column: st.column_config.NumberColumn(format="localized")
            for column in ("positives", "more of the class", "more documents in all")
        },
    )
    counts = counts_in(page.review.truth, evaluation)
    say(class_in_counts(counts, evaluation, selection.class_index))
    downloads.downloads(lambda: table, "test_size")


def _needed_frame(evaluation: Evaluation, needed: RequiredSample, beta: float) -> pd.DataFrame:
    """One row a class: F with its interval, and what would narrow that."""
    tables, more = evaluation.tables, needed.more_positives
    ends = f_interval(tables, beta)
    return pd.DataFrame(
        {
            "class": list(evaluation.classes),
            "positives": tables.positives,
            f_name(beta): measures.f_beta(tables, beta),
            "low 95 %": ends.low,
            "high 95 %": ends.high,
            "±": needed.half_width,
            "more of the class": more,
            "more documents in all": np.ceil(ratio(more, measures.prevalence(tables))),
        }
    )
