"""How good is it: the verdict and what is behind it, slides, averages, baselines."""

from __future__ import annotations

from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.begin import begin_evaluated
from breakeven.ui.human_review.prices import choose_share
from breakeven.ui.summary.sections import parts_of, show_part

page = begin_evaluated("summary", "How good is it?")
part, parts = "main", parts_of(page)
if len(parts) > 1:
    part = widgets.section("summary.part", "Section", parts, label_visibility="collapsed")
show_part(part, page, limits_of(state.raw()["review"]), choose_share)
