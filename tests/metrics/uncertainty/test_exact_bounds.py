"""Bounds that hold one by one, of proportions and of what is told as one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

from metrics.uncertainty.intervals import exact_bounds, exact_tails, f_of_share, share_of_f


@pytest.mark.parametrize(("hits", "trials"), [(0, 10), (3, 10), (10, 10), (1, 1), (47, 300)])
def test_bounds_are_the_ends_of_the_exact_interval_of_both_errors(hits: int, trials: int) -> None:
    # 5 % on each side are an interval of 90 %, as SciPy makes it by another way
    wanted = stats.binomtest(hits, trials).proportion_ci(0.9, "exact")
    found = exact_bounds(hits, trials, 0.05)
    assert_allclose([found.low, found.high], [wanted.low, wanted.high], rtol=1e-9, atol=1e-15)


def test_of_no_success_the_bound_is_the_share_that_shows_none_in_5_of_100() -> None:
    # (1 - p)^20 = 0.05
    assert exact_bounds(0, 20, 0.05).high == pytest.approx(1 - 0.05 ** (1 / 20))
    assert exact_bounds(0, 20, 0.05).low == 0


def test_without_trials_there_is_no_bound_and_nothing_is_shown() -> None:
    found = exact_bounds([0, 2], [0, 4])
    assert np.isnan([found.low[0], found.high[0]]).all()
    assert not np.isnan([found.low[1], found.high[1]]).any()
    assert_allclose(exact_tails(0, 0, 0.5), [1, 1])


@settings(max_examples=30)
@given(st.integers(0, 40), st.integers(1, 40), st.floats(0.01, 0.99))
def test_tails_are_those_of_the_binomial(hits: int, more: int, share: float) -> None:
    n = hits + more
    above, below = exact_tails(hits, n, share)
    assert_allclose(above, stats.binom.sf(hits - 1, n, share), rtol=1e-7, atol=1e-12)
    assert_allclose(below, stats.binom.cdf(hits, n, share), rtol=1e-7, atol=1e-12)


@settings(max_examples=30)
@given(st.floats(0.5, 50), st.floats(0.5, 50), st.floats(1e-4, 0.4))
def test_a_bound_is_the_share_whose_tail_is_alpha(hits: float, misses: float, alpha: float) -> None:
    # fractions too, as effective numbers are
    ends = exact_bounds(hits, hits + misses, alpha)
    assert exact_tails(hits, hits + misses, ends.low)[0] == pytest.approx(alpha, rel=1e-6)
    assert exact_tails(hits, hits + misses, ends.high)[1] == pytest.approx(alpha, rel=1e-6)


@settings(max_examples=30)
@given(st.floats(0, 1), st.floats(0.01, 1))
def test_a_share_comes_back_from_its_f(share: float, error: float) -> None:
    value = f_of_share(np.array(share), np.array(error))
    assert share_of_f(value, np.array(error)) == pytest.approx(share, abs=1e-9)
