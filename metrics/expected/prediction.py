"""A predicted number and how far one outcome may lie from it: how many documents a class has.

`p` are the documents' probabilities of belonging, shape (documents,), each in [0, 1].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

import numpy as np

from metrics.effective_size import cluster_weights
from metrics.expected.poisson_binomial import variance_terms
from metrics.typing import EQUAL, Array

# --- a predicted mean and how far one outcome may lie from it


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


# --- how many documents belong to a class, and how good the probabilities are
#
# `p` are the documents' probabilities of belonging, shape (documents,), each in [0, 1]; `positive`
# their truth, boolean, of the same shape.


def expected_count(
    p: Array, weights: Array | None = None, clusters: Array | None = None
) -> Prediction:
    """The number of members: sum of p, in documents, with its 95 % prediction interval.

    With `weights`, shape (documents,), the members' weights are added up: sum of w p, with the
    variance sum of w^2 p (1 - p). `clusters`: codes of the groups that documents were drawn in,
    see `variance_of_sum`. Optimistic where the probabilities are themselves uncertain. Source:
    Lewis (1995), (23) to (25).
    """
    p = np.asarray(p, dtype=float)
    expected = float(np.sum(p) if weights is None else weights @ p)
    return Prediction(expected, variance_of_sum(variance_terms(p), weights, clusters))


def expected_squared_error_in_counting(members: Prediction, assigned: Any) -> Array:
    """E[(assigned - members)^2] when so many documents are assigned, of the shape of `assigned`.

    In documents squared; which documents makes no difference. `members` as from
    `expected_count`. Source: Lewis (1995), (20).
    """
    return np.asarray(members.variance + (members.expected - np.asarray(assigned)) ** 2)


def best_counts(p: Array) -> list[int]:
    """The whole numbers of documents to assign for the least expected squared error in counting.

    The nearest to the expected count; two of them halfway between. Source: Lewis (1995), (20).
    """
    expected = expected_count(p).expected
    below = floor(expected + EQUAL)
    beyond = expected - below
    if abs(beyond - 0.5) <= EQUAL:
        return [below, below + 1]
    return [below + int(beyond > 0.5)]
