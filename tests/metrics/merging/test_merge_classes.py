"""Classes taken together: beside the rule carried out pair by pair."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.merging.merge_gains import merge_classes, merge_unjudged


def test_a_document_with_both_classes_is_in_the_new_one_once() -> None:
    pairs = sparse.csc_array(np.array([[1, 1, 0], [0, 1, 0], [0, 0, 1]], dtype=bool))
    into = sparse.csr_array(np.array([[1, 0], [1, 0], [0, 0]], dtype=bool))
    new = merge_classes(pairs, into)
    assert new.toarray().tolist() == [[True, False], [True, False], [False, False]]
    assert new.nnz == 2


def test_merging_is_or_with_an_unknown() -> None:
    rng = np.random.default_rng(0)
    state = rng.integers(0, 3, (200, 5))  # 0 false, 1 true, 2 nobody judged
    into = rng.random((5, 4)) < 0.4
    pairs, off = sparse.csc_array(state == 1), sparse.csc_array(state == 2)
    true = merge_classes(pairs, sparse.csr_array(into)).toarray()
    unknown = merge_unjudged(pairs, off, sparse.csr_array(into))
    assert unknown is not None
    for d in range(200):
        for n in range(4):
            olds = state[d, into[:, n]].tolist()
            assert true[d, n] == (1 in olds)
            assert unknown.toarray()[d, n] == (1 not in olds and 2 in olds)


def test_where_all_is_judged_it_stays_so() -> None:
    pairs = sparse.csc_array((2, 2), dtype=bool)
    assert merge_unjudged(pairs, None, sparse.eye_array(2, dtype=bool)) is None
