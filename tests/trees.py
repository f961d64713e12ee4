"""Reviews whose classes stand in a hierarchy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import sparse

from breakeven.data.hierarchy import Hierarchy
from breakeven.data.records import Review
from tests.made import review_of, truth_of

# of wrong decisions, these shares go to a sister, to a cousin below the same top, and anywhere
NEAR = (0.5, 0.2, 0.3)
SPECIAL = {
    0: "0.0.0 <b>bold</b> & more",
    1: '0.0.1 say "so"',
    2: "0.0.2 " + "a class whose name is long " * 4,
}


def hierarchy_of(nodes: tuple[str, ...], classes: int, edges: dict[int, list[int]]) -> Hierarchy:
    """`edges`: the parents of a node, all by their places."""
    child = [n for n, of in edges.items() for _ in of]
    parent = [p for of in edges.values() for p in of]
    ones = np.ones(len(child), dtype=bool)
    shape = (len(nodes), len(nodes))
    return Hierarchy(nodes, sparse.csr_array((ones, (child, parent)), shape=shape), classes)


def tree_of_ninety() -> Hierarchy:
    """Five tops, three groups in each, six classes in each; three classes stand in two groups."""
    names = [f"{t}.{g}.{c}" for t in range(5) for g in range(3) for c in range(6)]
    leaves = [SPECIAL.get(i, name) for i, name in enumerate(names)]
    groups = [f"group {t}.{g}" for t in range(5) for g in range(3)]
    tops = [f"top {t}" for t in range(5)]
    edges = {i: [90 + i // 6] for i in range(90)} | {90 + g: [105 + g // 3] for g in range(15)}
    for i in range(29, 90, 30):
        edges[i] = [*edges[i], 90 + (i // 6 + 4) % 15]
    return hierarchy_of((*leaves, *groups, *tops), 90, edges)


def ninety_classes(documents: int = 1500, *, single: bool = True, seed: int = 0) -> Review:
    """A review of classes in a tree of three levels, one a document or several.

    A fifth of the decisions is wrong, most of them near the true class.
    """
    rng = np.random.default_rng(seed)
    tree = tree_of_ninety()
    share = rng.pareto(1.5, 90) + 0.3
    own = rng.choice(90, documents, p=share / share.sum())
    moved = rng.random(documents)
    where = np.digitize(moved / 0.2, np.cumsum(NEAR)[:2])
    near = np.stack(
        [
            own // 6 * 6 + rng.integers(0, 6, documents),
            own // 18 * 18 + rng.integers(0, 18, documents),
        ]
    )
    other = np.choose(where, [near[0], near[1], rng.integers(0, 90, documents)])
    called = np.where(moved < 0.2, other, own)
    labels, assigned = (np.eye(90, dtype=bool)[codes] for codes in (own, called))
    if not single:
        also = rng.integers(0, 90, documents)
        more = np.eye(90, dtype=bool)[also] & (rng.random((documents, 1)) < 0.3)
        labels, assigned = labels | more, assigned | (more & (rng.random((documents, 90)) < 0.6))
        assigned &= rng.random((documents, 1)) > 0.05
    texts = np.array([f"text of document {i}" for i in range(documents)], dtype=object)
    truth = truth_of(
        labels,
        classes=tree.nodes[:90],
        splits=("train", "test"),
        split_of=(rng.random(documents) < 0.5).astype(int),
        columns={"text": texts},
        text_column="text",
    )
    return replace(review_of(truth, s=assigned), hierarchy=tree)
