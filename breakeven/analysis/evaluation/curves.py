"""What follows from how the scores of every class fall, wherever they were counted.

And where documents list a few of very many classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from metrics.averaging import Average, Undefined, mean_of
from metrics.chance import directions_of
from metrics.parallel import run_parallel
from metrics.ranking import curves, eleven_point, sparse_curves
from metrics.ranking.break_even import (
    BreakEven,
    break_even,
    micro_break_even_own_thresholds,
    micro_of,
)
from metrics.ranking.eleven_point import ElevenPoint
from metrics.ranking.pooled_curves import turning_of
from metrics.ranking.ranking_intervals import (
    FEW_POSITIVES,
    FEWEST_POSITIVES,
    average_precision_interval,
    break_even_interval,
)
from metrics.ranking.roc import places_in, roc_area
from metrics.ranking.trec_eval import MetPositives, met_in
from metrics.sparse_scores import ListedTallies
from metrics.tallies import ContingencyTable, ScoreTally, pooled_scores
from metrics.typing import CELLS, Array
from metrics.uncertainty.intervals import Interval, wilson

# --- what follows from how the scores of every class fall, wherever they were counted


TallyValue = TypeVar("TallyValue")


def at_each(tallies: Sequence[ScoreTally], thresholds: Array) -> ContingencyTable:
    """The table of each tally at its own threshold, both of shape (classes,)."""
    tables = [t.at(limit) for t, limit in zip(tallies, thresholds, strict=True)]
    cells = (np.array([getattr(t, cell) for t in tables]) for cell in CELLS)
    return ContingencyTable(*cells)


@dataclass(frozen=True)
class Curves:
    """Every curve of one tally a class, of `size` scores in all.

    `together`: all pairs as one list, where that was counted too; else it is made of the tallies.
    `complete`: the tallies hold every distinct score. Where not, they hold those that break-even,
    the eleven points and the best F turn on, and average precision cannot be told. `worth`: how
    many positives of each class, drawn alone, those at its break-even point tell as much as, shape
    (classes,); None where all are drawn alone and count 1.
    """

    tallies: Sequence[ScoreTally]
    size: int
    together: ScoreTally | None = None
    complete: bool = True
    worth: Array | None = None

    @cached_property
    def break_even_points(self) -> Sequence[BreakEven]:
        """Where precision meets recall, one a class."""
        return tuple(self._of_tallies(break_even))

    @cached_property
    def eleven_points(self) -> Sequence[ElevenPoint]:
        """Precision at the eleven levels of recall, one a class."""
        return tuple(self._of_tallies(eleven_point.eleven_point))

    @cached_property
    def break_even_values(self) -> Array:
        """The values of the break-even points, shape (classes,), NaN where undefined."""
        return np.array([point.value for point in self.break_even_points], dtype=float)

    @cached_property
    def hows(self) -> Sequence[str]:
        """How each break-even point was got, as in BreakEven."""
        return [point.how for point in self.break_even_points]

    @cached_property
    def gaps(self) -> Array:
        """How far precision and recall are from meeting, shape (classes,), NaN where undefined."""
        return np.array([point.gap for point in self.break_even_points], dtype=float)

    @cached_property
    def levels(self) -> Array:
        """The levels of the eleven points, shape (classes, 11), NaN where undefined."""
        return np.array([points.levels for points in self.eleven_points]).reshape(-1, 11)

    @cached_property
    def eleven_averages(self) -> Array:
        """The averages of the eleven points, shape (classes,), NaN where undefined."""
        return np.mean(self.levels, axis=1)

    @cached_property
    def average_precisions(self) -> Array:
        """Shape (classes,), NaN without positives, and where not every score was counted."""
        if not self.complete:
            return np.full(len(self.tallies), np.nan)
        return np.array(self._of_tallies(curves.average_precision))

    @cached_property
    def break_even_intervals(self) -> Interval:
        """95 % intervals of the break-even points, ends of shape (classes,)."""
        worth = [tally.r for tally in self.tallies] if self.worth is None else self.worth
        points = zip(self.break_even_points, worth, strict=True)
        return joined_intervals(
            [break_even_interval(point, positives) for point, positives in points]
        )

    @cached_property
    def average_precision_intervals(self) -> Interval:
        """95 % intervals of average precision, ends of shape (classes,)."""
        if not self.complete:
            return Interval(self.average_precisions, self.average_precisions)
        if self.worth is not None:
            of = zip(self.tallies, self.worth, strict=True)
            return joined_intervals([average_precision_interval(tally, n) for tally, n in of])
        return joined_intervals(self._of_tallies(average_precision_interval))

    @cached_property
    def roc_areas(self) -> Interval:
        """Areas under the ROC curves with their 95 % intervals, each of shape (classes,).

        NaN without positives or negatives, and where not every score was counted.
        """
        if not self.complete:
            nothing = np.full(len(self.tallies), np.nan)
            return Interval(nothing, nothing, value=nothing)
        if self.worth is not None:
            worth = self.worth.tolist()
            areas = (roc_area(places_in(t), n) for t, n in zip(self.tallies, worth, strict=True))
            return joined_areas([*areas])
        return joined_areas(self._of_tallies(lambda tally: roc_area(places_in(tally))))

    def worth_of(self, c: int) -> float | None:
        """How many positives drawn alone those of a class are worth; None where all were."""
        return None if self.worth is None else float(self.worth[c])

    @cached_property
    def pooled_roc_area(self) -> float:
        """That of all document/class pairs as one list; NaN as above."""
        if not self.complete:
            return float("nan")
        return places_in(self.pooled).area

    def macro_roc_area(self) -> Average:
        """Mean area over the classes that have positives and negatives."""
        return mean_of(np.asarray(self.roc_areas.value), "drop")

    @cached_property
    def pooled(self) -> ScoreTally:
        """All document/class pairs as one list."""
        return self._put_together() if self.together is None else self.together

    def _put_together(self) -> ScoreTally:
        return pooled_scores(list(self.tallies))

    def _turning(self) -> ScoreTally:
        """That list as far as break-even and the eleven points turn on it."""
        if any(tally.weights is not None for tally in self.tallies):
            return self._put_together()
        return turning_of(self.tallies)

    @cached_property
    def _of_pooled(self) -> tuple[BreakEven, ElevenPoint]:
        """What everybody asks of that list, for which it need not be put together."""
        held = vars(self).get("pooled", self.together)
        pooled = self._turning() if held is None else held
        return break_even(pooled), eleven_point.eleven_point(pooled)

    def met(self, c: int) -> MetPositives:
        """Where the positives of a class stand among its documents, which have no weights."""
        return met_in(self.tallies[c].scores, self.tallies[c].positives)

    @property
    def pooled_break_even(self) -> BreakEven:
        """Where precision meets recall in that list, cut at one threshold."""
        return self._of_pooled[0]

    @property
    def pooled_eleven_point(self) -> ElevenPoint:
        """Precision at the eleven levels of recall in that list."""
        return self._of_pooled[1]

    def table_at(self, c: int | None, threshold: float) -> ContingencyTable:
        """The table of one class cut at a threshold, or of all pooled for None, shape ().

        Where not every score was counted, it is that of the first one counted from there on.
        """
        return (self.pooled if c is None else self.tallies[c]).at(threshold)

    def at_thresholds(self, thresholds: Array) -> ContingencyTable:
        """The table of every class at its own threshold, shape (classes,); as `table_at`."""
        return at_each(self.tallies, thresholds)

    def macro_break_even(self, undefined: Undefined) -> Average:
        """Mean break-even point over the classes."""
        return mean_of(self.break_even_values, undefined)

    def micro_break_even_own_thresholds(self) -> BreakEven:
        """Of the pooled table with every class cut at its own break-even point."""
        return micro_break_even_own_thresholds(list(self.tallies), list(self.break_even_points))

    def macro_eleven_point(self, undefined: Undefined) -> ElevenPoint:
        """Mean of the classes' levels."""
        return eleven_point.mean_levels(self.levels, undefined)

    def macro_average_precision(self, undefined: Undefined) -> Average:
        """Mean average precision over the classes."""
        return mean_of(self.average_precisions, undefined)

    @property
    def positives(self) -> Array:
        """How many positives each class has, scored or not, by weight; shape (classes,)."""
        return np.array([tally.r for tally in self.tallies], dtype=float)

    def weighted_means(self, undefined: Undefined) -> dict[str, Average]:
        """Means over the classes that have positives, each weighing as it has them, by measure.

        Source: scikit-learn, `average="weighted"`.
        """
        weights = self.positives
        some = weights > 0
        of_classes: dict[str, tuple[Array, Undefined]] = {
            "break_even": (self.break_even_values, undefined),
            "eleven_point": (self.eleven_averages, undefined),
            "average_precision": (self.average_precisions, undefined),
            # a class that all or no documents have ranks nothing wrongly: it is left out
            "roc_auc": (np.asarray(self.roc_areas.value), "drop"),
        }
        return {
            name: mean_of(values[some], how, weights=weights[some])
            for name, (values, how) in of_classes.items()
        }

    def _of_tallies(self, measure: Callable[[ScoreTally], TallyValue]) -> list[TallyValue]:
        """A measure of each class, in their order."""
        return run_parallel(lambda c: measure(self.tallies[c]), len(self.tallies), self.size)


