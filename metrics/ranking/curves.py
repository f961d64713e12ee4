"""Precision and recall at every threshold: the curve, its area, and lines of equal F."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.measures import alpha_of, ratio
from metrics.parallel import first_of_equal
from metrics.tallies import ContingencyTable, ScoreTally, left_over
from metrics.typing import DEFAULT_BETA, Array

# --- Precision and recall at every threshold: the curve and its area
#
# Only thresholds at distinct scores exist; equal scores enter together; the empty decision, where
# precision is 0/0, is no point of a curve, and no end point is invented.


@dataclass(frozen=True)
class OperatingPoints:
    """Attainable points of one ranking, by falling threshold; the arrays have one length.

    At `threshold`, `assigned` documents are assigned and `tp` of them rightly, out of `r`
    positives among `n` documents, all by their weights.
    """

    threshold: Array
    assigned: Array
    tp: Array
    r: float
    n: float

    def __len__(self) -> int:
        return len(self.threshold)

    def __getitem__(self, points: Array) -> OperatingPoints:
        return OperatingPoints(
            self.threshold[points], self.assigned[points], self.tp[points], self.r, self.n
        )

    @property
    def precision(self) -> Array:
        """In [0, 1], never undefined: every point assigns something."""
        return self.tp / self.assigned

    @property
    def recall(self) -> Array:
        """NaN throughout where there are no positives."""
        return ratio(self.tp, self.r)

    @property
    def fallout(self) -> Array:
        """NaN throughout where everything is positive."""
        return ratio(left_over(self.assigned, self.tp), left_over(self.n, self.r))

    def table(self) -> ContingencyTable:
        """One contingency table per point."""
        fp, negatives = left_over(self.assigned, self.tp), left_over(self.n, self.r)
        return ContingencyTable(self.tp, fp, left_over(self.r, self.tp), left_over(negatives, fp))


def _distinct_descending(ascending: Array) -> Array:
    return ascending[first_of_equal(ascending)][::-1]


def _points_at(tally: ScoreTally, thresholds: Array) -> OperatingPoints:
    return OperatingPoints(
        thresholds, tally.assigned_at(thresholds), tally.hits_at(thresholds), tally.r, tally.n
    )


def operating_points(tally: ScoreTally) -> OperatingPoints:
    """Every attainable point: one per distinct score. Source: 2011 note, section 3."""
    return _points_at(tally, _distinct_descending(tally.scores))


def hit_points(tally: ScoreTally) -> OperatingPoints:
    """The points at which positives enter: one per distinct score of a positive.

    Between two of them recall stands still and precision only falls, so average and
    interpolated precision and the best F need no others.
    """
    return OperatingPoints(*tally.entering, tally.r, tally.n)


def pr_curve(tally: ScoreTally) -> OperatingPoints:
    """The corners of the exact precision-recall curve, by falling threshold.

    Each point at which positives enter, and the last point before the next ones do. Every
    other attainable point lies on the vertical line between two corners.
    """
    if not len(tally.scores):
        return operating_points(tally)
    entering = tally.entering[0]
    above = np.searchsorted(tally.scores, entering, side="right")
    last_before = tally.scores[above[above < len(tally.scores)]]
    ends = tally.scores[[0, -1]]
    corners = np.sort(np.concatenate([entering, last_before, ends]))
    return _points_at(tally, _distinct_descending(corners))


def average_precision(tally: ScoreTally) -> float:
    """Precision at each entry of positives, weighted by the recall it adds, in [0, 1].

    NaN without positives. Positives without a score add nothing.
    Source: Manning et al., section 8.4, with equal scores entering together.
    """
    if tally.r == 0:
        return float("nan")
    points = hit_points(tally)
    gained = np.diff(points.tp, prepend=0)
    return float(np.sum(gained * points.precision) / tally.r)


def thinned(points: OperatingPoints, columns: int = 500) -> OperatingPoints:
    """At most four points for each of `columns` equal steps of recall, for drawing.

    Keeps the first, last, highest and lowest point of a step, so the drawn line covers the
    same pixels as the whole curve.
    """
    if len(points) <= 4 * columns or points.r == 0:
        return points
    step = np.minimum((points.recall * columns).astype(np.int64), columns - 1)
    order = np.lexsort((points.precision, step))
    edge = np.flatnonzero(np.diff(step, prepend=-1, append=columns))
    starts, ends = edge[:-1], edge[1:] - 1
    # recall never falls along the curve, so a step holds the same range in both orders
    keep = np.unique(np.concatenate([starts, ends, order[starts], order[ends]]))
    return points[keep]


# --- Lines of equal F in the plane of recall and precision


# the values of F whose lines are drawn
F_LEVELS = (0.5, 0.8)


@dataclass(frozen=True)
class IsoF:
    """Points of one line: `recall` rising, `precision` beside it, one shape, in [0, 1]."""

    level: float
    recall: Array
    precision: Array


def iso_f(level: float, beta: float = DEFAULT_BETA, points: int = 50) -> IsoF:
    """Where F is `level`, in (0, 1): a curve from precision 1 to recall 1.

    A horizontal line for beta = 0 (F is precision), a vertical one for infinity (F is recall).
    Source: Lewis (1995), (12), solved for precision.
    """
    alpha = alpha_of(beta)
    if alpha == 0:
        return IsoF(level, np.array([level, level]), np.array([1.0, 0.0]))
    start = (1 - alpha) * level / (1 - alpha * level)
    # the line falls steepest at its start: the points lie closer there
    recall = start + (1 - start) * np.linspace(0, 1, points) ** 2
    if alpha == 1:
        return IsoF(level, recall, np.full(points, level))
    precision = alpha * level * recall / (recall - (1 - alpha) * level)
    return IsoF(level, recall, np.minimum(precision, 1.0))
