"""Workload: what people still have to do, what stays wrong if they do it, and the price."""

from __future__ import annotations

from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.ui.app.cache.cache import prices_now
from breakeven.ui.app.cache.searches import workload_in
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin
from breakeven.ui.human_review.prices import choose_prices, refuse
from breakeven.ui.human_review.sections import PARTS, show_work

page = begin("human_review", "What do people still have to do?")
prices = prices_now()
found = workload_in(page.review, page.evaluation, prices)
if isinstance(found, NoEvidence):
    refuse(found)
part = widgets.section("human_review.part", "Part", PARTS, label_visibility="collapsed")
if part == "costs":
    choose_prices(prices)
show_work(page, found, part)
