"""The documents behind the numbers of the chosen class."""

from __future__ import annotations

import streamlit as st

from breakeven.documents.behind import Cell, of_cell
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import errors_by_confidence
from breakeven.records import Truth
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.shared.listed import Way, show_documents

FIRST = {
    "fp": "The highest scores first: the surest mistakes.",
    "fn": "The lowest scores first: the farthest from being found.",
    "tp": "The lowest scores first: the ones nearly missed.",
}
CELLS: dict[Cell, str] = {"fp": "False positives", "fn": "False negatives", "tp": "True positives"}


@widgets.fragment
def show_behind(truth: Truth, evaluation: Evaluation, class_index: int) -> None:
    """The documents behind a cell, one click away; the larger kind of error at first."""
    counts = {cell: int(getattr(evaluation.tables, cell)[class_index]) for cell in CELLS}
    larger = "fn" if counts["fn"] > counts["fp"] else "fp"
    names: dict[Cell, str] = {cell: f"{name} ({counts[cell]:,})" for cell, name in CELLS.items()}
    cell: Cell = widgets.section(
        "classes.cell",
        "Documents behind the numbers",
        names,
        state.one_of("classes.cell", CELLS, larger),
    )
    if evaluation.scored.has_scores:
        st.caption(FIRST[cell])
    positions = errors_by_confidence(evaluation, class_index, cell)
    term = of_cell(truth, evaluation.classes[class_index], cell)
    assert term is not None
    name = f"{cell}_of_the_class"
    show_documents(truth, evaluation, positions, name, Way(term), class_index, narrow=True)
