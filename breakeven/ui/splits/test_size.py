"""The part of the page on splits about the size of the test set."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.required_size import (
    ASSUMED,
    AssumedSize,
    RequiredSize,
    assumed_size,
    required_size,
    tested_split,
)
from breakeven.analysis.findings.check_limits import SETTINGS, Limits
from breakeven.analysis.selection.selection import ChosenDocuments, number
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, amount_of, count_of, f_name, figure_of
from breakeven.results.test_size import (
    AVERAGE_TITLES,
    assumed_frame,
    assumed_in_words,
    average_rows,
    class_size_frame,
    unjudged_rule_text,
    unjudged_texts,
)
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks, class_in_counts
from breakeven.ui.app.page.findings import change_limit
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.components.html import bold, escaped, grid, say
from breakeven.ui.components.tables import show_table
from metrics.averaging import Undefined
from metrics.uncertainty.power import detectable

# so many of the classes that cannot be judged are named; the table has all
NAMED = 20


@cached(entries=8)
def _size(evaluation: Evaluation, wanted: float, beta: float, undefined: Undefined) -> RequiredSize:
    return required_size(evaluation, wanted, beta, undefined)


def show_power(page: Page, limits: Limits) -> None:
    """How wide intervals are, what would narrow them, and what cannot be judged at all."""
    evaluation, selection = page.evaluation, page.selection
    name = f_name(selection.beta)
    left, _ = st.columns([1, 2])
    with left:
        _choose_width(name, limits)
    size = _size(evaluation, limits.half_width, selection.beta, selection.undefined)
    _show_averages(evaluation, size)
    enough = int((size.half_width <= size.wanted).sum())
    say(
        Markup(
            "{} is certain to ±{:g} for <b>{:,} of {}</b>. For the others the table says how many "
            "documents of the class are enough, and how many test documents that is in all if the "
            "class stays as frequent."
        ).format(name, size.wanted, enough, count_of(len(evaluation.classes), "class", "classes"))
    )
    counts = page.counts
    _show_unjudged(evaluation, size, counts)
    _show_classes(page, size)
    say(class_in_counts(counts, evaluation, selection.class_index))


def _choose_width(name: str, limits: Limits) -> None:
    setting = SETTINGS["half_width"]
    widgets.number(
        "splits.width",
        f"Wanted precision of {name}: ±",
        limits.half_width,
        changed=lambda new: change_limit(limits, "half_width", new),
        min_value=setting.low,
        max_value=setting.high,
        step=setting.step,
        format="%.3g",
    )


LEVEL = "splits.level"


def show_assumed_power(page: DataPage, limits: Limits) -> None:
    """The same before there is any system: by the documents of each class, at a level assumed."""
    review, selection = page.review, page.selection
    if review.truth.labels is None:
        st.info("Add labels to plan the test set: these documents have none.")
        return
    level = number(state.raw().get(LEVEL), ASSUMED, 0.05, 1.0)
    left, right, _ = st.columns([1, 1, 1])
    with left:
        _choose_width(f_name(selection.beta), limits)
    with right:
        widgets.number(
            LEVEL,
            "Expected precision and recall",
            level,
            changed=lambda new: state.choose(LEVEL, f"{new:g}"),
            min_value=0.05,
            max_value=1.0,
            step=0.05,
            format="%.3g",
        )
    split = selection.split
    if split is None and (split := tested_split(review.truth)) is not None:
        say(
            Markup("These are the documents of the split {}. Choose another above.").format(
                bold(split)
            )
        )
    documents = replace(selection, split=split).documents
    size = _assumed(review, documents, split, limits.half_width, selection.beta, level)
    enough = int((size.positives >= size.of_class).sum())
    say(
        Markup("{} <b>{:,} of {}</b> have that many.").format(
            escaped(assumed_in_words(size)), enough, count_of(len(size.classes), "class", "classes")
        )
    )
    say(escaped(" ".join(unjudged_texts(size.classes, size.positives, size))))
    table = assumed_frame(size).iloc[np.argsort(size.positives, kind="stable")]
    show_table(
        table,
        "assumed_power",
        420,
        placeholder=NOTHING,
        column_config={
            column: st.column_config.NumberColumn(format="%.3f" if column == "±" else "localized")
            for column in table.columns
            if column not in ("class", "can be judged")
        },
    )
    downloads.downloads(lambda: table, "test_size")


@cached(entries=8)
def _assumed(
    review: Review,
    documents: ChosenDocuments,
    split: str | None,
    wanted: float,
    beta: float,
    level: float,
) -> AssumedSize:
    rows = cache.rows_of(review, "", documents)
    return assumed_size(review.truth, rows, split, wanted, beta, level)


def _show_averages(evaluation: Evaluation, size: RequiredSize) -> None:
    if not size.averages:
        return
    rows = [
        [*row, figure_of(float(detectable(average.interval)))]
        for row, average in zip(average_rows(evaluation, size), size.averages.values(), strict=True)
    ]
    grid([*AVERAGE_TITLES, "Smallest detectable difference"], rows)
    st.caption(
        "Smallest detectable difference: that to another system, tested on other documents, which "
        "80 % of tests would find at the 5 % level. Two systems on the same documents are easier "
        "to tell: see Compare systems."
    )


def _show_unjudged(evaluation: Evaluation, size: RequiredSize, counts: CountLinks) -> None:
    every, positives = count_of(len(evaluation.classes), "class", "classes"), evaluation.tables
    if not len(size.unjudged):
        texts = unjudged_texts(evaluation.classes, evaluation.tables.positives, size)
        say(escaped(" ".join(texts)))
        return
    first = size.unjudged[:NAMED].tolist()
    named = []
    for c in first:
        name, number = evaluation.classes[c], float(positives.positives[c])
        documents = counts.of_class(name, "positives", number, amount_of(number))
        named.append(Markup("{} ({})").format(bold(name, 40), documents))
    more = len(size.unjudged) - len(first)
    say(
        Markup(
            "<b>{:,} of {} {} too few documents</b> to judge to ±{:g}, whatever the system does. "
            "{} They are, with their documents: {}"
        ).format(
            len(size.unjudged),
            every,
            "has" if len(size.unjudged) == 1 else "have",
            size.wanted,
            unjudged_rule_text(size),
            Markup(", ").join(named),
        )
        + (f" and {more:,} more, in the table." if more else ".")
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
