"""What is taken for what, and in which documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.page.folding import at_level
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.session import state, widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.components.html import say
from breakeven.ui.confusion import matrix
from breakeven.ui.confusion.merging import MERGING, PART, show_merging
from breakeven.ui.confusion.sections import (
    largest_of,
    show_answer,
    show_cell,
    show_distances,
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

ON_TABLE = {"matrix": "Matrix", "classes": "Every class", MERGING: "What to merge"}

opened = begin_evaluated("confusion", "What is taken for what?")
page: EvaluatedPage
# the parts that each kind of page has of its own
own: dict[str, Callable[[], None]]
if isinstance(opened, TablePage):
    # here: pages of reviews ask no engine
    from breakeven.ui.confusion import table_confusion

    if not opened.evaluation.documents:
        st.info("There is no document here.")
        st.stop()
    counted = table_confusion.with_confusion(opened)
    page, parts, behind_cell = counted, ON_TABLE, partial(table_confusion.show_cell, counted)
    own = {MERGING: partial(table_confusion.show_merging, counted)}
else:
    folded, tree = at_level(opened, matrix.CELL, matrix.ZOOM), opened.review.hierarchy
    parts = PARTS if tree is None or tree.depth < 2 else WITH_TREE
    page, behind_cell = folded, partial(show_cell, folded)
    own = {
        "pairs": lambda: show_pairs(folded, limits_of(state.raw()["review"])),
        MERGING: partial(show_merging, opened),
        "distance": partial(show_distances, opened),
    }

say(answer(page.evaluation, largest_of(page.evaluation), page.counts))
part = widgets.section(PART, "Part", parts, label_visibility="collapsed")
if part in own:
    own[part]()
elif part == "classes":
    show_tables(page)
else:
    show_answer(page.evaluation, page.counts, behind_cell)
