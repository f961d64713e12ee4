"""What is said of a slice that was found: by hand, and where only large differences are found."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from metrics.slices.search import corrected_difference, slice_difference


def test_the_rest_has_the_mix_of_the_slice() -> None:
    #                slice: 1 1 0 of stratum 0, 0 of stratum 1, 1 of stratum 2, which is all in it
    values = np.array([1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1.0])
    strata = np.array([0, 0, 0, 1, 2, 0, 0, 0, 0, 1, 1])
    mask = np.arange(11) < 5
    side = slice_difference(values, strata, mask)
    assert side.inside == pytest.approx(3 / 5)
    # 1/4 of the rest's stratum 0, all of its stratum 1, and no difference in stratum 2
    assert side.rest == pytest.approx((3 * 1 / 4 + 1 * 1 + 1 * 1) / 5)
    gaps = np.array([3 / 4, 3 / 4, -1 / 4, -1, 0])
    of_rest = (3 / 5) ** 2 * (1 / 4 * 3 / 4) / 4
    assert side.error == pytest.approx(np.sqrt(gaps.var(ddof=1) / 5 + of_rest))
    # without strata it is the difference of two means
    plain = slice_difference(values, np.zeros(11, dtype=int), mask)
    assert plain.rest == pytest.approx(3 / 6)


def test_a_difference_far_above_what_was_needed_is_left_as_it_is() -> None:
    value, interval = corrected_difference(0.5, 0.05, 0.1)
    assert_allclose([value, interval.low, interval.high], [0.5, 0.402, 0.598], atol=5e-4)


@pytest.mark.parametrize("truth", [0.05, 0.2])
def test_where_only_large_differences_are_found_the_truth_is_within_in_95_of_100(
    truth: float,
) -> None:
    error, needed = 0.05, 0.18
    rng = np.random.default_rng(5)
    low = stats.norm.sf((needed - truth) / error)
    # differences that reach what was needed, drawn by their distribution
    differences = truth + error * stats.norm.isf(rng.random(300) * low)
    corrected = [
        corrected_difference(float(difference), error, needed) for difference in differences
    ]
    held = np.mean([s.low <= truth <= s.high for _, s in corrected])
    assert 0.92 < held < 0.98
    assert 0.42 < np.mean([value >= truth for value, _ in corrected]) < 0.58
    # by itself the difference flatters
    assert np.mean(np.abs(differences - truth) <= 1.96 * error) < (0.9 if truth < 0.2 else 1)
