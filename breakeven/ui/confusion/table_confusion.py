"""What is taken for what in a table: the matrix, a cell's documents, pairs best made one."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from breakeven.analysis.class_structure.merge_search import PairGains, gains_of
from breakeven.analysis.evaluation.counted import (
    Confused,
)
from breakeven.analysis.selection.where import all_of, terms_of
from breakeven.data.wording import NOTHING, count_of, f_name
from breakeven.engine.document_rows import RowOrder
from breakeven.engine.queries import ConfusionQuery, MeetingQuery, counts
from breakeven.results.merging import BY_SIZE, CHOSEN, LISTED, NO_PAIR, pair_frame
from breakeven.ui.app.cache.memo import digest, stands_for
from breakeven.ui.app.page import links
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.page.table_rows import fetched, last_page, show_rows, turn
from breakeven.ui.app.session import downloads, state
from breakeven.ui.app.store.engine_tables import answer_of
from breakeven.ui.components.html import say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from breakeven.ui.confusion.matrix import MatrixCell
from breakeven.ui.confusion.merging import OF_TWO, WHY_EXPECTED_GAIN, gain_columns
from breakeven.ui.confusion.sentences import behind, of_cell
from metrics.merging.merge_gains import CountedMeetings

# --- which pairs of a table's classes are best made one, from how an engine counted that they meet


NOT_HERE = (
    "What larger groups would give, how sure a gain is, and how many bits of information it costs, "
    "is worked out in memory only."
)


def show_merging(page: TablePage) -> None:
    """The pairs that gain most beyond their sizes."""
    evaluation = page.evaluation
    st.subheader("What if classes were merged?", anchor=False, help=help_of("merge_by_size"))
    if len(evaluation.classes) < 3:
        st.info(OF_TWO)
        return
    say(WHY_EXPECTED_GAIN)
    pairs = _gains(page)
    if not len(pairs):
        st.caption(NO_PAIR)
        return
    frame = pair_frame(pairs)
    best = frame[:LISTED]
    show_table(best, "best_merges", placeholder=NOTHING, column_config=gain_columns())
    more = f"The best {len(best):,} of {len(pairs):,} that gain. " if len(pairs) > LISTED else ""
    st.caption(f"{more}Gains in micro {f_name(pairs.beta)}. {BY_SIZE} {CHOSEN}")
    downloads.downloads(lambda: frame, "best_merges")
    st.caption(NOT_HERE)


def _gains(page: TablePage) -> PairGains:
    evaluation = page.evaluation
    met = answer_of(
        counts, page.table, counts.ask(page.table, page.state, MeetingQuery(page.part), page.looked)
    )
    meetings = CountedMeetings(met, evaluation.tables, evaluation.weighed)
    return gains_of(evaluation, meetings, page.selection.beta)


# --- what is taken for what in a table: the matrix that was counted, and a cell's documents


# which page of which cell's documents is shown, and which of these was chosen
TURNED_TO, CHOSEN_ROW = "confusion_turned", "confusion_chosen"
CELL_HIGH = 320
# of a cell it is said already what is true and assigned
READ_FIRST = ("text", "document", "true", "assigned")


def with_confusion(page: TablePage) -> TablePage:
    """The page, of whose evaluation it is counted as well what is taken for what."""
    asked = counts.ask(page.table, page.state, ConfusionQuery(page.part), page.looked)
    confused: Confused = answer_of(counts, page.table, asked)
    evaluation = replace(page.evaluation, confused=confused)
    stands_for(evaluation, digest("confused", page.evaluation))
    return replace(page, evaluation=evaluation)


def show_cell(page: TablePage, cell: MatrixCell | None) -> None:
    """The documents behind the chosen cell, a page at a time."""
    evaluation = page.evaluation
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
    chosen = state.forget(CHOSEN_ROW)
    if chosen is not None:
        links.open_document(term, *chosen)
    links.documents_link(term, f"Read {count_of(documents, 'document')} one by one")
    turned = state.remembered(TURNED_TO)
    at = turned[1] if turned is not None and turned[0] == (page.part, cell) else 0
    at = min(at, last_page(documents))
    rows = fetched(page, all_of(terms_of(term)), RowOrder(), at)

    def read(row: int) -> None:
        state.remember(CHOSEN_ROW, (rows[row].id, {"documents.page": str(at + 1)}))

    show_rows(page, rows, "documents_of_cell", [], read, most_high=CELL_HIGH, order=READ_FIRST)
    st.caption("Choose a row to open its document.")
    if last_page(documents):
        turn(at, documents, lambda to: state.remember(TURNED_TO, ((page.part, cell), to)))