def joined_intervals(intervals: list[Interval]) -> Interval:
    """Intervals of single numbers as one, ends of shape (intervals,)."""
    low, high = (np.array([float(getattr(i, end)) for i in intervals]) for end in ("low", "high"))
    return Interval(low, high)


def joined_areas(areas: list[Interval]) -> Interval:
    """The same with their values."""
    ends = joined_intervals(areas)
    return Interval(ends.low, ends.high, value=np.array([float(area.value) for area in areas]))


# --- what follows from how listed scores fall, of all classes at once


@dataclass(frozen=True)
class SparseCurves(Curves):
    """As `Curves`, where documents list a few of very many classes."""

    tallies: ListedTallies

    @cached_property
    def break_even_points(self) -> sparse_curves.SparseBreakEvens:
        """As in `Curves`."""
        return sparse_curves.break_evens(self.tallies)

    @cached_property
    def eleven_points(self) -> sparse_curves.SparseElevenPoints:
        """As in `Curves`."""
        return sparse_curves.eleven_points(self.tallies)

    @property
    def positives(self) -> Array:
        """As in `Curves`."""
        return np.asarray(self.tallies.r, dtype=float)

    @property
    def break_even_values(self) -> Array:
        """As in `Curves`."""
        return self.break_even_points.value

    @cached_property
    def hows(self) -> Sequence[str]:
        """As in `Curves`."""
        return np.array(sparse_curves.HOW, dtype=object)[self.break_even_points.how].tolist()

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
        return sparse_curves.average_precisions(self.tallies)

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

    @cached_property
    def roc_areas(self) -> Interval:
        """As in `Curves`."""
        value = np.asarray(directions_of(self.tallies).area, dtype=float)
        low, high = np.full((2, len(value)), np.nan)
        for c in np.flatnonzero((self.tallies.r >= FEWEST_POSITIVES) & ~np.isnan(value)).tolist():
            own = roc_area(places_in(self.tallies[c]))
            low[c], high[c] = own.low, own.high
        return Interval(low, high, value=value)

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
