"""A page of a table's documents: fetched from its engine, listed, and turned."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from breakeven.analysis.selection.where import Where
from breakeven.data.wording import count_of, visible
from breakeven.engine.document_rows import DocumentRow, RowOrder
from breakeven.engine.queries import ListQuery, readings
from breakeven.results.documents import beginning
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.session import widgets
from breakeven.ui.app.store.engine_tables import answer_of

ROWS_SHOWN = 25


def last_page(count: int) -> int:
    """The last page of so many documents, from 0."""
    return max(math.ceil(count / ROWS_SHOWN) - 1, 0)


def fetched(
    table: CountedTable, also: Where | None, order: RowOrder, page: int
) -> list[DocumentRow]:
    """The documents on a page, from 0, of those that `also` keeps of what is looked at."""
    listed = ListQuery(table.part, also, order, page * ROWS_SHOWN, ROWS_SHOWN)
    query = readings.ask(table.named, table.files, listed, table.scan)
    rows: list[DocumentRow] = answer_of(readings, table.named, query)
    return rows


def show_rows(
    table: CountedTable,
    rows: list[DocumentRow],
    name: str,
    marked: Sequence[int],
    chosen: Callable[[int], None],
    *,
    most_high: int,
    order: Sequence[str] = ("document", "score", "true", "predicted", "text"),
) -> None:
    """The documents as a table, `name` its key, its columns in an `order`.

    `chosen` gets the row that is chosen.
    """
    columns: dict[str, object] = {"document": [visible(row.id) for row in rows]}
    if any(row.score is not None for row in rows):
        columns["score"] = [math.nan if row.score is None else row.score for row in rows]
    columns["true"] = [" | ".join(row.true) for row in rows]
    columns["predicted"] = [" | ".join(row.assigned) for row in rows]
    if table.scan.layout.only("text") is not None:
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


def turn(page: int, count: int, to: Callable[[int], None]) -> None:
    """The page before, and the next one, of so many documents; `to` gets the page, from 0."""
    last = last_page(count)
    with st.container(horizontal=True, vertical_alignment="center"):
        for key, label, where in (("earlier", "Earlier", page - 1), ("later", "Later", page + 1)):
            if key == "later":
                first, end = page * ROWS_SHOWN + 1, min((page + 1) * ROWS_SHOWN, count)
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
