"""How many documents belong to a class, and how good the probabilities are.

`p` are the documents' probabilities of belonging, shape (documents,), each in [0, 1]; `positive`
their truth, boolean, of the same shape.
"""

from __future__ import annotations

from math import floor
from typing import Any

import numpy as np

from metrics.expected.poisson_binomial import variance_terms
from metrics.expected.prediction import Prediction, variance_of_sum
from metrics.typing import EQUAL, Array


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
