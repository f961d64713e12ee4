"""What follows from how listed scores fall, of all classes at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from breakeven.evaluation.curves import Curves
from metrics.intervals import Interval, wilson
from metrics.listed import ListedTallies
from metrics.ranking import listed
from metrics.ranking.break_even import BreakEven, micro_of
from metrics.ranking.ranking_intervals import (
    FEW_POSITIVES,
    FEWEST_POSITIVES,
    average_precision_interval,
)
from metrics.tallies import ScoreTally
from metrics.typing import Array


@dataclass(frozen=True)
class ListedCurves(Curves):
    """As `Curves`, where documents list a few of very many classes."""

    tallies: ListedTallies

    @cached_property
    def break_even_points(self) -> listed.BreakEvens:
        """As in `Curves`."""
        return listed.break_evens(self.tallies)

    @cached_property
    def eleven_points(self) -> listed.ElevenPoints:
        """As in `Curves`."""
        return listed.eleven_points(self.tallies)

    @property
    def break_even_values(self) -> Array:
        """As in `Curves`."""
        return self.break_even_points.value

    @cached_property
    def hows(self) -> Sequence[str]:
        """As in `Curves`."""
        return np.array(listed.HOW, dtype=object)[self.break_even_points.how].tolist()

    @cached_property
    def gaps(self) -> Array:
        """As in `Curves`."""
        points = self.break_even_points
        return np.abs(points.precision - points.recall)

    @property
    def levels(self) -> Array:
        """As in `Curves`."""
        return self.eleven_points.levels

    @cached_property
    def average_precisions(self) -> Array:
        """As in `Curves`."""
        return listed.average_precisions(self.tallies)

    @cached_property
    def break_even_intervals(self) -> Interval:
        """As in `Curves`."""
        return _wilson(self.break_even_points.value, self.tallies.r)

    @cached_property
    def average_precision_intervals(self) -> Interval:
        """As in `Curves`."""
        found = _wilson(self.average_precisions, self.tallies.r)
        # those of many positives, of which there are never many classes, have a variance each
        for c in np.flatnonzero(self.tallies.r >= FEW_POSITIVES).tolist():
            own = average_precision_interval(self.tallies[c])
            found.low[c], found.high[c] = own.low, own.high
        return found

    def _put_together(self) -> ScoreTally:
        return self.tallies.pooled()

    def _turning(self) -> ScoreTally:
        return self._put_together()

    def micro_break_even_own_thresholds(self) -> BreakEven:
        """As in `Curves`."""
        points = self.break_even_points
        return micro_of(int(self.tallies.r.sum()), int(points.assigned.sum()), int(points.tp.sum()))


def _wilson(value: Array, positives: Array) -> Interval:
    """Ends around shares of positives; NaN below so few that nothing is told, or undefined."""
    told = (positives >= FEWEST_POSITIVES) & ~np.isnan(value)
    trials = np.where(told, positives, 0)
    return wilson(np.where(told, value, 0.0) * trials, trials)
