"""Bounds of a value, where something hangs on one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from breakeven.analysis.evaluation.value_bounds import bounded_average, bounded_classes
from metrics.measures import f_beta, precision, recall
from metrics.typing import Array
from tests.made import evaluation_of, matrix_of, noisy, truth_of

ALPHA = np.array([0.05])


def exact(hits: float, trials: float) -> Array:
    """Both bounds at 5 % each, by SciPy."""
    found = stats.binomtest(int(hits), int(trials)).proportion_ci(0.9, "exact")
    return np.array([found.low, found.high])


def test_exact_match_and_micro_f_of_one_class_each_are_shares_of_documents() -> None:
    truth = truth_of(matrix_of(["a", "b"] * 30, 2))
    called = matrix_of(["a", "b"] * 25 + ["b", "a"] * 5, 2)
    evaluation = evaluation_of(truth, called)
    for measure in ("exact_match", "f", "precision", "recall"):
        bounded = bounded_average(evaluation, measure, "micro", 1.0, "drop")
        ends = bounded.bounds(ALPHA)
        assert bounded.values[0] == pytest.approx(50 / 60)
        assert_allclose([ends.low[0], ends.high[0]], exact(50, 60), rtol=2e-3)
        above, below = bounded.tails(0.7)
        assert above[0] == pytest.approx(stats.binom.sf(49, 60, 0.7), rel=0.05)
        assert below[0] == 1
        above, below = bounded.tails(0.9)
        assert below[0] == pytest.approx(stats.binom.cdf(50, 60, 0.9), rel=0.05)
        assert above[0] == 1


def test_precision_and_recall_of_a_class_have_the_bounds_of_their_documents() -> None:
    rng = np.random.default_rng(1)
    labels = rng.random((300, 3)) < 0.3
    evaluation = evaluation_of(truth_of(labels), noisy(labels, 0.3, 0.1, rng))
    for measure, function, trials in (
        ("precision", precision, evaluation.tables.assigned),
        ("recall", recall, evaluation.tables.positives),
    ):
        bounded = bounded_classes(evaluation, measure, 1.0)
        assert_allclose(bounded.values, function(evaluation.tables))
        ends = bounded.bounds(np.full(3, 0.05))
        wanted = [exact(*pair) for pair in zip(evaluation.tables.tp, trials, strict=True)]
        assert_allclose(np.array([ends.low, ends.high]).T, wanted, rtol=1e-9)


def test_f_of_a_class_has_the_bounds_of_its_overlap() -> None:
    # F = 2 J / (1 + J) of the overlap J, a share of the documents on which either says yes
    labels = matrix_of(["a"] * 20 + [""] * 20, 1)
    called = matrix_of(["a"] * 15 + [""] * 5 + ["a"] * 4 + [""] * 16, 1)
    of = evaluation_of(truth_of(labels), called)
    found = bounded_classes(of, "f", 1.0)
    assert_allclose(found.values, f_beta(of.tables))
    ends = found.bounds(ALPHA)
    overlap = exact(15, 24)
    assert_allclose([ends.low[0], ends.high[0]], 2 * overlap / (1 + overlap), rtol=1e-9)


def test_one_document_says_nothing_and_an_undefined_value_has_no_bounds() -> None:
    one = evaluation_of(truth_of(matrix_of(["a"], 1)), matrix_of(["a"], 1))
    assert np.isnan(bounded_average(one, "f", "micro", 1.0, "drop").values).all()
    nothing = evaluation_of(truth_of(matrix_of(["", "", ""], 1)), matrix_of(["", "", ""], 1))
    for found in (
        bounded_average(nothing, "f", "macro", 1.0, "drop"),
        bounded_classes(nothing, "f", 1.0),
    ):
        ends = found.bounds(ALPHA)
        assert np.isnan([found.values[0], ends.low[0], ends.high[0]]).all()


def test_an_f_of_0_by_decree_is_bounded_by_nothing() -> None:
    # nothing is assigned: precision is 0/0, F is 0
    of = evaluation_of(truth_of(matrix_of(["a", "a"], 1)), matrix_of(["", ""], 1))
    found = bounded_classes(of, "f", 0.0)
    ends = found.bounds(ALPHA)
    assert (found.values[0], ends.low[0], ends.high[0]) == (0, 0, 1)
    assert found.tails(0.5)[1][0] == 1


def test_where_documents_are_nearly_all_right_one_wrong_document_more_is_thought_of() -> None:
    # 49 documents with F 1, one with 2/3: by their variance alone 0.993 would be sure to ± 0.008
    truth = truth_of(matrix_of(["ab"] * 50, 2))
    of = evaluation_of(truth, matrix_of(["ab"] * 49 + ["a"], 2))
    found = bounded_average(of, "f", "per_document", 1.0, "drop")
    assert found.values[0] == pytest.approx((49 + 2 / 3) / 50)
    assert found.bounds(ALPHA).low[0] < 0.95
