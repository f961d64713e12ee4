"""Values of several arrays, and of groups, are in order as one sort of all has them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from metrics.parallel import GROUPED, PIECE, first_of_equal, merge_sorted, order_in_groups


def test_the_first_of_equal_values_is_marked() -> None:
    assert_array_equal(first_of_equal(np.array([1, 1, 2, 3, 3])), [1, 0, 1, 1, 0])
    assert_array_equal(first_of_equal(np.array(["a", "a", "b"], dtype=object)), [1, 0, 1])
    assert len(first_of_equal(np.zeros(0))) == 0


@pytest.mark.parametrize("digits", [1, 7])  # nearly all values equal others, or nearly none
def test_long_arrays_are_put_together_piece_by_piece(digits: int) -> None:
    rng = np.random.default_rng(0)
    sizes = (PIECE, 3, PIECE // 2, 0, 700_000)
    parts = [np.sort(rng.normal(size=size).round(digits).astype(np.float32)) for size in sizes]
    parts.append(np.full(400_000, np.float32(0.5)))
    found = merge_sorted(parts)
    assert found.dtype == np.float32
    assert_array_equal(found, np.sort(np.concatenate(parts)))


def test_many_short_arrays_are_put_together() -> None:
    parts = [np.array([place, 10_000.0]) for place in range(5_000, 0, -1)]
    assert_array_equal(merge_sorted(parts), [*range(1, 5_001), *[10_000.0] * 5_000])


@pytest.mark.parametrize(
    "sizes",
    [
        [],
        [0, 0],
        [3],
        [0, 2, 0, 5, 1, 0],
        [GROUPED - 1, 1, 1],
        [GROUPED + 1, 0, 2],
        [1, 2 * GROUPED, 4, GROUPED, 0],
        [0, 1] * (GROUPED + 5),
        [7] * 200_000,
    ],
)
def test_each_group_is_in_order_where_it_stood(sizes: list[int]) -> None:
    rng = np.random.default_rng(len(sizes))
    ends = np.cumsum([0, *sizes])
    # many are equal, and of those the first stays the first; 0 and -0 are equal too
    values = rng.integers(-3, 4, ends[-1]).astype(np.float32) * rng.choice([1, -1], ends[-1])
    found = order_in_groups(values, ends)
    assert_array_equal(found, np.lexsort((values, np.repeat(np.arange(len(sizes)), sizes))))
