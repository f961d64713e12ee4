"""Documents as bits are the documents."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import sparse

from metrics.slices.conditions import choose_slices, pack_documents


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


@pytest.mark.parametrize("seed", range(4))
def test_slices_are_those_of_a_search_of_all_that_hold_and_leave_out_enough(seed: int) -> None:
    n, least, rng = 40, 8, np.random.default_rng(seed)
    held = rng.random((n, 7)) < rng.choice([0.3, 0.5, 0.8], 7)
    # as many as are asked for, or one fewer, are held, or left out
    ends = [np.arange(n) < size for size in (least, least - 1, n - least, n - least + 1)]
    held = np.column_stack([held, *ends, held[:, 0]])
    group = np.array([0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9])

    def inside(slice_: tuple[int, ...]) -> int:
        return int(held[:, list(slice_)].all(axis=1).sum())

    single = [c for c in range(12) if least <= inside((c,)) <= n - least]
    expected: set[tuple[int, ...]] = {(c,) for c in single}
    for depth in (2, 3):
        expected |= {
            chosen
            for chosen in combinations(single, depth)
            if len({*group[list(chosen)].tolist()}) == depth
            and least <= inside(chosen)
            and all(inside(chosen) < inside(fewer) for fewer in combinations(chosen, depth - 1))
        }
    rows = choose_slices(pack_documents(sparse.csc_array(held), np.zeros(n, int)), group, least)
    assert {7, 9} <= set(single)
    assert not {8, 10} & set(single)
    assert [tuple(c for c in row if c < 12) for row in rows.tolist()] == sorted(
        expected, key=lambda slice_: (len(slice_), slice_)
    )
