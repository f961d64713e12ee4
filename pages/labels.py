"""Labels: which are likely wrong, a sample judged blind, and how far annotators agree."""

from __future__ import annotations

from breakeven.ui.app.page.page import Page
from breakeven.ui.begin import begin_labels
from breakeven.ui.labels.likely_wrong import show_judging, show_likely_wrong
from breakeven.ui.labels.people import show_people_section
from breakeven.ui.labels.sections import JUDGE, PEOPLE, choose_section

page = begin_labels("labels", "Can these labels be trusted?")
section = choose_section(page)
if section == PEOPLE or not isinstance(page, Page):
    show_people_section(page)
elif section == JUDGE:
    show_judging(page)
else:
    show_likely_wrong(page)
