"""How far probabilities are from what turned out: log loss and Brier score, never clipped.

A probability of 0 for what is true has an infinite log loss, and so has the mean then. It is
counted, and the mean of the others stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from metrics.measures import ratio
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# probabilities and what turned out, of one shape, to the loss of each
Loss = Callable[[Any, Any], Array]


def log_losses(p: Any, positive: Any) -> Array:
    """-log of the probability of what turned out, natural, from 0 on; inf where that was 0.

    Source: Good (1952).
    """
    p, positive = np.asarray(p, dtype=float), np.asarray(positive, dtype=bool)
    with np.errstate(divide="ignore"):
        # adding 0 makes of -0 a 0
        return np.where(positive, -np.log(p), -np.log1p(-p)) + 0.0


def brier_losses(p: Any, positive: Any) -> Array:
    """(z - p)^2, z being 1 for what is true, in [0, 1]. Source: Brier (1950)."""
    return np.asarray((np.asarray(positive, dtype=float) - np.asarray(p, dtype=float)) ** 2)


@dataclass(frozen=True)
class MeanLoss:
    """A mean of losses. `value`: inf where one that weighs is, NaN without any.

    `infinite` of the `number` documents, or classes of a mean over classes, have an infinite loss.
    `finite`: the mean of the others with its 95 % interval, which is that of the value where none
    is infinite; ends are NaN where fewer than two documents, or clusters, tell.
    """

    value: float
    infinite: int
    number: int
    finite: Interval


def mean_loss(
    losses: Array, weights: Array | None = None, clusters: Array | None = None
) -> MeanLoss:
    """The mean of losses of documents, shape (documents,), by `weights`.

    Documents of one of the `clusters`, codes, are drawn together.
    """
    own = np.ones(len(losses)) if weights is None else np.asarray(weights, dtype=float)
    counted = own > 0
    infinite = counted & np.isinf(losses)
    there = counted & ~infinite
    total = float(np.sum(own[there]))
    finite = float(ratio(np.sum(own[there] * losses[there]), total))
    moved = own[there] * (losses[there] - finite) / (total or 1.0)
    ends = interval_of_moved(finite, moved, None if clusters is None else clusters[there])
    value = float("inf") if infinite.any() else finite
    return MeanLoss(value, int(infinite.sum()), int(counted.sum()), ends)


def interval_of_moved(value: float, moved: Array, clusters: Array | None) -> Interval:
    """95 % interval of a mean, from 0 on, by how much each document, or cluster, moves it.

    Student's t of as many as were drawn. NaN below two, and where none moves it.
    """
    if clusters is not None and len(clusters):
        _, codes = np.unique(clusters, return_inverse=True)
        moved = np.bincount(codes, moved)
    return interval_of_squares(value, float(np.sum(moved**2)), len(moved))


def interval_of_squares(value: float, squares: float, drawn: int) -> Interval:
    """The same of the sum of the squares of what each of so many moves it by."""
    if drawn < 2 or np.isnan(value) or squares == 0:
        return Interval(np.nan, np.nan, value=value)
    from scipy.special import stdtrit  # first needed where somebody asks

    error = float(np.sqrt(squares * drawn / (drawn - 1)))
    step = float(stdtrit(drawn - 1, 0.975)) * error
    return Interval(max(0.0, value - step), value + step, value=value)


LossName = Literal["log_loss", "brier"]
LOSSES: Mapping[LossName, Loss] = {"log_loss": log_losses, "brier": brier_losses}


@dataclass(frozen=True)
class LossAverages:
    """One loss of a system: of documents that have one class each, of all pairs, of the classes.

    `documents`: of the probability of each document's one class (log loss), or of all its classes
    together (Brier); None where documents have several. `pooled`: over all judged pairs of document
    and class; its `infinite` are pairs. `macro`: over the classes with a judged pair. `per_class`:
    in the order of the classes.
    """

    documents: MeanLoss | None
    pooled: MeanLoss
    macro: MeanLoss
    per_class: tuple[MeanLoss, ...]

    @property
    def micro(self) -> MeanLoss:
        """Of documents that have one class each, else of all pairs."""
        return self.pooled if self.documents is None else self.documents
