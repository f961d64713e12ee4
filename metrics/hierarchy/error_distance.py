"""How far in a hierarchy wrong decisions are from the truth, and what shuffled calls would get.

Each document gets the calls of another, so that how often each class is called, and which
together, stays. The numbers of true and of called pairs are then the same in every order, and the
expected precision, recall and F of all pairs follow from the expected number of hits: exactly,
where every pair is judged and every document counts 1; else as the measure of the expected table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from scipy import sparse

from metrics.incidence import judged
from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# --- how far in a hierarchy wrong decisions are from what is true


# above or below a true class; below a parent of one; below a top of one; below other tops alone;
# of a document that has no true class
TreeDistance = Literal["line", "parent", "top", "elsewhere", "nothing"]
DISTANCES: tuple[TreeDistance, ...] = get_args(TreeDistance)
LINE, PARENT, TOP, ELSEWHERE, NOTHING = range(len(DISTANCES))
# so many wrong decisions are shuffled in all
SHUFFLED = 100_000
MOST_ROUNDS = 50


@dataclass(frozen=True)
class ErrorDistances:
    """Wrongly assigned classes by their distance to the nearest true class of their document.

    Both of shape (distances,), in the order of DISTANCES. `counts`: how many there are. `chance`:
    how many there would be if the same classes were wrongly assigned to the same documents, each
    to any of them at random; NaN without any, and where all of these would be right.
    """

    counts: Array
    chance: Array


def error_distances(
    truth: sparse.sparray,
    assigned: sparse.sparray,
    parents: sparse.csr_array,
    ancestors: sparse.csr_array,
    unjudged: sparse.sparray | None = None,
) -> ErrorDistances:
    """How far wrongly assigned classes are from the true ones, the nearest of them.

    `truth`, `assigned`, `unjudged`: boolean (documents, classes). `parents`: boolean csr (nodes,
    nodes), the column is a parent of the row; `ancestors` likewise, each being its own; classes
    are the first nodes, and tops have no parents. Of a class with several parents any counts.
    `chance` is the mean of shuffles with a fixed seed, without what turns out right in them.
    Source: this project.
    """
    true = sparse.csr_array(judged(truth, unjudged))
    wrong = sparse.coo_array(judged(sparse.csc_array(assigned > truth), unjudged))
    document, called = wrong.coords
    tree = _Tree(true, parents, ancestors)
    counts = np.bincount(tree.nearest(document, called), minlength=len(DISTANCES))
    if not len(called):
        return ErrorDistances(counts, np.full(len(DISTANCES), np.nan))
    rng = np.random.default_rng(0)
    total = np.zeros(len(DISTANCES))
    for _ in range(min(MOST_ROUNDS, max(1, SHUFFLED // len(called)))):
        distances = tree.nearest(document, rng.permutation(called))
        total += np.bincount(distances[distances >= 0], minlength=len(DISTANCES))
    share = np.divide(total, total.sum(), where=total.sum() > 0, out=np.full(len(total), np.nan))
    return ErrorDistances(counts, share * len(called))


class _Tree:
    """True pairs, csr, and what stands above each class."""

    def __init__(
        self, true: sparse.csr_array, parents: sparse.csr_array, ancestors: sparse.csr_array
    ) -> None:
        k = true.shape[1]
        self.true = true
        self.parents = sparse.csr_array(parents[:k], dtype=np.int64)
        self.above = sparse.csr_array(ancestors[:k, :k], dtype=np.int64)
        tops = np.asarray(parents.sum(axis=1)).ravel() == 0
        self.tops = sparse.csr_array(ancestors[:k][:, tops], dtype=np.int64)

    def nearest(self, document: Array, called: Array) -> Array:
        """The distance of each class to the nearest true one of its document; -1 if it is true."""
        starts = self.true.indptr
        number = np.diff(starts)[document]
        at = np.repeat(np.arange(len(document)), number)
        first = np.repeat(starts[document] - np.cumsum(number) + number, number)
        true = self.true.indices[first + np.arange(len(at))]
        found = np.full(len(document), NOTHING)
        np.minimum.at(found, at, self._between(called[at], true))
        return found

    def _between(self, first: Array, second: Array) -> Array:
        """The distance of two classes each, -1 of the same; equal pairs are looked up once."""
        if not len(first):
            return np.zeros(0, dtype=np.int64)
        k = self.true.shape[1]
        key, again = np.unique(first.astype(np.int64) * k + second, return_inverse=True)
        a, b = np.divmod(key, k)
        distances = np.full(len(key), ELSEWHERE)
        distances[_in_common(self.tops, a, b)] = TOP
        distances[_in_common(self.parents, a, b)] = PARENT
        distances[(self.above[a, b] + self.above[b, a]) > 0] = LINE
        distances[a == b] = -1
        return distances[again]


def _in_common(matrix: sparse.csr_array, first: Array, second: Array) -> Array:
    """Whether rows of a matrix of 0 and 1 have a column in common."""
    return np.asarray(matrix[first].multiply(matrix[second]).sum(axis=1)).ravel() > 0


# --- what calls would get that know nothing of their documents: the calls shuffled among these
#
# Each document gets the calls of another, so that how often each class is called, and which
# together, stays. The numbers of true and of called pairs are then the same in every order, and
# the expected precision, recall and F of all pairs follow from the expected number of hits:
# exactly, where every pair is judged and every document counts 1; else as the measure of the
# expected table.


SEED = 0
# pairs of a document and the calls of another: all of them, or so many drawn at random
ENOUGH = 20_000


def when_shuffled(table: ContingencyTable) -> ContingencyTable:
    """The expected table of each unit when its calls are shuffled among its documents.

    Shape as given. The margins stay; the hits are assigned x positives / documents, none where
    there is no document. NaN where true negatives are not known.
    """
    total = np.asarray(table.total)
    tp = ratio(table.assigned * table.positives, np.where(total == 0, 1, total))
    return ContingencyTable(
        tp, table.assigned - tp, table.positives - tp, table.negatives - table.assigned + tp
    )


def shuffled_calls(documents: int, seed: int = SEED) -> tuple[Array, Array]:
    """Documents, and whose calls each of them gets; for means over documents.

    All pairs where there are no more than `ENOUGH`: each is as likely as any other, so the mean
    over them is the expected one. Else so many, of orders drawn at random.
    """
    every = np.arange(documents)
    if documents**2 <= ENOUGH:
        return np.repeat(every, documents), np.tile(every, documents)
    rng, number = np.random.default_rng(seed), -(-ENOUGH // documents)
    # of more documents than are looked at some are left out, whichever
    rows, calls = (
        np.concatenate([rng.permutation(documents) for _ in range(number)]) for _ in "ab"
    )
    return rows[:ENOUGH], calls[:ENOUGH]
