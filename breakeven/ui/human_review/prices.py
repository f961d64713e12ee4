"""What the work of people is like, asked on the page; and what a month costs by it."""

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
from breakeven.ui.app.cache.cache import MOST_PRICE, SEND_KEY, share_now
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.links import say_missing
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import escaped, grid, say
from breakeven.ui.components.markdown import help_of
from metrics.uncertainty.intervals import Interval

PRICE_BOXES = {
    "volume": ("Documents a month", "All that come in, those that people look at among them."),
    "minutes": ("Minutes for one", "That a person takes for a document."),
    "review": ("Cost of a person's look", "At one document, in the unit of the other costs."),
    "miss": ("Cost of a miss", "Of a class that a document has and was not given."),
    "false_alarm": ("Cost of a false alarm", "Of a class that a document was given and has not."),
}


def choose_prices(now: Prices) -> None:
    """A box for each number."""
    for place, (name, (label, what)) in zip(
        st.columns(len(PRICE_BOXES)), PRICE_BOXES.items(), strict=True
    ):
        with place:
            widgets.number(
                f"human_review.{name}",
                label,
                float(getattr(now, name)),
                min_value=0.0,
                max_value=MOST_PRICE,
                help=what,
            )


def choose_share() -> float:
    """The share of the documents that people look at."""
    percents: float = widgets.slider(
        SEND_KEY,
        "People look at the least sure, % of the documents",
        0.0,
        100.0,
        100 * share_now(),
        changed=lambda moved: state.share(SEND_KEY, f"{moved:g}"),
        step=0.5,
        format="%g %%",
    )
    return percents / 100


def refuse(why: NoEvidence) -> NoReturn:
    """Say why nobody can say, and what to do; stops the page."""
    what, remedy = (text[:1].upper() + text[1:] for text in (why.what, why.remedy))
    say(Markup("{}. {}.").format(escaped(what), escaped(remedy)))
    say_missing(
        "Nobody can say which documents the system is least sure of.",
        "load",
        "Load files with probabilities",
    )
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
    """A month as it is, with cheaper thresholds, with people, and with as many as pay."""
    prices = workload.prices
    cheaper = cheapest_of(page.review, page.evaluation, prices)
    rows = [_row("No people, decisions as they are", workload.nothing_sent(), prices)]
    if cheaper is not None:
        cost = _within(cheaper.cost, cheaper.cost_interval, prices)
        rows.append([f"No people, thresholds of least cost on {cheaper.split}", cost, "0.0"])
    rows.append(_row(f"People look at {percent(step.share)}", step, prices))
    if prices.review:
        pays = workload.cheapest()
        rows.append(_row(f"As many as are expected to pay: {percent(pays.share)}", pays, prices))
        rows.append(_row("People look at all", workload.sending(1.0), prices))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        grid(["A month", "Cost", "Hours of people"], rows)
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
        "In the unit of the costs above, with 95 % intervals."
        + ("" if prices.review else " A look costs nothing until its cost is given."),
        help=help_of("price_of_review"),
    )


def _row(name: str, step: WorkloadStep, prices: Prices) -> list[Markup | str]:
    hours = step.share * prices.volume * prices.minutes / 60
    cost = _within(step.cost, step.cost_interval, prices)
    return [escaped(name), cost, cell_of(hours, 1)]


def _within(cost: float, ends: Interval, prices: Prices) -> Markup:
    low, high = (money_text(max(0.0, float(end) * prices.volume)) for end in (ends.low, ends.high))
    return Markup("{}<br><small>{} to {}</small>").format(
        money_text(cost * prices.volume), low, high
    )
