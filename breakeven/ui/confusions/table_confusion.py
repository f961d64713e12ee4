"""Which classes get confused in a table: the matrix, a cell's documents, pairs to merge."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from breakeven.analysis.class_structure.merge_search import PairGains, gains_of
from breakeven.analysis.evaluation.counted import Confused
from breakeven.analysis.selection.where import all_of, terms_of
from breakeven.data.wording import NOTHING, count_of, f_name
from breakeven.engine.document_rows import RowOrder
from breakeven.engine.queries import ConfusionQuery, MeetingQuery, counts
from breakeven.results.merging import BY_SIZE, CHOSEN, LISTED, NO_PAIR, pair_frame
from breakeven.ui.app.cache.memo import digest, stands_for
from breakeven.ui.app.page import links
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.page.table_rows import fetched, last_page, show_rows, turn
from breakeven.ui.app.session import downloads, state
from breakeven.ui.app.store.engine_tables import answer_of
from breakeven.ui.components.html import say, show_absence
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from breakeven.ui.confusions.matrix import MatrixCell
from breakeven.ui.confusions.merging import OF_TWO, WHY_EXPECTED_GAIN, gain_columns
from breakeven.ui.confusions.sentences import behind, of_cell
from metrics.merging.merge_gains import CountedMeetings

# --- which pairs of a table's classes are best made one, from how an engine counted that they meet


def show_merging(page: EvaluatedPage, table: CountedTable) -> None:
    """The pairs that gain most beyond their sizes."""
    evaluation = table.evaluation
    st.header("What if classes were merged?", anchor=False, help=help_of("merge_by_size"))
    if len(evaluation.classes) < 3:
        st.info(OF_TWO)
        return
    say(WHY_EXPECTED_GAIN)
    pairs = _gains(table, page.selection.beta)
    if not len(pairs):
        st.caption(NO_PAIR)
        return
    frame = pair_frame(pairs)
    best = frame[:LISTED]
    show_table(best, "best_merges", placeholder=NOTHING, column_config=gain_columns())
    more = f"The best {len(best):,} of {len(pairs):,} pairs. " if len(pairs) > LISTED else ""
    st.caption(f"{more}Gains in micro {f_name(pairs.beta)}. {BY_SIZE} {CHOSEN}")
    downloads.downloads(lambda: frame, "best_merges")
    show_absence(evaluation.not_counted.get("merged_groups"))


def _gains(table: CountedTable, beta: float) -> PairGains:
    evaluation = table.evaluation
    query = counts.ask(table.named, table.files, MeetingQuery(table.part), table.scan)
    met = answer_of(counts, table.named, query)
    meetings = CountedMeetings(met, evaluation.tables, evaluation.weighed)
    return gains_of(evaluation, meetings, beta)


# --- which classes get confused in a table: the matrix that was counted, and a cell's documents


# which page of which cell's documents is shown, and which of these was chosen
TURNED_TO, CHOSEN_ROW = "confusion_turned", "confusion_chosen"
CELL_HIGH = 320
# of a cell it is said already what is true and predicted
READ_FIRST = ("text", "document", "true", "predicted")


def with_confusion(table: CountedTable) -> CountedTable:
    """The table, in which confusions are counted as well."""
    query = counts.ask(table.named, table.files, ConfusionQuery(table.part), table.scan)
    confused: Confused = answer_of(counts, table.named, query)
    evaluation = replace(table.evaluation, confused=confused)
    stands_for(evaluation, digest("confused", table.evaluation))
    return replace(table, evaluation=evaluation)


def show_cell(page: EvaluatedPage, table: CountedTable, cell: MatrixCell | None) -> None:
    """The documents behind the chosen cell, a page at a time."""
    evaluation = table.evaluation
    if cell is None:
        st.info("No cell is chosen.")
        return
    k = len(evaluation.classes)
    true, assigned = (c if c < k else None for c in cell)
    documents = evaluation.documents_behind(true, assigned)
    say(behind(evaluation, cell, documents, page.counts))
    if not documents:
        st.info("There is no document here.")
        return
    if absence := evaluation.not_counted.get("documents"):
        show_absence(absence)
        return
    term = of_cell(evaluation, cell)
    chosen = state.forget(CHOSEN_ROW)
    if chosen is not None:
        links.open_document(term, *chosen)
    links.documents_link(term, f"Read {count_of(documents, 'document')}")
    turned = state.remembered(TURNED_TO)
    page_number = turned[1] if turned is not None and turned[0] == (table.part, cell) else 0
    page_number = min(page_number, last_page(documents))
    rows = fetched(table, all_of(terms_of(term)), RowOrder(), page_number)

    def read(row: int) -> None:
        state.remember(CHOSEN_ROW, (rows[row].id, {"documents.page": str(page_number + 1)}))

    show_rows(table, rows, "documents_of_cell", [], read, most_high=CELL_HIGH, order=READ_FIRST)
    st.caption("Choose a row to open its document.")
    if last_page(documents):
        turn(page_number, documents, lambda to: state.remember(TURNED_TO, ((table.part, cell), to)))
