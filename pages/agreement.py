"""How far people agree on what is true, and on which documents they do not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from breakeven.ui.agreement.annotators import (
    annotator_agreement,
    show_answer,
    show_apart,
    show_classes,
    show_disputed,
    show_overall,
    show_pairwise,
    show_people,
    show_what_to_bring,
)
from breakeven.ui.agreement.ceiling import show_bands, show_ceiling, show_instead, show_stated_noise
from breakeven.ui.agreement.standards import show_standards
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin_data

page = begin_data("agreement", "How far do people agree?")
review, selection = page.review, page.selection
truth, people = review.truth, review.truth.annotators
parts: dict[str, tuple[str, Callable[[], None]]] = {}

if not people:
    show_what_to_bring()
elif (found := annotator_agreement(review, selection)) is None:
    show_apart(truth)
else:
    show_answer(found)
    show_overall(found)
    parts["classes"] = "Classes", partial(show_classes, found)
    parts["people"] = "Annotators", partial(show_people, found)
    parts["documents"] = "Documents", partial(show_disputed, review, found)
    axis = None
    if truth.labels is not None and review.has_system:
        axis = show_ceiling(review, selection)
    if axis is not None:
        parts["instead"] = (
            "A system instead of a person",
            partial(show_instead, review, axis, selection),
        )
        parts["noise"] = "Wrong labels", partial(show_bands, axis.noise, selection, truth.gold)
parts["alike"] = "Two by two", partial(show_pairwise, review, selection)
if truth.labels is not None and review.has_system:
    if not people:
        parts["noise"] = "Wrong labels", partial(show_stated_noise, review, selection)
    if people or truth.grades:
        parts["standards"] = "Standards", partial(show_standards, review, selection)

st.header("A closer look", anchor=False)
titles = {key: title for key, (title, _) in parts.items()}
_, show = parts[widgets.section("agreement.part", "Part", titles, label_visibility="collapsed")]
show()
