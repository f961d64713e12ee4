"""How far people agree on what is true, and on which documents they do not."""

from __future__ import annotations

from breakeven.ui.agreement.annotators import (
    show_answer,
    show_apart,
    show_overall,
    show_people,
)
from breakeven.ui.agreement.ceiling import show_ceiling
from breakeven.ui.agreement.classes import show_classes, show_disputed
from breakeven.ui.agreement.everybody import show_alike
from breakeven.ui.agreement.found import all_alike, people_agree
from breakeven.ui.agreement.label_noise import show_stated_noise
from breakeven.ui.agreement.nothing_yet import show_what_to_bring
from breakeven.ui.agreement.standards import show_standards
from breakeven.ui.app.page import begin_estimates

page = begin_estimates("Agreement", "How far do people agree?")
review, selection = page.review, page.selection
people = review.truth.annotators

if not people:
    show_what_to_bring()
elif (found := people_agree(review, selection)) is None:
    show_apart(review.truth)
else:
    show_answer(found)
    show_overall(found)
    show_people(found)
    show_alike(all_alike(review, selection), len(people))
    show_classes(found)
    show_disputed(review, found)
    if review.truth.labels is not None:
        show_ceiling(review, selection)
if (people or review.truth.grades) and review.truth.labels is not None:
    show_standards(review, selection)
if not people:
    show_alike(all_alike(review, selection), 0)
    if review.truth.labels is not None:
        show_stated_noise(review, selection)
