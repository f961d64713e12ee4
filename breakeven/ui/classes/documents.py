"""The documents behind the numbers of the chosen class."""

from __future__ import annotations

import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import errors_by_confidence
from breakeven.records import Truth
from breakeven.ui.app import state, widgets
from breakeven.ui.components.documents import show_documents

FIRST = {
    "fp": "The highest scores first: the surest mistakes.",
    "fn": "The lowest scores first: the farthest from being found.",
    "tp": "The lowest scores first: the ones nearly missed.",
}
CELLS = {"fp": "False positives", "fn": "False negatives", "tp": "True positives"}


@widgets.fragment
def show_behind(truth: Truth, evaluation: Evaluation, class_index: int) -> None:
    """The documents behind a cell, one click away; the larger kind of error at first."""
    counts = {cell: int(getattr(evaluation.tables, cell)[class_index]) for cell in CELLS}
    larger = "fn" if counts["fn"] > counts["fp"] else "fp"
    cell = widgets.section(
        "cell",
        "Documents behind the numbers",
        {cell: f"{name} ({counts[cell]:,})" for cell, name in CELLS.items()},
        state.remembered("cell", larger),
        changed=lambda cell: state.remember("cell", cell),
    )
    if evaluation.scored.scores is not None:
        st.caption(FIRST[cell])
    positions = errors_by_confidence(evaluation, class_index, cell)
    show_documents(truth, evaluation, positions, f"{cell}_of_the_class", class_index)
