"""The documents of a table behind its numbers: an engine is asked for the page shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.selection.decision_terms import of_document
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.expression import ClassTerm, Judged
from breakeven.analysis.selection.selection import number
from breakeven.analysis.selection.where import Where, where_of
from breakeven.data.wording import NOTHING, about, count_of, name_of, visible
from breakeven.engine.document_rows import MOST_OF_A_TEXT, DocumentRow, RowOrder
from breakeven.engine.queries import ListQuery, NumberQuery, readings
from breakeven.results.documents import beginning
from breakeven.ui.app.header.help import TABLE_WHERE_HELP
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.store.engine_tables import answer_of
from breakeven.ui.components.assets import first_when_narrow
from breakeven.ui.components.html import bold, code, literal, outcome, quiet, say, text_block
from breakeven.ui.documents.open_document import fold_of

# --- a page of a table's documents: fetched from its engine, listed, and turned


ROWS_SHOWN = 25


def last_page(count: int) -> int:
    """The last page of so many documents, from 0."""
    return max(math.ceil(count / ROWS_SHOWN) - 1, 0)


def fetched(page: TablePage, also: Where | None, order: RowOrder, at: int) -> list[DocumentRow]:
    """The documents on a page, from 0, of those that `also` keeps of what is looked at."""
    listed = ListQuery(page.part, also, order, at * ROWS_SHOWN, ROWS_SHOWN)
    found: list[DocumentRow] = answer_of(
        readings, page.table, readings.ask(page.table, page.state, listed, page.looked)
    )
    return found


def show_rows(
    page: TablePage,
    rows: list[DocumentRow],
    name: str,
    marked: Sequence[int],
    chosen: Callable[[int], None],
    *,
    most_high: int,
    order: Sequence[str] = ("document", "score", "true", "assigned", "text"),
) -> None:
    """The documents as a table, `name` its key, its columns in an `order`.

    `chosen` gets the row that is chosen.
    """
    columns: dict[str, object] = {"document": [visible(row.id) for row in rows]}
    if any(row.score is not None for row in rows):
        columns["score"] = [math.nan if row.score is None else row.score for row in rows]
    columns["true"] = [" | ".join(row.true) for row in rows]
    columns["assigned"] = [" | ".join(row.assigned) for row in rows]
    if page.looked.layout.only("text") is not None:
        columns["text"] = [visible(beginning(row.text)) for row in rows]
    widgets.rows(
        name,
        pd.DataFrame(columns),
        marked,
        chosen,
        most_high,
        column_config={
            "document": st.column_config.Column(width=75),
            "score": st.column_config.NumberColumn(width=70, format="%.4g"),
            "text": st.column_config.Column(width="large"),
        },
        column_order=order,
    )


def turn(at: int, count: int, to: Callable[[int], None]) -> None:
    """The page before, and the next one, of so many documents; `to` gets the page, from 0."""
    last = last_page(count)
    with st.container(horizontal=True, vertical_alignment="center"):
        for key, label, where in (("earlier", "Earlier", at - 1), ("later", "Later", at + 1)):
            if key == "later":
                first, end = at * ROWS_SHOWN + 1, min((at + 1) * ROWS_SHOWN, count)
                st.caption(f"{first:,} to {end:,} of {count_of(count, 'document')}")
            st.button(
                label,
                key=key,
                icon=f":material/keyboard_arrow_{'up' if key == 'earlier' else 'down'}:",
                type="tertiary",
                disabled=not 0 <= where <= last,
                on_click=to,
                args=(where,),
            )


# --- the documents of a table behind its numbers: an engine is asked for the page of rows shown


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
