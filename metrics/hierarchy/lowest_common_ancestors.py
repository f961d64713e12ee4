"""True and assigned classes joined at their lowest common ancestors, and nothing above them.

With all ancestors a deep tree makes any call look good, as most of the way from the top is shared.
Here each class only takes along the way up to where it meets the nearest class of the other side.
Source: Kosmopoulos et al. (2015), section 4.2. They search for the fewest common ancestors that
join all classes; here the lowest is taken where several are equally near, and every shortest way
to it. They count the root; here, as with all ancestors, it counts for nothing, so that a call in
another branch gets nothing, and classes without a hierarchy have their usual F.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.incidence import without_zeros
from metrics.merging.merge_gains import merge_classes
from metrics.tallies import ContingencyTable, count_decisions
from metrics.typing import Array

# pairs of a true and an assigned class that are looked at together
AT_ONCE = 2_000_000


@dataclass(frozen=True)
class WaysUp:
    """How far each node is below what stands above it, by the shortest way.

    `steps`: csr (nodes + 1, nodes + 1), one more than the steps from the row's node up to the
    column's; the last node is the root, which stands above all. `levels`: shape (nodes + 1,), 0
    for the root.
    """

    steps: sparse.csr_array
    levels: Array

    @property
    def nodes(self) -> int:
        """How many there are, with the root."""
        return int(self.steps.shape[0])

    def above(self, nodes: Array) -> tuple[Array, Array, Array]:
        """Each node's ancestors and itself, one after the other.

        Positions in `nodes`, ancestors, and steps up to them; of equal shape.
        """
        start, number = self.steps.indptr[nodes], np.diff(self.steps.indptr)[nodes]
        of = np.repeat(np.arange(len(nodes)), number)
        at = np.arange(len(of)) - np.repeat(np.cumsum(number) - number, number) + start[of]
        return of, self.steps.indices[at], self.steps.data[at] - 1

    def between(self, below: Array, above: Array) -> Array:
        """Steps from each node up to the other, shape as given; -1 where it is not above."""
        if not len(below):
            return np.zeros(0, dtype=np.int64)
        return np.asarray(self.steps[below, above]).ravel().astype(np.int64) - 1


def measure_ways_up(parents: sparse.csr_array, levels: Array) -> WaysUp:
    """Shortest ways by boolean csr (nodes, nodes): the row's node has the column's as a parent.

    `levels`: shape (nodes,), 1 at the top. The nodes must not lead in a circle.
    """
    n = parents.shape[0]
    tops = np.flatnonzero(np.diff(sparse.csr_array(parents).indptr) == 0)
    edges = parents.tocoo()
    rows, columns = np.append(edges.row, tops), np.append(edges.col, np.full(len(tops), n))
    pairs = (np.ones(len(rows), dtype=np.int64), (rows, columns))
    up = sparse.csr_array(pairs, shape=(n + 1, n + 1))
    steps = sparse.csr_array(sparse.eye_array(n + 1, dtype=np.int64))
    reached, number = steps, 1
    while reached.nnz:
        number += 1
        reached = sparse.csr_array(reached @ up)
        new = sparse.csr_array(reached.astype(bool) > steps.astype(bool))
        steps = sparse.csr_array(steps + number * new.astype(np.int64))
    steps.sort_indices()
    return WaysUp(steps, np.append(levels, 0))


def lowest_common(ways: WaysUp, first_nodes: Array, second_nodes: Array) -> tuple[Array, Array]:
    """The lowest common ancestor of each pair of nodes, and the steps of both up to it.

    It is the one on the shortest way between them; of several, the farthest from the top, and of
    these the first. A node is its own ancestor.
    """
    pair, above, steps = ways.above(first_nodes)
    further = ways.between(second_nodes[pair], above)
    common = np.flatnonzero(further >= 0)
    way = steps[common] + further[common]
    key = _key(ways, above[common], way)
    # all pairs have the root in common, so that each has an entry
    starts = np.flatnonzero(np.diff(pair[common], prepend=-1))
    return _opened(ways, np.minimum.reduceat(key, starts) if len(starts) else key)


def _key(ways: WaysUp, node: Array, way: Array) -> Array:
    """A number that is least for the shortest way, the lowest node, the first node."""
    depth = int(ways.levels.max(initial=0))
    return (way * (depth + 1) + depth - ways.levels[node]) * ways.nodes + node


def _opened(ways: WaysUp, key: Array) -> tuple[Array, Array]:
    """The node and the way that a key holds."""
    depth = int(ways.levels.max(initial=0))
    return key % ways.nodes, key // ways.nodes // (depth + 1)


def join_at_ancestors(
    truth: sparse.sparray, assigned: sparse.sparray, ways: WaysUp
) -> tuple[sparse.csc_array, sparse.csc_array]:
    """True and assigned classes with what joins them, boolean csc (documents, nodes) each.

    `truth`, `assigned`: boolean (documents, classes), the classes being the first nodes. Each
    class takes along its way up to the lowest common ancestor with the nearest class of the other
    side; a node that is so reached counts for a side that has a class there or below. The root is
    no node. Where a document has classes on one side alone they stay themselves.
    """
    true, called = (_in_order(side) for side in (truth, assigned))
    k, n = truth.shape[1], ways.nodes - 1
    reached = sparse.csr_array((truth.shape[0], ways.nodes), dtype=np.int64)
    for documents in _batches(true, called):
        for part in _reached(true, called, documents, ways):
            reached = reached + part
    above = sparse.csr_array(ways.steps[:k, :n], dtype=bool)
    itself = sparse.eye_array(k, n, dtype=bool)
    joined = [
        merge_classes(side, itself)
        + merge_classes(side, above).multiply(reached[:, :n].astype(bool))
        for side in (true, called)
    ]
    return sparse.csc_array(joined[0], dtype=bool), sparse.csc_array(joined[1], dtype=bool)


def lowest_common_tables(
    truth: sparse.sparray, assigned: sparse.sparray, ways: WaysUp
) -> ContingencyTable:
    """Per document, how many nodes of the joined sides both have, shape (documents,).

    Nothing is true or assigned where a document has no class on either side.
    """
    return count_decisions(*join_at_ancestors(truth, assigned, ways), None, "document")


def _in_order(pairs: sparse.sparray) -> sparse.csr_array:
    # a copy: arrays of a review are read-only
    found = sparse.csr_array(without_zeros(pairs.copy()))
    found.sort_indices()
    return found


def _batches(truth: sparse.csr_array, assigned: sparse.csr_array) -> Iterator[Array]:
    """Documents that have classes on both sides, so many that their pairs fit into memory."""
    pairs = np.diff(truth.indptr).astype(np.int64) * np.diff(assigned.indptr)
    both = np.flatnonzero(pairs)
    if not len(both):
        return
    batch = np.cumsum(pairs[both]) // AT_ONCE
    yield from np.split(both, np.flatnonzero(np.diff(batch)) + 1)


def _reached(
    truth: sparse.csr_array, assigned: sparse.csr_array, documents: Array, ways: WaysUp
) -> Iterator[sparse.csr_array]:
    """The nodes on the ways of these documents' true and assigned classes, (all documents, nodes).

    Each up to where it meets the nearest class of the other side; counted.
    """
    t, c = (np.diff(side.indptr)[documents].astype(np.int64) for side in (truth, assigned))
    pairs = t * c
    row = np.repeat(np.arange(len(documents)), pairs)
    start = np.repeat(np.cumsum(pairs) - pairs, pairs)
    i, j = np.divmod(np.arange(len(row)) - start, c[row])
    true_class = truth.indices[truth.indptr[documents[row]] + i].astype(np.int64)
    assigned_class = assigned.indices[assigned.indptr[documents[row]] + j].astype(np.int64)
    different, back = np.unique(true_class * ways.nodes + assigned_class, return_inverse=True)
    key = _key(ways, *lowest_common(ways, *np.divmod(different, ways.nodes)))[back]
    # the same pairs, with those of an assigned class one after the other
    turned = np.empty_like(row)
    turned[start + j * t[row] + i] = np.arange(len(row))
    for first, order, classes in (
        (j, np.arange(len(row)), true_class),
        (i[turned], turned, assigned_class),
    ):
        starts = np.flatnonzero(first == 0)
        nearest, _ = _opened(ways, np.minimum.reduceat(key[order], starts))
        positions = order[starts]
        yield _ways_of(documents[row[positions]], classes[positions], nearest, ways, truth.shape[0])


def _ways_of(
    documents: Array, below: Array, above: Array, ways: WaysUp, of_all: int
) -> sparse.csr_array:
    """The nodes on the shortest ways from one node up to the other, for each document; counted."""
    different, back = np.unique(below * ways.nodes + above, return_inverse=True)
    low, high = np.divmod(different, ways.nodes)
    pair, node, steps = ways.above(low)
    rest = ways.between(node, high[pair])
    on = np.flatnonzero((rest >= 0) & (steps + rest == ways.between(low, high)[pair]))
    ones = np.ones(len(on), dtype=np.int64)
    on_way = sparse.csr_array((ones, (pair[on], node[on])), shape=(len(different), ways.nodes))
    ones = np.ones(len(documents), dtype=np.int64)
    of_document = sparse.csr_array((ones, (documents, back)), shape=(of_all, len(different)))
    return sparse.csr_array(of_document @ on_way)
