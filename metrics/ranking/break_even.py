"""The point at which precision and recall meet: exact, or the nearest attainable."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from metrics.averaging import Average, Undefined, mean_of
from metrics.measures import f_of
from metrics.tallies import ScoreTally
from metrics.typing import EQUAL, Array

NAN = float("nan")
# gaps that differ by less may be equal
NEAR = 1e-9


@dataclass(frozen=True)
class BreakEven:
    """Where P and R meet. `value` is (P + R) / 2 at `threshold`, in [0, 1]; NaN if undefined.

    `assigned` and `tp` are the counts there (0 when undefined).
    """

    value: float
    how: Literal["exact", "interpolated", "undefined"]
    threshold: float
    precision: float
    recall: float
    assigned: float = 0
    tp: float = 0

    @property
    def gap(self) -> float:
        """|P - R|: how far from meeting; above 0.1 the value says little."""
        return abs(self.precision - self.recall)


UNDEFINED = BreakEven(NAN, "undefined", NAN, NAN, NAN)


def break_even(tally: ScoreTally) -> BreakEven:
    """Break-even point of one ranking with r positives.

    Exact where a threshold assigns exactly r documents (P = R; possibly 0). Otherwise, among
    attainable points with a hit, the smallest |P - R|, then the larger mean, then the higher
    threshold. Documents count by their weights. Undefined without positives, or when no
    attainable point has a hit.
    Source: 2011 note, section 3; the tie rules are this project's.
    """
    r = tally.r
    if r == 0:
        return UNDEFINED
    threshold = tally.highest_assigning(r)
    rounding = 0 if tally.has_integer_counts else EQUAL * r
    if threshold is not None and abs(tally.assigned_at(threshold) - r) <= rounding:
        return _point(tally, threshold, "exact")
    if not len(tally.positives):
        return UNDEFINED
    return _point(tally, _nearest(tally, _candidates(tally)), "interpolated")


def _candidates(tally: ScoreTally) -> Array:
    """Thresholds among which the smallest gap must lie, falling.

    With the hits unchanged, the gap shrinks as the number assigned nears r. So only entries of
    positives, the last points before the next ones, and the two points around r can have the
    smallest; and of entries only those from which on it may be as small as the smallest here.
    """
    around = tally.highest_assigning(tally.r)
    if around is None:
        around = tally.scores[0]
    above = np.searchsorted(tally.scores, around, side="right")
    near = np.append(around, tally.scores[above : above + 1])
    scores, k, a = tally.entering
    before_next = np.append(k[1:], tally.assigned_at(tally.scores[0]))
    closest = np.where(k >= tally.r, k, np.minimum(before_next, tally.r))
    smallest = np.min(_gap(tally, k, a))
    some = np.flatnonzero(_gap(tally, closest, a) <= smallest * (1 + 1e-6) + EQUAL)
    after = np.searchsorted(tally.scores, scores[some[some + 1 < len(k)] + 1], side="right")
    return np.unique(np.concatenate([scores[some], tally.scores[after], near]))[::-1]


def _gap(tally: ScoreTally, k: Array, a: Array) -> Array:
    """|P - R| where k are assigned and a of them rightly, of one shape."""
    # as floats: of many documents the products are beyond whole numbers of 64 bits
    return a * (np.abs(tally.r - k) / (k * float(tally.r)))


def _nearest(tally: ScoreTally, thresholds: Array) -> Array:
    k, a = tally.assigned_at(thresholds), tally.hits_at(thresholds)
    keep = a > 0
    thresholds, k, a = thresholds[keep], k[keep], a[keep]
    gap = _gap(tally, k, a)
    if not tally.has_integer_counts:
        close = np.flatnonzero(gap <= gap.min() + EQUAL)
        mean = a[close] / k[close] + a[close] / tally.r
        return thresholds[close[np.argmax(mean >= mean.max() - EQUAL)]]
    # near ties of the gap are decided in fractions: floats would let rounding choose
    close = np.flatnonzero(gap <= gap.min() * (1 + NEAR))
    return thresholds[close[least_gap(int(tally.r), k[close], a[close])]]


def least_gap(r: int, k: Array, a: Array) -> int:
    """Which of points by falling threshold, k assigned and a of them rightly, is the nearest."""
    return min(
        range(len(k)),
        key=lambda i: (
            Fraction(int(a[i]) * abs(r - int(k[i])), int(k[i])),
            -Fraction(int(a[i]), int(k[i])) - Fraction(int(a[i]), r),
            i,
        ),
    )


def _point(tally: ScoreTally, threshold: Array, how: Literal["exact", "interpolated"]) -> BreakEven:
    k, a = tally.assigned_at(threshold).item(), tally.hits_at(threshold).item()
    p, r = a / k, a / float(tally.r)
    # of scores that are 0 and -0 either may stand there
    return BreakEven((p + r) / 2, how, float(threshold) + 0.0, p, r, k, a)


def macro_break_even(points: list[BreakEven], undefined: Undefined = "drop") -> Average:
    """Mean of the classes' break-even values; classes without positives are 0/0."""
    values = np.array([point.value for point in points])
    return mean_of(values, undefined)


