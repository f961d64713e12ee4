"""Estimates period by period, what is usual for them, and when something has changed.

Two questions are kept apart. Do the documents still look like those of the reference period?
That compares expectations, and allows for periods holding different documents of the same kind.
Do the labels, once they arrive, fit the expectation of their own period? That compares the
realised value with the period's own prediction interval. Source: Lewis (1995), sections 1 and 9;
the usual range and the alarms are this project's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.losses import mean_loss
from breakeven.analysis.estimation.periods import ArrivalPeriods, block
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.effective_size import variance_of_mean
from metrics.expected.expected_f import approximate_f, best_exclusive_size, exclusive_f
from metrics.expected.prediction import NORMAL_95, Prediction, expected_count
from metrics.measures import alpha_of, f_beta, ratio
from metrics.tallies import ContingencyTable
from metrics.thresholds.costs import CostMatrix, expected_loss, loss
from metrics.typing import Array
from metrics.uncertainty.significance import far_among

NAN = float("nan")

# with fewer assigned, in a period or in that of reference, F has no usual range
LEAST_ASSIGNED = 3

# a class is never said to have moved below so many standard deviations
FAR = 3.29


@dataclass(frozen=True)
class MonitoredSeries:
    """One quantity over the periods; all arrays have shape (periods,).

    `low` to `high`: where the realised value lies with 95 %, NaN of F. `usual_low` to
    `usual_high`: where `expected` lies while documents are like those of the reference period, in
    all periods and quantities of a course together with 95 %; NaN for that period itself, for
    single documents, and of F where fewer than three are assigned. `realised` is NaN without
    truth, and where it is undefined.
    """

    expected: Array
    low: Array
    high: Array
    usual_low: Array
    usual_high: Array
    realised: Array

    @property
    def changed(self) -> Array:
        """Periods whose expectation leaves the usual range, boolean."""
        return (self.expected < self.usual_low) | (self.expected > self.usual_high)

    @property
    def surprising(self) -> Array:
        """Periods whose realised value leaves their own interval, boolean."""
        return (self.realised < self.low) | (self.realised > self.high)


@dataclass(frozen=True)
class Monitoring:
    """The course of one class or of all pairs.

    `best_f`: expected F of the decisions that are best for each period; `f_low` to `f_high` are
    bounds of the expected F of those made. `share`: of the documents in the class; pooled,
    classes per document, None where that is 1 whatever happens.
    """

    periods: ArrivalPeriods
    f: MonitoredSeries
    f_low: Array
    f_high: Array
    best_f: Array
    loss: MonitoredSeries
    share: MonitoredSeries | None


def monitoring(
    probabilities: ClassProbabilities,
    labels: sparse.csc_array | None,
    periods: ArrivalPeriods,
    beta: float,
    c_f: float,
    costs: Sequence[CostMatrix],
    *,
    reference: int = 0,
    c: int | None = None,
) -> Monitoring:
    """Estimates of a class, or of all pairs for None, in every period.

    `labels`: boolean csc (documents, classes), or None; `costs` one per class. Usual ranges draw
    clusters of documents, by weight; with weights the expected F has no form and is NaN.
    """
    f, loss_of, share = _Gathered(), _Gathered(), _Gathered()
    best, bounds, ratios = [], [], []
    of_one_class = probabilities.of_class(c) if c is not None else None
    exclusive = c is None and probabilities.exclusive
    # F and the loss, and the share where it can vary
    far = far_among((len(periods.parts) - 1) * (2 if exclusive else 3))
    for positions in periods.parts:
        part, sampled = probabilities.take(positions), probabilities.sampled_at(positions)
        if of_one_class is not None and c is not None:
            p, calls = of_one_class[0][positions][None], of_one_class[1][positions][None]
            weights = [costs[c]]
            losses = expected_loss(p[0], calls[0], costs[c], part.weights, part.clusters)
        else:
            p = np.array([part.of_class(i)[0] for i in range(len(probabilities.classes))])
            calls, weights = part.assigned.toarray().T, list(costs)
            losses = mean_loss(part, list(calls), weights)
        own = part.weights
        size = len(positions) if own is None else float(own.sum())
        expected_f, best_f, ends = _of_f(p, calls, own, beta, c_f, exclusive)
        best.append(best_f)
        bounds.append(ends)
        table, realised_share = _realised(labels, positions, calls, own, c)
        ratios.append(_ratio_of(positions, p, calls, beta))
        realised_f = _f_of(table, beta, c_f) if own is None else NAN
        f.add(Prediction(expected_f, NAN), NAN, realised_f)
        loss_of.add(
            losses,
            variance_of_mean(_cost_of_documents(p, calls, weights), sampled),
            _loss_of(table, weights),
        )
        members = [expected_count(each, own, part.clusters) for each in p]
        share.add(
            Prediction(
                sum(each.expected for each in members) / size,
                sum(each.variance for each in members) / size**2,
            ),
            variance_of_mean(p.sum(axis=0), sampled),
            realised_share,
        )
    f_low, f_high = np.array(bounds).reshape(-1, 2).T
    return Monitoring(
        periods,
        _with_usual_f(f.series(reference, far), ratios, probabilities, reference, far),
        f_low,
        f_high,
        np.array(best),
        loss_of.series(reference, far),
        None if exclusive else share.series(reference, far),
    )


def _realised(
    labels: sparse.csc_array | None, part: Array, calls: Array, own: Array | None, c: int | None
) -> tuple[ContingencyTable | None, float]:
    """The true tables of a period, one per class, and true classes a document, by weight."""
    if labels is None:
        return None, NAN
    true = (labels[part][:, [c]] if c is not None else labels[part]).toarray().T
    cells = (true & calls, ~true & calls, true & ~calls, ~true & ~calls)
    by = np.ones(len(part), dtype=np.int64) if own is None else own
    table = ContingencyTable(*(cell @ by for cell in cells))
    return table, float(np.sum(true @ by) / (len(part) if own is None else own.sum()))


class _Gathered:
    """What is known of one quantity, period by period."""

    def __init__(self) -> None:
        self.rows: list[tuple[float, ...]] = []

    def add(self, value: Prediction, squared_error: Any, realised: float) -> None:
        self.rows.append((value.expected, value.low, value.high, float(squared_error), realised))

    def series(self, reference: int, far: float) -> MonitoredSeries:
        expected, low, high, squared_error, realised = np.array(self.rows).reshape(-1, 5).T
        usual_low, usual_high = usual(expected, squared_error, reference, far)
        return MonitoredSeries(expected, low, high, usual_low, usual_high, realised)


def usual(means: Array, squared_errors: Array, reference: int, far: float = NORMAL_95) -> Array:
    """Lowest and highest usual mean of each period, shape (2, ..., periods).

    `squared_errors`: the variance between documents over their number, periods last, as
    `means`. The prediction interval of the reference period would be too narrow: with nothing
    changed a period of other documents leaves it far more often than one time in twenty.
    """
    if means.shape[-1] == 0:
        return np.stack([means, means])
    centre = means[..., [reference]]
    wide = far * np.sqrt(squared_errors + squared_errors[..., [reference]])
    out = np.stack([centre - wide, centre + wide])
    out[..., reference] = np.nan
    return out


def _of_f(
    p: Array, calls: Array, weights: Array | None, beta: float, c_f: float, exclusive: bool
) -> tuple[float, float, tuple[float, float]]:
    """Expected F, that of the best decisions, and its bounds; NaN with weights."""
    if weights is not None:
        return NAN, NAN, (NAN, NAN)
    if exclusive:
        documents, falling = p.shape[1], np.sort(p.ravel())[::-1]
        value = float(exclusive_f(np.sum(p[calls]), np.sum(calls), documents, beta))
        size = best_exclusive_size(falling, documents, beta)
        best = float(exclusive_f(falling[:size].sum(), np.asarray(size), documents, beta))
        return value, best, (value, value)
    now = block(p.ravel(), calls.ravel(), beta=beta, c_f=c_f)
    near = approximate_f(p.ravel(), calls.ravel(), beta, c_f)
    return now.expected_f, now.best_expected_f, (float(near.low), float(near.high))


def _cost_of_documents(p: Array, calls: Array, weights: Sequence[CostMatrix]) -> Array:
    if_member = np.array([[w.fn, w.tp] for w in weights])
    if_not = np.array([[w.tn, w.fp] for w in weights])
    which = calls.astype(np.int64)
    return np.mean(
        np.take_along_axis(if_member, which, 1) * p
        + np.take_along_axis(if_not, which, 1) * (1 - p),
        axis=0,
    )


@dataclass(frozen=True)
class _Ratio:
    """F of a period as a ratio of sums: what each of its documents adds, shape (documents,)."""

    positions: Array
    hits: Array
    size: Array
    assigned: int

    def off(self, share: float, scale: float) -> Array:
        """How far each document moves the ratio from a share, to first order."""
        return np.asarray((self.hits - share * self.size) / scale)


def _ratio_of(positions: Array, p: Array, calls: Array, beta: float) -> _Ratio:
    alpha = alpha_of(beta)
    size = np.sum(alpha * calls + (1 - alpha) * p, axis=0)
    return _Ratio(positions, np.sum(p * calls, axis=0), size, int(np.sum(calls)))


def _with_usual_f(
    f: MonitoredSeries,
    ratios: Sequence[_Ratio],
    probabilities: ClassProbabilities,
    reference: int,
    far: float,
) -> MonitoredSeries:
    """F with its usual range: of a ratio, from whichever spread is larger.

    That of each period about its own F is too small where few are assigned, and that of both about
    one F where periods differ in size; with fewer than three assigned both are.
    """
    if not ratios:
        return f
    there = ratios[reference]
    wide = np.full(len(ratios), np.nan)
    for b, here in enumerate(ratios):
        if b != reference and min(here.assigned, there.assigned) >= LEAST_ASSIGNED:
            apart = _own_error(there, probabilities) + _own_error(here, probabilities)
            wide[b] = far * np.sqrt(max(apart, _common_error(there, here, probabilities)))
    return replace(
        f, usual_low=f.expected[reference] - wide, usual_high=f.expected[reference] + wide
    )


def _own_error(ratio_of: _Ratio, probabilities: ClassProbabilities) -> float:
    share = ratio_of.hits.sum() / ratio_of.size.sum()
    off = ratio_of.off(share, ratio_of.size.mean())
    return float(variance_of_mean(off, probabilities.sampled_at(ratio_of.positions)))


def _common_error(first: _Ratio, second: _Ratio, probabilities: ClassProbabilities) -> float:
    """The squared error of the difference of two periods that have one F in common."""
    both = _Ratio(
        np.append(first.positions, second.positions),
        np.append(first.hits, second.hits),
        np.append(first.size, second.size),
        first.assigned + second.assigned,
    )
    parts = np.array([len(first.size), len(second.size)])
    return _own_error(both, probabilities) * float(parts.sum() * np.sum(1 / parts))


def _f_of(table: ContingencyTable | None, beta: float, c_f: float) -> float:
    if table is None:
        return NAN
    value = float(f_beta(table.pooled(), beta))
    return c_f if np.isnan(value) else value


def _loss_of(table: ContingencyTable | None, weights: Sequence[CostMatrix]) -> float:
    if table is None:
        return NAN
    return float(np.mean([float(loss(table[i], w)) for i, w in enumerate(weights)]))


@dataclass(frozen=True)
class PeriodShares:
    """Expected shares of the classes, shape (classes, periods), and the far-off ones.

    `off`: how many standard deviations a share lies from the reference period's; NaN where there
    is no spread. `alarm`: boolean, more than `far`, which any of them is once in twenty times by
    chance, and a difference of a document or more.
    """

    expected: Array
    off: Array
    alarm: Array
    far: float


def period_shares(
    probabilities: ClassProbabilities, periods: ArrivalPeriods, reference: int = 0
) -> PeriodShares:
    """The expected share of every class in every period, against the reference period."""
    k = len(probabilities.classes)
    means, squared_errors = (np.empty((k, len(periods.parts))) for _ in range(2))
    for b, part in enumerate(periods.parts):
        p, _ = probabilities.probabilities_at(part)
        own = None if probabilities.weights is None else probabilities.weights[part]
        means[:, b] = np.average(p, axis=1, weights=own)
        squared_errors[:, b] = variance_of_mean(p, probabilities.sampled_at(part))
    if not periods.parts:
        return PeriodShares(means, means, np.zeros(means.shape, dtype=bool), FAR)
    difference = means - means[:, [reference]]
    off = ratio(difference, np.sqrt(squared_errors + squared_errors[:, [reference]]))
    off[:, reference] = np.nan
    large = np.abs(difference) * periods.documents >= 1
    far = max(FAR, far_among(k * (len(periods.parts) - 1)))
    return PeriodShares(means, off, (np.abs(off) > far) & large, far)
