"""Next steps: one list of what to do next, over the whole review."""

from __future__ import annotations

from markupsafe import Markup

from breakeven.ui.app.page.findings import limits_of, near_of, review_checked
from breakeven.ui.app.session import state, widgets
from breakeven.ui.begin import begin
from breakeven.ui.components.html import say
from breakeven.ui.next_steps.limits import show_limits
from breakeven.ui.next_steps.list import (
    checks_named,
    choose_findings,
    chosen_order,
    counted,
    show_checks,
    show_list,
)

page = begin("next_steps", "What should be done next?")
limits = limits_of(state.raw()["review"])
near = near_of(page.review, limits)
checked = review_checked(page, limits, near)

first = Markup(" Start with those that make the numbers wrong.")
some_void = any(finding.effect == "voids" for finding in checked.findings)
say(Markup("<b>{}.</b>").format(counted(checked.findings)) + (first if some_void else ""))
parts = {"list": "To do", "checks": checks_named(checked), "limits": "Settings of the checks"}
part = widgets.section("next_steps.part", "Part", parts, label_visibility="collapsed")
if part == "list":
    shown = choose_findings(checked.findings)
    show_list(page, checked, shown, "next_steps", chosen_order())
elif part == "checks":
    show_checks(checked, limits)
else:
    show_limits(page.review.truth, limits)
