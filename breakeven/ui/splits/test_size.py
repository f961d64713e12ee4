"""The part of the page on splits about the size of the test set."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.required_size import RequiredSize, required_size
from breakeven.findings.limits import SETTINGS, Limits
from breakeven.reports.test_size import (
    AVERAGE_TITLES,
    average_rows,
    class_size_frame,
    rule_of,
    said_of_unjudged,
)
from breakeven.text import NOTHING, amount_of, count_of, f_name, figure_of
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.shared.counted import Counts, class_in_counts, counts_in
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.html import bold, escaped, grid, say
from breakeven.ui.findings.cache import change_limit
from metrics.averaging import Undefined
from metrics.power import detectable

# so many of the classes that cannot be judged are named; the table has all
NAMED = 20


@cached(entries=8)
def _size(evaluation: Evaluation, wanted: float, beta: float, undefined: Undefined) -> RequiredSize:
    return required_size(evaluation, wanted, beta, undefined)


def show_power(page: Page, limits: Limits) -> None:
    """How wide intervals are, what would narrow them, and what cannot be judged at all."""
    evaluation, selection = page.evaluation, page.selection
    name, setting = f_name(selection.beta), SETTINGS["half_width"]
    left, _ = st.columns([1, 2])
    with left:
        widgets.number(
            "splits.width",
            f"How well {name} should be known: ±",
            limits.half_width,
            changed=lambda new: change_limit(limits, "half_width", new),
            min_value=setting.low,
            max_value=setting.high,
            step=setting.step,
            format="%.3g",
        )
    size = _size(evaluation, limits.half_width, selection.beta, selection.undefined)
    _show_averages(evaluation, size)
    enough = int((size.half_width <= size.wanted).sum())
    say(
        f"{name} is known to ±{size.wanted:g} for <b>{enough:,} of "
        f"{count_of(len(evaluation.classes), 'class', 'classes')}</b>. For the others the table "
        "says how many documents of the class would do, whatever its true value within the "
        "present interval, and how many documents that is in all if the class stays as frequent."
    )
    counts = counts_in(page.review.truth, evaluation)
    _show_unjudged(evaluation, size, counts)
    _show_classes(page, size)
    say(class_in_counts(counts, evaluation, selection.class_index))


def _show_averages(evaluation: Evaluation, size: RequiredSize) -> None:
    if not size.averages:
        return
    rows = [
        [*row, figure_of(float(detectable(of.interval)))]
        for row, of in zip(average_rows(evaluation, size), size.averages.values(), strict=True)
    ]
    grid([*AVERAGE_TITLES, "Smallest difference that would show"], rows)
    st.caption(
        "The difference to another system, as uncertain as this one and judged on other documents, "
        "that would be found in 80 % of tries at the 5 % level. Two systems on the same documents "
        "err together and smaller differences show: compare them there."
    )


def _show_unjudged(evaluation: Evaluation, size: RequiredSize, counts: Counts) -> None:
    every, positives = count_of(len(evaluation.classes), "class", "classes"), evaluation.tables
    if not len(size.unjudged):
        say(escaped(" ".join(said_of_unjudged(evaluation, size))))
        return
    first = size.unjudged[:NAMED].tolist()
    named = []
    for c in first:
        name, number = evaluation.classes[c], float(positives.positives[c])
        documents = counts.of_class(name, "positives", number, amount_of(number))
        named.append(f"{bold(name, 40)} ({documents})")
    more = len(size.unjudged) - len(first)
    say(
        f"<b>{len(size.unjudged):,} of {every} cannot be judged</b> to ±{size.wanted:g}, whatever "
        f"the system does. {rule_of(size)} With the documents of each: {', '.join(named)}"
        + (f" and {more:,} more, which the table names." if more else ".")
    )


def _show_classes(page: Page, size: RequiredSize) -> None:
    evaluation = page.evaluation
    order = np.argsort(-size.documents, kind="stable")  # NaN sorts last
    table = class_size_frame(evaluation, size).iloc[order]
    measured = (f_name(size.beta), "low 95 %", "high 95 %", "±")
    widgets.rows(
        "power_table",
        table,
        np.flatnonzero(order == page.selection.class_index).tolist(),
        lambda row: state.choose("class", evaluation.classes[order[row]]),
        420,
        placeholder=NOTHING,
        column_config={
            column: st.column_config.NumberColumn(
                format="%.3f" if column in measured else "localized"
            )
            for column in table.columns
            if column not in ("class", "can be judged")
        },
    )
    downloads.downloads(lambda: table, "test_size")
