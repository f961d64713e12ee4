"""A page of a table's documents: fetched from its engine, listed, and turned."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from breakeven.engine.asking import Listed, readings
from breakeven.engine.rows import Order, Row
from breakeven.reports.documents import beginning
from breakeven.selection import Where
from breakeven.text import count_of, visible
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.table_page import TablePage
from breakeven.ui.app.shared.tables import answer_of

SHOWN = 25


def last_page(count: int) -> int:
    """The last page of so many documents, from 0."""
    return max(math.ceil(count / SHOWN) - 1, 0)


def fetched(page: TablePage, also: Where | None, order: Order, at: int) -> list[Row]:
    """The documents on a page, from 0, of those that `also` keeps of what is looked at."""
    listed = Listed(page.part, also, order, at * SHOWN, SHOWN)
    found: list[Row] = answer_of(
        readings, page.table, readings.ask(page.table, page.state, listed, page.looked)
    )
    return found


def show_rows(
    page: TablePage,
    rows: list[Row],
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
                first, end = at * SHOWN + 1, min((at + 1) * SHOWN, count)
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
