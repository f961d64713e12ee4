"""What stays wrong, what it costs, for which classes, and which documents go to people."""

from __future__ import annotations

import streamlit as st

from breakeven.documents.behind import of_rows, repeated_ids
from breakeven.evaluation.evaluation import Evaluation
from breakeven.figures.workload import workload_figure
from breakeven.labels.evidence import NoEvidence
from breakeven.records import Review
from breakeven.reports.workload import (
    classes_frame,
    documents_frame,
    evidence_sentence,
    in_a_hundred,
    sent_sentence,
    steps_frame,
    steps_of,
    work_sentence,
)
from breakeven.text import amount_of, cell_of, count_of, figure_of, percent
from breakeven.ui.app import links, widgets
from breakeven.ui.app.cached import cached
from breakeven.ui.app.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import escaped, grid, quiet, say
from breakeven.ui.components.tables import show_table
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.workload.asked import choose_share
from breakeven.workload.prices import Prices
from breakeven.workload.workload import Step, Workload, workload_of
from metrics.intervals import Interval


@cached(entries=8, spinner="Adding up what may be wrong …")
def found_in(review: Review, evaluation: Evaluation, prices: Prices) -> Workload | NoEvidence:
    """What the system is unsure of; kept between reruns."""
    said = next(p for p in review.predictions if p.system == evaluation.system)
    return workload_of(review.truth, said, evaluation, prices)


@widgets.fragment
def show_work(page: Page, found: Workload) -> None:
    """All that follows the share that goes to people."""
    step = found.sending(choose_share())
    say(f"<b>{escaped(sent_sentence(found, step))}</b> {escaped(work_sentence(found, step))}")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        show_figure(
            workload_figure(found.curve, step.share, step.wrong),
            "workload",
            sent_sentence(found, step),
        )
    with right:
        _steps(found, step)
    say(quiet(escaped(evidence_sentence(found))))
    _costs(found, step)
    _documents(page, found, step)
    st.subheader("Class by class", anchor=False)
    frame = classes_frame(found, step)
    heads = {
        "class": "Class",
        "positives": "Documents",
        "sent": "of them to people",
        "wrong_now": "Wrong decisions now",
        "wrong_left": "that stay",
    }
    show_table(
        frame.sort_values("wrong_left", ascending=False, kind="stable"),
        "workload_classes",
        column_config={key: st.column_config.Column(head) for key, head in heads.items()},
    )
    downloads.downloads(lambda: frame, "workload_classes")


def _steps(found: Workload, step: Step) -> None:
    rows = [
        [
            f"<b>{percent(each.share)}</b>" if each.share == step.share else percent(each.share),
            _of_a_hundred(each),
            in_a_hundred(each.wrong_kept),
        ]
        for each in steps_of(found, step)
    ]
    grid(["To people", "Wrong of 100", "of 100 nobody sees"], rows)
    st.caption(
        f"Wrong on average over all shares, of 100 that nobody sees: "
        f"{in_a_hundred(found.curve.area)}.",
        help=help_of("risk_coverage_area"),
    )
    downloads.downloads(lambda: steps_frame(found, steps_of(found, step)), "workload")


def _of_a_hundred(step: Step) -> str:
    low, high = map(in_a_hundred, _ends(step.wrong_interval))
    return f"{in_a_hundred(step.wrong)}<br><small>{low} to {high}</small>"


def _costs(found: Workload, step: Step) -> None:
    """A month without people, with them, and with as many as pay."""
    st.subheader("What a month costs", anchor=False, help=help_of("price_of_review"))
    if step.documents:
        say(
            f"A look at one of the {percent(step.share)} pays up to a price of "
            f"<b>{figure_of(found.price_of_review(step))}</b>: what their errors cost on average."
        )
    if not found.prices.review:
        st.caption("What a month costs stands here once the cost of a person's look is given.")
        return
    volume, cheapest = found.prices.volume, found.cheapest()
    rows = []
    for name, each in (
        ("No people", found.nothing_sent()),
        (f"People look at {percent(step.share)}", step),
        (f"As many as are expected to pay: {percent(cheapest.share)}", cheapest),
        ("People look at all", found.sending(1.0)),
    ):
        low, high = (_money(end * volume) for end in _ends(each.cost_interval))
        hours = each.share * volume * found.prices.minutes / 60
        cost = f"{_money(each.cost * volume)}<br><small>{low} to {high}</small>"
        rows.append([name, cost, cell_of(hours, 1)])
    grid(["", "Cost", "Hours of people"], rows)
    st.caption(
        "In the unit of the costs above, with 95 % intervals. Which documents are expected to pay "
        "is told without their labels: those whose decisions are expected to cost more than a look."
    )


def _ends(interval: Interval) -> tuple[float, float]:
    """Its two ends."""
    return float(interval.low), float(interval.high)


def _money(value: float) -> str:
    return amount_of(round(value)) if value >= 1_000 else cell_of(value, 1)


def _documents(page: Page, found: Workload, step: Step) -> None:
    """What goes to people, to take along or to read."""
    st.subheader("What goes to people", anchor=False, help=help_of("doubt"))
    if not step.documents:
        say("No document.")
        return
    truth = page.review.truth
    frame = documents_frame(truth, found, step)
    heads = {"doc_id": "Document", "doubt": "Expected cost of its errors"}
    show_table(
        frame,
        "workload_documents",
        column_config={
            "doc_id": st.column_config.Column(heads["doc_id"]),
            "doubt": st.column_config.NumberColumn(heads["doubt"], format="%.3f"),
        },
    )
    term = of_rows(truth, found.evaluation.rows[step.sent], repeated_ids(truth))
    words = count_of(step.documents, "document")
    if term is None:
        st.caption(f"{words}: too many for a link; the file has them all.")
    else:
        links.documents_link(term, f"Read the {words}")
    downloads.downloads(lambda: frame, "workload_documents")
