"""Documents as bits are the documents."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from metrics.slices.conditions import pack_documents


@pytest.mark.parametrize("n", [1, 64, 65, 300])
def test_bits_hold_the_documents_of_each_stratum_and_of_each_part(n: int) -> None:
    rng = np.random.default_rng(n)
    held, strata = rng.random((n, 5)) < 0.4, rng.integers(3, 9, n)
    documents = pack_documents(sparse.csc_array(held), strata)
    codes = np.unique(strata, return_inverse=True)[1]
    # 5 is no condition
    slices = np.array([[0, 5, 5], [1, 3, 5], [0, 2, 4], [5, 5, 5]])
    inside = np.array([held[:, [c for c in row if c < 5]].all(axis=1) for row in slices.tolist()])
    members = documents.members(slices)
    assert np.array_equal(documents.masks(members), inside)
    assert documents.count(slices).tolist() == inside.sum(axis=1).tolist()
    counts = [np.bincount(codes[row], minlength=codes.max() + 1).tolist() for row in inside]
    assert documents.by_stratum(members).tolist() == counts
    some = rng.random(n) < 0.5
    assert documents.count_in(slices, documents.words(some)).tolist() == [
        int((row & some).sum()) for row in inside
    ]
    if some.any():
        part = documents.part(np.flatnonzero(some))
        assert np.array_equal(part.masks(part.members(slices)), inside[:, some])
        assert part.sizes.tolist() == [c for c in np.bincount(codes[some]).tolist() if c]
