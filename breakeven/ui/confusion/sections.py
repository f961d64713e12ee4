"""The parts of the confusion page, from the matrix down to the table of every class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.figures.confusion_matrix import matrix_figure
from breakeven.findings.confused_pairs import confused_pairs, rule_text
from breakeven.findings.limits import Limits
from breakeven.findings.splits import never_trained
from breakeven.records import Truth
from breakeven.ui.app import state, widgets
from breakeven.ui.app.cached import cached
from breakeven.ui.app.counted import class_in_counts, counts_in
from breakeven.ui.app.listed import Way, show_documents
from breakeven.ui.app.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.html import grid, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.confusion import matrix
from breakeven.ui.confusion.matrix import Cell
from breakeven.ui.confusion.merging import offer_as_one
from breakeven.ui.confusion.text import (
    behind,
    confusion_frame,
    margins,
    of_cell,
    pair_frame,
    pair_rows,
    table_frame,
)
from metrics import confusion
from metrics.confusion import Base, Confusions
from metrics.typing import Array

LISTED = 1_000
PAIRS = 10


@dataclass(frozen=True)
class Choices:
    """How the matrix is drawn. `found`: classes searched for; None without a search."""

    base: Base
    order: str
    found: Array | None
    diagonal: bool


def choose(names: tuple[str, ...]) -> Choices:
    """Draw the page's choices in one row."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        explanation = help_of("confusion_matrix")
        return Choices(
            widgets.select("confusion.cells", "Cells show", matrix.BASES, help=explanation),
            widgets.select("confusion.order", "Order of classes", matrix.ORDERS),
            matrix.pick_search(names),
            matrix.pick_diagonal(),
        )


def _clicks() -> int:
    return int(state.remembered("confusion_clicks", 0))


def show_matrix(evaluation: Evaluation, rows: Array, choices: Choices, cell: Cell | None) -> None:
    """The matrix of these classes; a click on a cell chooses it."""
    nothing = not evaluation.one_of
    if len(rows) <= nothing:
        st.info("No class with documents here has this in its name.")
        return

    def cell_clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            row, column = divmod(point["point_index"], len(rows))
            matrix.choose_cell(rows[row], rows[column])
            # a fresh table, or it would go on marking the row chosen in it before
            state.remember("confusion_clicks", _clicks() + 1)

    drawn = matrix.cells(
        evaluation.confusion, rows, evaluation.classes, choices.base, choices.diagonal, cell
    )
    widgets.points(
        "matrix",
        matrix_figure(drawn, dark=st.context.theme.type == "dark"),
        cell_clicked,
        "Confusion matrix: rows true, columns assigned; the table tells the same",
    )
    st.caption(
        "Rows are true, columns assigned. Click a cell, or choose a row of the table (arrow "
        "keys, then Shift and Space), to see its documents. Colour deepens in steps that keep "
        "single documents visible. " + matrix.left_out(evaluation.confusion, len(rows) - nothing)
    )


def show_largest(
    evaluation: Evaluation, every: Confusions, listed: Confusions, cell: Cell | None
) -> None:
    """The largest confusions as a table; choosing a row chooses its cell."""
    st.subheader("The largest confusions", anchor=False)
    if cell is None or not len(listed):
        st.info("Nothing is taken for anything else.")
        return
    marked = np.flatnonzero((listed.true == cell[0]) & (listed.assigned == cell[1]))
    widgets.rows(
        "confusions",
        confusion_frame(listed, evaluation.classes),
        marked.tolist(),
        lambda row: matrix.choose_cell(listed.true[row], listed.assigned[row]),
        420,
        fresh=(evaluation, _clicks(), listed.true.tolist(), listed.assigned.tolist()),
        column_config={
            "true": st.column_config.Column(width=105),
            "assigned": st.column_config.Column(width=105),
            "count": st.column_config.NumberColumn(format="localized"),
            "of the true": st.column_config.NumberColumn(format="percent"),
            "of the assigned": st.column_config.NumberColumn(format="percent"),
        },
    )
    if left := len(every) - len(listed):
        st.caption(f"{left:,} more are in the download; a search narrows the table.")
    downloads.downloads(lambda: confusion_frame(every, evaluation.classes), "confusions")


def show_cell(truth: Truth, evaluation: Evaluation, cell: Cell | None) -> None:
    """The documents behind the chosen cell."""
    st.subheader("The documents of the cell", anchor=False)
    if cell is None:
        st.info("No cell is chosen.")
        return
    true, assigned = (c if c < len(evaluation.classes) else None for c in cell)
    positions = evaluation.documents_with(true, assigned)
    say(behind(evaluation, cell, len(positions), counts_in(truth, evaluation)))
    shown_score = true if assigned is None else assigned
    way = Way(of_cell(evaluation, cell))
    show_documents(truth, evaluation, positions, "documents_of_cell", way, shown_score)


@cached(entries=16)
def _pairs(
    evaluation: Evaluation, limits: Limits, unseen: list[int], found: list[int] | None, most: int
) -> tuple[pd.DataFrame, int]:
    """The first of the pairs of classes taken for each other, and how many there are."""
    pairs = confusion.ambiguous_pairs(evaluation.confusion)
    if found is not None:
        pairs = pairs[np.isin(pairs.first, found) | np.isin(pairs.second, found)]
    first = pairs[np.arange(min(len(pairs), most))]
    return pair_frame(confused_pairs(evaluation, limits, first, unseen)), len(pairs)


def show_pairs(truth: Truth, evaluation: Evaluation, limits: Limits, found: Array | None) -> None:
    """Pairs of classes taken for each other, with what is suggested."""
    of = evaluation, limits, never_trained(truth, limits).tolist()
    some = None if found is None else found.tolist()
    st.subheader("Classes taken for each other", anchor=False, help=help_of("ambiguous_pairs"))
    frame, every = _pairs(*of, some, PAIRS)
    if not every:
        st.info("No two classes are taken for each other.")
        return
    grid(*pair_rows(evaluation, frame, counts_in(truth, evaluation)))
    if evaluation.fold is None:
        merged = frame[frame["suggested"] == "merge"]
        offer_as_one([*zip(merged["first"], merged["second"], strict=True)])
    st.caption(
        "Rate: of the documents of both classes, the share that is taken for the other, with its "
        f"95 % interval. {rule_text(limits)}"
    )
    downloads.downloads(lambda: _pairs(*of, some, every)[0], "confused_pairs")


def show_tables(page: Page, found: Array | None) -> None:
    """The 2 x 2 table of every class; choosing a row chooses its class."""
    evaluation, chosen = page.evaluation, page.selection.class_index
    st.subheader("The table of every class", anchor=False, help=help_of("precision"))
    frame = table_frame(evaluation, page.selection.beta, found)
    listed = frame.index.to_numpy()
    widgets.rows(
        "tables",
        frame,
        np.flatnonzero(listed == chosen).tolist(),
        lambda row: page.choose_class(listed[row]),
        420,
        placeholder="—",  # undefined
        column_config={
            c: st.column_config.NumberColumn(format="%.3f") for c in frame.columns[7:10]
        },
    )
    say(class_in_counts(counts_in(page.review.truth, evaluation), evaluation, chosen))
    if not evaluation.one_of:
        say(f"<small>{margins(evaluation)}</small>")
    downloads.downloads(lambda: frame, "contingency_tables")
