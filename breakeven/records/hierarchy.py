"""Which classes stand above which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from metrics.typing import Array


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Classes in a tree, or with several parents each, without circles.

    `nodes`: names, first the classes of the truth in their order, then what stands only above
    classes. `parents`: boolean csr (nodes, nodes): the row's node has the column's as a parent.
    `classes`: how many of the nodes are classes.
    """

    nodes: tuple[str, ...]
    parents: sparse.csr_array
    classes: int

    @cached_property
    def levels(self) -> Array:
        """How far from the top each node is, the longest way, shape (nodes,): 1 at the top.

        ValueError where nodes lead in a circle, which readers refuse with its path.
        """
        levels = np.ones(len(self.nodes), dtype=np.int64)
        child, parent = self.parents.nonzero()
        for _ in range(len(self.nodes)):
            deeper = levels.copy()
            np.maximum.at(deeper, child, levels[parent] + 1)
            if np.array_equal(deeper, levels):
                return levels
            levels = deeper
        raise ValueError("the hierarchy leads in a circle")

    @cached_property
    def ancestors(self) -> sparse.csr_array:
        """Boolean csr (nodes, nodes): the row's node is the column's node, or stands below it."""
        n = len(self.nodes)
        up = sparse.csr_array(self.parents, dtype=np.int64)
        reached = sparse.csr_array(sparse.eye_array(n, dtype=np.int64))
        for _ in range(int(self.levels.max(initial=1)) - 1):
            reached = sparse.csr_array((reached + reached @ up).astype(bool), dtype=np.int64)
        return sparse.csr_array(reached, dtype=bool)

    @property
    def depth(self) -> int:
        """The number of levels."""
        return int(self.levels.max(initial=1))

    def at_level(self, level: int) -> tuple[tuple[str, ...], sparse.csr_array]:
        """The classes as they are at a level: names, and boolean csr (classes, names).

        Each class goes into the nodes of that level which it is or stands below; a class that has
        none, as it stands above the level, stays itself. In the order of `nodes`.
        """
        of_class = sparse.csr_array(self.ancestors[: self.classes], dtype=np.int64)
        there = of_class.multiply((self.levels == level)[None, :])
        alone = np.flatnonzero(np.asarray(there.sum(axis=1)).ravel() == 0)
        itself = sparse.csr_array(
            (np.ones(len(alone), dtype=np.int64), (alone, alone)), shape=of_class.shape
        )
        into = sparse.csc_array(there + itself, dtype=bool)
        kept = np.flatnonzero(np.diff(into.indptr))
        return tuple(self.nodes[n] for n in kept), sparse.csr_array(into[:, kept])
