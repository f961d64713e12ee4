"""Which classes are weak, why, and what to do about each."""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.findings.class_assessment import assess_class, verdicts_of
from breakeven.analysis.findings.class_text import read_class
from breakeven.ui.app.page.class_choice import pick_class
from breakeven.ui.app.page.findings import limits_of, tuning_of
from breakeven.ui.app.page.folding import at_level
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.store.baseline import against
from breakeven.ui.app.store.notes import show_notes
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.classes.class_kinds import choose_kinds
from breakeven.ui.classes.class_table import show_all, show_counted
from breakeven.ui.classes.dividing import show_divided
from breakeven.ui.classes.groups import show_groups
from breakeven.ui.classes.weak_classes import (
    class_parts,
    class_since,
    open_on_weakest,
    overview_html,
    reading_html,
    show_behind,
    show_quadrants,
)
from breakeven.ui.classes.worked_measures import show_in_numbers
from breakeven.ui.components.html import say, show_html

opened = begin_evaluated("classes", "Which classes are weak, and why?")
if not isinstance(opened, Page):
    assert opened.table is not None
    show_counted(opened, opened.table, limits_of(state.raw()["review"]))
    st.stop()
page = at_level(opened)
evaluation, selection, truth = page.evaluation, page.selection, page.review.truth
limits = limits_of(state.raw()["review"])
verdicts = verdicts_of(evaluation, limits)
open_on_weakest(page, verdicts)
texts = not page.folded and truth.text_column is not None and truth.documents is not None
single = len(evaluation.classes) == 1
parts = class_parts(single, texts)
part = widgets.section("classes.part", "Part", parts, label_visibility="collapsed")
before = None if page.folded else against(page.review, selection, evaluation)

if part == "main":
    say(overview_html(evaluation, verdicts, limits.cut))
    shown_classes = None if single else choose_kinds(page, verdicts, limits.cut)
    left, right = st.columns([5, 4], gap="large")
    if not single:
        with left:
            show_quadrants(page, verdicts, limits.cut, shown_classes)
    # the reading changes its height with the class: alone in its column it moves nothing else
    with left if single else right:
        c = selection.class_index if single else pick_class(page)
        tuning = None if page.folded else tuning_of(page, limits)
        found = assess_class(truth, evaluation, tuning, verdicts, c, limits, beta=selection.beta)
        show_html(reading_html(read_class(found), found, page.counts))
        if before:
            say(class_since(page, before, c, page.counts))
    with right:
        show_behind(truth, evaluation, c)
        if not page.folded:
            show_notes(page.review, (truth.classes[c],), "this class")
elif part == "all":
    shown_classes = choose_kinds(page, verdicts, limits.cut)
    show_all(page, verdicts, before, shown_classes)
elif part == "numbers":
    show_in_numbers(page, pick_class(page))
elif part == "size":
    show_groups(page)
else:
    show_divided(page, pick_class(page))
