"""A predicted mean and how far one outcome may lie from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.effective import cluster_weights
from metrics.typing import Array

# of the normal distribution: 95 % lie within
NORMAL_95 = 1.96


@dataclass(frozen=True)
class Prediction:
    """What a quantity not yet seen is expected to be, with a 95 % prediction interval.

    The expectation itself is known: the interval is for the value the batch will turn out to
    have. It is normal, wants many uncertain documents, and is not cut to what is possible.
    """

    expected: float
    variance: float

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval by the normal approximation; NaN without a variance."""
        return self.expected - NORMAL_95 * float(np.sqrt(self.variance))

    @property
    def high(self) -> float:
        """Upper end of the 95 % interval by the normal approximation; NaN without a variance."""
        return self.expected + NORMAL_95 * float(np.sqrt(self.variance))


def variance_of_sum(
    variances: Array, weights: Array | None = None, clusters: Array | None = None
) -> float:
    """The variance of a sum over documents, each with a variance of its own, shape (documents,).

    Documents count by their `weights`. Those of one cluster (codes in `clusters`) are taken to
    turn out alike, as copies of one text do: no dependence within clusters gives a larger
    variance, so an interval made of it holds its level or more. Other documents are independent.
    """
    if clusters is not None:
        together = cluster_weights(len(variances), weights, clusters) @ np.sqrt(variances)
        return float(np.sum(together**2))
    return float(np.sum(variances) if weights is None else weights**2 @ variances)


def mean_prediction(parts: Sequence[Prediction], decisions: Sequence[float]) -> Prediction:
    """The mean over the decisions of independent parts, each with their number; NaN without any."""
    some = [(part, n) for part, n in zip(parts, decisions, strict=True) if n]
    total = sum(n for _, n in some)
    if not total:
        return Prediction(float("nan"), float("nan"))
    return Prediction(
        sum(part.expected * n for part, n in some) / total,
        sum(part.variance * n * n for part, n in some) / total**2,
    )
