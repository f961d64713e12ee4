"""Which classes are taken for each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.measures import ratio
from metrics.tallies import Array, ConfusionMatrix


@dataclass(frozen=True)
class AmbiguousPairs:
    """Pairs of classes confused at least once, the most confused first; all arrays have one length.

    `first` < `second` are class indices; `first_as_second` counts documents of the first taken
    for the second, `second_as_first` the reverse; `total` is their sum; `rate`, in [0, 1], is the
    total's share of the documents of both.
    """

    first: Array
    second: Array
    first_as_second: Array
    second_as_first: Array
    total: Array
    rate: Array

    def __len__(self) -> int:
        return len(self.first)


def ambiguous_pairs(matrix: ConfusionMatrix) -> AmbiguousPairs:
    """Every pair of classes taken for each other, by total, then rate, then class order.

    Being taken for *nothing* makes no pair. Such classes may be merged, or need more labelled
    documents of both. Source: this project, after Microsoft, evaluation metrics, confusion matrix.
    """
    between = sparse.coo_array(matrix.counts[:-1, :-1])
    row, column = between.coords
    apart = (row != column) & (between.data > 0)
    row, column, count = row[apart], column[apart], between.data[apart]
    key, pair = np.unique(
        np.minimum(row, column).astype(np.int64) * matrix.classes + np.maximum(row, column),
        return_inverse=True,
    )
    first, second = np.divmod(key, max(matrix.classes, 1))
    forward = np.bincount(pair, count * (row < column), minlength=len(key))
    backward = np.bincount(pair, count * (row > column), minlength=len(key))
    total = forward + backward
    true_of = np.asarray(matrix.counts.sum(axis=1))[:-1]
    rate = ratio(total, true_of[first] + true_of[second])
    order = np.lexsort((key, -rate, -total))
    return AmbiguousPairs(*(a[order] for a in (first, second, forward, backward, total, rate)))
