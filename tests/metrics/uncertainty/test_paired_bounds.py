"""How far a difference may be off, by what documents gain and lose."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse, stats

from metrics.uncertainty.paired_bounds import (
    PairedChanges,
    changes_of,
    difference_bounds,
    difference_tails,
)

# so many units that the t distribution is the normal one
MANY = 10**9


def counted(gained: int, lost: int, size: float = 0.01, units: int = MANY) -> PairedChanges:
    """So many gains and losses of one size."""
    up, down = np.array([gained * size]), np.array([lost * size])
    return PairedChanges(up, down, up * size, down * size, np.array([size]), units)


def test_of_no_change_that_was_seen_three_are_possible() -> None:
    # Poisson: exp(-m) = 0.05 for m = 2.9957
    found = difference_bounds(np.zeros(1), counted(0, 0), 0.05)
    assert_allclose([found.low[0], found.high[0]], [-0.029957, 0.029957], rtol=1e-4)


@pytest.mark.parametrize(("lost", "most"), [(1, 4.7439), (4, 9.1535), (10, 16.9622)])
def test_where_nothing_is_gained_the_bound_is_the_table_of_poisson_counts(
    lost: int, most: float
) -> None:
    # upper limits at 95 % of a mean of which 1, 4, 10 were seen: half the 95th percentile of chi
    # square with 2 (lost + 1) degrees of freedom, in any table of it 9.488, 18.307, 33.924
    found = difference_bounds(np.array([-0.01 * lost]), counted(0, lost), 0.05)
    assert found.low[0] == pytest.approx(-0.01 * most, rel=1e-4)


def test_of_many_changes_it_is_the_normal_bound() -> None:
    # 4,000 gained and 3,000 lost: standard error sqrt(7,000)
    found = difference_bounds(np.array([10.0]), counted(4000, 3000), 0.05)
    assert found.low[0] == pytest.approx(10 - 1.645 * 0.01 * np.sqrt(7000), rel=5e-3)
    assert found.high[0] == pytest.approx(10 + 1.645 * 0.01 * np.sqrt(7000), rel=5e-3)


def test_of_few_units_it_is_as_wide_as_the_t_distribution() -> None:
    wide, narrow = (
        difference_bounds(np.zeros(1), counted(3, 3, units=units), 0.05).high[0]
        for units in (6, MANY)
    )
    assert wide / narrow == pytest.approx(stats.t.ppf(0.95, 5) / stats.norm.ppf(0.95))


def test_one_unit_alone_tells_nothing() -> None:
    found = difference_bounds(np.zeros(1), counted(1, 0, units=1), 0.05)
    assert np.isnan([found.low[0], found.high[0]]).all()


def test_what_units_gain_and_lose_is_summed_by_value() -> None:
    # two values; of the first 1 + 3 gained and 2 lost, of the second nothing
    moved = sparse.csc_array(np.array([[1.0, 0], [3.0, 0], [-2.0, 0]]))
    found = changes_of(moved, np.array([1.0, 1.0]))
    assert_allclose(found.gained, [4, 0])
    assert_allclose(found.lost, [2, 0])
    assert_allclose(found.gained_squares, [10, 0])
    assert_allclose(found.lost_squares, [4, 0])
    assert found.units == 3


@settings(max_examples=20)
@given(st.integers(0, 30), st.integers(0, 30), st.floats(0.001, 0.4))
def test_a_bound_is_the_limit_at_which_its_tail_is_alpha(
    gained: int, lost: int, alpha: float
) -> None:
    changes, points = counted(gained, lost, units=200), np.array([(gained - lost) * 0.01])
    ends = difference_bounds(points, changes, alpha)
    above, _ = difference_tails(points, changes, float(ends.low[0]))
    _, below = difference_tails(points, changes, float(ends.high[0]))
    assert_allclose([above[0], below[0]], alpha, rtol=1e-3)


def test_a_difference_on_the_wrong_side_of_the_limit_shows_nothing_against_it() -> None:
    above, below = difference_tails(np.array([0.02, np.nan]), counted(4, 2), 0.05)
    assert above.tolist() == [1, 1]
    assert below[0] < 0.5
    assert below[1] == 1
