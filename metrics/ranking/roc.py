"""The ROC curve and the area under it: how often a positive is above a negative, and how sure.

Only where each document stands among the positives matters, so the scores of negatives need not be
sorted. Documents without a score tie below all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from metrics.measures import ratio
from metrics.ranking.curves import pr_curve
from metrics.ranking.ranking_intervals import FEWEST_POSITIVES
from metrics.tallies import ScoreTally
from metrics.typing import EQUAL, Array
from metrics.uncertainty.intervals import Interval, wilson

# below so many positives the interval is worked out on the logit scale, and stays inside 0 to 1
FEW = 10
# of the normal distribution, for 95 %
NORMAL = 1.959963984540054


# --- The curve


@dataclass(frozen=True)
class RocPoints:
    """Recall against fallout by falling threshold, all of shape (points,), both in [0, 1].

    The first assigns nothing (threshold +inf); the last everything, -inf where no threshold gives
    the documents without a score. NaN throughout without positives, or without negatives.
    """

    threshold: Array
    fallout: Array
    recall: Array

    def __len__(self) -> int:
        return len(self.threshold)


def roc_curve(tally: ScoreTally) -> RocPoints:
    """The corners of the ROC curve, from the point that assigns nothing to the one of everything.

    All other attainable points lie on the straight lines between them, under which `roc_area` is
    the area. Source: Fawcett (2006), with equal scores entering together.
    """
    corners = pr_curve(tally)
    threshold = np.append(np.inf, np.asarray(corners.threshold, dtype=float))
    fallout, recall = np.append(0.0, corners.fallout), np.append(0.0, corners.recall)
    if tally.unscored:
        threshold, fallout, recall = (
            np.append(values, end)
            for values, end in ((threshold, -np.inf), (fallout, 1.0), (recall, 1.0))
        )
    if not 0 < tally.r < tally.n:
        nothing = np.full(len(threshold), np.nan)
        return RocPoints(threshold, nothing, nothing)
    return RocPoints(threshold, fallout, recall)


def thinned_roc(points: RocPoints, columns: int = 250) -> RocPoints:
    """At most two points for each of `columns` equal steps of fallout, and of recall, for drawing.

    Neither falls along the curve, so the first and the last point of a step hold the others.
    """
    if len(points) <= 4 * columns or np.isnan(points.recall).any():
        return points
    keep = [np.array([0, len(points) - 1])]
    for values in (points.fallout, points.recall):
        step = np.minimum((values * columns).astype(np.int64), columns - 1)
        starts = np.flatnonzero(np.diff(step, prepend=-1))
        keep += [starts, np.append(starts[1:] - 1, len(points) - 1)]
    held = np.unique(np.concatenate(keep))
    return RocPoints(points.threshold[held], points.fallout[held], points.recall[held])


# --- The area under it


@dataclass(frozen=True)
class PlacesAmongPositives:
    """How many negatives and positives, by weight, stand at each place among r positives.

    Of 2 r + 1 places the first is below all positives and the last above; positives of equal score
    stand in the middle of theirs. `below`: the share of the positives below each place, ties half.
    All of shape (2 r + 1,).
    """

    negatives: Array
    positives: Array
    below: Array

    @property
    def area(self) -> float:
        """The chance that a positive stands above a negative, ties half; NaN without either."""
        return float(ratio(self.negatives @ (1 - self.below), np.sum(self.negatives)))


def places_of(
    parts: Iterable[tuple[Array, Array | None]],
    hits: Array,
    hit_weights: Array | None = None,
    unscored: tuple[float, float] = (0, 0),
) -> PlacesAmongPositives:
    """Where all documents stand among the positives.

    `parts`: scores of all documents, in any order, with their weights, None where all count 1.
    `hits`: of the positives, ascending. `unscored`: the documents without a score, and the
    positives among them.
    """
    hits = np.asarray(hits, dtype=float)
    own = np.ones(len(hits)) if hit_weights is None else np.asarray(hit_weights, dtype=float)
    if unscored[1]:
        hits, own = np.append(-np.inf, hits), np.append(unscored[1], own)
    running, number = np.append(0.0, np.cumsum(own)), 2 * len(own) + 1
    left, right = (np.searchsorted(hits, hits, side) for side in ("left", "right"))
    below = np.repeat(running, 2)[:number]
    below[left + right] = (running[left] + running[right]) / 2
    every, placed = np.zeros(number), np.bincount(left + right, own, number)
    lowest = [(np.array([-np.inf]), np.array([float(unscored[0])]))]
    for scores, weights in (*parts, *(lowest if unscored[0] else [])):
        # doubles hold every score of single precision exactly
        place = sum(np.searchsorted(hits, scores, side) for side in ("left", "right"))
        every += np.bincount(np.asarray(place), weights, number)
    return PlacesAmongPositives(every - placed, placed, ratio(below, running[-1]))


def places_in(tally: ScoreTally) -> PlacesAmongPositives:
    """Where the documents of a tally stand among its positives."""
    return places_of(
        [(tally.scores, tally.weights)],
        tally.positives,
        tally.positive_weights,
        (tally.unscored, tally.unscored_positives),
    )


def roc_area(places: PlacesAmongPositives, worth: float | None = None) -> Interval:
    """The area under the ROC curve, in [0, 1], ½ by chance, with its 95 % interval.

    NaN without positives or negatives; without ends below three of either. DeLong's variance; below
    ten positives on the logit scale; where every positive is above every negative, or below,
    Wilson's interval of as many trials as the fewer of both. `worth`: how many positives drawn
    alone these are worth, by weights and clusters; then the negatives are worth as much less.
    Source: DeLong, DeLong & Clarke-Pearson (1988); Hanley & McNeil (1982) for the area.
    """
    area = places.area
    negatives, positives = float(np.sum(places.negatives)), float(np.sum(places.positives))
    if worth is not None:
        negatives, positives = negatives * worth / (positives or 1.0), worth
    if np.isnan(area) or min(negatives, positives) < FEWEST_POSITIVES:
        return Interval(np.nan, np.nan, value=area)
    if area <= EQUAL or area >= 1 - EQUAL:
        fewer = min(negatives, positives)
        ends = wilson(area * fewer, fewer)
        return Interval(float(ends.low), float(ends.high), value=area)
    # of each positive the share of negatives below it, of each negative that of positives above
    before = np.cumsum(places.negatives) - places.negatives / 2
    under = before / np.sum(places.negatives)
    variance = _spread(under, places.positives, area) / (positives - 1)
    variance += _spread(1 - places.below, places.negatives, area) / (negatives - 1)
    error = NORMAL * float(np.sqrt(variance))
    if positives >= FEW:
        return Interval(max(area - error, 0.0), min(area + error, 1.0), value=area)
    logit = np.log(area / (1 - area)) + np.array([-1, 1]) * error / (area * (1 - area))
    low, high = 1 / (1 + np.exp(-logit))
    return Interval(float(low), float(high), value=area)


def _spread(values: Array, weights: Array, mean: float) -> float:
    """The mean squared distance from the mean."""
    return float(np.sum(weights * (values - mean) ** 2) / np.sum(weights))
