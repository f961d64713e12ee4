"""Expected precision, recall, F and loss of a set, by class, pooled and averaged."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from breakeven.analysis.estimation.estimates import Estimates, c_f_of, estimate, expect
from breakeven.analysis.estimation.probabilities import ClassProbabilities, why_not_probabilities
from breakeven.data.records import Predictions
from metrics.averaging import Undefined
from metrics.expected.prediction import Prediction, mean_prediction
from metrics.thresholds.costs import ERROR_RATE, CostMatrix
from metrics.typing import Array
from tests.made import not_none

TOLERANCE = 1e-9


def by_enumeration(
    p: Array | list[float],
    calls: Array | tuple[int, ...],
    beta: float,
    c_f: float,
    undefined: float | None = None,
) -> tuple[float, float, float]:
    """Expected precision, recall and F, over all outcomes, one at a time.

    `undefined`: what 0/0 counts as; None leaves it out, so that recall is given a member.
    """
    precision = recall = f = some = 0.0
    for z in product((0, 1), repeat=len(p)):
        weight = float(np.prod([pi if zi else 1 - pi for pi, zi in zip(p, z, strict=True)]))
        hits = sum(zi for zi, s in zip(z, calls, strict=True) if s)
        called, members = sum(calls), sum(z)
        if called:
            precision += weight * hits / called
        if members:
            recall += weight * hits / members
            some += weight
        if not called:
            f += weight * (0.0 if members else c_f)
        else:
            f += weight * (1 + beta**2) * hits / (called + beta**2 * members)
    nan = float("nan")
    if undefined is None:
        return precision if any(calls) else nan, recall / some if some else nan, f
    return precision if any(calls) else undefined, recall + (1 - some) * undefined, f


@pytest.mark.parametrize("rule", ["drop", "zero", "one", "partition"])
@pytest.mark.parametrize("seed", range(20))
def test_expectations_are_those_of_an_enumeration(seed: int, rule: Undefined) -> None:
    rng = np.random.default_rng(seed)
    n, beta = int(rng.integers(1, 9)), float(rng.choice([0, 0.5, 1, 2]))
    p = rng.choice([0, 0.01, 0.2, 0.5, 0.9, 1], n).astype(float)
    calls = rng.random(n) < 0.5
    got = expect(p, calls, beta, rule, ERROR_RATE)
    counts = {"zero": 0.0, "one": 1.0}.get(rule)
    wanted = by_enumeration(p, calls, beta, 0.0 if rule == "zero" else 1.0, counts)
    assert_allclose([got.precision, got.recall, got.f], wanted, atol=TOLERANCE)
    assert got.low - TOLERANCE <= got.f <= got.high + TOLERANCE
    assert abs(got.f - got.approximation) <= got.bound + TOLERANCE
    # a miss and a false alarm cost 1 each
    wrong = np.where(calls, 1 - p, p)
    assert got.loss.expected == pytest.approx(wrong.mean())


def test_what_0_over_0_counts_as_is_counted_in_precision_and_recall_too() -> None:
    # nothing is assigned; there is no member in 6 of 10 cases
    one = expect(np.array([0.4]), np.array([False]), 1.0, "one", ERROR_RATE)
    assert_allclose([one.precision, one.recall], [1.0, 0.6])
    # the document is assigned, and there is no member in half of the cases
    zero = expect(np.array([0.5]), np.array([True]), 1.0, "zero", ERROR_RATE)
    assert_allclose([zero.precision, zero.recall], [0.5, 0.5])


def test_recall_of_a_class_that_hardly_has_members_is_its_limit() -> None:
    # one member at most: it is each document with a chance in proportion to its probability
    p = np.array([3e-9, 1e-9])
    got = expect(p, np.array([True, False]), 1.0, "drop", ERROR_RATE)
    assert got.recall == pytest.approx(3 / 4, abs=1e-6)


def test_nothing_can_be_and_nothing_is_assigned() -> None:
    got = expect(np.zeros(3), np.zeros(3, dtype=bool), 1.0, "drop", ERROR_RATE)
    assert np.isnan(got.precision)
    assert np.isnan(got.recall)
    assert got.f == 1.0
    assert got.loss.expected == 0.0


def made(
    p: Array | list[list[float]], calls: Array | list[list[int]], **more: Any
) -> ClassProbabilities:
    """From (classes, documents) arrays."""
    names = tuple(f"c{c}" for c in range(len(p)))
    assigned = sparse.csc_array(np.asarray(calls, dtype=bool).T)
    return ClassProbabilities(names, np.asarray(p, dtype=float), assigned, **more)


P = [[0.9, 0.4, 0.1], [0.3, 0.2, 0.6]]
CALLS = [[1, 0, 0], [1, 0, 1]]


def estimates_of(probabilities: ClassProbabilities, beta: float = 1.0) -> Estimates:
    return estimate(probabilities, beta, "drop", [ERROR_RATE] * len(probabilities.classes))


def test_pooled_is_one_problem_over_all_pairs() -> None:
    estimates = estimates_of(made(P, CALLS))
    p, calls = np.ravel(P), np.ravel(CALLS).astype(bool)
    assert estimates.pooled is not None
    wanted = by_enumeration(p, calls, 1.0, 1.0)
    got = estimates.pooled.now
    assert_allclose([got.precision, got.recall, got.f], wanted, atol=TOLERANCE)
    best = max(by_enumeration(p, s, 1.0, 1.0)[2] for s in product((0, 1), repeat=6))
    assert estimates.pooled.best.f == pytest.approx(best, abs=TOLERANCE)
    assert estimates.pooled_assigned is not None
    chosen = estimates.pooled_assigned.toarray().T.ravel()
    assert by_enumeration(p, chosen, 1.0, 1.0)[2] == pytest.approx(best, abs=TOLERANCE)


def test_the_best_set_of_a_class_is_the_best_of_all_sets() -> None:
    of = estimates_of(made(P, CALLS), beta=2.0)
    for c, p in enumerate(P):
        best = max(by_enumeration(p, s, 2.0, 1.0)[2] for s in product((0, 1), repeat=3))
        assert of.classes[c].best.f == pytest.approx(best, abs=TOLERANCE)
        chosen = not_none(of.best_assigned).toarray()[:, c]
        assert of.classes[c].best.assigned == chosen.sum()
        assert of.classes[c].least == min(np.array(p)[chosen])


def test_macro_is_the_mean_of_the_classes_where_defined() -> None:
    # the third class: nothing assigned, so no precision; F is C_F (0.9 * 0.8 = 0.72)
    estimates = estimates_of(made([*P, [0.1, 0.2, 0.0]], [*CALLS, [0, 0, 0]]))
    each = [e.now for e in estimates.classes]
    # precision: 0.9, and (0.3 + 0.6) / 2
    assert estimates.macro_now.precision == pytest.approx((0.9 + 0.45) / 2)
    assert each[2].f == pytest.approx(0.72)
    assert estimates.macro_now.f == pytest.approx((each[0].f + each[1].f + 0.72) / 3)
    assert estimates.macro_now.assigned == 3
    # 0.1 + 0.4 + 0.1, 0.7 + 0.2 + 0.4, 0.1 + 0.2, over 9 decisions
    assert estimates.macro_now.loss.expected == pytest.approx((0.6 + 1.3 + 0.3) / 9)
    assert estimates.pooled is not None
    assert estimates.pooled.now.loss.expected == pytest.approx(2.2 / 9)
    # 1.4 + 1.1 + 0.3; each p (1 - p): .09 .24 .09, .21 .16 .24, .09 .16 0
    assert estimates.members.expected == pytest.approx(2.8)
    assert estimates.members.variance == pytest.approx(0.42 + 0.61 + 0.25)


def test_classes_may_have_their_own_costs() -> None:
    costs = [CostMatrix(fn=5), ERROR_RATE]
    of = estimate(made(P, CALLS), 1.0, "drop", costs)
    # first class: 0.1 + 5 * 0.4 + 5 * 0.1
    assert of.classes[0].now.loss.expected == pytest.approx(2.6 / 3)
    assert of.pooled is not None
    assert of.pooled.now.loss.expected == pytest.approx((2.6 + 1.3) / 6)


def test_a_pair_without_a_score_counts_as_probability_0() -> None:
    listed = sparse.csr_array(np.array([[0.9, 0.4, 0], [0, 0, 0.6]]))
    of = ClassProbabilities(("a", "b"), listed, sparse.csc_array((3, 2), dtype=bool))
    dense = made([[0.9, 0.4, 0], [0, 0, 0.6]], np.zeros((2, 3)))
    assert of.unlisted == 3
    for mine, other in zip(estimates_of(of).classes, estimates_of(dense).classes, strict=True):
        assert (mine.members, mine.best, mine.least) == (other.members, other.best, other.least)
    assert_allclose(of.probabilities_at(np.array([2, 0]))[0], [[0, 0.9], [0.6, 0]])


def test_pairs_left_out_count_nowhere() -> None:
    without = sparse.csc_array(np.array([[0, 1], [1, 0], [0, 0]], dtype=bool))
    of = estimates_of(made(P, CALLS, without=without))
    assert of.classes[0].members.expected == pytest.approx(0.9 + 0.1)
    assert of.classes[1].members.expected == pytest.approx(0.2 + 0.6)
    assert of.classes[1].now.assigned == 1
    assert of.pooled is not None
    assert of.pooled.members.expected == pytest.approx(1.8)
    assert not not_none(of.best_assigned).multiply(without).nnz


def test_no_documents_and_no_classes() -> None:
    of = estimates_of(made(np.empty((2, 0)), np.empty((2, 0))))
    assert of.pooled is None
    assert np.isnan(of.macro_now.loss.expected)
    assert estimates_of(made(np.empty((0, 2)), np.empty((0, 2)))).classes == ()


def test_losses_of_parts_add_up_by_their_decisions() -> None:
    parts = [Prediction(0.5, 0.04), Prediction(0.1, 0.01), Prediction(0, 0)]
    whole = mean_prediction(parts, [1, 3, 0])
    assert whole.expected == pytest.approx((0.5 + 0.3) / 4)
    assert whole.variance == pytest.approx((0.04 + 9 * 0.01) / 16)


def test_f_without_decisions_and_members_follows_the_rule_for_0_over_0() -> None:
    assert [c_f_of(u) for u in ("drop", "zero", "one", "partition")] == [1, 0, 1, 1]


@pytest.mark.parametrize(
    ("scores", "probabilities", "why"),
    [
        (None, False, "no scores"),
        ([[0.2, 0.9]], True, None),
        ([[0.2, 0.9]], False, "undeclared"),
        ([[-0.2, 0.9]], False, "outside"),
        (np.empty((0, 0)), False, "undeclared"),
    ],
)
def test_scores_that_nobody_called_probabilities_are_refused(
    scores: Array | list[list[float]] | None, probabilities: bool, why: str | None
) -> None:
    values = None if scores is None else np.asarray(scores)
    found = why_not_probabilities(
        Predictions("s", np.arange(2), values, probabilities=probabilities)
    )
    assert (found.why if found else None) == why
    if found is not None:
        assert "s" in str(found)


def test_probabilities_that_add_up_to_1_are_noticed() -> None:
    nothing = np.zeros((3, 2))
    assert made([[0.2, 0.5], [0.3, 0.25], [0.5, 0.25]], nothing).exclusive
    assert made([[0.2, 0.333], [0.3, 0.333], [0.5, 0.3335]], nothing).exclusive
    assert not made([[0.2, 0.5], [0.3, 0.25], [0.5, 0.35]], nothing).exclusive
    assert not made(np.empty((2, 0)), np.empty((2, 0))).exclusive


def test_weights_by_enumeration_and_what_has_no_form_is_nan() -> None:
    p, calls, w = np.array([0.9, 0.4, 0.1]), np.array([True, False, True]), np.array([2.0, 0.5, 3])
    costs = CostMatrix(fp=2.0, fn=5.0)
    got = expect(p, calls, 1.0, "drop", costs, weights=w)
    members, hits, loss, squares = 0.0, 0.0, 0.0, 0.0
    for z in product((0, 1), repeat=3):
        chance = float(np.prod([pi if zi else 1 - pi for pi, zi in zip(p, z, strict=True)]))
        cost = sum(
            wi * (0 if zi == s else 2.0 if s else 5.0)
            for wi, zi, s in zip(w, z, calls, strict=True)
        )
        loss, squares = loss + chance * cost / 5.5, squares + chance * (cost / 5.5) ** 2
        members += chance * float(np.dot(w, z))
        hits += chance * float(np.dot(w * calls, z))
    assert got.assigned == 5.0
    assert got.precision == pytest.approx(hits / 5)
    assert got.approximation == pytest.approx(2 * hits / (5 + members))
    assert got.loss.expected == pytest.approx(loss)
    assert got.loss.variance == pytest.approx(squares - loss**2)
    assert all(np.isnan([got.f, got.recall, got.bound, got.low, got.high]))
    estimates = estimates_of(made(P, CALLS, weights=w))
    assert estimates.best_assigned is None
    assert estimates.pooled_assigned is None
    assert estimates.members.expected == pytest.approx(float(w @ np.sum(P, axis=0)))
    assert estimates.members.variance == pytest.approx(
        float(w**2 @ np.sum(np.array(P) * (1 - np.array(P)), axis=0))
    )
    assert np.isnan(estimates.macro_best.f)
    # pooled losses are the classes' mean
    each = [class_estimate.now.loss.expected for class_estimate in estimates.classes]
    assert not_none(estimates.pooled).now.loss.expected == pytest.approx(np.mean(each))


def test_weights_of_one_change_no_count_and_no_loss() -> None:
    one, plain = estimates_of(made(P, CALLS, weights=np.ones(3))), estimates_of(made(P, CALLS))
    for a, b in zip(one.classes, plain.classes, strict=True):
        assert a.members.expected == pytest.approx(b.members.expected)
        assert a.members.variance == pytest.approx(b.members.variance)
        assert a.now.loss.expected == pytest.approx(b.now.loss.expected)
        assert a.now.loss.variance == pytest.approx(b.now.loss.variance)
        assert a.now.precision == pytest.approx(b.now.precision, nan_ok=True)
        assert a.now.approximation == pytest.approx(b.now.approximation)
