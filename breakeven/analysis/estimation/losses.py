"""The mean loss over the decisions of several classes, with its prediction interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.expected.expected_f import ExclusiveClass, exclusive_variance
from metrics.expected.prediction import Prediction, mean_prediction
from metrics.incidence import scores_of_class
from metrics.thresholds.costs import CostMatrix, best_calls, expected_loss
from metrics.typing import Array


@dataclass(frozen=True)
class ExpectedLosses:
    """The loss that all decisions will turn out to have, and the least that any could."""

    overall: Prediction
    least_overall: Prediction

    @property
    def regret(self) -> float:
        """How much more a decision is expected to cost than need be, never below 0."""
        return max(0.0, self.overall.expected - self.least_overall.expected)


def expected_losses(
    probabilities: ClassProbabilities, costs: Sequence[CostMatrix]
) -> ExpectedLosses:
    """Expected loss of what is assigned, and of the cheapest decisions; `costs` one per class.

    A pair without a score counts as probability 0 and cannot be assigned. Source: Lewis (1995),
    (4) to (10).
    """
    parts = [probabilities.of_class(c) for c in range(len(probabilities.classes))]
    cheapest = [
        best_calls(p, costs[c]) & _listed(probabilities, c)[probabilities.positions(c)]
        for c, (p, _) in enumerate(parts)
    ]
    return ExpectedLosses(
        mean_loss(probabilities, [calls for _, calls in parts], costs),
        mean_loss(probabilities, cheapest, costs),
    )


def _listed(probabilities: ClassProbabilities, c: int) -> Array:
    listed = np.zeros(probabilities.documents, dtype=bool)
    listed[scores_of_class(probabilities.scores, c)[0]] = True
    return listed


def mean_loss(
    probabilities: ClassProbabilities,
    decisions: Sequence[Array],
    costs: Sequence[CostMatrix],
    *,
    classes_alike: bool = False,
) -> Prediction:
    """The mean loss of these decisions, boolean, one array a class as `of_class` has them.

    The mean is over decisions, or over classes if these count alike. Where classes exclude each
    other a document's decisions turn out together: the variance is then one of documents.
    """
    losses, sizes = [], []
    for c, calls in enumerate(decisions):
        own = probabilities.weights_of(c)
        p, _ = probabilities.of_class(c)
        losses.append(expected_loss(p, calls, costs[c], own, probabilities.clusters_of(c)))
        sizes.append(len(p) if own is None else float(own.sum()))
    shares = [1.0 if size and classes_alike else size for size in sizes]
    mean = mean_prediction(losses, shares)
    if not probabilities.exclusive or not any(shares):
        return mean
    # what one more member changes in the mean; documents are weighed where they are added up
    scale = [s / n / sum(shares) if n else 0.0 for s, n in zip(shares, sizes, strict=True)]
    variance = exclusive_variance(
        _changes(probabilities, decisions, costs, scale),
        probabilities.mass,
        probabilities.weights,
        probabilities.clusters,
    )
    return Prediction(mean.expected, variance)


def _changes(
    probabilities: ClassProbabilities,
    decisions: Sequence[Array],
    costs: Sequence[CostMatrix],
    scale: Sequence[float],
) -> Iterator[ExclusiveClass]:
    for c, (calls, cost) in enumerate(zip(decisions, costs, strict=True)):
        p, _ = probabilities.of_class(c)
        change = scale[c] * np.where(calls, cost.tp - cost.fp, cost.fn - cost.tn)
        yield ExclusiveClass(probabilities.positions(c), p, change)


def all_members(probabilities: ClassProbabilities, classes: Sequence[Prediction]) -> Prediction:
    """How many true pairs there are in all, from the expected members of each class.

    As many as documents, for certain, where each has exactly one class and no pair is left out.
    """
    if probabilities.exclusive:
        if probabilities.without is None:
            return Prediction(
                float(
                    probabilities.documents
                    if probabilities.weights is None
                    else probabilities.weights.sum()
                ),
                0.0,
            )
        ones = (
            ExclusiveClass(probabilities.positions(c), p, np.ones_like(p))
            for c, (p, _) in enumerate(
                map(probabilities.of_class, range(len(probabilities.classes)))
            )
        )
        variance = exclusive_variance(
            ones, probabilities.mass, probabilities.weights, probabilities.clusters
        )
    else:
        variance = sum(each.variance for each in classes)
    return Prediction(sum(each.expected for each in classes), variance)
