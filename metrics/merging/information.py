"""How much the classes assigned tell of the true ones, and what is lost when classes are merged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.annotators.set_agreement import distinct_sets
from metrics.merging.merge_gains import merge_classes
from metrics.typing import Array


@dataclass(frozen=True)
class SetsTogether:
    """Which true classes and which assigned ones fall together, and how often.

    `truth`, `assigned`: the distinct sets of classes, boolean csr (sets, classes). `true`,
    `called`: their numbers, and `weight` their documents or sum of weights, each of shape
    (combinations,).
    """

    truth: sparse.csr_array
    assigned: sparse.csr_array
    true: Array
    called: Array
    weight: Array

    def bits(self, into: sparse.sparray | None = None) -> float:
        """Mutual information of the true and the assigned set of a document, in bits, from 0 on.

        `into`: boolean (classes, new classes), which classes go into which new ones. Sets that
        become one by that are no longer told apart, so there is never more than before. From few
        documents of many sets it is too large. NaN without documents. Source: Shannon (1948); the
        sets as values are this project's.
        """
        true, called = self.true, self.called
        if into is not None:
            true = distinct_sets(sparse.csr_array(merge_classes(self.truth, into)))[0][true]
            called = distinct_sets(sparse.csr_array(merge_classes(self.assigned, into)))[0][called]
        total = np.sum(self.weight)
        if not total > 0:
            return float("nan")
        pair = true * (np.max(called) + 1) + called
        together, one, other = (
            _entropy(np.bincount(np.unique(ids, return_inverse=True)[1], self.weight) / total)
            for ids in (pair, true, called)
        )
        return max(one + other - together, 0.0)


def _entropy(shares: Array) -> float:
    some = shares[shares > 0]
    return float(-np.sum(some * np.log2(some)))


def sets_together(
    truth: sparse.sparray, assigned: sparse.sparray, weights: Array | None = None
) -> SetsTogether:
    """The sets of boolean (documents, classes) matrices of truth and of decisions, as they meet."""
    true, truth_sets = distinct_sets(sparse.csr_array(truth))
    called, assigned_sets = distinct_sets(sparse.csr_array(assigned))
    pair, of = np.unique(true * max(assigned_sets.shape[0], 1) + called, return_inverse=True)
    weight = np.bincount(of, weights, len(pair))
    first, second = np.divmod(pair, max(assigned_sets.shape[0], 1))
    return SetsTogether(truth_sets, assigned_sets, first, second, weight)
