"""What should be assigned: the rule of the review, fitted on one split and shown on another."""

from __future__ import annotations

from ui import frame
from ui.rule_choice import choose_rule
from ui.threshold_view import threshold_view

page = frame.begin("Thresholds", "What should be assigned?")
beside = choose_rule(page.review, page.view)
threshold_view(page.review, page.evaluation, beside)
