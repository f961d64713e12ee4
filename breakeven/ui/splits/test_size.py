"""The part of the page on splits about the size of the test set."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.findings.limits import Limits
from breakeven.text import NOTHING, count_of, f_name, figure_of, span
from breakeven.ui.app import cache
from breakeven.ui.app.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.html import grid, say
from breakeven.ui.components.tables import show_table
from metrics import measures
from metrics.intervals import f_interval
from metrics.measures import ratio
from metrics.power import detectable, required_sample


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
    tables = evaluation.tables
    needed = required_sample(tables, limits.half_width, selection.beta)
    ends, f = f_interval(tables, selection.beta), measures.f_beta(tables, selection.beta)
    more = needed.more_positives
    order = np.argsort(-more, kind="stable")  # NaN sorts last
    table = pd.DataFrame(
        {
            "class": [evaluation.classes[c] for c in order],
            "positives": tables.positives[order],
            name: f[order],
            "low 95 %": ends.low[order],
            "high 95 %": ends.high[order],
            "±": needed.half_width[order],
            "more of the class": more[order],
            "more documents in all": np.ceil(ratio(more, measures.prevalence(tables)))[order],
        }
    )
    enough = int((needed.factor == 1).sum())
    say(
        f"{name} is known to ±{limits.half_width:g} for <b>{enough:,} of "
        f"{count_of(len(evaluation.classes), 'class', 'classes')}</b>. For the others the table "
        "says how many more documents of the class would do, whatever its true value within the "
        "present interval, and how many more documents that is in all if the class stays as "
        "frequent."
    )
    show_table(
        table,
        "power_table",
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
    downloads.downloads(lambda: table, "test_size")
