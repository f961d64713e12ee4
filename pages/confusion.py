"""What is taken for what, and in which documents."""

from __future__ import annotations

from functools import partial

import streamlit as st

from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.page.folding import at_level
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.session import state, widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.components.html import say
from breakeven.ui.confusion import matrix
from breakeven.ui.confusion.error_distance import show_distances
from breakeven.ui.confusion.merging import MERGING, PART, show_merging
from breakeven.ui.confusion.sections import (
    largest_of,
    show_answer,
    show_cell,
    show_pairs,
    show_tables,
)
from breakeven.ui.confusion.sentences import answer

PARTS = {
    "matrix": "Matrix",
    "pairs": "Taken for each other",
    MERGING: "What if merged",
    "classes": "Every class",
}
WITH_TREE = PARTS | {"distance": "How far errors go"}

opened = begin_evaluated("confusion", "What is taken for what?")
if isinstance(opened, TablePage):
    # here: pages of reviews ask no engine
    from breakeven.ui.confusion.table_confusion import show_confusion

    show_confusion(opened)
    st.stop()
page = at_level(opened, matrix.CELL, matrix.ZOOM)
evaluation, counts = page.evaluation, page.counts
say(answer(evaluation, largest_of(evaluation), counts))

tree = opened.review.hierarchy
parts = PARTS if tree is None or tree.depth < 2 else WITH_TREE
part = widgets.section(PART, "Part", parts, label_visibility="collapsed")
if part == "pairs":
    show_pairs(page, limits_of(state.raw()["review"]))
elif part == MERGING:
    show_merging(opened)
elif part == "classes":
    show_tables(page, evaluation, counts)
elif part == "distance":
    show_distances(opened)
else:
    show_answer(evaluation, counts, partial(show_cell, page))
