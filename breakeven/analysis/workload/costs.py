"""What wrong decisions and the work of people cost.

The prices, and the costs document by document, and on average.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import amount_of, cell_of
from metrics.effective_size import cluster_weights, variance_of_mean
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# --- what wrong decisions and the work of people cost


@dataclass(frozen=True, kw_only=True)
class Prices:
    """What one of each costs, in any unit, and how much there is to do.

    `miss`, `false_alarm`: of a class; `review`: of a document that a person looks at; `minutes`:
    that it takes; `volume`: documents a month. ValueError below 0.
    """

    miss: float = 1.0
    false_alarm: float = 1.0
    review: float = 0.0
    minutes: float = 1.0
    volume: float = 1_000.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 <= value < math.inf:
                name = field.name.replace("_", " ")
                raise ValueError(f"{name} is {value:g}; give a number from 0 on")


def money_text(value: float) -> str:
    """An amount in the user's own unit, from 0 on: whole from 100 on."""
    return amount_of(round(value)) if value >= 100 else cell_of(value, 1)


# --- what the wrong decisions on documents cost, document by document, and on average


NORMAL = 1.959963984540054  # 97.5 % of a normal distribution lie below


def error_costs(evaluation: Evaluation, prices: Prices) -> Array:
    """What the wrong decisions on each document cost, shape (documents,)."""
    tables = evaluation.document_tables
    return np.asarray(tables.fn * prices.miss + tables.fp * prices.false_alarm)


def weighted_mean(evaluation: Evaluation, values: Array) -> float:
    """The mean of a value over the documents, by their weights; NaN without any."""
    weights = evaluation.weights
    return float(np.average(values, weights=weights)) if len(values) else float("nan")


def weighted_mean_interval(evaluation: Evaluation, values: Array) -> Interval:
    """95 % interval of that mean, by its variance; NaN below two documents, or clusters."""
    mean = weighted_mean(evaluation, values)
    off = NORMAL * np.sqrt(variance_of_mean(values, cluster_weights_of(evaluation)))
    return Interval(mean - off, mean + off)


def cluster_weights_of(evaluation: Evaluation) -> sparse.csr_array | None:
    """Weights of the documents by cluster; None where each counts 1, alone."""
    part = evaluation.scored
    if not part.sampled:
        return None
    return cluster_weights(evaluation.documents, part.weights, part.clusters)


@dataclass(frozen=True)
class MistakeCosts:
    """What the mistakes of a month cost: the words before the amount, and the amount in words."""

    before: str
    amount: str

    def __str__(self) -> str:
        return f"{self.before}{self.amount}."


def monthly_mistakes(evaluation: Evaluation, prices: Prices) -> MistakeCosts:
    """What the mistakes of a month cost by these prices, in plain words."""
    costs = error_costs(evaluation, prices)
    ends = weighted_mean_interval(evaluation, costs)
    low, high = (max(0.0, prices.volume * float(end)) for end in (ends.low, ends.high))
    each = (
        f"If a mistake costs {prices.miss:g}"
        if prices.miss == prices.false_alarm
        else f"If a miss costs {prices.miss:g} and a false alarm {prices.false_alarm:g}"
    )
    of_month = money_text(prices.volume * weighted_mean(evaluation, costs))
    has_ends = not np.isnan(float(ends.low))
    within = f" (likely {money_text(low)} to {money_text(high)})" if has_ends else ""
    return MistakeCosts(f"{each}, those of a month cost ", f"{of_month}{within}")
