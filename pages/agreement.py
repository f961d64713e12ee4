"""How far people agree on what is true, and with what they agree."""

from __future__ import annotations

from breakeven.ui.agreement.annotators import show_annotators
from breakeven.ui.agreement.ceiling import show_ceiling
from breakeven.ui.agreement.nothing_yet import show_what_to_bring
from breakeven.ui.agreement.standards import show_standards
from breakeven.ui.app.page import begin_estimates

page = begin_estimates("Agreement", "How far do people agree?")
truth = page.review.truth

if truth.annotators:
    show_annotators(truth)
    if truth.labels is not None:
        show_ceiling(page.review, page.selection)
        show_standards(page.review, page.selection)
else:
    show_what_to_bring()
