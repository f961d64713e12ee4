"""Interpolated precision at the recall levels 0.0, 0.1, ..., 1.0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.averaging import Undefined, mean_of
from metrics.ranking.curves import hit_points
from metrics.tallies import ScoreTally
from metrics.typing import EQUAL, Array

# tenths by division: linspace(0, 1, 11)[3] lies just above 3/10 and would
# miss a recall of exactly 3 in 10
LEVELS = np.arange(11) / 10


@dataclass(frozen=True)
class ElevenPoint:
    """Interpolated precision at the eleven levels, shape (11,), and its mean. NaN if undefined."""

    levels: Array

    @property
    def average(self) -> float:
        """In [0, 1]; NaN as the levels are."""
        return float(np.mean(self.levels))


def eleven_point(tally: ScoreTally) -> ElevenPoint:
    """Category pivot: at each level, the best precision at that recall or more.

    In [0, 1], non-increasing; 0 at levels no point reaches; NaN without positives. Level 0
    is the best precision anywhere, not 1. Source: 2011 note, section 4; Manning et al., 8.4.
    """
    if tally.r == 0:
        return ElevenPoint(np.full(11, np.nan))
    points = hit_points(tally)
    best_from = np.maximum.accumulate(points.precision[::-1])[::-1]
    # recall a/r reaches level i/10 when 10 a >= i r: in integers, so nothing but weights rounds
    wanted = np.arange(11) * tally.r
    if not tally.has_integer_counts:
        wanted = wanted * (1 - EQUAL)
    reached = np.searchsorted(10 * points.tp, wanted)
    return ElevenPoint(np.append(best_from, 0.0)[np.minimum(reached, len(best_from))])


@dataclass(frozen=True)
class InterpolatedPrecision:
    """The corners of interpolated precision from recall 0 to 1; the arrays have one length.

    At a recall up to `recall[i]`, and above the one before, it is `precision[i]`, which never
    rises. Beyond the highest recall of any threshold it is 0. Empty without positives.
    """

    recall: Array
    precision: Array


def interpolated_precision(tally: ScoreTally, columns: int = 500) -> InterpolatedPrecision:
    """The step line that the eleven levels lie on, in [0, 1], for drawing.

    Of `columns` equal steps of recall each keeps its first corner, and every corner that gives
    one of the eleven levels stays, so that a level lies on the line. Source: as `eleven_point`.
    """
    if tally.r == 0:
        return InterpolatedPrecision(np.zeros(0), np.zeros(0))
    points = hit_points(tally)
    recall, best_from = points.recall, np.maximum.accumulate(points.precision[::-1])[::-1]
    corners = np.flatnonzero(np.diff(best_from, append=-1))
    recall, best_from = recall[corners], best_from[corners]
    column = np.minimum((recall * columns).astype(np.int64), columns - 1)
    first = np.flatnonzero(np.diff(column, prepend=-1))
    wanted = LEVELS if tally.has_integer_counts else LEVELS * (1 - EQUAL)
    levels = np.searchsorted(recall, wanted)
    corners_kept = np.union1d(first, levels[levels < len(recall)])
    recall, best_from = recall[corners_kept], best_from[corners_kept]
    if not len(recall) or recall[-1] < 1:
        recall, best_from = np.append(recall, 1.0), np.append(best_from, 0.0)
    return InterpolatedPrecision(np.append(0.0, recall), np.append(best_from[0], best_from))


def mean_levels(
    levels: Array, undefined: Undefined = "drop", weights: Array | None = None
) -> ElevenPoint:
    """Per-level means over units, from shape (units, 11); a unit of NaN is 0/0.

    `weights`, shape (units,), weigh the units.
    """
    # each level beside itself in memory: it is gone through several times
    each = map(np.ascontiguousarray, levels.T)
    means = [mean_of(level, undefined, weights=weights).value for level in each]
    return ElevenPoint(np.array(means))


def macro_eleven_point(classes: list[ElevenPoint], undefined: Undefined = "drop") -> ElevenPoint:
    """Per-level means over the classes; a class without positives is 0/0."""
    return mean_levels(np.array([c.levels for c in classes]).reshape(len(classes), 11), undefined)
