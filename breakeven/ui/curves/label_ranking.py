"""How well the classes of each document are ranked: measures for long lists of classes."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.label_ranking import AT, RankedLabels, ranked_labels
from breakeven.records import Review
from breakeven.reports.label_ranking import name_at, ranked_frame, said_of
from breakeven.text import figure_of
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.html import escaped, grid, say
from metrics.intervals import Interval

OF_ALL = "all"


@cached(entries=16, spinner="Ranking the classes of every document …")
def _ranked(review: Review, evaluation: Evaluation) -> RankedLabels:
    return ranked_labels(review.truth, evaluation)


def show_label_ranking(page: Page) -> None:
    """Every measure, a row each, for the first 1, 3 and 5 classes or the whole ranking."""
    found = _ranked(page.review, page.evaluation)
    if not found.documents:
        st.info("No document here has a class.")
        return
    say(
        f"The class of the highest score is true for {figure_of(found.value('precision_at_k', 1))} "
        "of the documents; the last true class stands "
        f"{figure_of(found.value('coverage'), 1)} classes down the list on average."
    )
    names = list(dict.fromkeys(m.key for m in found.measures))
    cells = {(m.key, m.k): m for m in found.measures}
    rows = []
    for key in names:
        row = [name_at(key, None).replace("@k", " at k")]
        for k in (*AT, None):
            measure = cells.get((key, k))
            row.append("" if measure is None else _with_ends(measure.value, measure.interval))
        rows.append(row)
    grid(["", *(f"first {k}" for k in AT), OF_ALL], rows)
    say(f"<small>{escaped(said_of(found))}</small>")
    st.caption(
        "Of equal scores every order counts alike. A class without a score comes after all that "
        "have one. Each is explained on the Measures page."
    )
    downloads.downloads(lambda: ranked_frame(found), "ranked_labels")


def _with_ends(value: float, interval: Interval) -> str:
    low, high = (float(end) for end in (interval.low, interval.high))
    digits = 3 if value <= 1 else 1
    if np.isnan(low):
        return figure_of(value, digits)
    return f"{figure_of(value, digits)} ({figure_of(low, digits)}–{figure_of(high, digits)})"
