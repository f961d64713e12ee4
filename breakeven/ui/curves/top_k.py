"""The same number of classes for every document, beside one threshold for all classes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.eleven_conventions import judged_pairs
from breakeven.evaluation.scored import ScoredSplit
from breakeven.figures.top_k import top_k_figure
from breakeven.report.summary import TRUE_NUMBER
from breakeven.text import f_name, figure_of
from breakeven.ui.app.cached import cached
from breakeven.ui.app.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import grid, say
from metrics import measures
from metrics.incidence import weigh_per_class
from metrics.ranking.curves import OperatingPoints, pr_curve, thinned
from metrics.ranking.iso_f import F_LEVELS, iso_f
from metrics.tallies import ContingencyTable
from metrics.thresholds.strategies import top_k_curve

IN_WORDS = (1, 2, 3, 5)


@cached(entries=16, spinner="Ranking the classes of every document …")
def _curves(scored: ScoredSplit) -> tuple[ContingencyTable, OperatingPoints]:
    table = top_k_curve(*judged_pairs(scored), scored.weights)
    if scored.unjudged is not None:
        # never assigned and never true, so all of them stand among the true negatives
        own = np.ones(len(scored.rows)) if scored.weights is None else scored.weights
        unjudged = weigh_per_class(scored.unjudged, own).sum()
        table = ContingencyTable(table.tp, table.fp, table.fn, table.tn - unjudged)
    return table, thinned(pr_curve(scored.pooled))


def show_top_k(page: Page) -> None:
    """Pooled precision, recall and fallout for k = 0, 1, ..., against the threshold curve."""
    e, beta = page.evaluation, page.view.beta
    table, threshold_curve = _curves(e.scored)
    f = f_name(beta)
    if e.exactly_true_number:
        st.warning(TRUE_NUMBER)
    values = measures.f_beta(table, beta)
    if np.isnan(values[1:]).all():
        st.info("No document here has a class.")
        return
    best = int(np.nanargmax(values[1:])) + 1
    given = "the class" if best == 1 else f"the {best} classes"
    per_document = float(measures.ratio(table.fn[0], e.weighed))
    say(
        f"If every document got {given} it scores highest, pooled {f} would be "
        f"<b>{figure_of(float(values[best]))}</b>, the most that the same number for all can give; "
        f"the decisions now have {figure_of(float(measures.f_beta(e.tables.pooled(), beta)))}. "
        f"The documents truly have {figure_of(per_document, 2)} classes on average."
    )
    show_figure(
        top_k_figure(
            table,
            threshold_curve,
            e.tables.pooled(),
            [iso_f(level, beta) for level in F_LEVELS],
            f,
        ),
        "top_k",
        "Pooled precision against recall, for each k and for each threshold",
    )
    shown = sorted({k for k in (*IN_WORDS, best) if k < len(table)})
    some = table[np.array(shown)]
    grid(
        ["Classes for every document", "Precision", "Recall", "Fallout", f],
        [
            [str(k), *(figure_of(float(v)) for v in row)]
            for k, *row in zip(
                shown,
                measures.precision(some),
                measures.recall(some),
                measures.fallout(some),
                measures.f_beta(some, beta),
                strict=True,
            )
        ],
    )
    st.caption(
        "Pooled over all classes; among equal scores the earlier class comes first. The same k "
        "for every document is coarse; a threshold per class, chosen on other documents, is finer."
    )
    downloads.downloads(
        lambda: pd.DataFrame(
            {
                "k": np.arange(len(table)),
                **{cell: getattr(table, cell) for cell in ("tp", "fp", "fn", "tn")},
                "precision": measures.precision(table),
                "recall": measures.recall(table),
                "fallout": measures.fallout(table),
                "f": values,
            }
        ),
        "top_k",
    )
