"""Log loss and Brier score: against scikit-learn, by hand, and where a term is infinite."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import brier_score_loss, log_loss

import breakeven as be
from breakeven.analysis.estimation.probabilities import ClassProbabilities, NotProbabilities
from breakeven.analysis.estimation.probability_losses import loss_averages
from breakeven.data.records import Review
from breakeven.results.probability_losses import ProbabilityLosses, probability_losses
from metrics.expected.probability_losses import (
    LOSSES,
    LossAverages,
    LossName,
    brier_losses,
    log_losses,
    mean_loss,
)
from metrics.typing import Array
from tests.made import review_of, truth_of

ORACLES: Mapping[LossName, Callable[..., float]] = {
    "log_loss": log_loss,
    "brier": brier_score_loss,
}
# scikit-learn looks at its arguments for longer than at any of these: few reviews, and some large,
# have as many documents as many that are small
MOST_DOCUMENTS = (12, 12, 12, 200) * 60


def review_with(
    labels: Array, p: Array, *, probabilities: bool = True, **more: Array | None
) -> Review:
    """A review of one system with these probabilities, (documents, classes)."""
    made = review_of(truth_of(labels, **more), s=p >= 0.5)
    system = replace(made.predictions[0], scores=p.T.copy(), probabilities=probabilities)
    return replace(made, predictions=(system,))


def losses_of(review: Review) -> Mapping[LossName, LossAverages]:
    losses = probability_losses(review, be.evaluate(review).evaluation)
    assert isinstance(losses, ProbabilityLosses)
    return losses.losses


def directly(
    labels: Array, p: Array, weights: Array | None, *, one_each: bool = False
) -> Mapping[LossName, LossAverages]:
    """The same without a review around it."""
    given = ClassProbabilities(
        tuple("abcdef"[: p.shape[1]]),
        p.T,
        sparse.csc_array(p >= 0.5),
        weights=weights,
        one_each=one_each,
    )
    return {name: loss_averages(given, sparse.csc_array(labels), name) for name in LOSSES}


def test_pairs_as_scikit_learn_has_them() -> None:
    random = np.random.default_rng(1)
    for most in MOST_DOCUMENTS:
        n, k = int(random.integers(2, most)), int(random.integers(1, 4))
        labels, p = random.random((n, k)) < 0.4, random.uniform(0.001, 0.999, (n, k))
        weights = random.random(n) + 0.01 if random.random() < 0.5 else None
        losses = directly(labels, p, weights)
        flat = None if weights is None else np.repeat(weights, k)
        for name, oracle in ORACLES.items():
            got, more = losses[name], {"labels": [0, 1]}
            pooled = oracle(labels.ravel(), p.ravel(), sample_weight=flat, **more)
            assert got.pooled.value == pytest.approx(pooled, abs=1e-12)
            classes = [
                oracle(labels[:, c], p[:, c], sample_weight=weights, **more) for c in range(k)
            ]
            assert [mean.value for mean in got.per_class] == pytest.approx(classes, abs=1e-12)
            assert got.macro.value == pytest.approx(np.mean(classes), abs=1e-12)
            assert got.pooled.infinite == got.macro.infinite == 0


def test_one_class_each_as_scikit_learn_has_it() -> None:
    random = np.random.default_rng(2)
    for most in MOST_DOCUMENTS:
        n, k = int(random.integers(2, most)), int(random.integers(3, 6))
        true = random.integers(0, k, n)
        p = random.dirichlet(np.ones(k), n) * 0.99 + 0.01 / k
        weights = random.random(n) + 0.01 if random.random() < 0.5 else None
        losses = directly(np.eye(k, dtype=bool)[true], p, weights, one_each=True)
        more = {"labels": list(range(k)), "sample_weight": weights}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of rows that add up to 1 but for the last digit
            logs, squares = log_loss(true, p, **more), brier_score_loss(true, p, **more)
        for documents, expected in (
            (losses["log_loss"].documents, logs),
            (losses["brier"].documents, squares),
        ):
            assert documents is not None
            assert documents.value == pytest.approx(expected, abs=1e-12)


def test_by_hand() -> None:
    labels = np.array([[True], [True], [False]])
    losses = losses_of(review_with(labels, np.array([[0.5], [0.25], [0.5]])))
    assert losses["log_loss"].pooled.value == pytest.approx((1 + 2 + 1) * math.log(2) / 3)
    assert losses["brier"].pooled.value == pytest.approx((0.25 + 0.5625 + 0.25) / 3)


def test_an_infinite_term_is_counted_and_never_clipped() -> None:
    labels = np.array([[True, False], [True, True], [False, True]])
    # b of the second document has the probability 0, and is true
    p = np.array([[0.5, 0.5], [0.5, 0.0], [0.5, 0.5]])
    review = review_with(labels, p)
    logs = losses_of(review)["log_loss"]
    assert logs.pooled.value == math.inf
    assert (logs.pooled.infinite, logs.pooled.number) == (1, 6)
    assert logs.pooled.finite.value == pytest.approx(math.log(2))
    assert (logs.macro.value, logs.macro.infinite, logs.macro.number) == (math.inf, 1, 2)
    assert logs.macro.finite.value == pytest.approx(math.log(2))
    assert [mean.value for mean in logs.per_class] == [pytest.approx(math.log(2)), math.inf]
    losses = be.evaluate(review).probability_losses()
    assert isinstance(losses, ProbabilityLosses)
    assert "infinite for 1 of 6 pairs" in losses.to_markdown()
    assert losses.to_dict()["log_loss"]["pooled"]["value"] == "inf"  # type: ignore[index]
    assert losses_of(review)["brier"].pooled.value == pytest.approx((0.25 * 5 + 1) / 6)


def test_a_certain_and_right_probability_costs_nothing() -> None:
    assert log_losses([1.0, 0.0], [True, False]).tolist() == [0.0, 0.0]
    assert log_losses([0.0, 1.0], [True, False]).tolist() == [math.inf, math.inf]
    assert brier_losses([0.0, 1.0], [True, True]).tolist() == [1.0, 0.0]


def test_a_document_that_weighs_nothing_makes_nothing_infinite() -> None:
    mean = mean_loss(np.array([math.inf, 1.0, 3.0]), np.array([0.0, 1.0, 1.0]))
    assert (mean.value, mean.infinite, mean.number) == (2.0, 0, 2)
    assert math.isnan(mean_loss(np.array([])).value)


def test_unjudged_pairs_count_nowhere() -> None:
    random = np.random.default_rng(3)
    labels, p = random.random((30, 3)) < 0.4, random.uniform(0.01, 0.99, (30, 3))
    off = random.random((30, 3)) < 0.3
    losses = losses_of(review_with(labels, p, unjudged=off))
    expected = log_loss(labels[~off], p[~off], labels=[0, 1])
    assert losses["log_loss"].pooled.value == pytest.approx(expected, abs=1e-12)
    assert losses["log_loss"].pooled.number == (~off).sum()


def test_the_interval_is_student_s_and_clusters_count_once() -> None:
    random = np.random.default_rng(4)
    losses = random.exponential(size=50)
    ends = mean_loss(losses).finite
    from scipy.stats import t

    expected = t.interval(0.95, 49, losses.mean(), losses.std(ddof=1) / np.sqrt(50))
    assert (ends.low, ends.high) == pytest.approx(expected)
    copies = mean_loss(losses.repeat(3), None, np.arange(150) // 3).finite
    assert (copies.low, copies.high) == pytest.approx(expected)


def test_of_one_class_the_means_and_their_intervals_are_the_same() -> None:
    random = np.random.default_rng(5)
    labels, p = random.random((40, 1)) < 0.4, random.uniform(0.01, 0.99, (40, 1))
    logs = losses_of(review_with(labels, p))["log_loss"]
    for mean in (logs.macro, logs.per_class[0]):
        assert mean.value == pytest.approx(logs.pooled.value)
        assert mean.finite.low == pytest.approx(logs.pooled.finite.low)
        assert mean.finite.high == pytest.approx(logs.pooled.finite.high)


def test_scores_that_are_no_probabilities_have_none_and_it_is_said_why() -> None:
    labels = np.array([[True], [False]])
    review = review_with(labels, np.array([[3.0], [-1.0]]), probabilities=False)
    losses = be.evaluate(review).probability_losses()
    assert isinstance(losses, NotProbabilities)
    assert "are no probabilities: they run from -1 to 3" in str(losses)
    assert "No log loss: " in be.evaluate(review).to_markdown()
    assert "probability_losses" not in be.evaluate(review).to_dict()
