"""What should be assigned: the rule of the review, fitted on one split and shown on another."""

from __future__ import annotations

from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin
from breakeven.ui.thresholds.rule import choose_rule
from breakeven.ui.thresholds.sections import PARTS, threshold_view

page = begin("thresholds", "What should be assigned?")
beside = choose_rule(page.review, page.selection)
part = widgets.section("thresholds.part", "Part", PARTS, label_visibility="collapsed")
threshold_view(page.review, page.evaluation, beside, part)
