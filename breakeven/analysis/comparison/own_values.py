"""A measure of one's own on one system: its averages, its classes, and how uncertain they are.

Nothing is known of how such a measure behaves, so documents are drawn again, or clusters of them,
as where systems are compared.

Tested in `tests/breakeven/api/test_own_measures.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.special import stdtr, stdtrit

from breakeven.analysis.comparison.bootstrap import (
    REPLICATES,
    Replicates,
    drawn_interval,
    replicates_of,
)
from breakeven.analysis.comparison.shared_documents import ComparisonSettings, SharedDocuments
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation, decided
from breakeven.data.own_measures import OwnMeasure
from metrics.averaging import Average, Undefined
from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import AVERAGES, EQUAL, Array, AverageName
from metrics.uncertainty import resampling
from metrics.uncertainty.average_intervals import average_influence, slope_of
from metrics.uncertainty.intervals import Interval, without_ends

# numbers that the replicates of all classes may be: about 40 MB
MOST_DRAWN = 10_000_000
FEWEST_REPLICATES = 1_000
MEANS_OVER_CLASSES: tuple[AverageName, ...] = ("macro", "weighted")


@dataclass(frozen=True, eq=False)
class OwnValues:
    """A measure of one's own on one system.

    `means`: by average. `averages`: the same with their 95 % intervals; `per_class`: of the
    classes, ends of shape (classes,). Ends are NaN where undefined, below two documents or
    clusters, and where every drawing gives the same.
    """

    measure: OwnMeasure
    means: Mapping[AverageName, Average]
    averages: Mapping[AverageName, Interval]
    per_class: Interval

    @property
    def outside(self) -> bool:
        """Whether a value is outside the range that was said of the measure."""
        values = [mean.value for mean in self.means.values()]
        return any(map(self.measure.is_outside, [*values, *np.asarray(self.per_class.value)]))


def own_values(
    evaluation: Evaluation, measure: OwnMeasure, undefined: Undefined, seed: int = 0
) -> OwnValues:
    """The averages and classes of a system by a measure of one's own, with 95 % intervals.

    Percentiles of test sets drawn again, documents with all their decisions, or whole clusters;
    of means over classes moved to lie about the value. Source: Efron (1979).
    """
    alone = values_alone(evaluation, measure, undefined)
    drawn = own_replicates(evaluation, measure, undefined, seed)
    if drawn is None:
        return alone
    return replace(
        alone,
        averages={
            name: _single(alone.means[name].value, drawn.averages[name]) for name in AVERAGES
        },
        per_class=drawn_interval(np.asarray(alone.per_class.value), drawn.per_class[0]),
    )


def values_alone(
    evaluation: BaseEvaluation, measure: OwnMeasure, undefined: Undefined
) -> OwnValues:
    """The same without intervals, wherever the decisions were counted."""
    means = evaluation.counts.averages_of(measure, undefined)
    per_class = np.asarray(measure(evaluation.tables))
    nothing = np.full(len(per_class), np.nan)
    return OwnValues(
        measure,
        means,
        {name: without_ends(means[name].value) for name in AVERAGES},
        Interval(nothing, nothing, value=per_class),
    )


def _single(value: float, drawn: Array) -> Interval:
    ends = drawn_interval(np.array([value]), drawn)
    return Interval(float(ends.low[0]), float(ends.high[0]), value=value)


def own_replicates(
    evaluation: Evaluation, measure: OwnMeasure, undefined: Undefined, seed: int = 0
) -> Replicates | None:
    """The measure in test sets drawn again; None below two documents or clusters.

    Of one system: arrays of shape (1, replicates) and (1, classes, replicates).
    """
    if evaluation.drawn < 2:
        return None
    settings = ComparisonSettings(measure.name, 1.0, undefined, (), measure)
    number = min(REPLICATES, max(FEWEST_REPLICATES, MOST_DRAWN // max(1, len(evaluation.classes))))
    drawn = replicates_of(SharedDocuments((evaluation,), (0,)), settings, number, seed)
    means = evaluation.counts.averages_of(measure, undefined)
    # a small class that was hardly drawn has another value on average, which moves the mean over
    # classes to one side: the drawings lie about the value
    moved: dict[str, Array] = {
        name: drawn.averages[name] + _shift(means[name].value, drawn.averages[name])
        for name in MEANS_OVER_CLASSES
    }
    return Replicates({**drawn.averages, **moved}, drawn.per_class)


def _shift(value: float, drawn: Array) -> float:
    there = drawn[~np.isnan(drawn)]
    return value - float(there.mean()) if len(there) else 0.0


@dataclass(frozen=True, eq=False)
class DrawnValues:
    """Values with their replicates, (values, replicates), for one-sided bounds.

    A bound is the farther of the replicates' own and of Student's t with their spread and as many
    documents, or clusters, as were `drawn` from: few replicates tell nothing of rare chances, and
    few documents too little of the spread. The latter is worked out as if one more document moved
    the value as far as any did, up by `up` or down by `down`, shape (values,): an error that was
    not seen is in no drawing. Where all replicates are the same there are no bounds.
    """

    values: Array
    replicates: Array
    drawn: int
    up: Array
    down: Array

    @cached_property
    def _error(self) -> Array:
        with np.errstate(invalid="ignore"):
            spread = np.nanstd(self.replicates.astype(float), axis=-1)
        scale = np.sqrt(self.drawn / max(1, self.drawn - 1))
        return np.where(spread > EQUAL, spread * scale, np.nan)

    @property
    def _degrees(self) -> int:
        return max(1, self.drawn - 1)

    def bounds(self, alpha: Array) -> Interval:
        """Bounds that are each wrong with chance `alpha`, shape (values,); NaN where unknown."""
        step = -stdtrit(self._degrees, alpha)
        low, high = resampling.quantiles(self.replicates, alpha, 1 - alpha)
        least = self.values - reach_of(step, self._error, self.down)
        most = self.values + reach_of(step, self._error, self.up)
        untold = np.isnan(least) | np.isnan(self.values)
        return Interval(
            np.where(untold, np.nan, np.fmin(low, least)),
            np.where(untold, np.nan, np.fmax(high, most)),
        )

    def tails(self, limit: float) -> tuple[Array, Array]:
        """One-sided p-values: of a value below the limit, and of one above it."""
        there = ~np.isnan(self.replicates)
        number = there.sum(axis=-1)
        below = (1 + (there & (self.replicates < limit)).sum(axis=-1)) / (1 + number)
        above = (1 + (there & (self.replicates > limit)).sum(axis=-1)) / (1 + number)
        from_below = deviations_of(self.values - limit, self._error, self.down)
        from_above = deviations_of(limit - self.values, self._error, self.up)
        return (
            np.maximum(below, stdtr(self._degrees, -from_below)),
            np.maximum(above, stdtr(self._degrees, -from_above)),
        )


def reach_of(step: Array, error: Array, moved: Array) -> Array:
    """How far a bound lies at so many deviations, as if one more document had moved it by so much.

    With the lean of rare events of that size, which a normal bound lacks. Source: Cornish & Fisher
    (1938), to the first order.
    """
    lean = np.maximum((step**2 - 1) / 3, 0.0)
    return np.asarray(moved * (1 + lean) + step * np.hypot(error, moved))


def deviations_of(way: Array, error: Array, moved: Array) -> Array:
    """At how many deviations a bound reaches so far: `reach_of` the other way round."""
    spread = np.hypot(error, moved)
    plain = (way - moved) / spread
    third = np.maximum(moved, EQUAL) / 3
    root = np.sqrt(np.maximum(spread**2 + 4 * third * (way - 2 * third), 0.0))
    return np.asarray(np.where(plain > 1, (root - spread) / (2 * third), plain))


def drawn_average(
    evaluation: Evaluation, measure: OwnMeasure, average: AverageName, undefined: Undefined
) -> DrawnValues:
    """A measure of one's own by one of its averages; shape (1,)."""
    value = evaluation.counts.averages_of(measure, undefined)[average].value
    drawn = own_replicates(evaluation, measure, undefined)
    replicates = np.full((1, 1), np.nan) if drawn is None else drawn.averages[average]
    decisions = decided(evaluation)
    moved = average_influence(decisions, measure, average, undefined).per_document
    heaviest = 1.0
    if decisions.gathered is not None:
        moved = decisions.gathered @ moved
        heaviest = float(decisions.gathered.sum(axis=1).max())
    # also an error that nobody made
    cells = _unseen(measure, evaluation.tables, average)
    up, down = (
        np.array([max(float(np.max(sign * moved)), heaviest * float(np.max(sign * cells)), 0.0)])
        for sign in (1, -1)
    )
    return DrawnValues(np.array([value]), replicates, evaluation.drawn, up, down)


