"""Classes that are assigned without what stands above them."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.hierarchy.nodes import without_ancestors

# wheat below grain, grain below food; gold alone
WHEAT, GRAIN, FOOD, GOLD = range(4)
ANCESTORS = sparse.csr_array(
    np.array([[1, 1, 1, 0], [0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]], dtype=bool)
)


def test_a_class_needs_all_of_its_ancestors() -> None:
    called = [{WHEAT, GRAIN, FOOD}, {WHEAT, FOOD}, {WHEAT, GRAIN}, {GOLD, FOOD}, set()]
    pairs = sparse.csc_array(np.array([[c in labels for c in range(4)] for labels in called]))
    have, lack = without_ancestors(pairs, ANCESTORS)
    assert have.toarray().tolist() == [
        [True, True, False, False],
        [True, False, False, False],
        [True, True, False, False],
        [False] * 4,
        [False] * 4,
    ]
    # wheat without grain; wheat and grain both without food
    assert lack.toarray().tolist() == [
        [False] * 4,
        [True, False, False, False],
        [True, True, False, False],
        [False] * 4,
        [False] * 4,
    ]


def test_by_looking_at_every_pair() -> None:
    rng = np.random.default_rng(0)
    above = np.triu(rng.random((7, 7)) < 0.4, 1)
    called = rng.random((60, 7)) < 0.4
    have, lack = without_ancestors(
        sparse.csc_array(called), sparse.csr_array(above | np.eye(7, dtype=bool))
    )
    for d in range(60):
        for c in range(7):
            assert have.toarray()[d, c] == (called[d, c] and above[c].any())
            assert lack.toarray()[d, c] == (called[d, c] and bool((above[c] & ~called[d]).any()))


def test_where_nothing_is_called_nothing_is_wrong() -> None:
    have, lack = without_ancestors(sparse.csc_array((3, 4), dtype=bool), ANCESTORS)
    assert (have.nnz, lack.nnz) == (0, 0)


def test_a_single_class_alone_lacks_what_stands_above_it() -> None:
    have, lack = without_ancestors(sparse.csc_array([[True, False, False, False]]), ANCESTORS)
    assert have.toarray().tolist() == lack.toarray().tolist() == [[True, False, False, False]]
