"""What decisions cost when every class may have costs of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.expected.prediction import Prediction
from metrics.measures import ratio
from metrics.ranking.curves import pr_curve
from metrics.tallies import ContingencyTable, ScoreTally, left_over
from metrics.thresholds.loss import CostMatrix
from metrics.typing import EQUAL, Array


@dataclass(frozen=True)
class Losses:
    """Mean cost of a decision: per class, shape (classes,), and over all classes' decisions.

    NaN where there are no decisions.
    """

    per_class: Array
    overall: float


def observed_losses(tables: ContingencyTable, costs: Sequence[CostMatrix]) -> Losses:
    """What the decisions did cost. Source: Lewis (1995), (2)."""
    weights = np.array([[c.tp, c.fp, c.fn, c.tn] for c in costs], dtype=float).reshape(-1, 4)
    cells = np.array([tables.tp, tables.fp, tables.fn, tables.tn], dtype=float)
    total = np.sum(weights.T * cells, axis=0)
    return Losses(ratio(total, tables.total), float(ratio(total.sum(), np.sum(tables.total))))


@dataclass(frozen=True)
class LeastLoss:
    """The threshold at which the observed loss is least, and that loss.

    `threshold` is +inf where assigning nothing costs least.
    """

    threshold: float
    loss: float


def least_loss(tally: ScoreTally, costs: CostMatrix) -> LeastLoss:
    """The threshold of least observed loss, the highest among equals; optimistic where found.

    Between two corners of the curve only false positives change in number, so no other
    threshold can cost less.
    """
    points = pr_curve(tally)
    table = points.table()
    tp, fp = np.append(0, table.tp), np.append(0, table.fp)
    fn, tn = left_over(tally.r, tp), left_over(left_over(tally.n, tally.r), fp)
    total = costs.tp * tp + costs.fp * fp + costs.fn * fn + costs.tn * tn
    value = ratio(total, tally.n)
    if not tally.n:
        return LeastLoss(float("inf"), float("nan"))
    best = int(np.argmax(value <= value.min() + EQUAL))
    return LeastLoss(float(np.append(np.inf, points.threshold)[best]), float(value[best]))


def expected_at(tally: ScoreTally, threshold: float, below: bool, costs: CostMatrix) -> Prediction:
    """Expected loss of one class cut at a threshold, from the sums of its sorted probabilities.

    The scores must be probabilities; `below` assigns those under the threshold instead. Those
    without a score are not assigned and have probability 0. NaN without documents.
    """
    if not tally.n:
        return Prediction(float("nan"), float("nan"))
    at = len(tally.scores) - int(tally.number_at(threshold))
    total = 0.0 + costs.tn * tally.unscored
    variance = 0.0
    for part, assigned in ((slice(None, at), below), (slice(at, None), not below)):
        if_member, if_not = (costs.tp, costs.fp) if assigned else (costs.fn, costs.tn)
        p = np.asarray(tally.scores[part], dtype=float)
        w = None if tally.weights is None else tally.weights[part]
        members = float(p.sum() if w is None else np.dot(w, p))
        number = len(p) if w is None else float(w.sum())
        spread = members - float(np.dot(p, p)) if w is None else float(np.dot(w * w, p * (1 - p)))
        total += if_member * members + if_not * (number - members)
        variance += (if_member - if_not) ** 2 * spread
    return Prediction(total / tally.n, variance / tally.n**2)
