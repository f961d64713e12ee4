"""Classes that are confused with each other come to stand side by side."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import sparse

from metrics.confusion import CLUSTERED, TURNED, between, in_blocks
from metrics.tallies import ConfusionMatrix
from metrics.typing import Array


def made(cells: dict[tuple[int, int], float], right: list[float]) -> ConfusionMatrix:
    counts = np.diag([*right, 0.0])
    for place, count in cells.items():
        counts[place] = count
    return ConfusionMatrix(sparse.csr_array(counts))


def planted(sizes: list[int], noise: float, seed: int) -> tuple[ConfusionMatrix, Array]:
    """Classes confused inside their block, seldom outside, in shuffled order; each one's block."""
    rng = np.random.default_rng(seed)
    block = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    k = len(block)
    inside = block[:, None] == block[None, :]
    counts = np.where(inside, rng.integers(3, 9, (k, k)), rng.random((k, k)) < noise).astype(float)
    np.fill_diagonal(counts, 40.0)
    return ConfusionMatrix(sparse.csr_array(np.pad(counts, (0, 1)))), block


def runs(block: Array) -> int:
    return 1 + int(np.count_nonzero(np.diff(block)))


@pytest.mark.parametrize(
    ("sizes", "noise"),
    [([4, 3, 2, 1, 1], 0), ([10] * 6, 0.03), ([TURNED // 2] * 3, 0.01), ([20, TURNED + 10], 0)],
)
def test_each_planted_block_is_brought_together_and_always_alike(
    sizes: list[int], noise: float
) -> None:
    for seed in range(2):
        matrix, block = planted(sizes, noise, seed)
        k = matrix.classes
        order = in_blocks(matrix, np.arange(k))
        assert sorted(order.tolist()) == list(range(k))
        assert runs(block[order]) == len(sizes)
        assert in_blocks(matrix, np.arange(k)).tolist() == order.tolist()


def test_a_thousand_classes_are_put_into_their_blocks() -> None:
    matrix, block = planted([25] * 40, 0.004, 1)
    order = in_blocks(matrix, np.arange(1000))
    assert runs(block[order]) == 40


def test_of_more_classes_than_are_clustered_the_chains_stay_together_largest_first() -> None:
    k = CLUSTERED + 2
    # pairs of neighbours; the last two pairs are joined to one chain
    here = np.arange(0, k, 2)
    true = np.concatenate([here, [k - 3, k - 2]])
    assigned = np.concatenate([here + 1, [k - 2, k - 2]])
    weight = np.concatenate([np.ones(len(here)), [5, 9]])
    counts = sparse.coo_array((weight, (true, assigned)), (k + 1, k + 1))
    order = in_blocks(ConfusionMatrix(sparse.csr_array(counts)), np.arange(k))
    # it has most confusions; true: k-4 1, k-3 5, k-2 9 + 1, k-1 0
    assert order[:6].tolist() == [k - 2, k - 3, k - 4, k - 1, 0, 1]


def test_a_chain_is_laid_out_as_by_hand() -> None:
    # a-c 8, c-b 6, b-d 4 of twenty each: no other order has closer neighbours
    matrix = made({(0, 2): 8, (2, 1): 6, (1, 3): 4}, [12, 16, 14, 20])
    order = in_blocks(matrix, np.arange(4)).tolist()
    assert order in ([0, 2, 1, 3], [3, 1, 2, 0])
    near = between(matrix).toarray()
    kept = {
        o: sum(near[i, j] for i, j in itertools.pairwise(o))
        for o in itertools.permutations(range(4))
    }
    assert kept[tuple(order)] == max(kept.values()) == 18


def test_three_classes_stand_so_that_the_confused_are_neighbours() -> None:
    # c is taken for a 9 times and for b twice, a for b never
    order = in_blocks(made({(2, 0): 9, (2, 1): 2}, [20, 20, 20]), np.arange(3))
    assert order.tolist() in ([0, 2, 1], [1, 2, 0])


def test_classes_confused_with_none_come_last_the_largest_first() -> None:
    matrix = made({(1, 3): 2}, [3, 5, 9, 5])
    assert in_blocks(matrix, np.arange(4)).tolist() == [1, 3, 2, 0]


def test_the_block_with_most_confusions_comes_first() -> None:
    # a-b 2 and c-d 3; a and b are larger
    matrix = made({(0, 1): 2, (2, 3): 3}, [90, 80, 5, 6])
    assert in_blocks(matrix, np.arange(4)).tolist() == [2, 3, 0, 1]


@pytest.mark.parametrize("size", [0, 1, 2])
def test_very_few_classes_have_an_order_too(size: int) -> None:
    matrix = made({(0, 1): 1}, [4, 4, 4])
    assert sorted(in_blocks(matrix, np.arange(size)).tolist()) == list(range(size))
