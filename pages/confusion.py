"""What is taken for what, and in which documents."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.figures.confusion_matrix import NUMBERED
from breakeven.ui.app import state
from breakeven.ui.app.counted import counts_in
from breakeven.ui.app.folding import at_level
from breakeven.ui.app.notes import show_notes
from breakeven.ui.app.page import begin
from breakeven.ui.components.html import say
from breakeven.ui.confusion import matrix
from breakeven.ui.confusion.distance import show_distances
from breakeven.ui.confusion.merging import show_merging
from breakeven.ui.confusion.sections import (
    LISTED,
    choose,
    show_cell,
    show_largest,
    show_matrix,
    show_pairs,
    show_tables,
)
from breakeven.ui.confusion.text import answer, counting
from breakeven.ui.findings.cache import limits_of
from metrics import confusion

opened = begin("Confusion", "What is taken for what?")
page = at_level(opened, matrix.CELL)
evaluation = page.evaluation
k, nothing = len(evaluation.classes), not evaluation.one_of
every = confusion.largest_confusions(evaluation.confusion)

counts = counts_in(page.review.truth, evaluation)
say(answer(evaluation, every[(every.true < k) & (every.assigned < k)], counts))
if nothing:
    say(f"<small>{counting(evaluation, counts)}</small>")

choices = choose(evaluation.classes)
if (found := choices.found) is not None:
    every = every[np.isin(every.true, found) | np.isin(every.assigned, found)]
listed = every[np.arange(min(len(every), LISTED))]
rows = matrix.drawn_classes(evaluation.confusion, found, choices.order, evaluation.classes, nothing)
largest = (int(listed.true[0]), int(listed.assigned[0])) if len(listed) else None
cell = matrix.chosen_cell(k, largest)

if len(rows) <= NUMBERED:
    matrix_place, table_place = st.columns([3, 2], gap="medium")
    documents_place = st.container()
else:
    matrix_place = st.container()
    table_place, documents_place = st.columns([2, 3], gap="medium")
with matrix_place:
    show_matrix(evaluation, rows, choices, cell)
with table_place:
    show_largest(evaluation, every, listed, cell)
with documents_place, st.container(key="cell"):
    show_cell(page.review.truth, evaluation, cell)
    # notes are on classes of the file
    if cell is not None and not page.folded:
        show_notes(page.review, matrix.names_of(evaluation.classes, cell), "this pair of classes")
show_pairs(page.review.truth, evaluation, limits_of(state.raw()["review"]), found)
show_distances(opened)
show_merging(opened)
show_tables(page, found)
