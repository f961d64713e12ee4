"""An order of classes in which those that are taken for each other stand side by side."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.confusion import between, margins
from metrics.measures import ratio
from metrics.tallies import ConfusionMatrix
from metrics.typing import Array

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
    found, waiting = [], [to_tree(tree)]
    while waiting:
        node = waiting.pop()
        if node.count > TURNED:
            waiting += [node.right, node.left]
            continue
        leaves = np.array(node.pre_order())
        few = len(leaves) < 3
        found.append(leaves if few else leaves[_turned(rate[leaves][:, leaves])])
    return np.concatenate(found)
