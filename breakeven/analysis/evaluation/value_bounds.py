"""How far a value may be off to one side, where something hangs on it.

Each bound stands alone: it is wrong with the chance that it says, at most. The intervals beside
values (`breakeven.analysis.evaluation.average_intervals`, `metrics.uncertainty.intervals`) are for
reading; the bounds are of the same proportions with the same effective trials, by the exact tails
of the binomial.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from breakeven.analysis.evaluation.average_intervals import influence_of_all_classes
from breakeven.analysis.evaluation.evaluation import Evaluation, decided, exactly_right
from metrics.averaging import Undefined
from metrics.measures import OF_DOCUMENTS, lowest, measures_of_tables
from metrics.typing import Array, AverageName
from metrics.uncertainty.average_intervals import (
    average_influence,
    class_shares,
    mean_influence,
    share_of,
)
from metrics.uncertainty.intervals import (
    Interval,
    exact_bounds,
    exact_tails,
    f_as_share,
    f_of_share,
    share_of_f,
)

# as which F each measure of a class is a share
BETA_OF = {"precision": 0.0, "recall": inf}


@dataclass(frozen=True)
class BoundedValues:
    """Values that are as uncertain as `hits` among `trials`; arrays of shape (values,).

    A value rises with its share, an error weighing `error` beside a hit; 1 for the share itself,
    of the way from `lowest` to 1.
    """

    values: Array
    hits: Array
    trials: Array
    error: Array
    lowest: float = 0.0

    def _valued(self, share: Array) -> Array:
        return self.lowest + (1 - self.lowest) * f_of_share(share, self.error)

    def bounds(self, alpha: Array) -> Interval:
        """Bounds that are each wrong with chance `alpha`, shape (values,); NaN where undefined.

        Where there are no trials, F being 0 by decree, they are the lowest and 1.
        """
        ends = exact_bounds(self.hits, self.trials, alpha)
        low, high = (self._valued(end) for end in (ends.low, ends.high))
        low = np.where(self.trials == 0, self.lowest, np.fmin(low, self.values))
        high = np.where(self.trials == 0, 1.0, np.fmax(high, self.values))
        undefined = np.isnan(self.values)
        return Interval(np.where(undefined, np.nan, low), np.where(undefined, np.nan, high))

    def tails(self, limit: float) -> tuple[Array, Array]:
        """One-sided p-values: of a value below the limit, and of one above it."""
        way = (limit - self.lowest) / (1 - self.lowest)
        above, below = exact_tails(self.hits, self.trials, share_of_f(way, self.error))
        return (
            np.where(self.values >= limit, above, 1.0),
            np.where(self.values <= limit, below, 1.0),
        )


def bounded_average(
    evaluation: Evaluation, measure: str, average: AverageName, beta: float, undefined: Undefined
) -> BoundedValues:
    """A measure of decisions by one of its averages; shape (1,).

    `measure` exact_match: the share of the documents that are exactly right, however averaged.
    Undefined below two documents, or clusters of them.
    """
    decisions = decided(evaluation)
    # of accuracy and the error rate shares of documents where each has one class
    of_documents = evaluation.single_label and average in ("micro", "per_document")
    if measure == "exact_match" or (of_documents and measure in OF_DOCUMENTS):
        right, included = exactly_right(evaluation)
        shares = included - right if measure == "error_rate" else right
        influence = mean_influence(shares, included, decisions.gathered)
    else:
        function = measures_of_tables(beta)[measure]
        influence = average_influence(decisions, function, average, undefined)
    hits, trials = (
        share_of(influence, decisions.gathered) if evaluation.drawn > 1 else (np.nan, np.nan)
    )
    value = influence.value if evaluation.drawn > 1 else np.nan
    if average == "per_document" and trials > 0:
        hits, trials = _one_more(hits, trials, int(influence.included.sum()))
    counted = (np.array([value]), np.array([hits]), np.array([trials]), np.ones(1))
    return BoundedValues(*counted, lowest=influence.lowest)


def bounded_of_all_classes(evaluation: Evaluation, measure: str) -> BoundedValues:
    """One of `DecisionCounts.of_all_classes`, shape (1,); undefined as `bounded_average`."""
    decisions = decided(evaluation)
    influence = influence_of_all_classes(decisions, measure)
    alone = evaluation.drawn < 2
    hits, trials = (np.nan, np.nan) if alone else share_of(influence, decisions.gathered)
    value = np.nan if alone else influence.value
    counted = (np.array([value]), np.array([hits]), np.array([trials]), np.ones(1))
    return BoundedValues(*counted, lowest=influence.lowest)


def _one_more(hits: float, trials: float, documents: int) -> tuple[float, float]:
    """The same share of as many trials as one document more, wholly wrong or right, would leave.

    Where values are near 1 they vary little, until one document is far off.
    """
    share = hits / trials
    if not 0 < share < 1:
        return hits, trials
    fewer = 1 / (1 / trials + 1 / (documents**2 * share * (1 - share)))
    return share * fewer, fewer


def bounded_classes(evaluation: Evaluation, measure: str, beta: float) -> BoundedValues:
    """A measure of decisions of every class, shape (classes,)."""
    if measure not in (*BETA_OF, "f"):
        function = measures_of_tables(beta)[measure]
        part, trials = class_shares(evaluation.tables, function)
        values, ones = function(evaluation.tables), np.ones(len(part))
        return BoundedValues(values, part * trials, trials, ones, lowest(function))
    share = f_as_share(evaluation.tables, BETA_OF.get(measure, beta))
    values = measures_of_tables(beta)[measure](evaluation.tables)
    return BoundedValues(values, share.hits, share.trials, share.error)
