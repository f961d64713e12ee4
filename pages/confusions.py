"""Which classes get confused, and in which documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.page.folding import at_level
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.components.html import say
from breakeven.ui.confusions import matrix
from breakeven.ui.confusions.merging import MERGING, PART, show_merging
from breakeven.ui.confusions.sections import (
    largest_of,
    opened_on,
    show_answer,
    show_cell,
    show_distances,
    show_pairs,
    show_tables,
)
from breakeven.ui.confusions.sentences import answer
from breakeven.ui.confusions.yes_or_no import is_yes_or_no, show_yes_or_no

PARTS = {
    "matrix": "Matrix",
    "classes": "Every class",
    "pairs": "Pairs",
    MERGING: "What if merged",
}
WITH_TREE = PARTS | {"distance": "How far errors go"}

ON_TABLE = {"matrix": "Matrix", "classes": "Every class", MERGING: "What if merged"}

opened = begin_evaluated("confusions", "Which classes get confused?")
page: EvaluatedPage
# the parts that each kind of page has of its own
own: dict[str, Callable[[], None]]
if isinstance(opened, Page):
    folded, tree = at_level(opened, matrix.CELL, matrix.ZOOM), opened.review.hierarchy
    parts = PARTS if tree is None or tree.depth < 2 else WITH_TREE
    page, behind_cell = folded, partial(show_cell, folded)
    own = {
        "pairs": lambda: show_pairs(folded, limits_of(state.raw()["review"])),
        MERGING: partial(show_merging, opened),
        "distance": partial(show_distances, opened),
    }
else:
    # here: pages of reviews ask no engine
    from breakeven.ui.confusions import table_confusion

    if not opened.evaluation.documents:
        st.info("There is no document here.")
        st.stop()
    assert opened.table is not None
    counted = table_confusion.with_confusion(opened.table)
    page = replace(opened, evaluation=counted.evaluation, table=counted)
    parts, behind_cell = ON_TABLE, partial(table_confusion.show_cell, page, counted)
    own = {MERGING: partial(table_confusion.show_merging, page, counted)}

if is_yes_or_no(page.evaluation):
    show_yes_or_no(page, behind_cell)
    st.stop()
say(answer(page.evaluation, largest_of(page.evaluation), page.counts))
part = widgets.section(
    PART, "Part", parts, opened_on(page.evaluation, parts), label_visibility="collapsed"
)
if part in own:
    own[part]()
elif part == "classes":
    show_tables(page)
else:
    show_answer(page.evaluation, page.counts, behind_cell)
