"""Classes that exclude each other: every document has exactly one of them.

The pairs of a document are then no independent trials: who is in one class is in no other, a
document that is wrong is wrong in two, and all together there are as many members as documents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from metrics.expected.expected_f import running_sums
from metrics.expected.prediction import variance_of_sum
from metrics.measures import alpha_of, ratio
from metrics.typing import DEFAULT_BETA, EQUAL, Array


@dataclass(frozen=True)
class ExclusiveClass:
    """What one class adds to a sum over all pairs.

    The documents `at` have the class with the chances `p`; the sum is `change` more where they
    do. All of one shape.
    """

    at: Array
    p: Array
    change: Array


def exclusive_variance(
    classes: Iterable[ExclusiveClass],
    mass: Array,
    weights: Array | None = None,
    clusters: Array | None = None,
) -> float:
    """The variance of a sum over all pairs of documents that have exactly one class each.

    `mass`, shape (documents,): what the probabilities of a document add up to over all its
    classes, those that play no part in the sum too; they are scaled to 1. Documents by `weights`,
    `clusters` as for `variance_of_sum`.
    """
    first, second = np.zeros_like(mass), np.zeros_like(mass)
    for of in classes:
        first[of.at] += of.p * of.change
        second[of.at] += of.p * of.change**2
    with np.errstate(invalid="ignore", divide="ignore"):
        variances = np.nan_to_num(second / mass - (first / mass) ** 2)
    return variance_of_sum(np.maximum(variances, 0.0), weights, clusters)


def exclusive_f(
    hits: Array, assigned: Array, documents: float, beta: float = DEFAULT_BETA
) -> Array:
    """The expected F of all pairs, exact, of the shape of `hits`, in [0, 1].

    `hits`: the sum of the probabilities of the `assigned` pairs. There are as many members as
    `documents`, for certain, so F has only its numerator to expect. 0 where nothing is assigned.
    """
    alpha = alpha_of(beta)
    value = ratio(hits, alpha * np.asarray(assigned) + (1 - alpha) * documents)
    # probabilities that do not add up to 1 would lead beyond
    return np.minimum(np.nan_to_num(value), 1.0)


def best_exclusive_size(p: Array, documents: float, beta: float = DEFAULT_BETA) -> int:
    """How many of the most probable of all pairs, probabilities `p`, give the largest expected F.

    The smallest number within 1e-12 of the best. Any set: a document may get several classes.
    """
    hits = np.append(0.0, running_sums(np.sort(p)[::-1]))
    values = exclusive_f(hits, np.arange(len(hits)), documents, beta)
    return int(np.argmax(values >= values.max() - EQUAL))
