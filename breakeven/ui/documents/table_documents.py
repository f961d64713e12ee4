"""The documents of a table behind its numbers: an engine is asked for the page shown."""

from __future__ import annotations

from functools import partial

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.selection.decision_terms import of_document
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.expression import ClassTerm, Judged
from breakeven.analysis.selection.selection import number
from breakeven.analysis.selection.where import Where, where_of
from breakeven.data.wording import NOTHING, about, name_of
from breakeven.engine.document_rows import MOST_OF_A_TEXT, DocumentRow, RowOrder
from breakeven.engine.queries import NumberQuery, readings
from breakeven.ui.app.header.help import TABLE_WHERE_HELP
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.table_rows import fetched, last_page, show_rows, turn
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.store.engine_tables import answer_of
from breakeven.ui.components.assets import first_when_narrow
from breakeven.ui.components.html import (
    bold,
    code,
    outcome,
    quiet,
    say,
    show_absence,
)
from breakeven.ui.documents.filter_line import say_count, say_unusable
from breakeven.ui.documents.open_document import show_folded
from breakeven.ui.documents.shown_documents import OPEN, SORT, WHERE

HIGH = 920
PAGE = "documents.page"


def show_documents(table: CountedTable, chosen_class: str) -> None:
    """Filter, a page of the list, and the document of it that is open."""
    absence = table.evaluation.not_counted.get("documents")
    show_absence(absence, "instead")
    if absence is None:
        _show_list(table, chosen_class)


@widgets.fragment
def _show_list(table: CountedTable, chosen_class: str) -> None:
    where, count = _filtered(table)
    sort = widgets.select(SORT, "Order", _orders(table, chosen_class))
    if not count:
        st.info("No document is left.")
        return
    page = int(number(state.raw().get(PAGE), 1, 1, last_page(count) + 1)) - 1
    order = RowOrder() if sort == "id" else RowOrder(chosen_class, sort == "low")
    rows = fetched(table, where, order, page)
    first_when_narrow("opened")
    left, right = st.columns([2, 3], gap="medium")
    ids = [row.id for row in rows]
    opened = state.raw().get(OPEN)
    position = ids.index(opened) if opened in ids else 0
    with left:
        open_row = partial(_open, rows)
        show_rows(table, rows, "table_documents", [position], open_row, most_high=HIGH)
        turn(page, count, lambda to: state.share(PAGE, str(to + 1)))
    with right, st.container(key="opened"):
        _show_opened(table, rows[position], order)


def _open(rows: list[DocumentRow], row: int) -> None:
    state.share(OPEN, rows[row].id)


def _filtered(table: CountedTable) -> tuple[Where | None, int]:
    """The filter that is typed, and how many documents it keeps; none where it cannot be used."""
    evaluation = table.evaluation
    typed = widgets.text(
        WHERE,
        "Documents where",
        icon=":material/search:",
        placeholder="wrong",
        help=TABLE_WHERE_HELP,
    )
    every = evaluation.documents
    try:
        where = where_of(typed)
        count = every if where is None else counted_number(evaluation, where)
        if where is not None and count is None:
            query = readings.ask(
                table.named, table.files, NumberQuery(table.part, where), table.scan
            )
            count = int(answer_of(readings, table.named, query))
    except FilterError as error:
        say_unusable(error)
        where, count = None, every
    assert count is not None
    say_count(count, None if where is None else every)
    return where, count


def counted_number(evaluation: CountedEvaluation, where: Where) -> int | None:
    """How many documents a filter keeps, where it was counted already; None where not."""
    counts, term = evaluation.counts, where.expression
    if isinstance(term, Judged):
        table = counts.documents
        return counts.number(of_document(term.kind, table.fn, table.fp))
    if counts.weights is not None or not isinstance(term, ClassTerm):
        return None
    if term.name not in evaluation.classes:
        return None
    table = counts.classes[evaluation.classes.index(term.name)]
    cells = {"hit": "tp", "missed": "fn", "extra": "fp", "rejected": "tn", "true": "positives"}
    cell = cells.get(term.kind)
    return None if cell is None else int(getattr(table, cell))


def _orders(table: CountedTable, chosen_class: str) -> dict[str, str]:
    orders = {"id": "By id"}
    if table.scan.layout.scored:
        name = name_of(chosen_class)
        orders |= {
            "high": f"Highest score of {name} first",
            "low": f"Lowest score of {name} first",
        }
    return orders


def _show_opened(table: CountedTable, row: DocumentRow, order: RowOrder) -> None:
    """One document: its text as it is written, and what is true and assigned."""
    say(Markup("Document {}").format(bold(row.id)))
    if table.scan.layout.only("text") is None:
        say(quiet("The table has no text column."))
    elif show_folded(row.text[:MOST_OF_A_TEXT]) and len(row.text) > MOST_OF_A_TEXT:
        say(quiet(f"These are the first {MOST_OF_A_TEXT:,} characters."))
    other = [name for name in row.assigned if name not in row.true]
    outcomes = [
        *(
            Markup("{} {}").format(code(n), outcome("found", "right"))
            for n in row.true
            if n in row.assigned
        ),
        *(
            Markup("{} {}").format(code(n), outcome("missed", "wrong"))
            for n in row.true
            if n not in row.assigned
        ),
        *(
            Markup("{} {}").format(code(n), outcome("false alarm", "wrong"))
            for n in other
            if n not in row.unjudged
        ),
        *(
            Markup("{} {}").format(code(n), outcome("not judged", "plain"))
            for n in other
            if n in row.unjudged
        ),
    ]
    say(Markup(" · ").join(outcomes) or quiet("No class is predicted, and none is true."))
    if order.name is not None:
        score = NOTHING if row.score is None else about(row.score)
        say(Markup("Score of {}: {}").format(bold(order.name), score))
