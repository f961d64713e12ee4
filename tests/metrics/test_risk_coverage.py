"""What stays wrong as the doubted goes to people: sums by hand, and every order of equals."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.risk_coverage import risk_coverage


def test_equals_go_together() -> None:
    # of five, two are wrong; two share the doubt 0.5, one of them wrong
    curve = risk_coverage(np.array([0.9, 0.5, 0.5, 0.2, 0.1]), np.array([1.0, 0, 1, 0, 0]))
    assert_allclose(curve.limit, [np.inf, 0.9, 0.5, 0.2, 0.1])
    assert_allclose(curve.sent, [0, 0.2, 0.6, 0.8, 1])
    assert_allclose(curve.left, [2 / 5, 1 / 5, 0, 0, 0])
    assert [curve.at_most(share) for share in (0, 0.19, 0.2, 0.59, 0.6, 1)] == [0, 0, 1, 1, 2, 4]


def test_weights_are_documents_repeated() -> None:
    doubt, loss = np.array([0.3, 0.8, 0.3, 0.1]), np.array([0.0, 1, 1, 1])
    times = np.array([2, 1, 3, 1])
    weighed = risk_coverage(doubt, loss, times.astype(float))
    repeated = risk_coverage(np.repeat(doubt, times), np.repeat(loss, times))
    assert_allclose(weighed.sent, repeated.sent)
    assert_allclose(weighed.left, repeated.left)
    assert weighed.area == pytest.approx(repeated.area)


def test_an_order_that_says_nothing_has_the_error_rate_as_its_area() -> None:
    curve = risk_coverage(np.full(8, 0.5), np.array([1.0, 0, 0, 1, 0, 0, 0, 0]))
    assert curve.area == pytest.approx(2 / 8)


def test_the_area_is_the_mean_risk_over_all_shares_kept() -> None:
    # each document parted into many small ones: the mean over these, of every order of equals
    doubt, loss, parts = np.array([0.1, 0.4, 0.4, 0.9]), np.array([0.0, 1, 0, 1]), 400
    means = []
    for order in permutations(range(4)):
        kept = sorted(order, key=lambda d: (doubt[d], order.index(d)))
        gone = np.cumsum(np.repeat(loss[kept], parts)) / np.arange(1, 4 * parts + 1)
        means.append(gone.mean())
    # documents of one doubt are mixed, which is not far from one after the other
    assert risk_coverage(doubt, loss).area == pytest.approx(np.mean(means), abs=0.01)


def test_without_documents_nothing_is_left() -> None:
    curve = risk_coverage(np.zeros(0), np.zeros(0))
    assert curve.sent.tolist() == [0]
    assert curve.left.tolist() == [0]
    assert np.isnan(curve.area)
