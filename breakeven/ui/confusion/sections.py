"""The confusion page's main answer: the matrix, the documents of a cell, the largest confusions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.evaluation.counted import AnyConfused
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.library.notes import show_notes
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.counted import Counts, counts_in
from breakeven.ui.app.shared.linked import offer_only
from breakeven.ui.app.shared.listed import Way, show_documents
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.html import say
from breakeven.ui.components.placing import beside
from breakeven.ui.components.tables import PERCENT, in_percent
from breakeven.ui.confusion import matrix
from breakeven.ui.confusion.matrix import Cell
from breakeven.ui.confusion.text import behind, confusion_frame, counting, of_cell
from metrics.confusion import Confusions, largest_confusions

LISTED = 1_000
# pixels: the table stands beside the matrix, below documents
HIGH = 215
SHARES = ("of the true", "of the assigned")


@cached(entries=16)
def largest_of(evaluation: AnyConfused) -> Confusions:
    """Every confusion, largest first."""
    return largest_confusions(evaluation.confusion)


@cached(entries=16)
def _listed(evaluation: AnyConfused) -> pd.DataFrame:
    found = largest_of(evaluation)
    first = found[np.arange(min(len(found), LISTED))]
    return in_percent(confusion_frame(first, evaluation.classes), *SHARES)


@widgets.fragment
def show_answer(
    evaluation: AnyConfused, counts: Counts, show_cell: Callable[[Cell | None], None]
) -> None:
    """The matrix; beside it the chosen cell, as `show_cell` has it, and the largest confusions."""
    found = largest_of(evaluation)
    choices, chosen = matrix.choose(evaluation)
    largest = (int(found.true[0]), int(found.assigned[0])) if len(found) else None
    cell = matrix.chosen_cell(len(evaluation.classes), largest)
    beside("confusion_answer")
    with st.container(key="confusion_answer"):
        left, right = st.columns([2, 1], gap="medium")
    with left:
        matrix.show_matrix(evaluation, choices, chosen, cell)
        if not evaluation.one_of:
            with st.expander("How cells are counted", icon=":material/calculate:"):
                say(counting(evaluation, counts))
    with right, st.container(key="cell"):
        show_cell(cell)
    with right:
        _show_largest(evaluation, found, cell)


def _show_largest(evaluation: AnyConfused, found: Confusions, cell: Cell | None) -> None:
    """The largest confusions as a table; choosing a row chooses its cell."""
    say("<b>The largest confusions</b>")
    if cell is None or not len(found):
        st.info("Nothing is taken for anything else.")
        return
    frame = _listed(evaluation)
    n = len(frame)
    marked = np.flatnonzero((found.true[:n] == cell[0]) & (found.assigned[:n] == cell[1]))
    widgets.rows(
        "confusions",
        frame,
        marked.tolist(),
        lambda row: matrix.choose_cell(found.true[row], found.assigned[row]),
        HIGH,
        column_config={
            "true": st.column_config.Column(width=95),
            "assigned": st.column_config.Column(width=95),
            "count": st.column_config.NumberColumn(format="localized"),
        }
        | {share: st.column_config.NumberColumn(format=PERCENT) for share in SHARES},
    )
    if left := len(found) - n:
        st.caption(f"{left:,} more are in the download.")
    downloads.downloads(lambda: confusion_frame(found, evaluation.classes), "confusions")


def show_cell(page: Page, cell: Cell | None) -> None:
    """The documents behind the chosen cell, and notes on it."""
    truth, evaluation = page.review.truth, page.evaluation
    if cell is None:
        st.info("No cell is chosen.")
        return
    true, assigned = (c if c < len(evaluation.classes) else None for c in cell)
    positions = evaluation.documents_with(true, assigned)
    say(behind(evaluation, cell, len(positions), counts_in(truth, evaluation)))
    shown_score = true if assigned is None else assigned
    term = of_cell(evaluation, cell)
    if truth.documents is not None and len(positions):
        offer_only(page, term, "cell")
    name, way = "documents_of_cell", Way(term)
    show_documents(truth, evaluation, positions, name, way, shown_score, narrow=True)
    if not page.folded:  # notes are on classes of the file
        names = matrix.names_of(evaluation.classes, cell)
        show_notes(page.review, names, "this pair of classes")
