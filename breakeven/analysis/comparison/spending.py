"""What answers cost and how long they took, beside how many documents were right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.typing import Array

THOUSAND = 1_000
NEARLY_ALL = 0.95  # of the answers, which were there by then
NAN = float("nan")


@dataclass(frozen=True, kw_only=True)
class Spending:
    """Cost and time of one system's answers to the documents of an evaluation.

    `answers`: how many, repeats of a document each. `priced`: documents the cost of whose every
    answer is known, `right`: of these, those with all their classes right and no other.
    `per_thousand`: what 1,000 of them cost, with all repeats; `per_right`: what a right one cost,
    those that are wrong paid for too; in the file's currency, NaN where no document is priced,
    `per_right` also where none is right. `timed`: answers whose time is known. `median`, `slow`:
    seconds of the middle answer, and those within which 95 of 100 were there; NaN without any.
    """

    system: str
    documents: int
    answers: int
    priced: int
    right: int
    per_thousand: float
    per_right: float
    timed: int
    median: float
    slow: float


def spending_of(evaluation: Evaluation) -> Spending | None:
    """What the answers behind an evaluation cost; None where nothing is known of cost and time."""
    answered = evaluation.scored.answered
    if answered is None or (answered.cost is None and answered.latency is None):
        return None
    m = evaluation.documents
    cost: Array = np.full(m, NAN)
    if answered.cost is not None:
        # unknown in any answer, unknown of the document
        cost = np.bincount(answered.document, weights=answered.cost, minlength=m)
    is_priced = ~np.isnan(cost)
    tables = evaluation.document_tables
    right = int(((tables.fp + tables.fn == 0) & is_priced).sum())
    paid, priced = float(cost[is_priced].sum()), int(is_priced.sum())
    latency = np.empty(0) if answered.latency is None else answered.latency
    seconds = np.sort(latency[~np.isnan(latency)])
    timed = len(seconds)
    return Spending(
        system=evaluation.system,
        documents=m,
        answers=len(answered.document),
        priced=priced,
        right=right,
        per_thousand=THOUSAND * paid / priced if priced else NAN,
        per_right=paid / right if right else NAN,
        timed=timed,
        median=float(np.median(seconds)) if timed else NAN,
        # an answer's own time, no value between two
        slow=float(np.quantile(seconds, NEARLY_ALL, method="inverted_cdf")) if timed else NAN,
    )
