"""What reviewing and errors cost, as it is typed on the page; and what a month then costs."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.cut import cut_to_text
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.workload.costs import Prices, money_text
from breakeven.analysis.workload.workload import (
    CheapestThresholds,
    Workload,
    WorkloadStep,
    cheapest_thresholds,
)
from breakeven.data.records import Review
from breakeven.data.wording import cell_of, percent
from breakeven.results.workload import cheaper_sentence, price_sentence
from breakeven.ui.app.cache.cache import (
    CURRENCY_KEY,
    LONGEST_CURRENCY,
    MOST_PRICE,
    SEND_KEY,
    share_now,
)
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.links import say_missing
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import escaped, grid, say
from breakeven.ui.components.markdown import help_of
from metrics.uncertainty.intervals import Interval

PRICE_BOXES = {
    "miss": ("Cost of a miss", "For each true class that was not predicted."),
    "false_alarm": ("Cost of a false alarm", "For each predicted class that is not true."),
    "review": ("Cost of a review", "For each document that a person checks."),
    "volume": ("Documents a month", "All documents, reviewed or not."),
    "minutes": ("Minutes per review", "For one document."),
}


def choose_prices(now: Prices) -> None:
    """A box for each number, and what the costs are in."""
    with st.popover("Costs", icon=":material/payments:"):
        widgets.text(
            CURRENCY_KEY,
            "Currency",
            max_chars=LONGEST_CURRENCY,
            placeholder="€",
            help="The currency of the costs below. Without one, every error counts as one mistake.",
        )
        for name, (label, what) in PRICE_BOXES.items():
            widgets.number(
                f"human_review.{name}",
                label,
                float(getattr(now, name)),
                min_value=0.0,
                max_value=MOST_PRICE,
                help=what,
            )


def choose_share() -> float:
    """The share of the documents that people review."""
    percents: float = widgets.slider(
        SEND_KEY,
        "Send to reviewers: least certain %",
        0.0,
        100.0,
        100 * share_now(),
        changed=lambda moved: state.share(SEND_KEY, f"{moved:g}"),
        step=0.5,
        format="%g %%",
    )
    return percents / 100


def refuse(why: NoEvidence) -> NoReturn:
    """What to do where documents cannot be ranked, and why; stops the page."""
    what, remedy = (text[:1].upper() + text[1:] for text in (why.what, why.remedy))
    unranked = "so documents cannot be ranked."
    if why.why == "no scores":
        say_missing(
            f"This file has no scores, {unranked}", "home", "Load a file with probabilities"
        )
    else:
        say(Markup("{}, {} {}.").format(escaped(what), unranked, escaped(remedy)))
        say_missing("Probabilities would rank them.", "home", "Load a file with probabilities")
    st.stop()
    raise AssertionError("unreachable")


@cached(entries=12, spinner="Finding the cheapest thresholds …")
def cheapest_of(
    review: Review, evaluation: Evaluation, prices: Prices
) -> CheapestThresholds | None:
    """The thresholds of least cost; kept between reruns."""
    said = system_of(review, evaluation.system)
    return cheapest_thresholds(review.truth, said, evaluation, prices)


def show_costs(page: Page, workload: Workload, step: WorkloadStep) -> None:
    """A month as it is, with cheaper thresholds, with reviews, and with as many as pay off."""
    prices = workload.prices
    cheaper = cheapest_of(page.review, page.evaluation, prices)
    rows = [_row("No review, predictions as they are", workload.nothing_sent(), prices)]
    if cheaper is not None:
        cost = _within(cheaper.cost, cheaper.cost_interval, prices)
        rows.append([f"No review, cheapest thresholds on {cheaper.split}", cost, "0.0"])
    rows.append(_row(f"Review {percent(step.share)}", step, prices))
    if prices.review:
        pays = workload.cheapest()
        rows.append(_row(f"Review as much as pays off: {percent(pays.share)}", pays, prices))
        rows.append(_row("Review everything", workload.sending(1.0), prices))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        grid(["A month", f"Cost, {prices.currency}" if prices.currency else "Cost", "Hours"], rows)
    with right:
        if step.documents:
            say(escaped(price_sentence(workload, step)))
        if cheaper is not None:
            say(escaped(cheaper_sentence(cheaper, prices)))
            st.button(
                "Use these thresholds",
                key="workload_use",
                icon=":material/tune:",
                on_click=state.choose,
                args=("cut", cut_to_text(cheaper.cut)),
            )
    st.caption(
        f"{_counted_in(prices)} Small figures: 95 % intervals."
        + ("" if prices.review else " A review is free until you type its cost."),
        help=help_of("price_of_review"),
    )


def _counted_in(prices: Prices) -> str:
    if prices.currency:
        return f"Costs are in {prices.currency}."
    if prices.in_mistakes:
        return "Every error counts as one mistake: type what it costs above."
    return "Costs are in the unit that you typed them in."


def _row(name: str, step: WorkloadStep, prices: Prices) -> list[Markup | str]:
    hours = step.share * prices.volume * prices.minutes / 60
    cost = _within(step.cost, step.cost_interval, prices)
    return [escaped(name), cost, cell_of(hours, 1)]


def _within(cost: float, ends: Interval, prices: Prices) -> Markup:
    low, high = (money_text(max(0.0, float(end) * prices.volume)) for end in (ends.low, ends.high))
    return Markup("{}<br><small>{}–{}</small>").format(money_text(cost * prices.volume), low, high)
