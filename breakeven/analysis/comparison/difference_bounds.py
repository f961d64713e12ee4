"""How far a difference of two systems may be off to one side, where something hangs on it.

Compare's interval draws documents again. Where few documents tell two systems apart that shows too
little: a loss that happened nowhere is in no drawing. So a bound is the farther one of the
drawing's and of the one by what documents gain and lose (`metrics.uncertainty.paired_bounds`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.comparison import ComparedSystems
from breakeven.analysis.comparison.loss_differences import loss_changes
from breakeven.analysis.comparison.shared_documents import ComparisonSettings
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.averaging import anomaly_free
from metrics.effective_size import cluster_weights
from metrics.incidence import judged
from metrics.measures import Measure, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, Array
from metrics.uncertainty import resampling
from metrics.uncertainty.average_intervals import slope_of
from metrics.uncertainty.intervals import Interval
from metrics.uncertainty.paired_bounds import (
    PairedChanges,
    changes_of,
    difference_bounds,
    difference_tails,
)


@dataclass(frozen=True)
class PairedDifference:
    """New minus old, with what its uncertainty follows from; arrays of shape (values,).

    `values`: of the new system. `drawn`: the differences of replicates, (values, replicates);
    None where nothing was drawn.
    """

    points: Array
    values: Array
    changes: PairedChanges
    drawn: Array | None

    def mirrored(self) -> PairedDifference:
        """The same of minus the measure: what is gained of it is lost."""
        of = self.changes
        changes = PairedChanges(
            of.lost, of.gained, of.lost_squares, of.gained_squares, of.unseen_change, of.units
        )
        drawn = None if self.drawn is None else -self.drawn
        return PairedDifference(-self.points, -self.values, changes, drawn)

    def bounds(self, alpha: Array) -> Interval:
        """Bounds that are each wrong with chance `alpha`, shape (values,); NaN where undefined."""
        ends = difference_bounds(self.points, self.changes, alpha)
        if self.drawn is None:
            return ends
        low, high = resampling.quantiles(self.drawn, alpha, 1 - alpha)
        undefined = np.isnan(self.points)
        return Interval(
            np.where(undefined, np.nan, np.fmin(ends.low, low)),
            np.where(undefined, np.nan, np.fmax(ends.high, high)),
        )

    def tails(self, limit: float) -> tuple[Array, Array]:
        """One-sided p-values: of a difference up to the limit, and of one from it on."""
        above, below = difference_tails(self.points, self.changes, limit)
        if self.drawn is None:
            return above, below
        there = ~np.isnan(self.drawn)
        number = there.sum(axis=-1)
        not_above = (there & ~(self.drawn > limit)).sum(axis=-1)
        not_below = (there & ~(self.drawn < limit)).sum(axis=-1)
        return (
            np.maximum(above, (1 + not_above) / (1 + number)),
            np.maximum(below, (1 + not_below) / (1 + number)),
        )


def paired_difference(
    side: ComparedSystems, average: str | None, old: int = 0, new: int = 1
) -> PairedDifference:
    """The difference of an average, shape (1,), or of every class, shape (classes,), for None.

    `average`: one of `AVERAGES`, of a measure of decisions; of a loss micro or macro.
    """
    drawn = None
    before, after = side.common.evaluations[old], side.common.evaluations[new]
    if average is None:
        values = [side.values[system].per_class for system in (old, new)]
        if side.replicates is not None:
            drawn = side.replicates.per_class[new] - side.replicates.per_class[old]
    else:
        values = [np.array([side.values[system].averages[average]]) for system in (old, new)]
        if side.replicates is not None:
            both = side.replicates.averages[average]
            drawn = (both[new] - both[old])[None]
    changed = loss_changes if side.settings.of_probabilities else _changes
    changes = changed(before, after, side.settings, average)
    # of infinite losses there is no difference
    finite = [np.where(np.isinf(each), np.nan, each) for each in values]
    return PairedDifference(finite[1] - finite[0], values[1], changes, drawn)


def pooled_difference(
    old: ContingencyTable,
    new: ContingencyTable,
    measure: Measure,
    moved: tuple[Array, Array],
    size: Array,
    times: Array,
) -> PairedDifference:
    """The difference of a measure of the pooled tables, of documents that were only counted.

    `old`, `new`: of every class. `moved`: by how many the hits, and the false alarms, of each kind
    of what was drawn differ, documents or clusters of them, by their weights; `size`: what one of
    them weighs; `times`: how many there are. All of shape (kinds,).
    """
    middle = _middle(old, new)
    tp, fp, fn, tn = (float(slope) for slope in slope_of(measure, middle.pooled()))
    change = (tp - fn) * moved[0] + (fp - tn) * moved[1]
    up, down = np.maximum(change, 0.0), np.maximum(-change, 0.0)
    sums = [np.atleast_1d(times @ part) for part in (up, down, up**2, down**2)]
    unseen_change = _mixed(np.full(len(middle), abs(tp - fn) + abs(fp - tn)), middle)
    unseen_change = unseen_change * float(ratio(times @ size**2, times @ size))
    changes = PairedChanges(sums[0], sums[1], sums[2], sums[3], unseen_change, int(times.sum()))
    values = [np.atleast_1d(measure(tables.pooled())) for tables in (old, new)]
    return PairedDifference(values[1] - values[0], values[1], changes, None)


def _changes(
    old: Evaluation, new: Evaluation, settings: ComparisonSettings, average: str | None
) -> PairedChanges:
    """What units gain and lose; a change not seen: a hit lost, and a false alarm in its place."""
    units = _Units.of_evaluation(old)
    shares = average == "micro" and settings.of_documents(old) is not None
    if average == "per_document" or shares:
        moved, counted = _of_documents(old, new, settings, units.weights)
        return changes_of(units.summed(moved / counted), np.array([units.size / counted]))
    middle = _middle(old.tables, new.tables)
    pooled = [float(slope) for slope in slope_of(settings.measure_function, middle.pooled())]
    if average == "micro":
        slopes = [np.full(len(middle), slope) for slope in pooled]
    else:
        slopes = slope_of(settings.measure_function, middle)
    if average in ("macro", "weighted"):
        share = _shares(settings, middle, average == "weighted")
        slopes = [slope * share for slope in slopes]
    unseen_change = np.abs(slopes[0] - slopes[2]) + np.abs(slopes[1] - slopes[3])
    if average is None:
        return changes_of(units.summed(_of_pairs(old, new, slopes)), units.size * unseen_change)
    unseen_change = _mixed(unseen_change, middle)
    # what each document moves: one of all classes alike, by its own table
    moved = (
        _of_tables(old, new, *pooled)
        if average == "micro"
        else np.asarray(_of_pairs(old, new, slopes).sum(axis=1)).ravel()
    )
    return changes_of(units.summed(moved), units.size * unseen_change)


@dataclass(frozen=True)
class _Units:
    """What was drawn: clusters of weighted documents, or each document by itself.

    `gathered` as from `cluster_weights`; None where documents are drawn alone and count 1.
    """

    documents: int
    gathered: sparse.csr_array | None

    @staticmethod
    def of_evaluation(evaluation: Evaluation) -> _Units:
        part = evaluation.scored
        if not part.sampled:
            return _Units(evaluation.documents, None)
        gathered = cluster_weights(evaluation.documents, part.weights, part.clusters)
        return _Units(evaluation.documents, gathered)

    @property
    def weights(self) -> Array:
        """Of the documents, shape (documents,)."""
        if self.gathered is None:
            return np.ones(self.documents)
        return np.asarray(self.gathered.sum(axis=0)).ravel()

    @property
    def size(self) -> float:
        """Of a unit that is drawn, the weight."""
        if self.gathered is None:
            return 1.0
        of_units = np.asarray(self.gathered.sum(axis=1)).ravel()
        return float(ratio(np.sum(of_units**2), np.sum(of_units)))

    def summed(self, moved: Array | sparse.csc_array) -> sparse.csc_array:
        """What documents move, shape (documents,) or csc (documents, values), by what was drawn."""
        if isinstance(moved, np.ndarray):
            rows = np.flatnonzero(moved)
            ends = np.array([0, len(rows)])
            moved = sparse.csc_array((moved[rows], rows, ends), shape=(len(moved), 1))
        return moved if self.gathered is None else sparse.csc_array(self.gathered @ moved)


def _middle(old: ContingencyTable, new: ContingencyTable) -> ContingencyTable:
    """The tables half-way between the two: slopes there lead from one to the other."""
    return ContingencyTable(*((getattr(old, c) + getattr(new, c)) / 2 for c in CELLS))


def _mixed(change: Array, middle: ContingencyTable) -> Array:
    """What a change not seen moves, shape (1,), where it moves `change` in each class.

    A hit may be lost in any class, as it has hits: of sizes so mixed, the one that has the
    variance.
    """
    by = middle.tp + middle.fn
    return np.atleast_1d(np.nan_to_num(ratio(np.sum(by * change**2), np.sum(by * change))))


def _shares(settings: ComparisonSettings, middle: ContingencyTable, by_positives: bool) -> Array:
    """How much each class weighs in the mean, shape (classes,); those that are in it sum to 1.

    Systems share the positives, so that weights by those are the same on both sides.
    """
    there = ~np.isnan(settings.measure_function(middle))
    if settings.undefined in ("zero", "one"):
        there = np.ones_like(there)
    elif settings.undefined == "partition":
        there &= anomaly_free(middle)
    weights = np.where(there, middle.positives if by_positives else 1.0, 0.0)
    return weights / (np.sum(weights) or 1.0)


def _of_tables(
    old: Evaluation, new: Evaluation, tp: float, fp: float, fn: float, tn: float
) -> Array:
    """By how much each document moves a sum over the classes that all have these slopes."""
    before, now = old.document_tables, new.document_tables
    return np.asarray((tp - fn) * (now.tp - before.tp) + (fp - tn) * (now.fp - before.fp))


def _of_pairs(old: Evaluation, new: Evaluation, slopes: list[Array]) -> sparse.csc_array:
    """By how much each document's decision on each class moves a sum over the classes."""
    off = old.scored.unjudged
    now, before, true = (
        judged(m, off).astype(float) for m in (new.assigned, old.assigned, old.truth)
    )
    changed = sparse.csc_array(now - before)
    hits = sparse.csc_array(changed.multiply(true))
    tp, fp, fn, tn = slopes
    gained = hits @ sparse.diags_array(tp - fn)
    return sparse.csc_array(gained + (changed - hits) @ sparse.diags_array(fp - tn))


def _of_documents(
    old: Evaluation, new: Evaluation, settings: ComparisonSettings, weights: Array
) -> tuple[Array, float]:
    """By how much each document's value moves the sum of those that count, and how many count.

    One that counts in one of the two only moves it by as much as it is off the mean.
    """
    values = []
    measure, undefined = settings.per_document(old)
    for evaluation in (old, new):
        tables = evaluation.document_tables
        value = measure(tables)
        if undefined in ("zero", "one"):
            value = np.where(np.isnan(value), float(undefined == "one"), value)
        elif undefined == "partition":
            value = np.where(anomaly_free(tables), value, np.nan)
        values.append(value)
    there = [~np.isnan(value) for value in values]
    counted = sum(float(weights @ some) for some in there) / 2
    total = sum(float(weights @ np.nan_to_num(value)) for value in values) / 2
    mean = total / (counted or 1.0)
    before, now = (np.where(np.isnan(value), mean, value) for value in values)
    return np.asarray(now - before), counted or 1.0
