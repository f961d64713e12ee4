"""What people still have to do, as tables, as data and in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from breakeven.analysis.workload.costs import Prices, money_text
from breakeven.analysis.workload.workload import CheapestThresholds, Workload, WorkloadStep
from breakeven.data.records import Truth
from breakeven.data.wording import (
    NOTHING,
    amount_of,
    cell_of,
    count_of,
    figure_of,
    hundredths,
    percent,
    quoted,
)
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import document_ids, plain_count, plain_ends, plain_number
from metrics.typing import Array

# shares of the documents that every table shows
SHARES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5)


def in_a_hundred(share: float) -> str:
    """A share as so many of 100, with a figure behind the point below 10."""
    if math.isnan(share):
        return NOTHING
    return hundredths(share, 0 if 100 * share >= 9.95 else 1)


def sent_sentence(found: Workload, step: WorkloadStep) -> str:
    """What sending these documents to people would change, in plain text."""
    if not found.evaluation.documents:
        return "There are no documents here that people could look at."
    whole_part = found.nothing_sent()
    before = in_a_hundred(whole_part.wrong)
    if not step.documents:
        return (
            f"If people look at none of the documents, {before} of 100 have a wrong class: one "
            "missed, or one assigned wrongly."
        )
    ends = step.wrong_interval
    low, high = in_a_hundred(float(ends.low)), in_a_hundred(float(ends.high))
    return (
        f"If people look at the {percent(step.share)} least sure of the documents "
        f"({amount_of(step.documents)} of {count_of(found.evaluation.documents, 'document')}), "
        f"{before} wrong ones of 100 become {in_a_hundred(step.wrong)} (95 %: {low} to {high})."
    )


def work_sentence(found: Workload, step: WorkloadStep) -> str:
    """The work of a month, in plain text; "" where there is no document to go by."""
    if not found.evaluation.documents:
        return ""
    prices = found.prices
    documents = step.share * prices.volume
    hours = documents * prices.minutes / 60
    return (
        f"Of {count_of(prices.volume, 'document')} a month {amount_of(round(documents))} go to "
        f"people: {cell_of(hours, 1)} hours at {count_of(prices.minutes, 'minute')} each."
    )


def price_sentence(found: Workload, step: WorkloadStep) -> str:
    """Up to which price a look pays, in plain text; of a step that sends something."""
    return (
        f"A look at one of the {percent(step.share)} pays up to a price of "
        f"{figure_of(found.price_of_review(step))}: what their errors cost on average."
    )


def cheaper_sentence(cheaper: CheapestThresholds, prices: Prices) -> str:
    """What thresholds of least cost would save in a month, in plain text."""
    saved = cheaper.saved * prices.volume
    ends = (cheaper.saved_interval.low, cheaper.saved_interval.high)
    low, high = (float(end) * prices.volume for end in ends)
    change = "save" if saved >= 0 else "cost"
    ends = (low, high) if saved >= 0 else (-high, -low)
    said = (
        f"Thresholds of least cost on {quoted(cheaper.split)} would {change} "
        f"{money_text(abs(saved))} a month here"
    )
    if math.isnan(low):
        return f"{said}."
    perhaps = "" if low > 0 or high < 0 else ", which may be chance"
    return f"{said} (95 %: {money_text(ends[0])} to {money_text(ends[1])}){perhaps}."


def class_sentence(found: Workload, step: WorkloadStep, c: int) -> str:
    """What stays wrong in one class, in plain text."""
    now, left = found.errors_by_class(step)
    return (
        f"If people look at these {percent(step.share)}, {amount_of(float(left[c]))} of "
        f"{count_of(float(now[c]), 'wrong decision')} on {quoted(found.evaluation.classes[c])} "
        "stay."
    )


def evidence_sentence(found: Workload) -> str:
    """Where the probabilities are from, and what is taken for granted, in plain text."""
    source = "by the system's own probabilities"
    if found.column is not None:
        source = f"by the column {quoted(found.column)}, as how likely its class is right"
    elif found.fitted_on is not None:
        source = f"by probabilities fitted to its scores on {quoted(found.fitted_on)}"
    left = (
        f" {count_of(found.left_out, 'document')} of that split are left out."
        if found.left_out
        else ""
    )
    return (
        f"How sure the system is of a document: {source}.{left} People are taken to make no "
        "mistake, and a document is wrong when any of its classes is."
    )


def steps_of(found: Workload, step: WorkloadStep) -> list[WorkloadStep]:
    """The steps that tables show: common shares, and the one that is looked at; none twice."""
    every = [*(found.sending(share) for share in SHARES), step]
    by_share = {each.share: each for each in every}
    return [by_share[share] for share in sorted(by_share)]


def steps_frame(found: Workload, steps: Sequence[WorkloadStep]) -> pd.DataFrame:
    """One row a step; costs and hours are of a month."""
    prices = found.prices
    return pd.DataFrame(
        [
            {
                "share": each.share,
                "documents": each.documents,
                "doubt_from": each.limit,
                "wrong": each.wrong,
                "wrong_low_95": float(each.wrong_interval.low),
                "wrong_high_95": float(each.wrong_interval.high),
                "wrong_kept": each.wrong_kept,
                "hours": each.share * prices.volume * prices.minutes / 60,
                "cost": each.cost * prices.volume,
                "cost_low_95": float(each.cost_interval.low) * prices.volume,
                "cost_high_95": float(each.cost_interval.high) * prices.volume,
            }
            for each in steps
        ]
    )


def classes_frame(found: Workload, step: WorkloadStep) -> pd.DataFrame:
    """One row a class: wrong decisions now, and of documents that nobody looks at."""
    now, left = found.errors_by_class(step)
    return pd.DataFrame(
        {
            "class": list(found.evaluation.classes),
            "positives": found.evaluation.tables.positives,
            "sent": found.sent_by_class(step),
            "wrong_now": now,
            "wrong_left": left,
        }
    )


def documents_frame(truth: Truth, found: Workload, step: WorkloadStep) -> pd.DataFrame:
    """What goes to people, the least sure first: id, and what its decisions may cost."""
    order = _least_sure_first(found, step)
    rows = found.evaluation.rows[order]
    return pd.DataFrame({"doc_id": document_ids(truth, rows), "doubt": found.doubt[order]})


def _least_sure_first(found: Workload, step: WorkloadStep) -> Array:
    sent = step.sent.nonzero()[0]
    return sent[(-found.doubt[sent]).argsort(kind="stable")]


def of_workload(found: Workload, step: WorkloadStep) -> dict[str, Any]:
    """The same as plain data; undefined is None."""
    cheapest = found.cheapest()
    return {
        "documents": found.evaluation.documents,
        "left_out": found.left_out,
        "probabilities_fitted_on": found.fitted_on,
        "confidence_column": found.column,
        "prices": {
            name: plain_number(getattr(found.prices, name))
            for name in ("miss", "false_alarm", "review", "minutes", "volume")
        },
        "risk_coverage_area": plain_number(found.curve.area),
        "steps": [_of_step(found, each) for each in steps_of(found, step)],
        "looked_at": _of_step(found, step)
        | {"price_of_review": plain_number(found.price_of_review(step))},
        "cheapest_expected": _of_step(found, cheapest),
        "classes": classes_frame(found, step).to_dict("records"),
    }


def _of_step(found: Workload, step: WorkloadStep) -> dict[str, Any]:
    return {
        "share": plain_number(step.share),
        "documents": plain_count(step.documents),
        "wrong": plain_number(step.wrong),
        "wrong_95": plain_ends(step.wrong_interval),
        "wrong_kept": plain_number(step.wrong_kept),
        "wrong_kept_95": plain_ends(step.wrong_kept_interval),
        "cost_a_month": plain_number(step.cost * found.prices.volume),
        "cost_a_month_95": [
            None if end is None else end * found.prices.volume
            for end in plain_ends(step.cost_interval)
        ],
    }


def workload_in_markdown(found: Workload, step: WorkloadStep) -> str:
    """Sentences and the table of steps, to paste."""
    frame = steps_frame(found, steps_of(found, step))
    rows = [
        (
            percent(row["share"]),
            amount_of(row["documents"]),
            f"{in_a_hundred(row['wrong'])} ({in_a_hundred(row['wrong_low_95'])} to "
            f"{in_a_hundred(row['wrong_high_95'])})",
            in_a_hundred(row["wrong_kept"]),
            cell_of(row["hours"], 1),
            cell_of(row["cost"], 1),
        )
        for row in frame.to_dict("records")
    ]
    head = [
        "to people",
        "documents",
        "wrong of 100 (95 %)",
        "wrong of 100 nobody sees",
        "hours a month",
        "cost a month",
    ]
    said = (sent_sentence(found, step), work_sentence(found, step), evidence_sentence(found))
    return f"{in_markdown(' '.join(said))}\n\n{markdown_table(head, rows)}"
