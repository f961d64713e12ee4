"""The documents of a table behind its numbers: an engine is asked for the page shown."""

from __future__ import annotations

from functools import partial

import streamlit as st

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
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.page.table_rows import fetched, last_page, show_rows, turn
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.store.engine_tables import answer_of
from breakeven.ui.components.assets import first_when_narrow
from breakeven.ui.components.html import bold, code, literal, outcome, quiet, say, text_block
from breakeven.ui.documents.open_document import fold_of

HIGH = 920
WHERE, SORT, PLACE, OPEN = (f"documents.{of}" for of in ("where", "sort", "page", "open"))


def show_documents(page: TablePage) -> None:
    """Filter, a page of the list, and the document of it that is open."""
    if page.looked.layout.identity is None:
        st.info("The rows have no ids, so they come in no order, and there are no pages of them.")
        return
    _list(page)


@widgets.fragment
def _list(page: TablePage) -> None:
    where, count = _filtered(page)
    sort = widgets.select(SORT, "Order", _orders(page))
    if not count:
        st.info("No document is left.")
        return
    at = int(number(state.raw().get(PLACE), 1, 1, last_page(count) + 1)) - 1
    order = RowOrder() if sort == "id" else RowOrder(page.chosen_class, sort == "low")
    rows = fetched(page, where, order, at)
    first_when_narrow("opened")
    left, right = st.columns([2, 3], gap="medium")
    ids = [row.id for row in rows]
    opened = state.raw().get(OPEN)
    place = ids.index(opened) if opened in ids else 0
    with left:
        open_row = partial(_open, rows)
        show_rows(page, rows, "table_documents", [place], open_row, most_high=HIGH)
        turn(at, count, lambda to: state.share(PLACE, str(to + 1)))
    with right, st.container(key="opened"):
        _opened(page, rows[place], order)


def _open(rows: list[DocumentRow], row: int) -> None:
    state.share(OPEN, rows[row].id)


def _filtered(page: TablePage) -> tuple[Where | None, int]:
    """The filter that is typed, and how many documents it keeps; none where it cannot be used."""
    evaluation = page.evaluation
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
            asked = readings.ask(page.table, page.state, NumberQuery(page.part, where), page.looked)
            count = int(answer_of(readings, page.table, asked))
    except FilterError as error:
        say("This filter cannot be used; listed is every document.")
        st.code(f"{error.pointed}\n{error.what}", language=None)
        where, count = None, every
    assert count is not None
    of = "" if where is None else f" of {every:,}"
    say(f"{bold(f'{count:,}')}{of} {'document' if count == 1 and not of else 'documents'}")
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


def _orders(page: TablePage) -> dict[str, str]:
    orders = {"id": "by id"}
    if page.looked.layout.scored:
        name = name_of(page.chosen_class)
        orders |= {
            "high": f"highest score for {name} first",
            "low": f"lowest score for {name} first",
        }
    return orders


def _opened(page: TablePage, row: DocumentRow, order: RowOrder) -> None:
    """One document: its text as it is written, and what is true and assigned."""
    say(f"Document {bold(row.id)}")
    if page.looked.layout.only("text") is None:
        say(quiet("The table has no column of texts to show."))
    elif not row.text.strip():
        say(quiet("The text of this document is empty."))
    else:
        text = row.text[:MOST_OF_A_TEXT]
        end = fold_of(text)
        more = f"Show the other {len(text) - end:,} characters"
        text_block(literal(text[:end]), literal(text[end:]), more)
        if len(row.text) > MOST_OF_A_TEXT:
            say(quiet(f"These are the first {MOST_OF_A_TEXT:,} characters."))
    other = [name for name in row.assigned if name not in row.true]
    said = [
        *(f"{code(n)} {outcome('found', 'right')}" for n in row.true if n in row.assigned),
        *(f"{code(n)} {outcome('missed', 'wrong')}" for n in row.true if n not in row.assigned),
        *(f"{code(n)} {outcome('extra', 'wrong')}" for n in other if n not in row.unjudged),
        *(f"{code(n)} {outcome('not judged', 'plain')}" for n in other if n in row.unjudged),
    ]
    say(" · ".join(said) or quiet("No class is true, and none is assigned."))
    if order.name is not None:
        score = NOTHING if row.score is None else about(row.score)
        say(f"Score for {bold(order.name)}: {score}")
