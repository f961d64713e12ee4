"""What goes to people, what stays wrong and what it costs: sums by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

import breakeven as be
from breakeven.workload.costs import NORMAL
from breakeven.workload.prices import Prices
from metrics.intervals import wilson

TRUTH = [["a"], ["b"], ["a", "b"], []]
CALLED = [["a"], ["a"], ["a"], ["b"]]
# a, b of each document
PROBABILITY = np.array([[0.9, 0.2], [0.6, 0.5], [0.8, 0.1], [0.3, 0.7]])
PRICES = Prices(miss=3, false_alarm=1, review=1.2, minutes=2, volume=100)


def result() -> be.EvaluationResult:
    review = be.from_arrays(
        TRUTH, CALLED, y_score=PROBABILITY, classes=["a", "b"], probabilities=True
    )
    return be.evaluate(review)


def test_doubt_is_what_errors_are_expected_to_cost() -> None:
    # assigned: 1 - p; not assigned: 3 p
    expected = [0.1 + 0.6, 0.4 + 1.5, 0.2 + 0.3, 0.9 + 0.3]
    assert_allclose(result().workload(PRICES).doubt, expected)


def test_what_is_sent_is_wrong_no_more() -> None:
    found = result().workload(PRICES)
    # wrong: b called a, b missed of the third, b called for nothing: 3 of 4
    assert found.wrong.tolist() == [False, True, True, True]
    assert found.errors.tolist() == [0, 4, 3, 1]
    step = found.sending(0.5)
    assert step.sent.tolist() == [False, True, False, True]
    assert step.wrong == 1 / 4
    assert step.wrong_kept == 1 / 2
    assert step.wrong_interval == wilson(1, 4)
    assert step.errors == 3 / 4
    # two looks and the third's error
    assert step.cost == pytest.approx((1.2 + 1.2 + 3) / 4)
    # two looks spare errors of 5
    assert found.price_of_review(step) == pytest.approx(5 / 2)
    now, left = found.errors_by_class(step)
    assert now.tolist() == [1, 3]
    assert left.tolist() == [0, 1]
    assert found.sent_by_class(step).tolist() == [0, 1]


def test_what_is_expected_to_cost_more_than_a_look_is_sent() -> None:
    found = result().workload(PRICES)
    # 1.9 is above 1.2; what costs 1.2 itself gains nothing
    assert found.cheapest().sent.tolist() == [False, True, False, False]
    assert not result().workload(Prices(review=9)).cheapest().documents


def test_the_interval_of_the_cost_is_that_of_a_mean() -> None:
    found = result().workload(PRICES)
    step = found.sending(0.5)
    costs = np.array([0, 1.2, 3, 1.2])
    half = norm.ppf(0.975) * costs.std(ddof=1) / 2
    assert norm.ppf(0.975) == NORMAL
    assert float(step.cost_interval.high) == pytest.approx(costs.mean() + half)


def test_pairs_that_nobody_judged_cost_nothing() -> None:
    review = be.from_arrays(
        np.array([[1, np.nan], [0, 1]]),
        np.array([[1, 0], [0, 1]]),
        np.array([[0.9, 0.4], [0.2, 0.6]]),
        classes=["a", "b"],
        probabilities=True,
    )
    assert_allclose(be.evaluate(review).workload().doubt, [0.1, 0.2 + 0.4])


def test_without_scores_nobody_can_say() -> None:
    with pytest.raises(ValueError, match="gives decisions and no scores"):
        be.evaluate(be.from_arrays(["a", "b"], ["a", "a"])).workload()


def test_a_price_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="false alarm is -1; give a number from 0 on"):
        Prices(false_alarm=-1)
