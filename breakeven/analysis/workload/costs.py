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
    """What one of each costs, and how much there is to do.

    `miss`, `false_alarm`: of a class; `review`: of a document that a person looks at; `minutes`:
    that it takes; `volume`: documents a month. `currency`: what the costs are in, "" where a
    mistake counts 1. ValueError below 0.
    """

    miss: float = 1.0
    false_alarm: float = 1.0
    review: float = 0.0
    minutes: float = 1.0
    volume: float = 1_000.0
    currency: str = ""

    def __post_init__(self) -> None:
        for name in NUMBERS:
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise ValueError(f"{name.replace('_', ' ')} is {value:g}; give a number from 0 on")

    @property
    def in_mistakes(self) -> bool:
        """Whether costs are numbers of mistakes: nobody said what one costs."""
        return not self.currency and self.miss == self.false_alarm == 1

    def number_of(self, value: float) -> str:
        """An amount without its unit: as `money_text`, but no tenth of a mistake from 10 on."""
        whole = self.in_mistakes and value >= 10
        return amount_of(round(value)) if whole else money_text(value)

    def text_of(self, value: float) -> str:
        """An amount with what it is in."""
        if self.in_mistakes:
            shown = self.number_of(value)
            return f"{shown} mistake" if shown in ("1", "1.0") else f"{shown} mistakes"
        return f"{money_text(value)}\N{NO-BREAK SPACE}{self.currency}".rstrip()


# the fields of `Prices` that are numbers
NUMBERS = tuple(field.name for field in fields(Prices) if field.name != "currency")


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
    """What the mistakes of a month cost: the words before the amount, the amount, and the rest."""

    before: str
    amount: str
    after: str

    def __str__(self) -> str:
        return f"{self.before}{self.amount}{self.after}"


def monthly_mistakes(evaluation: Evaluation, prices: Prices) -> MistakeCosts:
    """What the mistakes of a month cost by these prices, in plain words."""
    costs = error_costs(evaluation, prices)
    ends = weighted_mean_interval(evaluation, costs)
    low, high = (max(0.0, prices.volume * float(end)) for end in (ends.low, ends.high))
    of_month = prices.text_of(prices.volume * weighted_mean(evaluation, costs))
    has_ends = not np.isnan(float(ends.low))
    within = f" ({prices.number_of(low)}–{prices.number_of(high)})" if has_ends else ""
    before = "About " if prices.in_mistakes else "Mistakes cost about "
    return MistakeCosts(before, of_month, f" a month{within}.")
