"""What goes to people, what stays wrong and what it costs: sums by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom, norm

import breakeven as be
from breakeven.analysis.workload.costs import NORMAL, Prices, error_costs
from breakeven.analysis.workload.workload import cheapest_thresholds
from metrics.uncertainty.intervals import wilson

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
    workload = result().workload(PRICES)
    # wrong: b called a, b missed of the third, b called for nothing: 3 of 4
    assert workload.wrong.tolist() == [False, True, True, True]
    assert workload.errors.tolist() == [0, 4, 3, 1]
    step = workload.sending(0.5)
    assert step.sent.tolist() == [False, True, False, True]
    assert step.wrong == 1 / 4
    assert step.wrong_kept == 1 / 2
    assert step.wrong_interval == wilson(1, 4)
    assert step.errors == 3 / 4
    # two looks and the third's error
    assert step.cost == pytest.approx((1.2 + 1.2 + 3) / 4)
    # two looks spare errors of 5
    assert workload.price_of_review(step) == pytest.approx(5 / 2)
    now, left = workload.errors_by_class(step)
    assert now.tolist() == [1, 3]
    assert left.tolist() == [0, 1]
    assert workload.sent_by_class(step).tolist() == [0, 1]


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
    with pytest.raises(ValueError, match="gives predictions without scores"):
        be.evaluate(be.from_arrays(["a", "b"], ["a", "a"])).workload()


def test_a_price_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="false alarm is -1; give a number from 0 on"):
        Prices(false_alarm=-1)


def test_of_a_class_what_stays_wrong_in_it_falls_as_documents_go_by_all_their_doubt() -> None:
    found = result().workload(PRICES)
    # doubts 0.7, 1.9, 0.5, 1.2; b is missed of the second and third, and called of the last
    curve = found.curve_of(1)
    assert_allclose(curve.sent, [0, 0.25, 0.5, 0.75, 1])
    assert_allclose(curve.left, [0.75, 0.5, 0.25, 0.25, 0])
    # of equals none goes alone
    tied = replace(found, doubt=np.array([1.0, 1.0, 0.5, 1.0]))
    assert_allclose(tied.curve_of(1).sent, [0, 0.75, 1])


def test_a_column_of_the_file_says_how_sure_a_system_without_scores_is() -> None:
    file = b"true,predicted,confidence\na,a,0.9\nb,a,0.6\na,b,0.7\na,a,\n"
    found = be.evaluate(be.read(file)).workload(Prices(miss=3))
    # a wrong class is a miss and a false alarm, 4; without a value it is not sure at all
    assert_allclose(found.doubt, [0.4, 1.6, 1.2, 4.0])
    assert found.column == "confidence"
    # 0 to 100 is no share
    percents = file.replace(b"0.", b"9")
    with pytest.raises(ValueError, match="gives predictions without scores"):
        be.evaluate(be.read(percents)).workload()


def test_thresholds_are_the_cheapest_on_dev_and_their_cost_is_that_of_what_is_shown() -> None:
    # on dev a is worth calling from 0.4 on where a miss costs 3: one false alarm for two hits
    dev, test = (
        [(1, 0.9), (1, 0.4), (0, 0.4), (0, 0.1)],
        [(1, 0.45), (0, 0.42), (1, 0.2), (0, 0.05)],
    )
    true, scores = zip(*dev, *test, strict=True)
    review = be.from_arrays(
        np.array(true)[:, None],
        y_score=np.array(scores)[:, None],
        classes=["a"],
        probabilities=True,
        split=["dev"] * 4 + ["test"] * 4,
    )
    shown = be.evaluate(review, split="test", cut=0.5).evaluation
    prices = Prices(miss=3, false_alarm=1)
    cheapest = cheapest_thresholds(review.truth, review.predictions[0], shown, prices)
    assert cheapest is not None
    # now both are missed; then one is, and there is a false alarm
    assert error_costs(shown, prices).tolist() == [3, 0, 3, 0]
    assert error_costs(cheapest.evaluation, prices).tolist() == [0, 1, 3, 0]
    assert (cheapest.cost, cheapest.saved) == (1.0, 0.5)
    half = norm.ppf(0.975) * np.array([3, -1, 0, 0]).std(ddof=1) / 2
    assert float(cheapest.saved_interval.low) == pytest.approx(0.5 - half)
    # chosen on what is shown they would promise too much
    on_dev = be.evaluate(review, split="dev", cut=0.5).evaluation
    assert cheapest_thresholds(review.truth, review.predictions[0], on_dev, prices) is None


def test_no_tenth_of_a_mistake_is_told_from_ten_on() -> None:
    assert [Prices().number_of(n) for n in (1.6, 9.96, 53.3, 309.2)] == ["1.6", "10.0", "53", "309"]
    # money has its tenths up to a hundred
    assert Prices(currency="€").number_of(53.3) == "53.3"


def certain(right: list[bool]) -> be.EvaluationResult:
    """One class, the most certain document first; some are predicted rightly."""
    n = len(right)
    probability = 1 - np.arange(1, n + 1)[:, None] / (2 * n + 2)
    labels = np.where(right, 1, 0)[:, None]
    review = be.from_arrays(
        np.hstack([labels, np.zeros_like(labels)]),
        np.hstack([np.ones_like(labels), np.zeros_like(labels)]),
        np.hstack([probability, np.zeros_like(probability)]),
        classes=["a", "b"],
        probabilities=True,
    )
    return be.evaluate(review)


def test_the_least_review_that_is_promised_is_found_from_the_most_certain_down() -> None:
    # with at most 10 of 100 wrong 29 right ones bear it out, and one wrong one needs 46
    right = [True] * 100 + [False] * 60
    workload = certain(right).workload(PRICES)
    step = workload.promised(0.1)
    assert step is not None
    decided = ~step.sent
    wrong = int((workload.wrong & decided).sum())
    n = int(decided.sum())
    # the bound holds there: P(at most so many wrong of n | a tenth) <= 0.05, and a tenth more fails
    assert decided[:n].all()
    assert binom.cdf(wrong, n, 0.1) <= 0.05
    later = int(np.ceil(1.1 * n)) + 1
    assert binom.cdf(later - 100, later, 0.1) > 0.05
    assert step.wrong_kept == wrong / n
    # nothing can be promised of few, or of bad ones
    assert certain([True] * 28).workload(PRICES).promised(0.1) is None
    assert certain([False, True] * 50).workload(PRICES).promised(0.1) is None
    every = certain([True] * 60).workload(PRICES).promised(0.1)
    assert every is not None
    assert every.documents == 0


def test_what_is_promised_of_documents_like_these_holds() -> None:
    draw, times, broken, promised = np.random.default_rng(2), 300, 0, 0
    for _ in range(times):
        # the i-th of 400 documents is right with a chance that falls from 1 to a half
        chance = np.linspace(1, 0.5, 400)
        step = certain((draw.random(400) < chance).tolist()).workload(PRICES).promised(0.1)
        if step is not None:
            promised += 1
            broken += bool(1 - chance[~step.sent].mean() > 0.1)
    assert promised > times / 2
    assert broken / times <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / times)
