"""What is taken for what, and in which documents."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.figures.confusion_matrix import NUMBERED, matrix_figure
from breakeven.findings.confused_pairs import confused_pairs, rule_text
from breakeven.ui.app import state
from breakeven.ui.app.cached import digest
from breakeven.ui.app.page import begin
from breakeven.ui.components import downloads
from breakeven.ui.components.documents import show_documents
from breakeven.ui.components.html import grid, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.confusion import matrix
from breakeven.ui.confusion.text import (
    answer,
    behind,
    confusion_frame,
    counting,
    margins,
    pair_frame,
    pair_rows,
    table_frame,
)
from breakeven.ui.findings.cache import limits_of
from metrics import confusion

LISTED = 1_000
PAIRS = 10

page = begin("Confusion", "What is taken for what?")
e = page.evaluation
names, k, nothing = e.classes, len(e.classes), not e.one_of
every = confusion.largest_confusions(e.confusion)
between = every[(every.true < k) & (every.assigned < k)]

say(answer(e, between))
if nothing:
    say(f"<small>{counting(e)}</small>")

with st.container(horizontal=True, vertical_alignment="bottom"):
    base = matrix.pick("cells", "Cells show", matrix.BASES, help_of("confusion_matrix"))
    order = matrix.pick("order", "Order of classes", matrix.ORDERS)
    found = matrix.pick_search(names)
    diagonal = matrix.pick_diagonal()

if found is not None:
    every = every[np.isin(every.true, found) | np.isin(every.assigned, found)]
listed = every[np.arange(min(len(every), LISTED))]
rows = matrix.drawn_classes(e.confusion, found, order, names, nothing)
largest = (int(listed.true[0]), int(listed.assigned[0])) if len(listed) else None
cell = matrix.chosen_cell(k, largest)

if len(rows) <= NUMBERED:
    matrix_place, table_place = st.columns([3, 2], gap="medium")
    documents_place = st.container()
else:
    matrix_place = st.container()
    table_place, documents_place = st.columns([2, 3], gap="medium")

clicks = st.session_state.setdefault("confusion_clicks", 0)
table_key = f"confusions_{digest(e, clicks, listed.true.tolist(), listed.assigned.tolist())[:16]}"


def cell_clicked() -> None:
    """Keep the cell that was clicked."""
    points = st.session_state["matrix"]["selection"]["points"]
    if points:
        row, column = divmod(points[0]["point_index"], len(rows))
        matrix.choose_cell(rows[row], rows[column])
        # a fresh table, or it would go on marking the row chosen in it before
        st.session_state["confusion_clicks"] = clicks + 1


def row_chosen() -> None:
    """Keep the cell of the row that was chosen."""
    for row in st.session_state[table_key]["selection"]["rows"]:
        matrix.choose_cell(listed.true[row], listed.assigned[row])


with matrix_place:
    if len(rows) > nothing:
        st.plotly_chart(
            matrix_figure(
                matrix.cells(e.confusion, rows, names, base, diagonal, cell),
                dark=st.context.theme.type == "dark",
            ),
            key="matrix",
            on_select=cell_clicked,
            selection_mode="points",
            config={"displayModeBar": False},
            alt="Confusion matrix: rows true, columns assigned; the table tells the same",
        )
        st.caption(
            "Rows are true, columns assigned. Click a cell, or choose a row of the table (arrow "
            "keys, then Shift and Space), to see its documents. Colour deepens in steps that keep "
            "single documents visible. " + matrix.left_out(e.confusion, len(rows) - nothing)
        )
    else:
        st.info("No class with documents here has this in its name.")

with table_place:
    st.subheader("The largest confusions", anchor=False)
    if cell is not None and len(listed):
        marked = np.flatnonzero((listed.true == cell[0]) & (listed.assigned == cell[1]))
        st.dataframe(
            confusion_frame(listed, names),
            key=table_key,
            on_select=row_chosen,
            selection_mode="single-row",
            selection_default={"selection": {"rows": marked.tolist()}},
            hide_index=True,
            height=min(38 + 35 * len(listed), 420),
            column_config={
                "true": st.column_config.Column(width=105),
                "assigned": st.column_config.Column(width=105),
                "count": st.column_config.NumberColumn(format="%.3g"),
                "of the true": st.column_config.NumberColumn(format="percent"),
                "of the assigned": st.column_config.NumberColumn(format="percent"),
            },
        )
        left = len(every) - len(listed)
        if left:
            st.caption(f"{left:,} more are in the download; a search narrows the table.")
        downloads.downloads(lambda: confusion_frame(every, names), "confusions")
    else:
        st.info("Nothing is taken for anything else.")

with documents_place, st.container(key="cell"):
    st.subheader("The documents of the cell", anchor=False)
    if cell is None:
        st.info("No cell is chosen.")
    else:
        true, assigned = (c if c < k else None for c in cell)
        positions = e.documents_with(true, assigned)
        say(behind(e, cell, len(positions)))
        shown_score = true if assigned is None else assigned
        show_documents(page.review.truth, e, positions, "documents_of_cell", shown_score)

st.subheader("Classes taken for each other", anchor=False, help=help_of("ambiguous_pairs"))
pairs = confusion.ambiguous_pairs(e.confusion)
if found is not None:
    pairs = pairs[np.isin(pairs.first, found) | np.isin(pairs.second, found)]
limits = limits_of(state.raw()["review"])
if len(pairs):
    top = pairs[np.arange(min(len(pairs), PAIRS))]
    grid(*pair_rows(pair_frame(confused_pairs(e, limits, top))))
    st.caption(
        "Rate: of the documents of both classes, the share that is taken for the other, with its "
        f"95 % interval. {rule_text(limits)}"
    )
    downloads.downloads(lambda: pair_frame(confused_pairs(e, limits, pairs)), "confused_pairs")
else:
    st.info("No two classes are taken for each other.")

st.subheader("The table of every class", anchor=False, help=help_of("precision"))
every_class = table_frame(e, page.view.beta, found)
st.dataframe(
    every_class,
    hide_index=True,
    key="tables",
    placeholder="—",  # undefined
    height=min(38 + 35 * max(len(every_class), 1), 420),
    column_config={
        c: st.column_config.NumberColumn(format="%.3f") for c in every_class.columns[7:10]
    },
)
if nothing:
    say(f"<small>{margins(e)}</small>")
downloads.downloads(lambda: every_class, "contingency_tables")
