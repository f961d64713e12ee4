"""What rankings are worth: curves thinned for drawing, break-even points of all pairs."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import average_precision_score, roc_auc_score

import breakeven as be
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.results.rankings import ranking_curves


def test_rankings_are_of_all_pairs_and_no_curve_has_more_than_two_thousand_points() -> None:
    rng = np.random.default_rng(5)
    truth = rng.random((9_000, 2)) < 0.3
    scores = np.where(truth, 0.4, 0.0) + rng.random(truth.shape)
    review = be.from_arrays(truth.astype(int), y_score=scores, classes=["a", "b"])
    evaluation, _ = evaluate_selection(review, select(review, {}))
    curves = ranking_curves(review, evaluation, None, [1, 0], "drop")
    assert curves is not None
    pool, *_ = curves.all
    assert pool.points > 2_000
    assert max(len(c.recall) for c in (*curves.all, *curves.classes)) <= 2_000
    # as many assigned as are true: precision and recall are both hits / true
    order = np.argsort(-scores.ravel())[: int(truth.sum())]
    assert_allclose(pool.break_even.value, truth.ravel()[order].mean())
    assert curves.averages.break_evens[2].value == pool.break_even.value
    assert curves.averages.global_break_even.value == pool.break_even.value
    assert [curve.name for curve in curves.classes] == ["b", "a"]
    called = scores >= 0.5
    sides = [(truth, called), (truth[:, 1], called[:, 1]), (truth[:, 0], called[:, 0])]
    for curve, (true, assigned) in zip((pool, *curves.classes), sides, strict=True):
        hits = np.sum(true & assigned)
        assert curve.prevalence == pytest.approx(true.mean())
        assert curve.positives == true.sum()
        assert curve.now == pytest.approx((hits / true.sum(), hits / assigned.sum()))


def test_without_scores_there_are_no_curves() -> None:
    review = be.from_arrays(["a", "b"], ["a", "a"])
    evaluation, _ = evaluate_selection(review, select(review, {}))
    assert ranking_curves(review, evaluation, None, [], "drop") is None


@pytest.mark.parametrize("weighted", [False, True])
def test_weighted_means_weigh_classes_by_their_positives_as_scikit_learn(weighted: bool) -> None:
    rng = np.random.default_rng(9)
    truth = rng.random((400, 3)) < (0.4, 0.1, 0.02)
    scores = np.round(np.where(truth, 0.3, 0.0) + rng.random(truth.shape), 2)
    weights = rng.integers(1, 5, len(truth)).astype(float) if weighted else None
    review = be.from_arrays(
        truth.astype(int), y_score=scores, classes=["a", "b", "c"], sample_weight=weights
    )
    result = be.evaluate(review)
    printed = result.to_dict()
    options = {"average": "weighted", "sample_weight": weights}
    for key, of_sklearn in (
        ("roc_auc", roc_auc_score),
        ("average_precision", average_precision_score),
    ):
        expected = of_sklearn(truth, scores, **options)
        assert_allclose(printed[key]["weighted"], expected, rtol=1e-12)
    # of the other two there is no such function: the mean of the classes' values
    support = truth.T @ (np.ones(len(truth)) if weights is None else weights)
    frame = result.frame()
    for key, value in (
        ("break_even", printed["break_even"]["weighted"]),
        ("eleven_point", printed["eleven_point_weighted"]),
    ):
        assert_allclose(value, np.average(frame[key], weights=support), rtol=1e-12)


def test_a_class_without_positives_weighs_nothing() -> None:
    truth = [[1, 0], [0, 0], [1, 0], [0, 0]]
    scores = [[0.9, 0.1], [0.8, 0.2], [0.7, 0.3], [0.1, 0.4]]
    result = be.evaluate(be.from_arrays(truth, y_score=scores, classes=["a", "b"]))
    for undefined in ("drop", "zero"):
        review = be.evaluate(result.review, undefined=undefined)
        # of a alone: 3 of 4 pairs in order; precision 1 and 2/3 where its documents are found
        assert review.to_dict()["roc_auc"]["weighted"] == pytest.approx(3 / 4)
        assert review.to_dict()["average_precision"]["weighted"] == pytest.approx(5 / 6)
