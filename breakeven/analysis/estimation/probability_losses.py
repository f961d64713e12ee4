"""Log loss and Brier score of a system's probabilities: by class, pooled, and by document.

Tested in `tests/breakeven/results/test_probability_losses.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.expected.probability_losses import (
    LOSSES,
    Loss,
    LossAverages,
    LossName,
    MeanLoss,
    brier_losses,
    interval_of_moved,
    mean_loss,
)
from metrics.incidence import mask_of
from metrics.measures import ratio
from metrics.parallel import run_parallel
from metrics.typing import Array


@dataclass(frozen=True, eq=False)
class LossShares:
    """What each document adds to a mean of losses, and how much it moves it, (documents,) each.

    `added` adds up to the mean of those that are finite, `moved` to 0.
    """

    added: Array
    moved: Array


@dataclass(frozen=True, eq=False)
class AveragedLosses:
    """A loss by its averages, and the documents' shares of the two over all classes."""

    averages: LossAverages
    micro: LossShares
    macro: LossShares


def loss_averages(
    probabilities: ClassProbabilities, labels: sparse.csc_array, name: LossName
) -> LossAverages:
    """A loss by its averages; `labels`: boolean csc (documents, classes)."""
    return averaged_losses(probabilities, labels, name).averages


def averaged_losses(
    probabilities: ClassProbabilities, labels: sparse.csc_array, name: LossName
) -> AveragedLosses:
    """A loss by its averages and documents; `labels`: boolean csc (documents, classes)."""
    sums = _Sums(probabilities, labels, LOSSES[name])
    documents = None
    losses, weights, number = sums.finite, sums.weights, sums.number
    if probabilities.exclusive:
        # of one class each: the loss of the true one, or the squares of all classes
        losses = sums.of_true if name == "log_loss" else sums.total
        weights = sums.weights * (sums.judged == len(probabilities.classes))
        documents, number = mean_loss(losses, weights, probabilities.clusters), np.isfinite(losses)
    averages = LossAverages(documents, sums.pooled(), sums.macro(), tuple(sums.classes))
    return AveragedLosses(averages, _shares(losses, number, weights), sums.macro_shares())


def class_shares(losses: Array, weights: Array) -> LossShares:
    """The documents' shares of a mean of losses, in arrays of the shape that is given."""
    return _shares(losses, np.isfinite(losses), weights)


def _shares(losses: Array, number: Array, weights: Array) -> LossShares:
    """`losses`: of each document summed over so many."""
    counted = (weights > 0) & np.isfinite(losses)
    weights = np.where(counted, weights, 0.0)
    added = weights * np.where(counted, losses, 0.0) / (float(weights @ number) or 1.0)
    weighing = weights * number / (float(weights @ number) or 1.0)
    return LossShares(added, added - float(np.sum(added)) * weighing)


@dataclass(frozen=True, eq=False)
class SummedLosses:
    """What a mean loss is made of by document, with the documents' weights; shape (documents,).

    The mean is the sum of `losses` by that of `counted`.
    """

    losses: Array
    counted: Array


def brier_by_document(probabilities: ClassProbabilities, labels: sparse.csc_array) -> SummedLosses:
    """What the Brier score over all classes is made of, `micro` of `LossAverages`, and no more.

    Class by class, as many at once as there are processors.
    """
    n, k = probabilities.documents, len(probabilities.classes)
    total, judged = np.zeros((2, n))
    adding = Lock()

    def add(c: int) -> None:
        rows, losses, _ = _losses_of(probabilities, labels, c, brier_losses)
        with adding:
            # adding to all in their order needs no look-up
            places = slice(None) if len(rows) == n else rows
            total[places] += losses
            judged[places] += 1

    if probabilities.exclusive:
        # first, as every class needs them
        _ = probabilities.mass
    run_parallel(add, k, n * k)
    counted = (judged == k).astype(float) if probabilities.exclusive else judged
    weights = 1.0 if probabilities.weights is None else probabilities.weights
    return SummedLosses(weights * total * (counted > 0), weights * counted)


def _losses_of(
    probabilities: ClassProbabilities, labels: sparse.csc_array, c: int, loss: Loss
) -> tuple[Array, Array, Array]:
    """Of a class: its judged documents, their losses, and which of them are in it."""
    rows, positive = probabilities.positions(c), mask_of(labels, c)
    if probabilities.without is not None:
        positive = positive[rows]
    return rows, loss(probabilities.of_class(c)[0], positive), positive


class _Sums:
    """What is summed while one class is looked at after the other; arrays of shape (documents,).

    `total`: of each document's losses over its judged classes, `finite` of those that are so;
    `number`: how many these are; `judged`: how many classes; `of_true`: the loss of its true class.
    `added`, `moved`: what each document adds to the sum of the classes' means, and moves it by.
    """

    def __init__(
        self, probabilities: ClassProbabilities, labels: sparse.csc_array, loss: Loss
    ) -> None:
        n = probabilities.documents
        self.probabilities = probabilities
        own = probabilities.weights
        self.weights = np.ones(n) if own is None else np.asarray(own, dtype=float)
        self.total, self.finite, self.of_true, self.moved, self.added = np.zeros((5, n))
        self.number, self.judged = np.zeros((2, n))
        self.pairs = self.infinite = 0
        self.classes: list[MeanLoss] = []
        for c in range(len(probabilities.classes)):
            self._add(c, *_losses_of(probabilities, labels, c, loss))

    def _add(self, c: int, rows: Array, losses: Array, positive: Array) -> None:
        weights = self.weights[rows]
        mean = mean_loss(losses, weights, self.probabilities.clusters_of(c))
        self.classes.append(mean)
        finite = np.isfinite(losses)
        shown = np.where(finite, losses, 0.0)
        self.total[rows] += losses
        self.finite[rows] += shown
        self.number[rows] += finite
        self.judged[rows] += 1
        self.of_true[rows[positive]] += losses[positive]
        self.pairs += int(np.sum(weights > 0))
        self.infinite += mean.infinite
        if not mean.infinite and mean.number:
            shares = class_shares(losses, weights)
            self.moved[rows] += shares.moved
            self.added[rows] += shares.added

    def pooled(self) -> MeanLoss:
        weights = self.weights
        total = float(weights @ self.number)
        finite = float(ratio(weights @ self.finite, total))
        moved = weights * (self.finite - finite * self.number) / (total or 1.0)
        ends = interval_of_moved(finite, *self._counted(moved))
        value = float("inf") if self.infinite else finite
        return MeanLoss(value, self.infinite, self.pairs, ends)

    def macro(self) -> MeanLoss:
        there = [mean for mean in self.classes if mean.number]
        finite = [mean.value for mean in there if not mean.infinite]
        value = float(np.mean(finite)) if finite else float("nan")
        ends = interval_of_moved(value, *self._counted(self.moved / max(1, len(finite))))
        infinite = len(there) - len(finite)
        return MeanLoss(float("inf") if infinite else value, infinite, len(there), ends)

    def macro_shares(self) -> LossShares:
        """Of the mean over the classes that are finite."""
        finite = max(1, sum(1 for mean in self.classes if mean.number and not mean.infinite))
        return LossShares(self.added / finite, self.moved / finite)

    def _counted(self, moved: Array) -> tuple[Array, Array | None]:
        """Of the documents that weigh something, with their clusters."""
        counted, clusters = (self.weights > 0) & (self.judged > 0), self.probabilities.clusters
        return moved[counted], None if clusters is None else clusters[counted]
