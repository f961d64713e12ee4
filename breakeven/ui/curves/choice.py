"""Which curves are drawn: of one class or all pooled, and others over it."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.many_classes import several_classes
from breakeven.ui.app.shared.page import Page, pick_class
from breakeven.ui.components.html import bold, say
from breakeven.ui.curves.rankings import PlottedRanking, shown

MOST_OVERLAID = 7
SCOPES = {"class": "one class", "pooled": "all classes pooled (micro)"}


def choose_curves(page: Page) -> list[PlottedRanking]:
    """Draw the choices; the curve the page is about, then those overlaid."""
    selection, review, classes = page.selection, page.review, page.evaluation.classes
    with st.container(horizontal=True, vertical_alignment="bottom"):
        pooled = widgets.section("curves.of", "Curve of", SCOPES) == "pooled"
        if not pooled:
            pick_class(page)
        with st.popover("Lay others over it", icon=":material/add:"):
            others = [p.system for p in review.predictions if p.system != selection.system]
            systems = widgets.several("curves.systems", "Other systems", others, MOST_OVERLAID)
            overlaid = several_classes(
                "curves.classes",
                "Other classes",
                classes,
                page.evaluation.tables.positives,
                MOST_OVERLAID,
                but=None if pooled else selection.class_index,
            )
    index = None if pooled else selection.class_index
    subject = "all classes pooled" if pooled else page.chosen_class
    name = f"{subject}, {selection.system}" if systems else subject
    main = shown(review, selection, selection.system, index, name)
    assert main is not None
    curves: list[PlottedRanking] = [main]
    for system in systems:
        if other := shown(review, selection, system, index, f"{subject}, {system}"):
            curves.append(other)
        else:
            say(f"{bold(system)} did not speak of these documents.")
    found = (
        shown(review, selection, selection.system, classes.index(name), name) for name in overlaid
    )
    return curves + [curve for curve in found if curve]
