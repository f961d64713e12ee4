"""Pairs in any order are placed class by class, each once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from breakeven.readers.shapes.pair_order import AnyOrder, ByDocument, PairOrder

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


def pairs_in(order: str) -> PairOrder:
    document, which = ORDERS[order.removesuffix(" of a grid")]
    return ByDocument(N, K) if order.endswith("of a grid") else AnyOrder(document, which, N, K)


def put(pairs: PairOrder, scores: Any, classes: Any, piece: int) -> Any:
    """The sheet of scores that come in pieces, the last of them first."""
    sheet = pairs.sheet(scores.dtype, classes)
    for start in reversed(range(0, len(scores), piece)):
        sheet.put(start, scores[start : start + piece])
    return sheet.scores()


@pytest.mark.parametrize("order", [*ORDERS, "documents of a grid"])
@pytest.mark.parametrize("some", [False, True], ids=["all scored", "some scored"])
@pytest.mark.parametrize("piece", [3, 7, 40, N * K])
def test_each_score_comes_to_its_pair(order: str, some: bool, piece: int) -> None:
    document, which = ORDERS[order.removesuffix(" of a grid")]
    # a score of zero is one, too
    scores = np.arange(len(document), dtype=np.float32)
    scores[scores % 3 == 1] = np.nan if some else -1
    classes = np.roll(np.arange(K), 2)
    wanted = np.full((K, N), np.nan)
    for row, (d, c) in enumerate(zip(document.tolist(), which.tolist(), strict=True)):
        wanted[c, d] = scores[row]
    wanted = wanted[classes]
    result = put(pairs_in(order), scores, classes, piece)
    assert result.dtype == np.float32
    if len(document) == N * K and not some:
        assert np.array_equal(result, wanted)
        return
    assert sparse.issparse(result)
    assert result.has_canonical_format
    listed = ~np.isnan(wanted)
    places = result.tocoo()
    assert [places.row.tolist(), places.col.tolist()] == [p.tolist() for p in np.nonzero(listed)]
    assert result.data.tolist() == wanted[listed].tolist()


@pytest.mark.parametrize("order", [*ORDERS, "documents of a grid"])
def test_rows_are_of_the_document_and_class_that_they_name(order: str) -> None:
    document, which = ORDERS[order.removesuffix(" of a grid")]
    pairs = pairs_in(order)
    assert pairs.document.tolist() == document.tolist()
    assert pairs.which.tolist() == which.tolist()
    of = pairs.pairs_of(np.array([0, 9, 31]))
    assert [part.tolist() for part in of] == [
        document[[0, 9, 31]].tolist(),
        which[[0, 9, 31]].tolist(),
    ]
    assert pairs.again().tolist() == []


@pytest.mark.parametrize("order", ORDERS)
def test_a_pair_that_comes_again_is_found_in_its_row(order: str) -> None:
    document, which = (np.append(codes, codes[[4, 9, 4]]) for codes in ORDERS[order])
    rows = len(document)
    assert AnyOrder(document, which, N, K).again().tolist() == [rows - 3, rows - 2, rows - 1]


@pytest.mark.parametrize("order", ["otherwise", "few of them"])
def test_of_a_pair_that_comes_again_the_last_score_counts(order: str) -> None:
    document, which = (np.append(codes[:39], codes[4]) for codes in ORDERS[order])
    found = put(AnyOrder(document, which, N, K), np.arange(40.0), np.arange(K), 40)
    assert found.nnz == 39
    assert found[which[4], document[4]] == 39


def test_as_many_rows_as_pairs_may_hold_one_twice() -> None:
    document, which = (codes.copy() for codes in ORDERS["documents"])
    document[-1], which[-1] = document[-2], which[-2]
    assert AnyOrder(document, which, N, K).again().tolist() == [N * K - 1]
