"""What follows from how dense scores fall, of classes that are counted once and let go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from breakeven.evaluation.class_tallies import ClassTallies
from breakeven.evaluation.curves import Curves, gathered
from metrics.intervals import Interval
from metrics.ranking.break_even import BreakEven, break_even, micro_of
from metrics.ranking.curves import average_precision
from metrics.ranking.eleven_point import ElevenPoint, eleven_point
from metrics.ranking.one_class import turning
from metrics.ranking.pooled import Edges, Parted, edges_of, turning_scores
from metrics.ranking.ranking_intervals import average_precision_interval, break_even_interval
from metrics.ranking.trec_eval import Met
from metrics.side_by_side import side_by_side
from metrics.tallies import ScoreTally, pooled_scores
from metrics.typing import Array


@dataclass(frozen=True)
class OfClass:
    """Everything that is asked of the tally of one class."""

    r: float
    break_even: BreakEven
    eleven_point: ElevenPoint
    average_precision: float
    interval: Interval
    met: Met
    parted: Parted


@dataclass(frozen=True)
class PassingCurves(Curves):
    """As `Curves`, of one pass over the classes: their tallies need not be held."""

    tallies: ClassTallies

    @cached_property
    def _edges(self) -> Edges:
        return edges_of([self.tallies.hits(c) for c in range(len(self.tallies))])

    @cached_property
    def _each(self) -> Sequence[OfClass]:
        tallies, edges = self.tallies, self._edges

        def of_class(c: int) -> OfClass:
            own = turning(tallies.judged_scores(c), tallies.hits(c), edges)
            tally = own.tally
            return OfClass(
                tally.r,
                break_even(tally),
                eleven_point(tally),
                average_precision(tally),
                average_precision_interval(tally),
                own.met,
                own.parted,
            )

        return side_by_side(of_class, len(tallies), self.size)

    @cached_property
    def break_even_points(self) -> Sequence[BreakEven]:
        """As in `Curves`."""
        return tuple(of.break_even for of in self._each)

    @cached_property
    def eleven_points(self) -> Sequence[ElevenPoint]:
        """As in `Curves`."""
        return tuple(of.eleven_point for of in self._each)

    @cached_property
    def average_precisions(self) -> Array:
        """As in `Curves`."""
        return np.array([of.average_precision for of in self._each])

    @cached_property
    def break_even_intervals(self) -> Interval:
        """As in `Curves`."""
        return gathered([break_even_interval(of.break_even, of.r) for of in self._each])

    @cached_property
    def average_precision_intervals(self) -> Interval:
        """As in `Curves`."""
        return gathered([of.interval for of in self._each])

    def met(self, c: int) -> Met:
        """As in `Curves`."""
        return self._each[c].met

    def micro_break_even_own_thresholds(self) -> BreakEven:
        """As in `Curves`."""
        points = self.break_even_points
        return micro_of(
            sum(of.r for of in self._each),
            sum(point.assigned for point in points),
            sum(point.tp for point in points),
        )

    def _put_together(self) -> ScoreTally:
        # each is asked for several times
        return pooled_scores(side_by_side(self.tallies.__getitem__, len(self.tallies), self.size))

    def _turning(self) -> ScoreTally:
        each = [of.parted for of in self._each]
        return turning_scores(self._edges, each, self.tallies.within, self.size)
