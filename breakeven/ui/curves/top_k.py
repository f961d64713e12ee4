"""The same number of classes for every document, beside one threshold for all classes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.scored import ScoredSplit
from breakeven.evaluation.top_k import top_k_tables
from breakeven.figures.top_k import top_k_figure
from breakeven.reports.cautions import TRUE_NUMBER
from breakeven.text import f_name, figure_of
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import grid, say
from metrics import measures
from metrics.ranking.curves import OperatingPoints, pr_curve, thinned
from metrics.ranking.iso_f import F_LEVELS, iso_f
from metrics.tallies import ContingencyTable

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
        f"If every document got {given} it scores highest, pooled {f} would be "
        f"<b>{figure_of(float(values[best]))}</b>, the most that the same number for all can give; "
        "the decisions now have "
        f"{figure_of(float(measures.f_beta(evaluation.tables.pooled(), beta)))}. "
        f"The documents truly have {figure_of(per_document, 2)} classes on average."
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
        "Pooled precision against recall, for each k and for each threshold",
        f"best k {best}, with {f} {figure_of(float(values[best]))}; {f} of the decisions now "
        f"{figure_of(float(measures.f_beta(evaluation.tables.pooled(), beta)))}",
    )
    shown = sorted({k for k in (*IN_WORDS, best) if k < len(table)})
    frame = _frame(table, beta)
    grid(
        ["Classes for every document", "Precision", "Recall", "Fallout", f],
        [
            [str(row["k"]), *(figure_of(row[m]) for m in ("precision", "recall", "fallout", "f"))]
            for row in frame.iloc[shown].to_dict("records")
        ],
    )
    st.caption(
        "Pooled over all classes; among equal scores the earlier class comes first. The same k "
        "for every document is coarse; a threshold per class, chosen on other documents, is finer."
    )
    downloads.downloads(lambda: frame, "top_k")


def _frame(table: ContingencyTable, beta: float) -> pd.DataFrame:
    """One row for each k."""
    return pd.DataFrame(
        {
            "k": np.arange(len(table)),
            **{cell: getattr(table, cell) for cell in ("tp", "fp", "fn", "tn")},
            "precision": measures.precision(table),
            "recall": measures.recall(table),
            "fallout": measures.fallout(table),
            "f": measures.f_beta(table, beta),
        }
    )
