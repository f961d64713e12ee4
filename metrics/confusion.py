"""Which classes are taken for each other, and an order in which such classes stand side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.measures import ratio
from metrics.tallies import ConfusionMatrix
from metrics.typing import Array

# --- which classes are taken for each other


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
    cells = sparse.coo_array(matrix.counts[:-1, :-1])
    row, column = cells.coords
    apart = (row != column) & (cells.data > 0)
    row, column, count = row[apart], column[apart], cells.data[apart]
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
class ConfusionCells:
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

    def __getitem__(self, chosen: Array) -> ConfusionCells:
        return ConfusionCells(
            self.true[chosen],
            self.assigned[chosen],
            self.count[chosen],
            self.of_true[chosen],
            self.of_assigned[chosen],
        )


def largest_confusions(matrix: ConfusionMatrix) -> ConfusionCells:
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
    return ConfusionCells(row, column, count, of_true, of_assigned)[order]


def margins(matrix: ConfusionMatrix) -> tuple[Array, Array]:
    """Sums of the rows and of the columns, each of shape (classes + 1,), *nothing* last."""
    return np.asarray(matrix.counts.sum(axis=1)), np.asarray(matrix.counts.sum(axis=0))


@dataclass(frozen=True)
class ConfusedGroups:
    """A confusion matrix with classes taken together: its margins are theirs, so nothing is lost.

    `wrong`, (groups, groups): what is true in the row's group and assigned in the column's, on the
    diagonal between classes of one group; `right`, (groups,): what is right of its classes.
    """

    wrong: Array
    right: Array

    @property
    def true_of(self) -> Array:
        """Sums of the rows, (groups,)."""
        return np.asarray(self.wrong.sum(axis=1) + self.right)

    @property
    def assigned_of(self) -> Array:
        """Sums of the columns, (groups,)."""
        return np.asarray(self.wrong.sum(axis=0) + self.right)

    @property
    def counts(self) -> Array:
        """Wrong and right together, (groups, groups): the usual matrix where no group is larger."""
        return self.wrong + np.diag(self.right)


def grouped(matrix: ConfusionMatrix, group: Array) -> ConfusedGroups:
    """The matrix of groups of classes.

    `group`, (classes + 1,): which group each class is in, *nothing* last, from 0 without gaps.
    """
    number = int(group.max()) + 1
    right = matrix.counts.diagonal()
    into = sparse.csr_array((np.ones(len(group)), (np.arange(len(group)), group)))
    wrong = into.T @ (matrix.counts - sparse.diags_array(right)) @ into
    return ConfusedGroups(wrong.toarray(), np.bincount(group, right, minlength=number))


def occurring(matrix: ConfusionMatrix) -> Array:
    """Indices of the classes that are true or assigned at least once."""
    true_of, assigned_of = margins(matrix)
    return np.flatnonzero((true_of + assigned_of)[:-1] > 0)


def between(matrix: ConfusionMatrix) -> sparse.csr_array:
    """How often two classes are confused, either way, shape (classes, classes)."""
    cells = sparse.csr_array(matrix.counts[:-1, :-1])
    cells = sparse.csr_array(cells - sparse.diags_array(cells.diagonal()))
    both = sparse.csr_array(cells + cells.T)
    both.eliminate_zeros()
    return both


def confused_classes(matrix: ConfusionMatrix) -> Array:
    """Indices of the classes that are taken for another one, or another one for them."""
    return np.flatnonzero(np.asarray(between(matrix).sum(axis=1)) > 0)


def most_confused(matrix: ConfusionMatrix, among: Array, most: int) -> Array:
    """At most so many of these classes: the ones with most confusions, then with most errors."""
    true_of, assigned_of = margins(matrix)
    errors = (true_of + assigned_of)[:-1] - 2 * matrix.counts.diagonal()[:-1]
    confused = np.asarray(between(matrix).sum(axis=1))
    order = np.lexsort((among, -errors[among], -confused[among]))
    return np.sort(among[order[:most]])


def of_frequent_pairs(matrix: ConfusionMatrix, most: int) -> Array:
    """At most so many classes: those of the pairs confused most often, as `ambiguous_pairs` go.

    So each stands beside one that it is confused with, but perhaps the last of them.
    """
    pairs = ambiguous_pairs(matrix)
    classes = np.stack([pairs.first, pairs.second], axis=1).ravel()
    found, first = np.unique(classes, return_index=True)
    return np.sort(found[np.argsort(first)[:most]])


def with_partners(matrix: ConfusionMatrix, classes: Array, most: int) -> Array:
    """These classes and at most so many others: the ones most often confused with them."""
    strength = np.asarray(between(matrix)[classes].sum(axis=0))
    strength[classes] = 0
    partners = np.argsort(-strength, kind="stable")[:most]
    return np.union1d(classes, partners[strength[partners] > 0])


# --- an order of classes in which those that are taken for each other stand side by side


# so many classes are clustered: their distances grow with the square of their number
CLUSTERED = 2_000
# so many are turned together: the work for their best order grows with the cube
TURNED = 250


def in_blocks(matrix: ConfusionMatrix, classes: Array) -> Array:
    """These classes ordered so that those confused with each other are neighbours.

    Classes that no chain of confusions joins stay apart: the block with most confusions first.
    Within a block: average linkage on 1 - the rate of a pair (`ambiguous_pairs`), leaves in their
    best order, which of more than `TURNED` classes is looked for in parts of the tree; the larger
    of its two ends comes first. Where more than `CLUSTERED` classes are confused at all, a block
    has its largest classes first instead. Classes confused with none of the others come last,
    largest first. The same input always gives the same order. Source: Bar-Joseph et al. (2001).
    """
    from scipy.sparse.csgraph import connected_components

    pairs = sparse.coo_array(between(matrix)[classes][:, classes])
    row, column = pairs.coords
    true_of = margins(matrix)[0][:-1][classes]
    rate = sparse.csr_array(
        (ratio(pairs.data, true_of[row] + true_of[column]), (row, column)), pairs.shape
    )
    number, block = connected_components(pairs, directed=False)
    weight = np.bincount(block, np.asarray(pairs.sum(axis=1)), minlength=number)
    block = np.where(weight[block] > 0, block, number)  # all that are alone are one
    place = np.append(weight, 0.0)[block]
    order = np.lexsort((-true_of, block, -place))
    ends = np.flatnonzero(np.diff(block[order])) + 1
    if np.count_nonzero(place) > CLUSTERED:
        return classes[order]
    parts = [
        part if len(part) < 3 or place[part[0]] == 0 else part[_turned(rate[part][:, part])]
        for part in np.split(order, ends)
    ]
    parts = [p[::-1] if len(p) > 2 and true_of[p[-1]] > true_of[p[0]] else p for p in parts]
    return classes[np.concatenate(parts)]


def _turned(rate: sparse.csr_array) -> Array:
    """The order of n classes by the rates of their pairs, shape (n, n); n is 3 at least."""
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering, to_tree

    dense = rate.toarray()
    upper = np.triu_indices(len(dense), 1)
    # a rate is 1 at most, but for rounding
    distance = np.maximum(1 - dense[upper], 0)
    tree = linkage(distance, method="average")
    if len(dense) <= TURNED:
        return np.asarray(leaves_list(optimal_leaf_ordering(tree, distance)))
    parts, waiting = [], [to_tree(tree)]
    while waiting:
        node = waiting.pop()
        if node.count > TURNED:
            waiting += [node.right, node.left]
            continue
        leaves = np.array(node.pre_order())
        few = len(leaves) < 3
        parts.append(leaves if few else leaves[_turned(rate[leaves][:, leaves])])
    return np.concatenate(parts)
