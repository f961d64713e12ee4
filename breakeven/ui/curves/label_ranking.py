"""How well the classes of each document are ranked, and the same k for every document."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.label_ranking import AT, RankedLabels, ranked_labels
from breakeven.analysis.evaluation.scored import ScoredSplit, top_k_tables
from breakeven.data.records import Review
from breakeven.data.wording import f_name, figure_of, percent
from breakeven.figures.rankings import top_k_figure
from breakeven.results.label_ranking import measure_name_at, ranked_frame, ranked_text
from breakeven.results.scope import TRUE_NUMBER
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import escaped, grid, say
from metrics import measures
from metrics.ranking.curves import F_LEVELS, OperatingPoints, iso_f, pr_curve, thinned
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, Array
from metrics.uncertainty.intervals import Interval

# --- how well the classes of each document are ranked: measures for long lists of classes


OF_ALL = "all"


@cached(entries=16, spinner="Ranking the classes of every document …")
def _ranked(review: Review, evaluation: Evaluation) -> RankedLabels:
    return ranked_labels(review.truth, evaluation)


def show_label_ranking(page: Page) -> None:
    """Every measure, a row each, for the first 1, 3 and 5 classes or the whole ranking."""
    ranked = _ranked(page.review, page.evaluation)
    if not ranked.documents:
        st.info("No document here has a class.")
        return
    say(
        f"The class with the highest score is right for "
        f"{percent(ranked.value('precision_at_k', 1))} of the documents. On average, the last true "
        f"class is number {figure_of(ranked.value('coverage'), 1)} in the ranking."
    )
    names = list(dict.fromkeys(m.key for m in ranked.measures))
    cells = {(m.key, m.k): m for m in ranked.measures}
    rows = []
    for key in names:
        row = [measure_name_at(key, None).replace("@k", " at k")]
        for k in (*AT, None):
            measure = cells.get((key, k))
            row.append("" if measure is None else _with_ends(measure.value, measure.interval))
        rows.append(row)
    grid(["", *(f"first {k}" for k in AT), OF_ALL], rows)
    say(Markup("<small>{}</small>").format(escaped(ranked_text(ranked))))
    st.caption("Equal scores count in every possible order. Classes without a score come last.")
    downloads.downloads(lambda: ranked_frame(ranked), "ranked_labels")


def _with_ends(value: float, interval: Interval) -> str:
    low, high = (float(end) for end in (interval.low, interval.high))
    digits = 3 if value <= 1 else 1
    if np.isnan(low):
        return figure_of(value, digits)
    return f"{figure_of(value, digits)} ({figure_of(low, digits)}–{figure_of(high, digits)})"


# --- the same number of classes for every document, beside one threshold for all classes


IN_WORDS = (1, 2, 3, 5)


@cached(entries=16, spinner="Ranking the classes of every document …")
def _curves(scored: ScoredSplit) -> tuple[ContingencyTable, OperatingPoints]:
    return top_k_tables(scored), thinned(pr_curve(scored.pooled))


def show_top_k(page: Page) -> None:
    """Pooled precision, recall and fallout for k = 0, 1, ..., against the threshold curve."""
    evaluation, beta = page.evaluation, page.selection.beta
    table, threshold_curve = _curves(evaluation.scored)
    f = f_name(beta)
    if evaluation.exactly_true_number:
        st.warning(TRUE_NUMBER)
    values = measures.f_beta(table, beta)
    if np.isnan(values[1:]).all():
        st.info("No document here has a class.")
        return
    best = int(np.nanargmax(values[1:])) + 1
    given = "the class" if best == 1 else f"the {best} classes"
    per_document = float(measures.ratio(table.fn[0], evaluation.weighed))
    say(
        Markup(
            "Predicting {} with the highest score for every document would give a pooled {} of "
            "<b>{}</b>, the best for any fixed number; the predictions now give {}. On average a "
            "document truly has {} classes."
        ).format(
            given,
            f,
            figure_of(float(values[best])),
            figure_of(float(measures.f_beta(evaluation.tables.pooled(), beta))),
            figure_of(per_document, 2),
        )
    )
    show_figure(
        top_k_figure(
            table,
            threshold_curve,
            evaluation.tables.pooled(),
            [iso_f(level, beta) for level in F_LEVELS],
            f,
        ),
        "top_k",
        f"The same number of classes for every document gives {f} "
        f"{figure_of(float(values[best]), 2)} at best",
        f"best k {best}, with {f} {figure_of(float(values[best]))}; {f} of the predictions now "
        f"{figure_of(float(measures.f_beta(evaluation.tables.pooled(), beta)))}",
    )
    shown = sorted({k for k in (*IN_WORDS, best) if k < len(table)})
    frame = _frame(table, beta)
    grid(
        ["Classes predicted", "Precision", "Recall", "Fallout", f],
        [
            [str(row["k"]), *(figure_of(row[m]) for m in ("precision", "recall", "fallout", "f"))]
            for row in frame.iloc[shown].to_dict("records")
        ],
    )
    st.caption(
        "Pooled over all classes. Of equal scores, the class that comes first in the file counts "
        "first. For finer choices, set a threshold for each class on another split."
    )
    downloads.downloads(lambda: frame, "top_k")


def _frame(table: ContingencyTable, beta: float) -> pd.DataFrame:
    """One row for each k."""
    cells: dict[str, Array] = {cell: getattr(table, cell) for cell in CELLS}
    return pd.DataFrame(
        {
            "k": np.arange(len(table)),
            **cells,
            "precision": measures.precision(table),
            "recall": measures.recall(table),
            "fallout": measures.fallout(table),
            "f": measures.f_beta(table, beta),
        }
    )