def micro_break_even_own_thresholds(
    tallies: list[ScoreTally], points: list[BreakEven]
) -> BreakEven:
    """Each class cut at its own break-even point, the tables pooled: (P + R) / 2 of the pool.

    Exact where as many pairs are assigned as are true. A class without positives assigns
    nothing. `threshold` is NaN: there are as many as classes.
    """
    return micro_of(
        sum(tally.r for tally in tallies),
        sum(point.assigned for point in points),
        sum(point.tp for point in points),
    )


def micro_of(r: float, assigned: float, tp: float) -> BreakEven:
    """The point of a pooled table, as `micro_break_even_own_thresholds` has it."""
    if r == 0 or assigned == 0:
        return UNDEFINED
    p, recall = tp / assigned, tp / r
    how: Literal["exact", "interpolated"] = (
        "exact" if abs(assigned - r) <= EQUAL * r else "interpolated"
    )
    return BreakEven((p + recall) / 2, how, NAN, p, recall, assigned, tp)


Sign = Literal[-1, 0, 1]


@dataclass(frozen=True)
class MeanAgainstF:
    """Where (P + R) / 2 lies relative to F, at one point, in [0, 1].

    `crossing`: the beta, sqrt(R / P), at which both are equal; NaN where they are equal for every
    beta (P = R) or undefined. `below`, `above`: the sign of (P + R) / 2 - F for
    smaller and for larger beta; None where undefined.
    """

    precision: float
    recall: float
    mean: float
    crossing: float
    below: Sign | None
    above: Sign | None


def mean_against_f(precision: float, recall: float) -> MeanAgainstF:
    """The case of a point: three cases of P against R, each split at beta = sqrt(R / P).

    (P + R) / 2 - F = R^2 (T - 1) (beta^2 T - 1) / (2 (beta^2 P + R)) with T = P / R. So with
    P < R the mean is larger below the crossing and smaller above it, with P > R the reverse, and
    with P = R both are equal. Of one table P and R are 0 together or not at all.
    Source: 2011 note, section 6, whose second case is misprinted: it claims that with P < R the
    mean is larger for every beta.
    """
    nan = float("nan")
    mean = (precision + recall) / 2
    if np.isnan(mean):
        return MeanAgainstF(precision, recall, nan, nan, None, None)
    if abs(precision - recall) <= EQUAL:
        return MeanAgainstF(precision, recall, mean, nan, 0, 0)
    crossing = float(np.sqrt(recall / precision))
    below: Sign = 1 if precision < recall else -1
    above: Sign = -1 if precision < recall else 1
    return MeanAgainstF(precision, recall, mean, crossing, below, above)


def mean_minus_f(precision: float, recall: float, betas: Any) -> Array:
    """(P + R) / 2 - F at each beta in [0, inf], shape of `betas`, in [-1/2, 1/2].

    NaN where P or R is undefined. Source: 2011 note, section 6, corrected.
    """
    each = np.asarray(betas, dtype=float)
    f = np.array([f_of(precision, recall, beta) for beta in each.ravel()])
    return ((precision + recall) / 2 - f).reshape(each.shape)
