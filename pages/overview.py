"""How good is it: the verdict and what is behind it, averages, baselines, classes at both ends."""

from __future__ import annotations

from breakeven.ui.app.page.findings import limits_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.begin import begin
from breakeven.ui.overview.sections import parts_of, show_part

page = begin("overview", "How good is it?")
part = widgets.section("overview.part", "Part", parts_of(page), label_visibility="collapsed")
show_part(part, page, limits_of(state.raw()["review"]))
