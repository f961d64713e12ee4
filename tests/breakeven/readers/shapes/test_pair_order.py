"""Pairs in any order are placed class by class, each once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from breakeven.readers.shapes.pair_order import PairOrder

N, K = 60, 7
GRID = np.arange(N * K)
RNG = np.random.default_rng(2)
ORDERS: dict[str, Any] = {
    "documents": np.divmod(GRID, K),
    "classes": np.divmod(GRID, N)[::-1],
    "otherwise": np.divmod(RNG.permutation(GRID), K),
    "most of them": np.divmod(RNG.permutation(GRID)[:300], K),
    "few of them": np.divmod(RNG.permutation(GRID)[:40], K),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("some", [False, True], ids=["all scored", "some scored"])
def test_each_score_comes_to_its_pair(order: str, some: bool) -> None:
    document, which = ORDERS[order]
    scores = np.arange(1, len(document) + 1, dtype=np.float32)
    given = scores % 3 > 0 if some else None
    classes = np.roll(np.arange(K), 2)
    wanted = np.zeros((K, N))
    for row, (d, c) in enumerate(zip(document.tolist(), which.tolist(), strict=True)):
        if not some or (row + 1) % 3:
            wanted[c, d] = row + 1
    pairs = PairOrder(document, which, N, K)
    found = pairs.placed(scores, given, classes)
    assert found.toarray().tolist() == wanted[classes].tolist()
    assert found.nnz == np.count_nonzero(wanted)
    assert found.dtype == np.float32
    assert found.has_canonical_format
    assert not pairs.repeats


@pytest.mark.parametrize("order", ORDERS)
def test_a_pair_that_comes_again_is_found_in_its_row(order: str) -> None:
    document, which = (np.append(codes, codes[[4, 9, 4]]) for codes in ORDERS[order])
    rows = len(document)
    assert PairOrder(document, which, N, K).again().tolist() == [rows - 3, rows - 2, rows - 1]


@pytest.mark.parametrize("order", ["documents", "classes"])
def test_as_many_rows_as_pairs_are_no_grid_where_one_comes_twice(order: str) -> None:
    document, which = (codes.copy() for codes in ORDERS[order])
    pairs = PairOrder(document, which, N, K)
    assert pairs.sorted_by == order
    document[-1], which[-1] = document[-2], which[-2]
    pairs = PairOrder(document, which, N, K)
    assert pairs.sorted_by is None
    assert pairs.again().tolist() == [N * K - 1]


def test_documents_that_list_their_classes_in_other_orders_are_no_grid() -> None:
    document, which = (codes.copy() for codes in ORDERS["documents"])
    which[-2:] = which[-2:][::-1]
    pairs = PairOrder(document, which, N, K)
    assert pairs.sorted_by is None
    assert not pairs.repeats
