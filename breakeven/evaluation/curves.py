"""What follows from how the scores of every class fall, wherever they were counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from metrics.averaging import Average, Undefined, mean_of
from metrics.intervals import Interval
from metrics.ranking import curves, eleven_point
from metrics.ranking.break_even import (
    BreakEven,
    break_even,
    macro_break_even,
    micro_break_even_own_thresholds,
)
from metrics.ranking.eleven_point import ElevenPoint
from metrics.ranking.ranking_intervals import average_precision_interval, break_even_interval
from metrics.side_by_side import side_by_side
from metrics.tallies import ScoreTally, pooled_scores
from metrics.typing import Array

Result = TypeVar("Result")


@dataclass(frozen=True)
class Curves:
    """Every curve of one tally a class, of `size` scores in all.

    `together`: all pairs as one list, where that was counted too; else it is made of the tallies.
    `complete`: the tallies hold every distinct score. Where not, they hold those that break-even,
    the eleven points and the best F turn on, and average precision cannot be told.
    """

    tallies: tuple[ScoreTally, ...]
    size: int
    together: ScoreTally | None = None
    complete: bool = True

    @cached_property
    def break_even_points(self) -> tuple[BreakEven, ...]:
        """Where precision meets recall, one a class."""
        return tuple(self._of_tallies(break_even))

    @cached_property
    def eleven_points(self) -> tuple[ElevenPoint, ...]:
        """Precision at the eleven levels of recall, one a class."""
        return tuple(self._of_tallies(eleven_point.eleven_point))

    @cached_property
    def average_precisions(self) -> Array:
        """Shape (classes,), NaN without positives, and where not every score was counted."""
        if not self.complete:
            return np.full(len(self.tallies), np.nan)
        return np.array(self._of_tallies(curves.average_precision))

    @cached_property
    def break_even_intervals(self) -> Interval:
        """95 % intervals of the break-even points, ends of shape (classes,)."""
        points = zip(self.break_even_points, self.tallies, strict=True)
        return gathered([break_even_interval(point, tally.r) for point, tally in points])

    @cached_property
    def average_precision_intervals(self) -> Interval:
        """95 % intervals of average precision, ends of shape (classes,)."""
        if not self.complete:
            return Interval(self.average_precisions, self.average_precisions)
        return gathered(self._of_tallies(average_precision_interval))

    @cached_property
    def pooled(self) -> ScoreTally:
        """All document/class pairs as one list."""
        return pooled_scores(list(self.tallies)) if self.together is None else self.together

    @cached_property
    def pooled_break_even(self) -> BreakEven:
        """Where precision meets recall in that list, cut at one threshold."""
        return break_even(self.pooled)

    def macro_break_even(self, undefined: Undefined) -> Average:
        """Mean break-even point over the classes."""
        return macro_break_even(list(self.break_even_points), undefined)

    def micro_break_even_own_thresholds(self) -> BreakEven:
        """Of the pooled table with every class cut at its own break-even point."""
        return micro_break_even_own_thresholds(list(self.tallies), list(self.break_even_points))

    def macro_eleven_point(self, undefined: Undefined) -> ElevenPoint:
        """Mean of the classes' levels."""
        return eleven_point.macro_eleven_point(list(self.eleven_points), undefined)

    def macro_average_precision(self, undefined: Undefined) -> Average:
        """Mean average precision over the classes."""
        return mean_of(self.average_precisions, undefined)

    def _of_tallies(self, measure: Callable[[ScoreTally], Result]) -> list[Result]:
        """A measure of each class, in their order."""
        return side_by_side(lambda c: measure(self.tallies[c]), len(self.tallies), self.size)


def gathered(intervals: list[Interval]) -> Interval:
    """Intervals of single numbers as one, ends of shape (intervals,)."""
    low, high = (np.array([float(getattr(i, end)) for i in intervals]) for end in ("low", "high"))
    return Interval(low, high)
