"""Net benefit: what decisions at a probability are worth, in hits without a false alarm.

Beside it what it is worth to assign a class to all documents, and to none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.measures import ratio
from metrics.tallies import ContingencyTable, ScoreTally, left_over
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, wilson

# the thresholds that a curve is drawn at: hundredths by division, as decimals are written
THRESHOLDS = np.arange(1, 100) / 100


def odds_of(threshold: Any) -> Array:
    """How many false alarms a threshold on probabilities sets against one hit, t / (1 - t).

    ValueError unless every threshold lies between 0 and 1, both excluded.
    """
    t = np.asarray(threshold, dtype=float)
    if not np.all((t > 0) & (t < 1)):
        raise ValueError("net benefit is of a threshold between 0 and 1, both excluded")
    return t / (1 - t)


def net_benefit(table: ContingencyTable, threshold: Any) -> Array:
    """TP/n - FP/n · t/(1 - t): hits a document, less the false alarms at what they cost, to 1.

    `threshold`: the probability from which on the table assigns, in (0, 1), else ValueError. Who
    assigns from there on holds a hit to be worth (1 - t)/t false alarms. NaN without documents, and
    where true negatives are unknown. Source: Vickers & Elkin (2006).
    """
    return ratio(table.tp, table.total) - odds_of(threshold) * ratio(table.fp, table.total)


@dataclass(frozen=True)
class NetBenefit:
    """Net benefit at `threshold`, rising, all of shape (thresholds,).

    `value` with the ends `low` and `high` of its 95 % interval at each threshold by itself, NaN
    where nothing tells them; `assign_all`: that of assigning the class to every document; that of
    assigning it to none is 0.
    """

    threshold: Array
    value: Array
    low: Array
    high: Array
    assign_all: Array


def net_benefit_curve(
    tally: ScoreTally,
    thresholds: Array = THRESHOLDS,
    worth: float | None = None,
    *,
    number: Array | None = None,
    interval: bool = True,
) -> NetBenefit:
    """Net benefit of a ranking by probabilities, cut at each of `thresholds`, in (0, 1).

    `worth`: how many positives drawn alone its positives are worth, by weights and clusters; then
    all documents are worth as much less. `number`: how many drawn alone all are worth at each
    threshold, shape (thresholds,), where that is known better. `interval`: not of pairs that hang
    together in a way that nobody knows. NaN without documents. ValueError as `net_benefit`.
    """
    tp, assigned = tally.hits_at(thresholds), tally.assigned_at(thresholds)
    fp, negatives = left_over(assigned, tp), left_over(tally.n, tally.r)
    table = ContingencyTable(tp, fp, left_over(tally.r, tp), left_over(negatives, fp))
    value = net_benefit(table, thresholds)
    every = ratio(tally.r, tally.n) - odds_of(thresholds) * ratio(negatives, tally.n)
    if number is None:
        alone = tally.n if worth is None or not tally.r else tally.n * worth / tally.r
        number = np.full(len(thresholds), float(alone))
    if not interval or not np.all(number > 0):
        nothing = np.full(len(thresholds), np.nan)
        return NetBenefit(thresholds, value, nothing, nothing, every)
    ends = net_benefit_interval(ratio(tp, tally.n), ratio(fp, tally.n), thresholds, number)
    return NetBenefit(thresholds, value, ends.low, ends.high, every)


def worth_in_pairs(hits: Array, alarms: Array, odds: float, judged: Array) -> float:
    """How many pairs drawn alone those of documents are worth for the net benefit at a threshold.

    `hits`, `alarms`, `judged`: pairs of each document, or cluster of them, by its weights, shape
    (units,); `odds`: what a false alarm costs. As many as would make net benefit as uncertain as
    documents do; NaN where none is assigned. Source: Kish (1965), the design effect.
    """
    total = float(np.sum(judged))
    worth = hits - odds * alarms
    share, shares = ratio(np.sum(worth), total), ratio(np.sum(hits + odds**2 * alarms), total)
    moved = ratio(worth - share * judged, total)
    return float(ratio(shares - share**2, np.sum(moved**2)))


def net_benefit_interval(hits: Array, alarms: Array, threshold: Any, number: Any) -> Interval:
    """The 95 % interval of hits - alarms · t/(1 - t), shares of `number` documents drawn alone.

    Wilson's intervals of both shares, put together by how far each end lies from its share, with
    the correlation that two shares of the same documents have: it has a width where nothing is
    assigned, too. How often it holds: `tests/metrics/ranking/test_net_benefit.py`.
    Source: Zou & Donner (2008), with Wilson (1927).
    """
    odds = odds_of(threshold)
    of_hits, of_alarms = wilson(hits * number, number), wilson(alarms * number, number)
    together = -np.sqrt(ratio(hits * alarms, (1 - hits) * (1 - alarms)))
    value = hits - odds * alarms

    def reach(above: Array, below: Array) -> Array:
        cross = np.nan_to_num(together) * above * odds * below
        return np.sqrt(above**2 + (odds * below) ** 2 - 2 * cross)

    low = value - reach(hits - of_hits.low, of_alarms.high - alarms)
    high = value + reach(of_hits.high - hits, alarms - of_alarms.low)
    return Interval(low, high, value=value)
