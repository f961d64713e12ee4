"""Losses of probabilities compared: drawn again, swapped, and bounded on one side.

A mean loss is a sum of what each document adds to it, so nothing is counted again: drawn, its
share enters as often as its document does; swapped, the difference of two shares changes its sign.
Where a system's loss is infinite its differences are undefined.

Tested in `test_loss_differences`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse
from scipy.special import stdtr, stdtrit

from breakeven.analysis.comparison.bootstrap import Replicates
from breakeven.analysis.comparison.evaluated_losses import losses_by_class, losses_of
from breakeven.analysis.comparison.own_values import deviations_of, reach_of
from breakeven.analysis.comparison.paired_tests import ENUMERATED, Randomisation, all_swaps
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    ComparisonSettings,
    SharedDocuments,
)
from breakeven.analysis.estimation.probability_losses import LossShares, class_shares
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.effective_size import cluster_weights
from metrics.expected.probability_losses import LossName
from metrics.typing import EQUAL, Array
from metrics.uncertainty import resampling
from metrics.uncertainty.intervals import Interval
from metrics.uncertainty.paired_bounds import PairedChanges

LossAverage = Literal["micro", "macro"]
# of the others none is told: the largest classes pooled, and means over documents
LOSS_AVERAGES: tuple[LossAverage, ...] = ("micro", "macro")
# losses of documents and classes that are drawn again, of all systems, and products in all
MOST_LOSSES = 5_000_000
MOST_PRODUCTS = 5_000_000_000
FEWEST_REPLICATES = 2_000


def _has_classes(common: SharedDocuments) -> bool:
    """Whether the classes are drawn too: their losses are held, of all systems."""
    first = common.evaluations[0]
    return len(common.evaluations) * len(first.classes) * first.documents <= MOST_LOSSES


def _shares_of(
    evaluation: Evaluation, name: LossName, units: sparse.csr_array, *, of_classes: bool
) -> LossShares:
    """What units add to losses, and move them by, (losses, units) each; NaN of an infinite loss.

    The two averages, then the classes. `units`: csr (units, documents), 0 or 1.
    """
    losses, added, moved = losses_of(evaluation, name), [], []
    for average, shares in zip(LOSS_AVERAGES, (losses.micro, losses.macro), strict=True):
        untold = getattr(losses.averages, average).value
        added.append(units @ shares.added + 0 * np.nan_to_num(untold, posinf=np.nan))
        moved.append(units @ shares.moved)
    if of_classes:
        of_class = _of_classes(evaluation, name, units)
        added, moved = [*added, *of_class.added], [*moved, *of_class.moved]
    return LossShares(np.array(added), np.array(moved))


def _of_classes(evaluation: Evaluation, name: LossName, units: sparse.csr_array) -> LossShares:
    """The same of the classes alone."""
    own = np.ones(evaluation.documents) if evaluation.weights is None else evaluation.weights
    means = losses_of(evaluation, name).averages.per_class
    added, moved = np.full((2, len(means), units.shape[0]), np.nan)
    for c, (rows, losses) in enumerate(losses_by_class(evaluation, name)):
        if np.isfinite(means[c].value):
            shares, here = class_shares(losses, own[rows]), sparse.csc_array(units)[:, rows]
            added[c], moved[c] = here @ shares.added, here @ shares.moved
    return LossShares(added, moved)


def replicates_of_losses(
    common: SharedDocuments, settings: ComparisonSettings, replicates: int, seed: int = 0
) -> Replicates:
    """A loss of several systems in test sets drawn again, to the first order in the weights.

    Those of classes are NaN where there are too many pairs. Source: Efron (1979), with documents as
    the units.
    """
    es, of_classes = common.evaluations, _has_classes(common)
    units = resampling.grouping(es[0].documents, seed, es[0].scored.clusters)
    parts = [_shares_of(e, settings.loss, units, of_classes=of_classes) for e in es]
    products = sum(part.moved.size for part in parts)
    number = min(replicates, max(FEWEST_REPLICATES, MOST_PRODUCTS // max(1, products)))
    averages = {average: np.full((len(es), number), np.nan) for average in COMPARED_AVERAGES}
    k = len(es[0].classes)
    per_class = np.broadcast_to(np.float32(np.nan), (len(es), k, number))
    if of_classes:
        per_class = np.empty((len(es), k, number), dtype=np.float32)
    done = 0
    for weights in resampling.resampling_weights(units.shape[0], number, seed + 1):
        here = slice(done, done + weights.shape[1])
        for s, part in enumerate(parts):
            drawn = part.added.sum(axis=1)[:, None] + part.moved @ weights
            for row, average in enumerate(LOSS_AVERAGES):
                averages[average][s, here] = drawn[row]
            if of_classes:
                per_class[s, :, here] = drawn[len(LOSS_AVERAGES) :]
        done = here.stop
    return Replicates(averages, per_class)


def swapped_losses(
    old: Evaluation, new: Evaluation, settings: ComparisonSettings, draws: int, seed: int = 0
) -> Randomisation:
    """The share of swaps with a difference of losses at least as large as the observed one.

    Were the systems alike, each document's two losses could as well be exchanged, those of one
    cluster together. For drawn swaps p = (1 + as large) / (1 + draws). Source: Noreen (1989).
    """
    of_classes = _has_classes(SharedDocuments((old, new), (0, 0)))
    changed = _changes_of_units(old, new, settings.loss, of_classes=of_classes)
    apart = np.flatnonzero(np.any(np.nan_to_num(changed) != 0, axis=0))
    gather = resampling.grouping(len(apart), seed)
    changes = (gather @ changed[:, apart].T).T
    observed, groups = changes.sum(axis=1), gather.shape[0]
    exact = groups == len(apart) <= ENUMERATED
    as_large, tried = np.zeros(len(changes), dtype=np.int64), 0
    for coins in all_swaps(groups) if exact else resampling.swapping_weights(groups, draws, seed):
        gaps = np.abs(observed[:, None] - 2 * (changes @ coins))
        # the same sum in another order may miss equality by rounding
        as_large += (gaps >= np.abs(observed)[:, None] * (1 - 1e-9)).sum(axis=1)
        tried += coins.shape[1]
    more = 0 if exact else 1
    p = np.where(np.isnan(observed), np.nan, (as_large + more) / (tried + more))
    averages = dict.fromkeys(COMPARED_AVERAGES, float("nan"))
    averages |= {average: float(p[row]) for row, average in enumerate(LOSS_AVERAGES)}
    per_class = p[len(LOSS_AVERAGES) :] if of_classes else np.full(len(old.classes), np.nan)
    return Randomisation(averages, per_class, len(apart), tried, exact)


def _changes_of_units(
    old: Evaluation, new: Evaluation, name: LossName, *, of_classes: bool
) -> Array:
    """What documents, or clusters, add to the difference, new minus old, (losses, units)."""
    units = cluster_weights(old.documents, None, old.scored.clusters)
    before, now = (_shares_of(e, name, units, of_classes=of_classes).added for e in (old, new))
    return np.asarray(now - before)


def loss_changes(
    old: Evaluation, new: Evaluation, settings: ComparisonSettings, average: str | None
) -> PairedChanges:
    """What documents, or clusters, gain and lose in an average, shape (1,), or in every class.

    A change that was not seen is taken to be as large as the largest; where none was, as large as a
    document's whole loss. NaN where a loss is infinite.
    """
    changed = _changes_of_units(old, new, settings.loss, of_classes=average is None)
    rows = LOSS_AVERAGES.index(average) if average in LOSS_AVERAGES else slice(2, None)
    changed = np.atleast_2d(changed[rows])
    up, down = np.maximum(changed, 0.0), np.maximum(-changed, 0.0)
    largest = np.max(np.abs(changed), axis=1, initial=0.0)
    if not np.all(largest):
        units = cluster_weights(new.documents, None, new.scored.clusters)
        own = _shares_of(new, settings.loss, units, of_classes=average is None).added
        of_one = np.max(np.atleast_2d(own[rows]), axis=1, initial=0.0)
        largest = np.where(largest == 0, of_one, largest)
    sums = (up.sum(axis=1), down.sum(axis=1), (up**2).sum(axis=1), (down**2).sum(axis=1))
    return PairedChanges(*sums, largest, changed.shape[1])


@dataclass(frozen=True, eq=False)
class BoundedLosses:
    """Losses of one system with one-sided bounds, arrays of shape (values,).

    A bound is Student's, of as many documents, or clusters, as were `drawn`, worked out as if one
    more moved the loss as far as any did, `up` or `down`: a certain mistake that was not seen is in
    no sum. No bounds where no document moves it, and of an infinite loss infinite ones: as many
    documents as it takes will have such a pair again.
    """

    values: Array
    error: Array
    up: Array
    down: Array
    drawn: int

    @property
    def _degrees(self) -> int:
        return max(1, self.drawn - 1)

    def bounds(self, alpha: Array) -> Interval:
        """Bounds that are each wrong with chance `alpha`, shape (values,); NaN where unknown."""
        step = -stdtrit(self._degrees, alpha)
        low = np.maximum(0.0, self.values - reach_of(step, self.error, self.down))
        high = self.values + reach_of(step, self.error, self.up)
        infinite = np.isinf(self.values)
        return Interval(np.where(infinite, np.inf, low), np.where(infinite, np.inf, high))

    def tails(self, limit: float) -> tuple[Array, Array]:
        """One-sided p-values: of a loss below the limit, and of one above it."""
        finite = np.where(np.isinf(self.values), np.nan, self.values)
        below = stdtr(self._degrees, -deviations_of(finite - limit, self.error, self.down))
        above = stdtr(self._degrees, -deviations_of(limit - finite, self.error, self.up))
        infinite = np.isinf(self.values)
        return np.where(infinite, 0.0, below), np.where(infinite, 1.0, above)


def bounded_losses(
    evaluation: Evaluation, name: LossName, average: LossAverage | None
) -> BoundedLosses:
    """A loss by an average, shape (1,), or of every class, shape (classes,), for None."""
    losses = losses_of(evaluation, name).averages
    units = cluster_weights(evaluation.documents, None, evaluation.scored.clusters)
    if average is None:
        values = np.array([mean.value for mean in losses.per_class])
        moved = _of_classes(evaluation, name, units).moved
    else:
        values = np.array([getattr(losses, average).value])
        moved = _shares_of(evaluation, name, units, of_classes=False).moved
        moved = moved[[LOSS_AVERAGES.index(average)]]
    drawn = moved.shape[1]
    error = np.sqrt(np.sum(moved**2, axis=1) * drawn / max(1, drawn - 1))
    telling = (drawn > 1) & (error > EQUAL)
    return BoundedLosses(
        np.where(telling | np.isinf(values), values, np.nan),
        np.where(telling, error, np.nan),
        np.maximum(moved.max(axis=1, initial=0.0), 0.0),
        np.maximum(-moved.min(axis=1, initial=0.0), 0.0),
        drawn,
    )
