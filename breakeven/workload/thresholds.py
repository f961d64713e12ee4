"""The thresholds at which mistakes cost least: found on one split, tried on what is shown."""

from __future__ import annotations

from dataclasses import dataclass

from breakeven.evaluation.class_costs import ClassCosts
from breakeven.evaluation.cut import Cut
from breakeven.evaluation.evaluation import Evaluation, evaluate
from breakeven.evaluation.fit import fit_cut
from breakeven.records import Predictions, Truth
from breakeven.splits import tuning_split
from breakeven.workload.costs import error_costs, interval_of_mean, mean_of
from breakeven.workload.prices import Prices
from metrics.intervals import Interval
from metrics.thresholds.loss import CostMatrix


@dataclass(frozen=True, kw_only=True)
class Cheapest:
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
) -> Cheapest | None:
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
    return Cheapest(
        cut=cut,
        split=split,
        evaluation=then,
        cost=mean_of(then, new),
        cost_interval=interval_of_mean(then, new),
        saved=mean_of(then, now - new),
        saved_interval=interval_of_mean(then, now - new),
    )
