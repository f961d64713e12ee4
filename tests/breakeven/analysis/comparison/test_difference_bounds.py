"""Bounds of the difference of two systems, where something hangs on one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from breakeven.analysis.comparison.comparison import ComparedSystems, compare_systems
from breakeven.analysis.comparison.difference_bounds import paired_difference
from breakeven.analysis.comparison.shared_documents import ComparisonSettings, share_documents
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.averaging import Undefined
from metrics.typing import AVERAGES
from tests.made import evaluation_of, matrix_of, noisy, truth_of


def compared(
    old: Evaluation, new: Evaluation, undefined: Undefined = "drop", replicates: int = 400
) -> ComparedSystems:
    """Both on F₁."""
    settings = ComparisonSettings("f", 1.0, undefined, ())
    return compare_systems(share_documents([old, new]), settings, replicates)


def single_label(documents: int, lost: int, gained: int) -> ComparedSystems:
    """Two systems on one class a document: the new one loses and gains so many hits."""
    truth = truth_of(matrix_of(["a", "b"] * (documents // 2), 2))
    right = matrix_of(["a", "b"] * (documents // 2), 2)
    old, new = right.copy(), right.copy()
    new[:lost] = ~new[:lost]
    old[lost : lost + gained] = ~old[lost : lost + gained]
    return compared(evaluation_of(truth, old, "old"), evaluation_of(truth, new, "new"))


def test_of_one_class_a_document_a_gain_is_a_document_of_all() -> None:
    # micro F is accuracy there: 3 of 200 gained, 5 lost
    found = paired_difference(single_label(200, 5, 3), "micro")
    assert_allclose(found.points, -2 / 200)
    assert_allclose([found.changes.gained[0], found.changes.lost[0]], [3 / 200, 5 / 200], rtol=1e-3)
    assert_allclose(found.changes.unseen_change, 1 / 200, rtol=1e-3)


def test_systems_that_never_part_may_still_part_in_three_documents() -> None:
    found = paired_difference(single_label(400, 0, 0), "micro")
    low = float(found.bounds(np.array([0.05])).low[0])
    wider = stats.t.ppf(0.95, 399) / stats.norm.ppf(0.95)
    assert low == pytest.approx(-2.9957 / 400 * wider, rel=1e-3)


@pytest.mark.parametrize("average", ["micro", "macro", "per_document", None])
def test_a_bound_is_never_inside_of_what_drawing_documents_shows(average: str | None) -> None:
    rng = np.random.default_rng(3)
    labels = rng.random((150, 4)) < 0.3
    truth = truth_of(labels)
    old, new = (evaluation_of(truth, noisy(labels, 0.2, 0.05, rng), name) for name in "ab")
    difference = paired_difference(compared(old, new), average)
    assert difference.drawn is not None
    ends = difference.bounds(np.full(len(difference.points), 0.05))
    low, high = np.quantile(difference.drawn.astype(float), [0.05, 0.95], axis=1)
    assert np.all(ends.low <= low + 1e-6)
    assert np.all(ends.high >= high - 1e-6)
    assert np.all(ends.low < difference.points)
    assert np.all(ends.high > difference.points)


@pytest.mark.parametrize("undefined", ["drop", "zero", "one", "partition"])
def test_what_documents_gain_and_lose_adds_up_to_the_difference(undefined: Undefined) -> None:
    rng = np.random.default_rng(4)
    labels = rng.random((3_000, 3)) < 0.3
    truth = truth_of(labels)
    old, new = (evaluation_of(truth, noisy(labels, m, 0.05, rng), str(m)) for m in (0.2, 0.18))
    side = compared(old, new, undefined, replicates=100)
    for average in AVERAGES:
        found = paired_difference(side, average)
        added = found.changes.gained - found.changes.lost
        assert_allclose(added, found.points, atol=2e-4)


def test_documents_of_one_cluster_gain_and_lose_together() -> None:
    # ten clusters of ten copies: one cluster lost is one change of ten documents
    labels = matrix_of(["a", "b"] * 50, 2)
    truth = truth_of(labels, clusters=np.repeat(np.arange(10), 10))
    worse = labels.copy()
    worse[:10] = ~worse[:10]
    found = paired_difference(
        compared(evaluation_of(truth, labels, "old"), evaluation_of(truth, worse, "new")), "micro"
    )
    assert found.changes.units == 10
    assert_allclose(found.changes.unseen_change, 10 / 100, rtol=1e-3)
    assert_allclose(found.changes.lost_squares, (10 / 100) ** 2, rtol=1e-3)


def test_p_values_are_1_where_the_difference_is_not_beyond_the_limit() -> None:
    found = paired_difference(single_label(200, 5, 3), "micro")
    above, below = found.tails(0.0)
    assert above[0] == 1
    assert 0.05 < below[0] < 0.5
    above, below = found.tails(-0.1)
    assert above[0] < 0.01
    assert below[0] == 1


@pytest.mark.parametrize("replicates", [0, 400])
def test_of_minus_a_measure_all_is_the_other_way_round(replicates: int) -> None:
    rng = np.random.default_rng(5)
    labels = rng.random((150, 3)) < 0.3
    truth = truth_of(labels)
    old, new = (evaluation_of(truth, noisy(labels, 0.2, 0.05, rng), name) for name in "ab")
    difference = paired_difference(compared(old, new), None)
    assert difference.drawn is not None
    if not replicates:
        difference = replace(difference, drawn=None)
    mirrored, alpha = difference.mirrored(), np.full(3, 0.05)
    assert_allclose(mirrored.points, -difference.points)
    ends, turned = difference.bounds(alpha), mirrored.bounds(alpha)
    # quantiles of replicates are in single precision
    assert_allclose([turned.low, turned.high], [-ends.high, -ends.low], rtol=1e-5)
    above, below = difference.tails(0.01)
    assert_allclose(mirrored.tails(-0.01), (below, above), rtol=1e-6)
