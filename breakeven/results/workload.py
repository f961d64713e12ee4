"""What people should review, as tables, as data and in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import pandas as pd

from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.analysis.workload.costs import Prices, money_text
from breakeven.analysis.workload.workload import CheapestThresholds, Workload, WorkloadStep
from breakeven.data.records import Review, Truth
from breakeven.data.wording import (
    NOTHING,
    amount_of,
    cell_of,
    count_of,
    hundredths,
    percent,
    quoted,
)
from breakeven.results.scope import filter_data, under_title
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


def sent_sentence(workload: Workload, step: WorkloadStep) -> str:
    """What sending these documents to people would change, in plain text."""
    if not workload.evaluation.documents:
        return "There are no documents here to review."
    unaided = workload.nothing_sent()
    before = in_a_hundred(unaided.wrong)
    if not step.documents:
        return (
            f"Without review, {before} of 100 documents have an error: a missed class or a false "
            "alarm."
        )
    ends = step.wrong_interval
    low, high = in_a_hundred(float(ends.low)), in_a_hundred(float(ends.high))
    after = in_a_hundred(step.wrong)
    change = f"cuts wrong documents from {before} to {after} of 100"
    if before == after:
        change = f"leaves {after} of 100 documents wrong"
    return (
        f"Reviewing the least certain {percent(step.share)} "
        f"({count_of(step.documents, 'document')}) {change} ({low}–{high})."
    )


# of 100 documents that nobody reviews so many may be wrong, where nobody says
MOST_WRONG = 5.0


def promised_sentence(step: WorkloadStep | None, most_wrong: float) -> str:
    """How little review is promised to be enough, in plain text.

    `most_wrong`: of 100 documents that are not reviewed.
    """
    wished = f"at most {most_wrong:g} of 100 of the other documents"
    if step is None:
        return (
            f"That {wished} are wrong cannot be promised here, however many are reviewed: there "
            "are too few documents, or too many errors among the most certain ones."
        )
    if not step.documents:
        return (
            f"Without any review {wished} are wrong: on documents like these 95 of 100 such "
            "promises hold."
        )
    return (
        f"So that {wished} are wrong, review at least {percent(step.share)} "
        f"({count_of(step.documents, 'document')}): on documents like these 95 of 100 such "
        "promises hold."
    )


def work_sentence(workload: Workload, step: WorkloadStep) -> str:
    """The work of a month, in plain text; "" where there is no document to go by."""
    if not workload.evaluation.documents:
        return ""
    prices = workload.prices
    documents = step.share * prices.volume
    hours = documents * prices.minutes / 60
    return (
        f"That is {amount_of(round(documents))} of {count_of(prices.volume, 'document')} a month: "
        f"{cell_of(hours, 1)} hours at {count_of(prices.minutes, 'minute')} each."
    )


def price_sentence(workload: Workload, step: WorkloadStep) -> str:
    """Up to which cost a review pays off, in plain text; of a step that sends something."""
    worth = workload.prices.text_of(workload.price_of_review(step))
    return f"Reviewing a document pays off if it costs less than {worth}."


def cheaper_sentence(cheaper: CheapestThresholds, prices: Prices) -> str:
    """What thresholds of least cost would save in a month, in plain text."""
    saved = cheaper.saved * prices.volume
    ends = (cheaper.saved_interval.low, cheaper.saved_interval.high)
    low, high = (float(end) * prices.volume for end in ends)
    change = "save" if saved >= 0 else "cost"
    ends = (low, high) if saved >= 0 else (-high, -low)
    text = (
        f"The cheapest thresholds on {quoted(cheaper.split)} would {change} "
        f"{prices.text_of(abs(saved))} a month here"
    )
    if math.isnan(low):
        return f"{text}."
    perhaps = "" if low > 0 or high < 0 else ", not clearly different from now"
    return f"{text} (95 %: {money_text(ends[0])} to {money_text(ends[1])}){perhaps}."


def class_sentence(workload: Workload, step: WorkloadStep, c: int) -> str:
    """What stays wrong in one class, in plain text."""
    now, left = workload.errors_by_class(step)
    return (
        f"{quoted(workload.evaluation.classes[c])}: reviewing these {percent(step.share)} leaves "
        f"{amount_of(float(left[c]))} of {count_of(float(now[c]), 'error')}."
    )


def evidence_sentence(workload: Workload) -> str:
    """Where the probabilities are from, and what is taken for granted, in plain text."""
    source = "from the system's own probabilities"
    if workload.column is not None:
        source = f"from the column {quoted(workload.column)}, read as how likely its class is right"
    elif workload.fitted_on is not None:
        source = f"from probabilities fitted to its scores on {quoted(workload.fitted_on)}"
    left = (
        f" {count_of(workload.left_out, 'document')} of that split are left out."
        if workload.left_out
        else ""
    )
    return (
        f"How certain the system is of a document comes {source}.{left} A document is wrong if any "
        "of its classes is. This assumes that reviewers correct every error they see."
    )


def steps_of(workload: Workload, step: WorkloadStep) -> list[WorkloadStep]:
    """The steps that tables show: common shares, and the one that is looked at; none twice."""
    every = [*(workload.sending(share) for share in SHARES), step]
    by_share = {each.share: each for each in every}
    return [by_share[share] for share in sorted(by_share)]


def steps_frame(workload: Workload, steps: Sequence[WorkloadStep]) -> pd.DataFrame:
    """One row a step; costs and hours are of a month."""
    prices = workload.prices
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


def classes_frame(workload: Workload, step: WorkloadStep) -> pd.DataFrame:
    """One row a class: wrong decisions now, and of documents that nobody looks at."""
    now, left = workload.errors_by_class(step)
    return pd.DataFrame(
        {
            "class": list(workload.evaluation.classes),
            "positives": workload.evaluation.tables.positives,
            "sent": workload.sent_by_class(step),
            "wrong_now": now,
            "wrong_left": left,
        }
    )


def documents_frame(truth: Truth, workload: Workload, step: WorkloadStep) -> pd.DataFrame:
    """What goes to people, the least sure first: id, and what its decisions may cost."""
    order = _least_sure_first(workload, step)
    rows = workload.evaluation.rows[order]
    return pd.DataFrame({"doc_id": document_ids(truth, rows), "doubt": workload.doubt[order]})


def _least_sure_first(workload: Workload, step: WorkloadStep) -> Array:
    sent = step.sent.nonzero()[0]
    return sent[(-workload.doubt[sent]).argsort(kind="stable")]


class StepValues(TypedDict):
    """What sending some documents to people leaves wrong and costs, as JSON has it."""

    share: float | None
    documents: float
    wrong: float | None
    wrong_95: list[float | int | None]
    wrong_kept: float | None
    wrong_kept_95: list[float | int | None]
    cost_a_month: float | None
    cost_a_month_95: list[float | None]


def step_values(step: WorkloadStep, volume: float) -> StepValues:
    """A step as plain data; `volume`: documents a month."""
    return {
        "share": plain_number(step.share),
        "documents": plain_count(step.documents),
        "wrong": plain_number(step.wrong),
        "wrong_95": plain_ends(step.wrong_interval),
        "wrong_kept": plain_number(step.wrong_kept),
        "wrong_kept_95": plain_ends(step.wrong_kept_interval),
        "cost_a_month": plain_number(step.cost * volume),
        "cost_a_month_95": [
            None if end is None else end * volume for end in plain_ends(step.cost_interval)
        ],
    }


# --- what people still have to do, where so many documents go to them: a result


STEP_HEAD = (
    "reviewed",
    "documents",
    "still wrong of 100 (95 %)",
    "wrong of 100 not reviewed",
    "hours a month",
    "cost a month",
)


@dataclass(frozen=True, repr=False, eq=False)
class WorkloadResult:
    """What stays wrong and what it costs where people look at the documents of a step."""

    review: Review
    workload: Workload
    step: WorkloadStep
    filtered: FilteredDocuments | None = None
    most_wrong: float = MOST_WRONG

    def promise(self) -> WorkloadStep | None:
        """The least review with which `most_wrong` of 100 others are promised; None without."""
        return self.workload.promised(self.most_wrong / 100)

    def frame(self) -> pd.DataFrame:
        """One row a step, of common shares and this one; costs and hours are of a month."""
        return steps_frame(self.workload, steps_of(self.workload, self.step))

    def documents(self) -> pd.DataFrame:
        """What goes to people, the least sure first."""
        return documents_frame(self.review.truth, self.workload, self.step)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven workload --format json` prints; undefined is None."""
        workload, step = self.workload, self.step
        prices, promise = workload.prices, self.promise()
        subject = {"review": self.review.name, "system": workload.evaluation.system}
        return (
            subject
            | {
                "documents": workload.evaluation.documents,
                "left_out": workload.left_out,
                "probabilities_fitted_on": workload.fitted_on,
                "confidence_column": workload.column,
                "prices": {
                    name: plain_number(getattr(prices, name))
                    for name in ("miss", "false_alarm", "review", "minutes", "volume")
                }
                | {"currency": prices.currency},
                "risk_coverage_area": plain_number(workload.curve.area),
                "steps": [step_values(s, prices.volume) for s in steps_of(workload, step)],
                "looked_at": {
                    **step_values(step, prices.volume),
                    "price_of_review": plain_number(workload.price_of_review(step)),
                },
                "promise": {
                    "most_wrong_of_100": self.most_wrong,
                    "step": None if promise is None else step_values(promise, prices.volume),
                },
                "cheapest_expected": step_values(workload.cheapest(), prices.volume),
                "classes": classes_frame(workload, step).to_dict("records"),
            }
            | filter_data(self.filtered)
        )

    def to_markdown(self) -> str:
        """What `breakeven workload` prints."""
        workload, step = self.workload, self.step
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
            for row in self.frame().to_dict("records")
        ]
        texts = (
            sent_sentence(workload, step),
            work_sentence(workload, step),
            promised_sentence(self.promise(), self.most_wrong),
            evidence_sentence(workload),
        )
        names = f"{in_markdown(self.review.name)}: {in_markdown(workload.evaluation.system)}"
        parts = (
            f"# {names}, human review",
            in_markdown(" ".join(texts)),
            markdown_table(STEP_HEAD, rows),
        )
        return under_title("\n\n".join(parts), self.filtered)
