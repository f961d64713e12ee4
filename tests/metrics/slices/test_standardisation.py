"""A slice against the rest with the same mix of strata, by hand and by laws."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics.slices.standardisation import difference_of_two, same_mix, strata_of
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, wilson
from tests.golden_cases import incidence


def test_factors_by_hand() -> None:
    # the slice: one document of stratum 0, three of 1; the rest: three of 0, one of 1
    stratum = np.array([0, 1, 1, 1, 0, 0, 0, 1])
    inside = np.arange(8) < 4
    mix = same_mix(stratum, inside)
    # a half of all in each: the one of the slice counts for two, its three for two thirds
    assert_allclose(mix.factor, [2, 2 / 3, 2 / 3, 2 / 3, 2 / 3, 2 / 3, 2 / 3, 2])
    assert mix.covered == 1


def test_strata_of_one_side_alone_count_nowhere_and_weights_count() -> None:
    stratum = np.array([0, 0, 1, 0, 2])
    inside = np.array([True, True, True, False, False])
    mix = same_mix(stratum, inside, np.array([1.0, 3, 2, 4, 2]))
    # 8 of 12 by weight are of stratum 0, which alone both have
    assert mix.covered == pytest.approx(8 / 12)
    assert_allclose(mix.factor, [1, 1, 0, 1, 0])
    none = same_mix(np.array([0, 1]), np.array([True, False]))
    assert none.covered == 0
    assert not none.factor.any()


def standardised(values: Array, stratum: Array, side: Array, other: Array) -> float:
    """The mean of one side with the strata of all, stratum by stratum."""
    both = [s for s in set(stratum.tolist()) if (side & (stratum == s)).any()
            and (other & (stratum == s)).any()]  # fmt: skip
    sizes = [np.sum(stratum == s) for s in both]
    means = [values[side & (stratum == s)].mean() for s in both]
    return float(np.dot(sizes, means) / np.sum(sizes)) if both else float("nan")


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.booleans()), min_size=1))
def test_weighted_means_are_those_of_the_strata_put_together(
    rows: list[tuple[int, bool, bool]],
) -> None:
    stratum, inside, right = (np.array(column) for column in zip(*rows, strict=True))
    mix = same_mix(stratum, inside)
    for side in (inside, ~inside):
        wanted = standardised(right.astype(float), stratum, side, ~side)
        weights = mix.factor * side
        if mix.covered:
            assert weights @ right / weights.sum() == pytest.approx(wanted)
        else:
            assert np.isnan(wanted)


def test_the_interval_of_a_difference_of_shares_is_the_published_one() -> None:
    # Newcombe (1998), table II, (a): 56 of 70 against 48 of 80, method 10: 0.0524 to 0.3339
    one, other = (wilson(hits, n) for hits, n in ((56, 70), (48, 80)))
    found = difference_of_two(56 / 70, one, 48 / 80, other)
    assert_allclose([found.low, found.high], [0.0524, 0.3339], atol=5e-5)
    # (h): 10 of 10 against 0 of 10: 0.6075 to 1
    edges = difference_of_two(1, wilson(10, 10), 0, wilson(0, 10))
    assert_allclose([edges.low, edges.high], [0.6075, 1], atol=5e-5)
    undefined = difference_of_two(np.nan, Interval(np.nan, np.nan), 0, wilson(0, 10))
    assert np.isnan([undefined.low, undefined.high]).all()


def test_strata_are_sets_of_classes_and_rare_sets_go_by_their_number() -> None:
    sets = ["a"] * 3 + ["ab"] * 2 + ["b", "c", "bc", "abc", "", "abcd", "a"]
    codes = strata_of(incidence(sets, "abcd"), least=2)
    groups = {tuple(np.flatnonzero(codes == c)) for c in set(codes.tolist())}
    # of their own: a, ab; then one class: b, c; two: bc; three and more; none
    assert groups == {(0, 1, 2, 11), (3, 4), (5, 6), (7,), (8, 10), (9,)}
    assert strata_of(incidence([], "ab")).tolist() == []
