"""What the wrong decisions on documents cost, document by document, and on average."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.workload.prices import Prices, money
from metrics.effective import cluster_weights, variance_of_mean
from metrics.intervals import Interval
from metrics.typing import Array

NORMAL = 1.959963984540054  # 97.5 % of a normal distribution lie below


def error_costs(evaluation: Evaluation, prices: Prices) -> Array:
    """What the wrong decisions on each document cost, shape (documents,)."""
    tables = evaluation.document_tables
    return np.asarray(tables.fn * prices.miss + tables.fp * prices.false_alarm)


def mean_of(evaluation: Evaluation, values: Array) -> float:
    """The mean of a value over the documents, by their weights; NaN without any."""
    weights = evaluation.weights
    return float(np.average(values, weights=weights)) if len(values) else float("nan")


def interval_of_mean(evaluation: Evaluation, values: Array) -> Interval:
    """95 % interval of that mean, by its variance; NaN below two documents, or clusters."""
    mean = mean_of(evaluation, values)
    off = NORMAL * np.sqrt(variance_of_mean(values, gathered(evaluation)))
    return Interval(mean - off, mean + off)


def gathered(evaluation: Evaluation) -> sparse.csr_array | None:
    """Weights of the documents by cluster; None where each counts 1, alone."""
    part = evaluation.scored
    if not part.sampled:
        return None
    return cluster_weights(evaluation.documents, part.weights, part.clusters)


@dataclass(frozen=True)
class Mistakes:
    """What the mistakes of a month cost: the words before the amount, and the amount in words."""

    before: str
    amount: str

    def __str__(self) -> str:
        return f"{self.before}{self.amount}."


def mistakes_of_a_month(evaluation: Evaluation, prices: Prices) -> Mistakes:
    """What the mistakes of a month cost by these prices, in plain words."""
    costs = error_costs(evaluation, prices)
    ends = interval_of_mean(evaluation, costs)
    low, high = (max(0.0, prices.volume * float(end)) for end in (ends.low, ends.high))
    each = (
        f"If a mistake costs {prices.miss:g}"
        if prices.miss == prices.false_alarm
        else f"If a miss costs {prices.miss:g} and a false alarm {prices.false_alarm:g}"
    )
    of_month = money(prices.volume * mean_of(evaluation, costs))
    known = not np.isnan(float(ends.low))
    within = f" (likely {money(low)} to {money(high)})" if known else ""
    return Mistakes(f"{each}, those of a month cost ", f"{of_month}{within}")
