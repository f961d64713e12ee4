"""Losses and members over several classes, by hand and against every possible truth."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.estimation.calibration import calibration_over
from breakeven.analysis.estimation.estimates import Estimates, estimate
from breakeven.analysis.estimation.losses import expected_losses, mean_loss
from breakeven.analysis.estimation.probabilities import ClassProbabilities, class_probabilities
from breakeven.data.records import Predictions
from metrics.thresholds.costs import ERROR_RATE, CostMatrix
from metrics.typing import Array
from tests.made import not_none, truth_of

# three classes of which each document has exactly one; columns add up to 1
P = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.3, 0.6]])
TOP = np.eye(3, dtype=bool)


def made(p: Array = P, assigned: Array = TOP, **more: Any) -> ClassProbabilities:
    """From (classes, documents) arrays."""
    names = tuple("abcdefghij"[: p.shape[0]])
    return ClassProbabilities(names, p, sparse.csc_array(np.asarray(assigned, bool).T), **more)


def of_documents(probabilities: ClassProbabilities, costs: list[CostMatrix]) -> tuple[float, float]:
    """Mean and variance of the mean loss over every possible choice of one class a document."""
    called = probabilities.assigned.toarray()
    mean = square = 0.0
    for chosen in product(range(len(probabilities.classes)), repeat=probabilities.documents):
        chance, loss = 1.0, 0.0
        for d, true in enumerate(chosen):
            chance *= float(probabilities.scores[true, d])
            for c, cost in enumerate(costs):
                cells = (cost.tp, cost.fn) if c == true else (cost.fp, cost.tn)
                loss += cells[0] if called[d, c] else cells[1]
        loss /= probabilities.documents * len(costs)
        mean, square = mean + chance * loss, square + chance * loss**2
    return mean, square - mean**2


@pytest.mark.parametrize(
    "costs", [[ERROR_RATE] * 3, [CostMatrix(fn=5), ERROR_RATE, CostMatrix(tp=-1, fp=2)]]
)
def test_losses_of_classes_that_exclude_each_other_are_those_of_every_truth(
    costs: list[CostMatrix],
) -> None:
    of = made()
    got = mean_loss(of, list(TOP), costs)
    assert (got.expected, got.variance) == pytest.approx(of_documents(of, costs))
    alike = mean_loss(of, list(TOP), costs, classes_alike=True)
    assert (alike.expected, alike.variance) == pytest.approx((got.expected, got.variance))


def estimates_of(probabilities: ClassProbabilities, beta: float = 1.0) -> Estimates:
    return estimate(probabilities, beta, "drop", [ERROR_RATE] * len(probabilities.classes))


def test_forty_documents_of_which_four_are_expected_to_be_wrong() -> None:
    p = np.tile([[0.9], [0.05], [0.05]], 40)
    estimates = estimates_of(made(p, p > 0.5))
    # a wrong document makes two wrong decisions of 120: (2 / 120)² * 40 * .9 * .1
    loss = not_none(estimates.pooled).now.loss
    assert loss.expected == pytest.approx(8 / 120)
    assert loss.variance == pytest.approx(40 * 0.09 * (2 / 120) ** 2)
    # 1 / 15 ± 1.96 * sqrt(.001)
    assert (loss.low, loss.high) == pytest.approx((0.00469, 0.12865), abs=1e-5)
    assert estimates.macro_now.loss.variance == pytest.approx(loss.variance)
    # forty documents have forty classes, whatever turns out
    assert (estimates.members.expected, estimates.members.variance) == (40, 0)
    assert (estimates.members.low, estimates.members.high) == (40, 40)


@pytest.mark.parametrize("beta", [0.0, 0.5, 1.0, 2.0, np.inf])
def test_micro_f_of_classes_that_exclude_each_other_is_that_of_every_truth(beta: float) -> None:
    probabilities = made()
    values = {}
    for called in product((False, True), repeat=9):
        assigned = np.array(called).reshape(3, 3)
        value = 0.0
        for chosen in product(range(3), repeat=3):
            hits = sum(assigned[c, d] for d, c in enumerate(chosen))
            b2 = beta**2
            f = hits / 3 if np.isinf(beta) else (1 + b2) * hits / max(sum(called) + b2 * 3, 1e-9)
            value += float(np.prod([P[c, d] for d, c in enumerate(chosen)])) * f
        values[called] = value
    got = not_none(estimates_of(probabilities, beta).pooled)
    assert got.now.f == pytest.approx(values[tuple(TOP.ravel().tolist())])
    assert got.best.f == pytest.approx(max(values.values()))
    assert (got.now.low, got.now.high, got.now.bound) == (got.now.f, got.now.f, 0)
    assert got.now.recall == pytest.approx((0.7 + 0.5 + 0.6) / 3)


def test_pairs_left_out_leave_the_variance_of_the_others() -> None:
    # of the first document class c is left out: it is in a or b with .9
    without = sparse.csc_array(np.array([[0, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=bool))
    of = estimates_of(made(without=without))
    assert of.members.expected == pytest.approx(2.9)
    assert of.members.variance == pytest.approx(0.9 * 0.1)


def test_the_cheapest_decisions_and_regret_by_hand() -> None:
    p = np.array([[0.8, 0.3], [0.5, 0.1]])
    assigned = np.array([[True, True], [False, True]])
    for form in (np.asarray, sparse.csr_array):
        got = expected_losses(made(form(p), assigned), [CostMatrix(), CostMatrix()])
        # a assigned twice: 0.2 + 0.7; b: 0.5 missed, 0.9 false alarm
        # best: assign where p > 1/2: 0.2 + 0.3; 0.5 + 0.1
        assert got.overall.expected == pytest.approx((0.9 + 1.4) / 4)
        assert got.regret == pytest.approx((2.3 - 1.1) / 4)
        # variances .16, .21, .25, .09, each error costing 1, over four decisions
        assert got.overall.variance == pytest.approx(0.71 / 16)


def test_copies_in_clusters_are_as_uncertain_as_one_of_them() -> None:
    once, again = np.array([[0.8, 0.3], [0.5, 0.1]]), np.repeat([0, 1], 5)
    single = estimates_of(made(once, once > 0.4))
    copies = estimates_of(made(once[:, again], once[:, again] > 0.4, clusters=again))
    for alone, five in zip(single.classes, copies.classes, strict=True):
        assert five.now.loss.variance == pytest.approx(alone.now.loss.variance)
        assert five.members.variance == pytest.approx(25 * alone.members.variance)
    assert not_none(copies.pooled).now.loss.variance == pytest.approx(
        not_none(single.pooled).now.loss.variance
    )
    both = estimates_of(made(P[:, again], TOP[:, again], clusters=again))
    assert both.macro_now.loss.variance == pytest.approx(
        estimates_of(made(P[:, :2], TOP[:, :2])).macro_now.loss.variance
    )


def test_what_the_labels_say_of_one_class_a_document_decides() -> None:
    nothing = sparse.csc_array((2, 2), dtype=bool)
    adds_up, does_not = np.array([[0.4, 0.2], [0.6, 0.8]]), np.array([[0.4, 0.2], [0.6, 0.7]])
    one_each = np.array([[1, 0], [0, 1]], dtype=bool)
    both = np.array([[1, 1], [0, 1]], dtype=bool)
    not_yet = np.array([[1, 0], [0, 0]], dtype=bool)

    def exclusive(labels: Array, p: Array) -> bool:
        predictions = Predictions("s", np.arange(2), p, probabilities=True)
        return class_probabilities(truth_of(labels), predictions, nothing).exclusive

    assert exclusive(one_each, adds_up)
    assert exclusive(one_each, does_not)
    assert not exclusive(both, adds_up)
    assert exclusive(not_yet, adds_up)
    assert not exclusive(not_yet, does_not)
    # of one class there is nothing else to be
    assert not made(np.ones((1, 2)), np.ones((1, 2))).exclusive


def test_no_identity_is_offered_as_evidence() -> None:
    labels = sparse.csc_array(np.array([[1, 0, 0], [0, 0, 1], [0, 0, 1]], dtype=bool))
    result = calibration_over(made(), labels, range(3))
    # the most probable classes: .7 is right, .5 is not, .6 is
    assert result.counted == "most probable"
    assert result.table.documents.sum() == 3
    assert result.members.expected == pytest.approx(1.8)
    assert result.members.variance == pytest.approx(0.21 + 0.25 + 0.24)
    assert result.positives == 2
    assert result.brier == pytest.approx((0.09 + 0.25 + 0.16) / 3)
    # one class by itself is as it was
    assert calibration_over(made(), labels, [2]).positives == 2


def test_of_two_classes_that_mirror_each_other_one_is_counted() -> None:
    p = np.array([[0.9, 0.2, 0.4], [0.1, 0.8, 0.6]])
    labels = sparse.csc_array(np.array([[1, 0], [0, 1], [1, 0]], dtype=bool))
    found = calibration_over(made(p, p > 0.5), labels, range(2))
    assert found.counted == "first of two"
    assert found.members.expected == pytest.approx(1.5)
    assert found.positives == 2
    assert found.table.documents.sum() == 3


def test_a_most_probable_class_that_nobody_judged_is_left_out() -> None:
    labels = sparse.csc_array(np.array([[1, 0, 0], [0, 0, 0], [0, 0, 1]], dtype=bool))
    without = sparse.csc_array(np.array([[0, 1, 0], [0, 1, 0], [0, 0, 0]], dtype=bool))
    found = calibration_over(made(without=without), labels, range(3))
    assert found.members.expected == pytest.approx(0.7 + 0.6)
    assert found.positives == 2


def test_fitted_probabilities_of_one_class_a_document_add_up_to_1() -> None:
    class Doubled:
        def of_class(self, c: int, scores: Array) -> Array:
            return np.asarray(scores) * 2

    of = made(P / 4, recalibration=Doubled(), one_each=True)
    for c in range(3):
        assert of.of_class(c)[0] == pytest.approx(P[c])
    assert of.probabilities_at(np.array([1]))[0][:, 0] == pytest.approx(P[:, 1])


@pytest.mark.slow
@pytest.mark.parametrize(("classes", "documents"), [(2, 60), (4, 200), (10, 60)])
def test_right_probabilities_of_exclusive_classes_hold_their_intervals(
    classes: int, documents: int
) -> None:
    rng, held, wrong = np.random.default_rng(classes), 0, 0
    for _ in range(600):
        p = rng.dirichlet(np.full(classes, 0.5), documents).T
        true = (rng.random(documents) < np.cumsum(p, axis=0)).argmax(axis=0)
        labels = sparse.csc_array(true[:, None] == np.arange(classes))
        probabilities = made(p, p == p.max(axis=0))
        loss = mean_loss(
            probabilities,
            [probabilities.of_class(c)[1] for c in range(classes)],
            [ERROR_RATE] * classes,
        )
        realised = (labels.toarray() != probabilities.assigned.toarray()).mean()
        held += loss.low <= realised <= loss.high
        wrong += calibration_over(probabilities, labels, range(classes)).verdict != "fits"
    # 600 at 95 %: a standard deviation of 0.9 %
    assert 0.92 < held / 600 < 0.98
    assert wrong / 600 < 0.09
