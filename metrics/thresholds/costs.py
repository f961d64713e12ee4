"""What decisions cost, the decisions that cost least, and what each class may cost.

Source: Lewis (1995), section 5. Every class may have costs of its own; the least loss that
thresholds could have had is known only afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.expected.poisson_binomial import variance_terms
from metrics.expected.prediction import Prediction, variance_of_sum
from metrics.measures import ratio
from metrics.ranking.curves import pr_curve
from metrics.tallies import ContingencyTable, ScoreTally, left_over
from metrics.typing import EQUAL, Array

# --- what decisions cost, and the decisions that cost least. Lewis (1995), section 5
#
# A loss is one number per cell of the contingency table, possibly negative: what one decision of
# that kind costs. `p` are the documents' probabilities of belonging to the class, shape
# (documents,), in [0, 1]; `calls` a boolean mask of those assigned.


@dataclass(frozen=True)
class CostMatrix:
    """The cost of each true positive, false positive, false negative and true negative.

    Lewis's lambda 11, 12, 21 and 22: the loss of decision i (1 assigned, 2 not) when j is right.
    """

    tp: float = 0.0
    fp: float = 1.0
    fn: float = 1.0
    tn: float = 0.0

    @property
    def cells(self) -> tuple[float, float, float, float]:
        """The four costs, in the order of the cells of a contingency table."""
        return self.tp, self.fp, self.fn, self.tn


ERROR_RATE = CostMatrix()


def loss(table: ContingencyTable, costs: CostMatrix = ERROR_RATE) -> Array:
    """Mean cost of a decision, in units of the costs; NaN where there are none.

    Source: Lewis (1995), (2).
    """
    total = costs.tp * table.tp + costs.fp * table.fp + costs.fn * table.fn + costs.tn * table.tn
    return ratio(total, table.total)


def expected_loss(
    p: Array,
    calls: Array,
    costs: CostMatrix = ERROR_RATE,
    weights: Array | None = None,
    clusters: Array | None = None,
) -> Prediction:
    """The loss that these decisions will turn out to have; NaN without documents.

    The mean counts documents by their `weights`, shape (documents,); `clusters` are codes of the
    groups that documents were drawn in, see `variance_of_sum`. Source: Lewis (1995), (4) to (6).
    """
    p = np.asarray(p, dtype=float)
    if not len(p) or (weights is not None and not weights.any()):
        return Prediction(float("nan"), float("nan"))
    if_member = np.where(calls, costs.tp, costs.fn)
    if_not = np.where(calls, costs.fp, costs.tn)
    variances = (if_member - if_not) ** 2 * variance_terms(p)
    total = len(p) if weights is None else float(np.sum(weights))
    return Prediction(
        float(np.average(if_member * p + if_not * (1 - p), weights=weights)),
        variance_of_sum(variances, weights, clusters) / total**2,
    )


@dataclass(frozen=True)
class LossRule:
    """The decisions of least expected loss: whom to assign.

    `above` and `below` a `threshold` strictly (which may lie outside [0, 1]); all; none; or
    indifferent, where deciding changes nothing. `threshold` is NaN for the last three.
    """

    kind: Literal["above", "below", "all", "none", "indifferent"]
    threshold: float = float("nan")


def best_rule(costs: CostMatrix) -> LossRule:
    """The rule of least expected loss.

    Assigning costs `tp` p + `fp` (1 - p), not assigning `fn` p + `tn` (1 - p); with D = (fn - tp)
    + (fp - tn) assigning is cheaper when p D > fp - tn. Lewis's (7), assign above the threshold
    (fp - tn) / D, is that for D > 0 only: with D < 0 it turns round, and with D = 0 p plays no
    part. Source: Lewis (1995), (7) to (10), with the cases it leaves out.
    """
    extra = costs.fp - costs.tn
    d = (costs.fn - costs.tp) + extra
    if abs(d) > EQUAL:
        return LossRule("above" if d > 0 else "below", extra / d)
    if abs(extra) <= EQUAL:
        return LossRule("indifferent")
    return LossRule("all" if extra < 0 else "none")


def best_calls(p: Array, costs: CostMatrix = ERROR_RATE) -> Array:
    """Decisions of least expected loss, boolean, shape (documents,); at equal cost not assigned."""
    p = np.asarray(p, dtype=float)
    assigning = costs.tp * p + costs.fp * (1 - p)
    leaving = costs.fn * p + costs.tn * (1 - p)
    return leaving - assigning > EQUAL


# --- what decisions cost when every class may have costs of its own


@dataclass(frozen=True)
class Losses:
    """Mean cost of a decision: per class, shape (classes,), and over all classes' decisions.

    NaN where there are no decisions.
    """

    per_class: Array
    overall: float


def observed_losses(tables: ContingencyTable, costs: Sequence[CostMatrix]) -> Losses:
    """What the decisions did cost. Source: Lewis (1995), (2)."""
    weights = np.array([c.cells for c in costs], dtype=float).reshape(-1, 4)
    cells = np.array(tables.cells, dtype=float)
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
    first_above = len(tally.scores) - int(tally.number_at(threshold))
    total = 0.0 + costs.tn * tally.unscored
    variance = 0.0
    for part, assigned in (
        (slice(None, first_above), below),
        (slice(first_above, None), not below),
    ):
        if_member, if_not = (costs.tp, costs.fp) if assigned else (costs.fn, costs.tn)
        p = np.asarray(tally.scores[part], dtype=float)
        w = None if tally.weights is None else tally.weights[part]
        members = float(p.sum() if w is None else np.dot(w, p))
        number = len(p) if w is None else float(w.sum())
        spread = members - float(np.dot(p, p)) if w is None else float(np.dot(w * w, p * (1 - p)))
        total += if_member * members + if_not * (number - members)
        variance += (if_member - if_not) ** 2 * spread
    return Prediction(total / tally.n, variance / tally.n**2)


# --- the least loss that thresholds could have had, known only afterwards


def least_mean_loss(tallies: Sequence[ScoreTally], costs: Sequence[CostMatrix]) -> float:
    """The least mean cost of a decision that one threshold per class could have given.

    One tally and one cost matrix per class, of equal length. Classes count by their decisions;
    one without any has none. NaN without decisions.
    """
    found = np.array([least_loss(t, c).loss for t, c in zip(tallies, costs, strict=True)])
    decisions = np.array([t.n for t in tallies])
    return float(ratio(np.nansum(found * decisions), decisions.sum()))
