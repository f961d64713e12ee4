"""The ends of intervals of agreement, by hand and by slopes."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.testing import assert_allclose

from metrics.annotators import coincidences as tally
from metrics.annotators.agreement_intervals import corrected_interval, interval
from metrics.annotators.coincidences import document_coincidences
from metrics.annotators.ratings import pairable_votes
from tests.metrics.annotators.ratings_from import of_yes

NORMAL = NormalDist()
# the share of a draw is its number over 1,000
MANY = 10**9
DRAWS = np.arange(1001) / 1000


def test_draws_without_bias_and_skewness_keep_their_central_share() -> None:
    got = corrected_interval(np.array([0.5]), DRAWS[None], np.zeros(1), MANY, np.array([True]))
    assert_allclose(np.ravel(got), [0.025, 0.975], atol=1e-6)
    assert_allclose(np.ravel(got), interval(DRAWS, True), atol=1e-6)


def test_ends_move_up_where_most_draws_lie_below_the_value() -> None:
    # half a draw is the value itself: 600.5 of 1,001 lie below
    bias, z = NORMAL.inv_cdf(600.5 / 1001), NORMAL.inv_cdf(0.975)
    got = corrected_interval(np.array([0.6]), DRAWS[None], np.zeros(1), MANY, np.array([True]))
    assert_allclose(np.ravel(got), [NORMAL.cdf(2 * bias - z), NORMAL.cdf(2 * bias + z)])


def test_skewness_draws_out_the_upper_end() -> None:
    z = NORMAL.inv_cdf(0.975)
    got = corrected_interval(np.array([0.5]), DRAWS[None], np.array([0.1]), MANY, np.array([True]))
    assert_allclose(np.ravel(got), [NORMAL.cdf(-z / (1 + 0.1 * z)), NORMAL.cdf(z / (1 - 0.1 * z))])


def test_few_documents_leave_wider_ends() -> None:
    # t of 3 more documents than one is 3.182
    reach = 3.182446 * (4 / 3) ** 0.5
    got = corrected_interval(np.array([0.5]), DRAWS[None], np.zeros(1), 4, np.array([True]))
    assert_allclose(np.ravel(got), [NORMAL.cdf(-reach), NORMAL.cdf(reach)], atol=1e-6)


def test_nothing_is_told_where_nobody_differs_or_no_draw_is_defined() -> None:
    draws = np.stack([np.ones(5), np.full(5, np.nan)])
    low, high = corrected_interval(
        np.array([1.0, np.nan]), draws, np.full(2, np.nan), 5, np.array([False, True])
    )
    assert np.isnan([low, high]).all()


def test_acceleration_is_the_skewness_of_the_slopes() -> None:
    rng = np.random.default_rng(4)
    yes = (rng.random((4, 15, 3)) < [0.5, 0.2, 0.8]).astype(float)
    yes[rng.random(yes.shape) < 0.25] = np.nan
    each = document_coincidences(pairable_votes(of_yes(yes)))

    def log_of_rest(weights: np.ndarray) -> np.ndarray:
        # chance drawn from all judgements: alpha but for one in their number
        return np.log(1 - tally.fleiss_kappa(each.sums(weights)))

    once, step = np.ones(15), 1e-5
    steps = step * np.eye(15)
    slopes = np.array(
        [(log_of_rest(once + by) - log_of_rest(once - by)) / (2 * step) for by in steps]
    )
    # agreement falls as the logarithm rises
    skewness = -(slopes**3).sum(axis=0) / (slopes**2).sum(axis=0) ** 1.5
    assert_allclose(each.acceleration(), skewness / 6, rtol=1e-5)


def test_documents_that_are_alike_have_no_skewness_beyond_what_is_possible() -> None:
    yes = np.tile([[[1.0]], [[1.0]], [[0.0]]], (1, 7, 1))
    found = document_coincidences(pairable_votes(of_yes(yes))).acceleration()
    assert np.all(np.isnan(found) | (np.abs(found) <= 1 / 6))


def test_two_documents_leave_nearly_everything_open() -> None:
    # t of one more document than one is 12.706, times the root of 2
    reach = 12.7062 * 2**0.5
    got = corrected_interval(np.array([0.5]), DRAWS[None], np.zeros(1), 2, np.array([True]))
    assert_allclose(np.ravel(got), [NORMAL.cdf(-reach), NORMAL.cdf(reach)], atol=1e-6)
