"""Which classes are taken for each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from metrics.measures import ratio
from metrics.tallies import ConfusionMatrix
from metrics.typing import Array


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

    def __getitem__(self, chosen: Array) -> AmbiguousPairs:
        return AmbiguousPairs(
            self.first[chosen],
            self.second[chosen],
            self.first_as_second[chosen],
            self.second_as_first[chosen],
            self.total[chosen],
            self.rate[chosen],
        )


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


@dataclass(frozen=True)
class Confusions:
    """Cells off the diagonal with something in them; all arrays have one length.

    `true` and `assigned` are class indices, the number of classes standing for *nothing*;
    `count` is the weight of the cell; `of_true` and `of_assigned`, in [0, 1], its shares of all
    that is true of its row and assigned in its column.
    """

    true: Array
    assigned: Array
    count: Array
    of_true: Array
    of_assigned: Array

    def __len__(self) -> int:
        return len(self.true)

    def __getitem__(self, chosen: Array) -> Confusions:
        return Confusions(
            self.true[chosen],
            self.assigned[chosen],
            self.count[chosen],
            self.of_true[chosen],
            self.of_assigned[chosen],
        )


def largest_confusions(matrix: ConfusionMatrix) -> Confusions:
    """Every confusion, largest first, then by share of the true, then by class order.

    Those of two classes come before those with *nothing*, which tell less and are often larger.
    """
    cells = sparse.coo_array(matrix.counts)
    row, column = cells.coords
    apart = (row != column) & (cells.data > 0)
    row, column, count = row[apart], column[apart], cells.data[apart]
    true_of, assigned_of = margins(matrix)
    of_true, of_assigned = ratio(count, true_of[row]), ratio(count, assigned_of[column])
    nothing = (row == matrix.classes) | (column == matrix.classes)
    order = np.lexsort((column, row, -of_true, -count, nothing))
    return Confusions(row, column, count, of_true, of_assigned)[order]


def margins(matrix: ConfusionMatrix) -> tuple[Array, Array]:
    """Sums of the rows and of the columns, each of shape (classes + 1,), *nothing* last."""
    return np.asarray(matrix.counts.sum(axis=1)), np.asarray(matrix.counts.sum(axis=0))


Base = Literal["counts", "true", "assigned", "all"]


def cells_of(matrix: ConfusionMatrix, chosen: Array, base: Base = "counts") -> Array:
    """The dense cells of the chosen rows and columns, as counts or as shares, in [0, 1].

    Shares of the row (of what is true), of the column (of what is assigned) or of everything,
    always of the whole matrix, not of the chosen part. NaN where that is nothing.
    """
    counts = np.asarray(matrix.counts[chosen][:, chosen].toarray())
    if base == "counts":
        return counts
    true_of, assigned_of = margins(matrix)
    of = {
        "true": true_of[chosen][:, None],
        "assigned": assigned_of[chosen][None, :],
        "all": true_of.sum(),
    }
    return ratio(counts, of[base])


def occurring(matrix: ConfusionMatrix) -> Array:
    """Indices of the classes that are true or assigned at least once."""
    true_of, assigned_of = margins(matrix)
    return np.flatnonzero((true_of + assigned_of)[:-1] > 0)


def _between(matrix: ConfusionMatrix) -> sparse.csr_array:
    """How often two classes are confused, either way, shape (classes, classes)."""
    between = sparse.csr_array(matrix.counts[:-1, :-1])
    between = sparse.csr_array(between - sparse.diags_array(between.diagonal()))
    return sparse.csr_array(between + between.T)


def most_confused(matrix: ConfusionMatrix, among: Array, most: int) -> Array:
    """At most so many of these classes: the ones with most confusions, then with most errors."""
    true_of, assigned_of = margins(matrix)
    errors = (true_of + assigned_of)[:-1] - 2 * matrix.counts.diagonal()[:-1]
    confused = np.asarray(_between(matrix).sum(axis=1))
    order = np.lexsort((among, -errors[among], -confused[among]))
    return np.sort(among[order[:most]])


def with_partners(matrix: ConfusionMatrix, classes: Array, most: int) -> Array:
    """These classes and at most so many others: the ones most often confused with them."""
    strength = np.asarray(_between(matrix)[classes].sum(axis=0))
    strength[classes] = 0
    partners = np.argsort(-strength, kind="stable")[:most]
    return np.union1d(classes, partners[strength[partners] > 0])


def in_blocks(matrix: ConfusionMatrix, classes: Array) -> Array:
    """These classes ordered so that those confused with each other are neighbours.

    Average linkage on 1 - the rate of a pair, leaves in their best order; classes confused
    with none of the others come last, largest first. Source: Bar-Joseph et al. (2001).
    """
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering

    true_of = margins(matrix)[0][:-1][classes]
    total = _between(matrix)[classes][:, classes].toarray()
    rate = np.nan_to_num(ratio(total, true_of[:, None] + true_of[None, :]))
    alone = np.flatnonzero(rate.sum(axis=1) == 0)
    alone = alone[np.argsort(-true_of[alone], kind="stable")]
    joined = np.flatnonzero(rate.sum(axis=1) > 0)
    if len(joined) > 2:
        upper = np.triu_indices(len(joined), 1)
        distance = 1 - rate[np.ix_(joined, joined)][upper]
        tree = linkage(distance, method="average")
        joined = joined[leaves_list(optimal_leaf_ordering(tree, distance))]
    return classes[np.concatenate([joined, alone])]
