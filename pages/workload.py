"""Workload: what people still have to do, what stays wrong if they do it, and the price."""

from __future__ import annotations

from breakeven.labels.evidence import NoEvidence
from breakeven.ui.app.kept.prices import prices_now
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.page import begin
from breakeven.ui.workload.asked import choose_prices, refuse
from breakeven.ui.workload.parts import PARTS, found_in, show_work

page = begin("Workload", "What do people still have to do?")
prices = prices_now()
found = found_in(page.review, page.evaluation, prices)
if isinstance(found, NoEvidence):
    refuse(found)
part = widgets.section("workload.part", "Part", PARTS, label_visibility="collapsed")
if part == "costs":
    choose_prices(prices)
show_work(page, found, part)
