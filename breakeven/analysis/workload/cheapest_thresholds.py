"""The thresholds at which mistakes cost least: found on one split, tried on what is shown.

What is saved is the paired difference of the costs of each document, so that its interval is that
of the difference.
"""

from __future__ import annotations

from dataclasses import dataclass

from breakeven.analysis.evaluation.cut import ClassCosts, Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.workload.costs import (
    Prices,
    error_costs,
    weighted_mean,
    weighted_mean_interval,
)
from breakeven.data.records import Predictions, Truth
from breakeven.data.splits import tuning_split
from metrics.thresholds.costs import CostMatrix
from metrics.uncertainty.intervals import Interval


@dataclass(frozen=True, kw_only=True)
class CheapestThresholds:
    """What other thresholds would save on the documents shown, per document, with 95 % intervals.

    `cut`: the rule, fitted on `split`. `cost`: of its mistakes. `saved`: less than now, below 0
    where they cost more; its interval is that of the paired difference.
    """

    cut: Cut
    split: str
    evaluation: Evaluation
    cost: float
    cost_interval: Interval
    saved: float
    saved_interval: Interval


def cheapest_thresholds(
    truth: Truth, predictions: Predictions, evaluation: Evaluation, prices: Prices
) -> CheapestThresholds | None:
    """What the thresholds of least cost on the split to tune on would do to what is shown.

    None where there are no scores, no such split, or where it is what is shown.
    """
    split = tuning_split(truth, predictions)
    if predictions.scores is None or split is None or evaluation.split in (None, split):
        return None
    costs = ClassCosts(CostMatrix(fp=prices.false_alarm, fn=prices.miss))
    cut = Cut("loss", costs=costs, split=split)
    fitted = fit_cut(truth, predictions, cut)
    then = evaluate(predictions, evaluation.scored, evaluation.split, fitted)
    now, new = error_costs(evaluation, prices), error_costs(then, prices)
    return CheapestThresholds(
        cut=cut,
        split=split,
        evaluation=then,
        cost=weighted_mean(then, new),
        cost_interval=weighted_mean_interval(then, new),
        saved=weighted_mean(then, now - new),
        saved_interval=weighted_mean_interval(then, now - new),
    )
