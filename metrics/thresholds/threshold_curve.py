"""What a class's threshold does: the measure at each, where it is best, how flat it is there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.measures import f_beta, precision, recall
from metrics.ranking.curves import pr_curve
from metrics.tallies import ScoreTally, left_over
from metrics.thresholds.costs import CostMatrix, loss
from metrics.typing import EQUAL, Array

# a threshold is on the plateau when its F is this close to the best, or its loss so much larger
SLACK = 0.01
LOSS_SLACK = 0.1

# a longer curve is thinned to so many points for drawing
POINTS = 600
BINS = 48


@dataclass(frozen=True)
class ThresholdCurve:
    """A measure at each attainable threshold, ascending; the arrays have one length.

    `value[i]` holds for thresholds above `threshold[i - 1]` and up to `threshold[i]`; the last
    point lies above all scores, where nothing is assigned. `best` is the best value, taken on
    between `best_low` (excluded) and `best_high`; from `plateau_low` to `plateau_high` around it
    F is at most 0.01 less, a loss at most a tenth of the best more. `lower_is_better` for losses.
    """

    threshold: Array
    value: Array
    precision: Array
    recall: Array
    best: float
    best_low: float
    best_high: float
    plateau_low: float
    plateau_high: float
    lower_is_better: bool


def threshold_curve(
    tally: ScoreTally, beta: float, costs: CostMatrix | None = None
) -> ThresholdCurve:
    """F at `beta`, or the mean loss under `costs`, by threshold; ValueError without any score.

    Between two corners of the precision-recall curve both only change one way, so the corners
    hold the best. NaN throughout F where nothing is true and nothing assigned.
    """
    if not len(tally.scores):
        raise ValueError("without scores there is no threshold")
    corners = pr_curve(tally).threshold[::-1].astype(float)
    width = float(tally.scores[-1]) - float(tally.scores[0])
    above = float(tally.scores[-1]) + (0.05 * width or 0.5)
    thresholds = np.append(corners, above)
    table = tally.at(thresholds)
    value = f_beta(table, beta) if costs is None else loss(table, costs)
    merit = np.nan_to_num(value) if costs is None else -value
    # the highest threshold among equals; what differs by rounding alone is equal
    best = int(np.flatnonzero(merit >= merit.max() - EQUAL)[-1])
    slack = SLACK if costs is None else LOSS_SLACK * abs(merit[best])
    good = merit >= merit[best] - slack - EQUAL
    first = best - int(np.argmin(np.append(good[: best + 1][::-1], False))) + 1
    last = best + int(np.argmin(np.append(good[best:], False))) - 1
    shown = _thinned(len(thresholds), best)
    return ThresholdCurve(
        thresholds[shown],
        value[shown],
        precision(table)[shown],
        recall(table)[shown],
        float(value[best]),
        float(_score_below(tally, thresholds[best])),
        float(thresholds[best]),
        float(_score_below(tally, thresholds[first])),
        float(thresholds[last]),
        costs is not None,
    )


def _score_below(tally: ScoreTally, threshold: float) -> float:
    """The highest score below a threshold; below all scores, half of 1 less."""
    rejected = len(tally.scores) - int(tally.number_at(threshold))
    return float(tally.scores[rejected - 1]) if rejected else threshold - 0.5


def _thinned(n: int, best: int) -> Array:
    if n <= POINTS:
        return np.arange(n)
    return np.unique(np.append(np.linspace(0, n - 1, POINTS).astype(np.int64), best))


@dataclass(frozen=True)
class ScoreDistribution:
    """How many documents score in each of equally wide bins: `edges` has one entry more."""

    edges: Array
    positives: Array
    negatives: Array


def score_distribution(tally: ScoreTally, bins: int = BINS) -> ScoreDistribution:
    """Counts of positives and of negatives by score; ValueError without any score."""
    if not len(tally.scores):
        raise ValueError("without scores there is no distribution")
    low, high = float(tally.scores[0]), float(tally.scores[-1])
    if low == high:
        low, high = low - 0.5, high + 0.5
    edges = np.linspace(low, high, bins + 1)
    inner = edges[1:-1]
    lowest = tally.scores[0]
    everything = np.concatenate([[tally.assigned_at(lowest)], tally.assigned_at(inner), [0]])
    hits = np.concatenate([[tally.hits_at(lowest)], tally.hits_at(inner), [0]])
    positives = -np.diff(hits)
    return ScoreDistribution(edges, positives, left_over(-np.diff(everything), positives))
