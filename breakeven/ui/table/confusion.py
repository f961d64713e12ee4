"""What is taken for what in a table: the matrix that was counted, and a cell's documents."""

from __future__ import annotations

from functools import partial

import streamlit as st

from breakeven.engine.asking import Confuse, counts
from breakeven.engine.rows import Order
from breakeven.evaluation.counted import Confused, ConfusedEvaluation, with_confused
from breakeven.selection.terms import all_of, terms_of
from breakeven.text import count_of
from breakeven.ui.app.kept.cached import digest, stands_for
from breakeven.ui.app.session import links, state, widgets
from breakeven.ui.app.shared.table_page import TablePage
from breakeven.ui.app.shared.tables import answer_of
from breakeven.ui.components.html import say
from breakeven.ui.confusion.matrix import Cell
from breakeven.ui.confusion.merging import MERGING
from breakeven.ui.confusion.pairs import show_tables
from breakeven.ui.confusion.sections import largest_of, show_answer
from breakeven.ui.confusion.text import answer, behind, of_cell
from breakeven.ui.table.merging import show_merging
from breakeven.ui.table.rows import fetched, last_page, show_rows, turn

PARTS = {"matrix": "Matrix", "classes": "Every class", MERGING: "What to merge"}
# which page of which cell's documents is shown, and which of these was chosen
TURNED, CHOSEN = "confusion_turned", "confusion_chosen"
HIGH = 320
# of a cell it is said already what is true and assigned
READ_FIRST = ("text", "document", "true", "assigned")


def show_confusion(page: TablePage) -> None:
    """The matrix beside the documents of a cell, or the 2 x 2 table of every class."""
    if not page.evaluation.documents:
        st.info("There is no document here.")
        return
    asked = counts.ask(page.table, page.state, Confuse(page.part), page.looked)
    confused: Confused = answer_of(counts, page.table, asked)
    evaluation = with_confused(page.evaluation, confused)
    stands_for(evaluation, digest("confused", page.evaluation))
    say(answer(evaluation, largest_of(evaluation), page.counts))
    part = widgets.section("confusion.part", "Part", PARTS, label_visibility="collapsed")
    if part == "classes":
        show_tables(page, evaluation, page.counts)
    elif part == MERGING:
        show_merging(page, evaluation)
    else:
        show_answer(evaluation, page.counts, partial(_show_cell, page, evaluation))


def _show_cell(page: TablePage, evaluation: ConfusedEvaluation, cell: Cell | None) -> None:
    """The documents behind the chosen cell, a page at a time."""
    if cell is None:
        st.info("No cell is chosen.")
        return
    k = len(evaluation.classes)
    true, assigned = (c if c < k else None for c in cell)
    documents = evaluation.documents_behind(true, assigned)
    say(behind(evaluation, cell, documents, page.counts))
    if not documents:
        st.info("No document here.")
        return
    if page.looked.layout.identity is None:
        st.caption(
            "The rows have no ids, so they come in no order, and there are no pages of them."
        )
        return
    term = of_cell(evaluation, cell)
    chosen = state.forget(CHOSEN)
    if chosen is not None:
        links.open_document(term, *chosen)
    links.documents_link(term, f"Read {count_of(documents, 'document')} one by one")
    turned = state.remembered(TURNED)
    at = turned[1] if turned is not None and turned[0] == (page.part, cell) else 0
    at = min(at, last_page(documents))
    rows = fetched(page, all_of(terms_of(term)), Order(), at)

    def read(row: int) -> None:
        state.remember(CHOSEN, (rows[row].id, {"documents.page": str(at + 1)}))

    show_rows(page, rows, "documents_of_cell", [], read, most_high=HIGH, order=READ_FIRST)
    st.caption("Choose a row to open its document.")
    if last_page(documents):
        turn(at, documents, lambda to: state.remember(TURNED, ((page.part, cell), to)))
