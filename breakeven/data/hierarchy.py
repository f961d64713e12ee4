"""Which classes stand above which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from metrics.typing import Array


@dataclass(frozen=True)
class Fold:
    """How far classes are folded: to a level, 1 at the top, but for what is below one node.

    Of `unfolded`, where it is a node's name, its children are there instead, and those of all
    nodes above it that are folded.
    """

    level: int
    unfolded: str | None = None


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
        raise ValueError("the hierarchy has a circle")

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
        return self._named(self._into_nodes(level))

    def folded(self, fold: Fold) -> tuple[tuple[str, ...], sparse.csr_array]:
        """As `at_level`, but for the node that is unfolded. ValueError where there is no such node.

        Each class that is folded into it, or into a node above it, goes into the children of that
        node which it is or stands below; the node itself, where it is a class, stays itself.
        """
        into = self._into_nodes(fold.level)
        if fold.unfolded is None:
            return self._named(into)
        node = self.nodes.index(fold.unfolded)
        of_class = sparse.csr_array(self.ancestors[: self.classes], dtype=np.int64)
        children = sparse.csr_array(self.parents.T, dtype=np.int64)
        above = self.ancestors[[node]].indices
        above = above[self.levels[above] >= fold.level]
        for opened in above[np.argsort(self.levels[above], kind="stable")].tolist():
            inside = into[:, [opened]].toarray()
            # the class that the node itself is has nowhere to go
            inside[[opened] if opened < self.classes else []] = 0
            gone = sparse.csr_array(inside) @ sparse.csr_array(
                np.eye(1, into.shape[1], opened, int)
            )
            below = of_class.multiply(inside).multiply(children[[opened]].toarray())
            into = sparse.csr_array((into - gone + below).astype(bool), dtype=np.int64)
        return self._named(into)

    def _into_nodes(self, level: int) -> sparse.csr_array:
        """Into which nodes each class goes at a level, 0 or 1, csr (classes, nodes)."""
        of_class = sparse.csr_array(self.ancestors[: self.classes], dtype=np.int64)
        there = of_class.multiply((self.levels == level)[None, :])
        alone = np.flatnonzero(np.asarray(there.sum(axis=1)).ravel() == 0)
        itself = sparse.csr_array(
            (np.ones(len(alone), dtype=np.int64), (alone, alone)), shape=of_class.shape
        )
        return sparse.csr_array(there + itself, dtype=np.int64)

    def _named(self, into: sparse.csr_array) -> tuple[tuple[str, ...], sparse.csr_array]:
        """The nodes that any class goes into: their names, and boolean csr (classes, names)."""
        columns = sparse.csc_array(into, dtype=bool)
        kept = np.flatnonzero(np.diff(columns.indptr))
        return tuple(self.nodes[n] for n in kept), sparse.csr_array(columns[:, kept])
