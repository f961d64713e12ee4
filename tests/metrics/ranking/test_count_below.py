"""Where values stand among many is what comparing each with all of them says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from metrics.ranking.unsorted_scores import EACH, PIECE, count_below
from metrics.typing import Array

KINDS = [np.float32, np.float64]


def compared(values: Array, wanted: Array) -> tuple[Array, Array]:
    return (
        np.array([np.count_nonzero(values < one) for one in wanted], dtype=np.int64),
        np.array([np.count_nonzero(values == one) > 1 for one in wanted], dtype=bool),
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("digits", [0, 2, 9])  # nearly all equal others, or none
@pytest.mark.parametrize("number", [0, 1, 50, 3_000, PIECE + 1])
def test_values_on_both_sides_of_zero(kind: Any, digits: int, number: int) -> None:
    rng = np.random.default_rng(number + digits)
    values = rng.normal(size=number).round(digits).astype(kind)
    own = rng.permutation(values)[: number // EACH // 4]
    wanted = np.concatenate([own, [-9, 0, -0.0, 0.01, 9]]).astype(kind)
    for found, expected in zip(count_below(values, wanted), compared(values, wanted), strict=True):
        assert_array_equal(found, expected)


@pytest.mark.parametrize("kind", KINDS)
def test_the_ends_of_what_numbers_can_be(kind: Any) -> None:
    of = np.finfo(kind)
    ends = [-np.inf, of.min, -of.tiny, -of.smallest_subnormal, -0.0, 0.0, of.smallest_subnormal]
    wanted = np.array([*ends, of.tiny, 1, np.nextafter(kind(1), kind(2)), of.max, np.inf], kind)
    rng = np.random.default_rng(3)
    values = rng.permutation(np.repeat(wanted, rng.integers(0, 30, len(wanted)) + EACH))
    for found, expected in zip(count_below(values, wanted), compared(values, wanted), strict=True):
        assert_array_equal(found, expected)


def test_equal_values_and_values_that_are_no_number() -> None:
    one = np.full(100, 0.5)
    below, several = count_below(one, np.array([0.4, 0.5, 0.6]))
    assert (below.tolist(), several.tolist()) == ([0, 0, 100], [False, True, False])
    below, several = count_below(np.append(one, np.nan), np.array([0.5, 0.6]))
    assert (below.tolist(), several.tolist()) == ([0, 100], [True, False])
