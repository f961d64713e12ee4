"""What would another threshold give: curves, break-even, eleven points, and a slider."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st
from markupsafe import Markup

from breakeven.data.wording import f_name
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.components.html import say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.curves import table_curves
from breakeven.ui.curves.break_even import show_three_break_evens
from breakeven.ui.curves.eleven_point import show_conventions, show_yang
from breakeven.ui.curves.label_ranking import show_label_ranking, show_top_k
from breakeven.ui.curves.numbers import curves_frame, show_against_f, show_decisions, show_numbers
from breakeven.ui.curves.sentences import opening, remarks
from breakeven.ui.curves.threshold_panel import choose_curves, open_on_weakest, threshold_panel

PARTS = {"main": "Curve", "numbers": "Numbers", "conventions": "Conventions"}
# what it is called, what explains it, what shows it
SUBJECTS: Mapping[str, tuple[str, str, Callable[[Page], None]]] = {
    "break_even": ("Break-even", "macro_break_even", show_three_break_evens),
    "eleven": ("Eleven-point average", "eleven_point", show_conventions),
    "yang": ("Eleven points of one document", "eleven_point_document", show_yang),
    "label_ranking": ("Ranked classes", "label_ranking_ap", show_label_ranking),
    "top_k": ("Same number of classes", "top_k_curve", show_top_k),
}


@widgets.fragment
def over_all_classes(page: Page) -> None:
    """What holds over all classes: one subject, chosen here; only that one is computed."""
    _, explanation, show = SUBJECTS[state.one_of("curves.subject", SUBJECTS)]
    st.header("Over all classes", anchor=False, help=help_of(explanation))
    names = {key: name for key, (name, _, _) in SUBJECTS.items()}
    widgets.section("curves.subject", "Subject", names, label_visibility="collapsed")
    show(page)


page = begin_evaluated("curves", "What would another threshold give?")

if page.evaluation.rankings is None:
    show_decisions(page.evaluation, page.selection.beta)
    st.stop()

open_on_weakest(page)
part = widgets.section("curves.part", "Part", PARTS, label_visibility="collapsed")
if part == "conventions":
    if page.table is not None:
        table_curves.show_over_all(page.table, page.selection.undefined)
    elif isinstance(page, Page):
        over_all_classes(page)
    st.stop()

if not isinstance(page, Page):
    beta = table_curves.beta_of(page)
    curves = [table_curves.choose_curve(page, beta)]
    table_curves.say_incomplete(page)
else:
    beta, curves = page.selection.beta, choose_curves(page)
say(opening(curves[0], beta))
for remark in remarks(curves[0]):
    say(Markup("<small>▲</small> {}").format(remark))
if part == "numbers":
    show_numbers(curves, f_name(beta))
    st.caption("Every point of the curves:" if len(curves) > 1 else "Every point of the curve:")
    downloads.downloads(lambda: curves_frame(curves), "curves")
    if isinstance(page, Page):
        show_against_f(curves[0], beta)
elif isinstance(page, Page):
    threshold_panel(page, curves)
else:
    table_curves.table_panel(page, curves, beta)