def drawn_classes(evaluation: Evaluation, measure: OwnMeasure) -> DrawnValues:
    """A measure of one's own of every class, shape (classes,)."""
    tables = evaluation.tables
    values = np.asarray(measure(tables))
    drawn = own_replicates(evaluation, measure, "drop")
    replicates = np.full((len(values), 1), np.nan) if drawn is None else drawn.per_class[0]
    moved, gathered = _beyond_middle(measure, tables), decided(evaluation).gathered
    heaviest = 1.0 if gathered is None else float(gathered.sum(axis=1).max())
    up, down = (heaviest * np.maximum((sign * moved).max(axis=0), 0.0) for sign in (1, -1))
    return DrawnValues(values, replicates, evaluation.drawn, up, down)


def _unseen(measure: OwnMeasure, tables: ContingencyTable, average: AverageName) -> Array:
    """What one more document in any cell moves an average; 0 per document, where all is seen."""
    if average == "micro":
        return _beyond_middle(measure, tables.pooled())
    if average == "per_document":
        return np.zeros(1)
    weights = np.ones(len(tables)) if average == "macro" else np.asarray(tables.positives)
    return _beyond_middle(measure, tables) * ratio(weights, np.sum(weights))


def _beyond_middle(measure: OwnMeasure, tables: ContingencyTable) -> Array:
    """What one more document in each cell moves, less what one of all cells as they are does."""
    slopes = np.array(slope_of(measure, tables))
    middle = ratio(np.sum(slopes * np.array(tables.cells), axis=0), tables.total)
    return np.nan_to_num(slopes - middle)
