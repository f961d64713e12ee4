"""What a month costs: mistakes as they are, other thresholds, people who look."""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.evaluation import cut_text
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.workload.cheapest_thresholds import CheapestThresholds, cheapest_thresholds
from breakeven.analysis.workload.costs import Prices, money_text
from breakeven.analysis.workload.workload import Workload, WorkloadStep
from breakeven.data.records import Review
from breakeven.data.wording import cell_of, percent
from breakeven.results.workload import cheaper_sentence, price_sentence
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state
from breakeven.ui.components.html import escaped, grid, say
from breakeven.ui.components.markdown import help_of
from metrics.uncertainty.intervals import Interval


@cached(entries=12, spinner="Finding the cheapest thresholds …")
def cheapest_of(
    review: Review, evaluation: Evaluation, prices: Prices
) -> CheapestThresholds | None:
    """The thresholds of least cost; kept between reruns."""
    said = system_of(review, evaluation.system)
    return cheapest_thresholds(review.truth, said, evaluation, prices)


def show_costs(page: Page, found: Workload, step: WorkloadStep) -> None:
    """A month as it is, with cheaper thresholds, with people, and with as many as pay."""
    prices = found.prices
    cheaper = cheapest_of(page.review, page.evaluation, prices)
    rows = [_row("No people, decisions as they are", found.nothing_sent(), prices)]
    if cheaper is not None:
        cost = _within(cheaper.cost, cheaper.cost_interval, prices)
        rows.append([f"No people, thresholds of least cost on {cheaper.split}", cost, "0.0"])
    rows.append(_row(f"People look at {percent(step.share)}", step, prices))
    if prices.review:
        pays = found.cheapest()
        rows.append(_row(f"As many as are expected to pay: {percent(pays.share)}", pays, prices))
        rows.append(_row("People look at all", found.sending(1.0), prices))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        grid(["A month", "Cost", "Hours of people"], rows)
    with right:
        if step.documents:
            say(escaped(price_sentence(found, step)))
        if cheaper is not None:
            say(escaped(cheaper_sentence(cheaper, prices)))
            st.button(
                "Use these thresholds",
                key="workload_use",
                icon=":material/tune:",
                on_click=state.choose,
                args=("cut", cut_text.cut_to_text(cheaper.cut)),
            )
    st.caption(
        "In the unit of the costs above, with 95 % intervals."
        + ("" if prices.review else " A look costs nothing until its cost is given."),
        help=help_of("price_of_review"),
    )


def _row(name: str, step: WorkloadStep, prices: Prices) -> list[str]:
    hours = step.share * prices.volume * prices.minutes / 60
    cost = _within(step.cost, step.cost_interval, prices)
    return [escaped(name), cost, cell_of(hours, 1)]


def _within(cost: float, ends: Interval, prices: Prices) -> str:
    low, high = (money_text(max(0.0, float(end) * prices.volume)) for end in (ends.low, ends.high))
    return f"{money_text(cost * prices.volume)}<br><small>{low} to {high}</small>"
