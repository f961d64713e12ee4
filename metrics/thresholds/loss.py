"""What decisions cost, and the decisions that cost least. Lewis (1995), section 5.

A loss is one number per cell of the contingency table, possibly negative: what one decision of
that kind costs. `p` are the documents' probabilities of belonging to the class, shape
(documents,), in [0, 1]; `calls` a boolean mask of those assigned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.expected.poisson_binomial import variance_terms
from metrics.expected.prediction import Prediction, variance_of_sum
from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array


@dataclass(frozen=True)
class CostMatrix:
    """The cost of each true positive, false positive, false negative and true negative.

    Lewis's lambda 11, 12, 21 and 22: the loss of decision i (1 assigned, 2 not) when j is right.
    """

    tp: float = 0.0
    fp: float = 1.0
    fn: float = 1.0
    tn: float = 0.0


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
