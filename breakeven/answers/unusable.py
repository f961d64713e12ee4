"""What answers that say no class count as, and the bracket of F that the choice makes.

An answer outside the class list, unparseable, ambiguous or refused says nothing about classes. It
may count as no class, be left out, or have been right at best and wrong at worst: nobody can do
better or worse than the last two on these documents.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Answered, Predictions, Truth
from breakeven.records.answered import OUTCOMES
from metrics.averaging import Undefined, anomaly_free, mean_of
from metrics.incidence import count_per_document, judged
from metrics.measures import alpha_of, f_beta
from metrics.tallies import ContingencyTable, count_decisions
from metrics.typing import Array


@dataclass(frozen=True)
class F:
    """F over all decisions and as the mean over classes; NaN where undefined."""

    micro: float
    macro: float


@dataclass(frozen=True)
class Bracket:
    """F of an evaluation by what answers without a class count as.

    `counted`: as evaluated, where they are no class. `worst` to `best` holds whatever these
    documents might have been called.
    """

    counted: F
    left_out: F
    best: F
    worst: F


@dataclass(frozen=True)
class Answers:
    """The answers of a system on some documents.

    `answered`: of them, in the order of the truth. `outcomes`: how many of them have each outcome.
    `by_class`: int (classes, outcomes), of the documents truly in a class; those in several count
    in each.
    """

    answered: Answered
    outcomes: Array
    by_class: Array

    @property
    def unusable(self) -> int:
        """How many documents have an answer that says no class, and not on purpose."""
        return int((~self.answered.usable).sum())


def answers_of(truth: Truth, predictions: Predictions, rows: Array) -> Answers | None:
    """The answers of a system on some documents; None where it gave none.

    `rows`: of the documents in the truth, ascending; those that it did not speak of are left out.
    """
    if predictions.answered is None:
        return None
    at = np.flatnonzero(np.isin(predictions.rows, rows))
    answered, here = predictions.answered.take(at), predictions.rows[at]
    if truth.labels is None:
        known = sparse.csc_array((len(here), len(truth.classes)), dtype=bool)
    else:
        off = truth.unjudged
        labels = sparse.csc_array(truth.labels[here])
        known = judged(labels, None if off is None else sparse.csc_array(off[here]))
    of_outcome = sparse.csr_array(
        (np.ones(answered.m, dtype=np.int64), (answered.outcome, np.arange(answered.m))),
        shape=(len(OUTCOMES), answered.m),
    )
    by_class = (of_outcome @ known.astype(np.int64)).toarray().T
    return Answers(answered, np.bincount(answered.outcome, minlength=len(OUTCOMES)), by_class)


def bracket_of(evaluation: Evaluation, usable: Array, beta: float, undefined: Undefined) -> Bracket:
    """F by what the documents without a usable answer count as.

    `usable`: boolean, of the evaluation's documents, shape (m,). Worst: of each of its classes
    such a document is missed, and for each of them, or for none, another one is assigned. Over
    all decisions that is exact; the mean over classes is no higher for any such assignment, and
    may be lower than each of them.
    """
    off, weights = evaluation.scored.unjudged, evaluation.weights
    here = sparse.csc_array(evaluation.assigned.multiply(usable[:, None]))
    true_there = sparse.csc_array(evaluation.truth.multiply(~usable[:, None]))

    def counted(assigned: sparse.csc_array) -> ContingencyTable:
        return count_decisions(evaluation.truth, assigned, off, "class", weights)

    none, best = counted(here), counted(sparse.csc_array(here + true_there))
    left = evaluation.restricted(np.flatnonzero(usable)).tables
    wrong = np.maximum(count_per_document(judged(true_there, off)), 1)[~usable]
    worth = float(np.sum(wrong if weights is None else wrong * weights[~usable]))
    more = _worst_spread(none, worth, int(wrong.sum()), beta)
    pooled = none.pooled()
    part = anomaly_free(none)  # the same classes throughout, or more might be right and F lower

    def macro(table: ContingencyTable) -> float:
        return mean_of(f_beta(table, beta), undefined, part).value

    def f(table: ContingencyTable) -> F:
        return F(float(f_beta(table.pooled(), beta)), macro(table))

    worst = F(
        float(f_beta(replace(pooled, fp=pooled.fp + worth), beta)),
        macro(replace(none, fp=none.fp + more)),
    )
    return Bracket(counted=f(none), left_out=f(left), best=f(best), worst=worst)


def _worst_spread(table: ContingencyTable, worth: float, times: int, beta: float) -> Array:
    """False alarms of each class, shape (classes,), that lower the mean of F the most.

    `worth`: how much they weigh together, `times`: how many there are. F of a class is n / (d + x)
    after x more: convex in x, so the mean is lowest where sqrt(n) / (d + x) is the same in all
    classes that get any. As many classes whose F was undefined get one, as if for nothing: no
    assignment does more.
    """
    spread = np.zeros(len(table))
    alpha = alpha_of(beta)
    some = np.flatnonzero(table.tp > 0)
    if worth and alpha and len(some):
        of = table[some]
        top, bottom = np.sqrt(of.tp / alpha), (of.tp + (1 - alpha) * of.fn) / alpha + of.fp
        order = np.argsort(bottom / top)
        # classes get any in this order, as the common level rises
        level = (worth + np.cumsum(bottom[order])) / np.cumsum(top[order])
        last = np.flatnonzero(level > (bottom / top)[order])[-1]
        got = order[: last + 1]
        spread[some[got]] = level[last] * top[got] - bottom[got]
    empty = np.flatnonzero(table.tp + table.fp + table.fn == 0)
    spread[empty[:times]] = 1
    return spread
