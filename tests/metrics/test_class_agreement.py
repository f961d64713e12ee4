"""Agreement over all classes at once: by hand, by scikit-learn, and by leaving documents out."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn import metrics as sk

from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.evaluation import decided
from metrics.class_agreement import (
    AgreementOfClasses,
    balanced_accuracy_of_classes,
    kappa_of_classes,
    matthews_of_classes,
)
from metrics.tallies import ContingencyTable, count
from metrics.typing import Array
from metrics.uncertainty.average_intervals import agreement_influence
from tests.made import evaluation_of, matrix_of, truth_of


def labels(seed: int) -> tuple[Array, Array, Array]:
    """True and called labels of some documents, and weights."""
    random = np.random.default_rng(seed)
    n, k = int(random.integers(1, 25)), int(random.integers(2, 5))
    true, called = random.integers(0, k, n), random.integers(0, random.integers(1, k + 1), n)
    called = np.where(random.random(n) < random.random(), true, called)
    return true, called, random.integers(1, 4, n).astype(float)


def test_by_hand() -> None:
    # a: 2 true, 3 given, 2 right; b: 2 true, 1 given, 1 right; c: 1, 1, 1; 4 of 5 are right
    table = count(list("aabbc"), list("aaabc"))
    # products of margins 2*3 + 2*1 + 1*1 = 9; squares of the given 11, of the true 9
    top = 4 * 5 - 9
    assert matthews_of_classes(table).value == pytest.approx(top / np.sqrt((25 - 11) * (25 - 9)))
    assert kappa_of_classes(table).value == pytest.approx(top / (25 - 9))
    assert balanced_accuracy_of_classes(table) == pytest.approx((2 / 2 + 1 / 2 + 1 / 1) / 3)


@pytest.mark.parametrize("seed", range(150))
def test_as_scikit_learn_has_it(seed: int) -> None:
    true, called, weights = labels(seed)
    for given in (None, weights):
        table = count(true, called, sample_weight=given)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a single class, and one that is never true
            theirs = [
                sk.matthews_corrcoef(true, called, sample_weight=given),
                sk.cohen_kappa_score(true, called, sample_weight=given),
                sk.balanced_accuracy_score(true, called, sample_weight=given),
            ]
        ours = [
            matthews_of_classes(table).value,
            kappa_of_classes(table).value,
            balanced_accuracy_of_classes(table),
        ]
        # 0/0 of the correlation is 0 there
        ours[0] = 0.0 if np.isnan(ours[0]) else ours[0]
        assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.parametrize("coefficient", [matthews_of_classes, kappa_of_classes])
def test_the_slope_is_what_a_little_more_of_a_document_moves(
    coefficient: Callable[[ContingencyTable], AgreementOfClasses],
) -> None:
    true, called = list("aaaabbbccd"), list("aaabbbcccc")
    evaluation = evaluation_of(truth_of(matrix_of(true, 4)), matrix_of(called, 4))
    moved = agreement_influence(decided(evaluation), coefficient(evaluation.tables)).per_document
    step = 1e-6
    for document in range(10):
        weights = np.ones(10)
        weights[document] += step
        more = coefficient(count(true, called, labels=list("abcd"), sample_weight=weights)).value
        assert moved[document] == pytest.approx(
            (more - coefficient(evaluation.tables).value) / step, abs=1e-5
        )
    # all documents once more change nothing
    assert moved.sum() == pytest.approx(0, abs=1e-12)


def test_intervals_are_of_all_classes_at_once_where_each_document_gets_its_one() -> None:
    random = np.random.default_rng(2)
    true = random.choice(list("abc"), 200)
    called = np.where(random.random(200) < 0.8, true, random.choice(list("abc"), 200))
    evaluation = evaluation_of(truth_of(matrix_of(true.tolist(), 3)), matrix_of(called.tolist(), 3))
    intervals = average_intervals(evaluation, 1.0, "drop", further=True)
    assert intervals is not None
    values = evaluation.of_all_classes
    assert list(intervals.all_classes) == list(values) == ["balanced_accuracy", "mcc", "kappa"]
    # the spread of documents drawn again
    drawn = []
    for _ in range(400):
        rows = random.integers(0, 200, 200)
        drawn.append(matthews_of_classes(count(true[rows], called[rows])).value)
    ends = intervals.all_classes["mcc"]
    assert ends.low < values["mcc"] < ends.high
    assert (ends.high - ends.low) / 2 == pytest.approx(1.96 * np.std(drawn), rel=0.15)
    # of several labels there is none
    several = evaluation_of(truth_of(matrix_of(["ab", "b"], 2)), matrix_of(["a", "b"], 2))
    assert several.of_all_classes == {}
