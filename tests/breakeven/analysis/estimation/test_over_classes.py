"""Several classes taken together, against each of them alone and against enumeration."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from breakeven.analysis.estimation.calibration import calibration, calibration_over
from breakeven.analysis.estimation.estimates import realised_f
from breakeven.analysis.estimation.expected_measures import expected_averages
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.tallies import count_decisions
from metrics.typing import Array

P = np.array([[0.9, 0.5, 0.1], [0.4, 0.8, 0.3]])  # classes by documents
CALLS = sparse.csc_array(np.array([[1, 0], [1, 1], [0, 0]], dtype=bool))
LABELS = sparse.csc_array(np.array([[1, 0], [0, 1], [0, 1]], dtype=bool))


def probabilities_of(without: Array | None = None) -> ClassProbabilities:
    left_out = None if without is None else sparse.csc_array(without)
    return ClassProbabilities(("a", "b"), P, CALLS, without=left_out)


def enumerated(p: Array, calls: Array, beta: float, c_f: float) -> float:
    """The mean of F over every possible truth, each with its probability."""
    total = 0.0
    for truth in product((False, True), repeat=len(p)):
        t = np.array(truth)
        table = count_decisions(
            sparse.csc_array(t[:, None]), sparse.csc_array(np.asarray(calls, bool)[:, None])
        )
        chance = float(np.prod(np.where(t, p, 1 - p)))
        total += chance * float(realised_f(table, beta, c_f)[0])
    return total


@pytest.mark.parametrize(("beta", "c_f"), [(1.0, 1.0), (0.5, 0.0), (2.0, 1.0)])
def test_expected_averages_are_those_of_every_possible_truth(beta: float, c_f: float) -> None:
    micro, macro = expected_averages(probabilities_of(), beta, c_f)
    calls = CALLS.toarray()
    assert_allclose(micro, enumerated(P.ravel(), calls.T.ravel(), beta, c_f))
    assert_allclose(macro, np.mean([enumerated(P[c], calls[:, c], beta, c_f) for c in (0, 1)]))


def test_without_classes_nothing_can_be_expected() -> None:
    empty = ClassProbabilities((), np.zeros((0, 3)), sparse.csc_array((3, 0), dtype=bool))
    assert np.isnan(expected_averages(empty, 1.0, 1.0)).all()


def test_calibration_over_classes_is_that_of_all_their_pairs_as_one_list() -> None:
    found = calibration_over(probabilities_of(), LABELS, [0, 1])
    direct = calibration(P.ravel(), LABELS.toarray().T.ravel())
    assert (found.positives, found.brier) == (direct.positives, direct.brier)
    # by hand: (0.1² + 0.5² + 0.1² + 0.4² + 0.2² + 0.7²) / 6
    assert_allclose(found.brier, 0.96 / 6)
    assert found.positives == 3
    assert calibration_over(probabilities_of(), LABELS, [0]).positives == 1
    assert calibration_over(probabilities_of(), LABELS, []).positives == 0


def test_pairs_that_are_left_out_are_in_no_calibration() -> None:
    without = np.array([[0, 0], [1, 0], [0, 1]], dtype=bool)
    found = calibration_over(probabilities_of(without), LABELS, [0, 1])
    assert found.positives == 2
    assert_allclose(found.brier, (0.01 + 0.01 + 0.16 + 0.04) / 4)


def test_realised_f_counts_nothing_at_all_as_the_estimates_do() -> None:
    nothing = sparse.csc_array((3, 1), dtype=bool)
    table = count_decisions(nothing, nothing)
    assert realised_f(table, 1.0, 1.0).tolist() == [1.0]
    assert realised_f(table, 1.0, 0.0).tolist() == [0.0]
    # by hand: 2 * 1 / (2 * 1 + 1 + 0) and 2 * 1 / (2 * 1 + 0 + 1)
    assert_allclose(realised_f(count_decisions(LABELS, CALLS), 1.0, 1.0), [2 / 3, 2 / 3])


def test_of_exclusive_classes_the_most_probable_one_counts_where_that_pair_is_judged() -> None:
    # most probable: a, b, the first of b and c, a; right, wrong, right, and not judged
    p = np.array([[0.7, 0.2, 0.2, 0.8], [0.2, 0.5, 0.4, 0.1], [0.1, 0.3, 0.4, 0.1]])
    labels = sparse.csc_array(np.eye(3, dtype=bool)[[0, 2, 1, 0]])
    without = np.zeros((4, 3), dtype=bool)
    without[3, 0] = without[0, 1] = True
    none = sparse.csc_array((4, 3), dtype=bool)
    given = ClassProbabilities(("a", "b", "c"), p, none, without=sparse.csc_array(without))
    found = calibration_over(given, labels, [0, 1, 2])
    assert found.counted == "most probable"
    assert found.positives == 2
    assert found.brier == pytest.approx((0.3**2 + 0.5**2 + 0.6**2) / 3)


def test_each_document_in_a_cluster_of_its_own_is_as_without_clusters() -> None:
    given = probabilities_of()
    alone = calibration_over(replace(given, clusters=np.arange(3)), LABELS, [0, 1])
    plain = calibration_over(given, LABELS, [0, 1])
    assert alone.members.variance == pytest.approx(plain.members.variance)
    # of one cluster the documents of a class come together, and those of another class do not
    together = calibration_over(replace(given, clusters=np.zeros(3, int)), LABELS, [0, 1])
    parts = [
        calibration_over(replace(given, clusters=np.zeros(3, int)), LABELS, [c]) for c in (0, 1)
    ]
    assert together.members.variance == pytest.approx(sum(p.members.variance for p in parts))
