"""Values of several people averaged, and set against each other document by document."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from metrics.annotators.ceiling import gap, mean_of_influences, placed_influence
from metrics.effective_size import cluster_weights
from metrics.uncertainty.average_intervals import Influence


def mean_of(values: list[float]) -> Influence:
    """The mean of a number a document."""
    of = np.array(values)
    return Influence(float(of.mean()), (of - of.mean()) / len(of), np.ones(len(of), dtype=bool))


def test_the_gap_of_two_means_is_the_paired_t_interval() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.random(30), rng.random(30)
    found = gap(mean_of(list(a)), mean_of(list(b)), a != b, None)
    expected = stats.ttest_rel(a, b).confidence_interval(0.95)
    assert_allclose(found.value, np.mean(a - b))
    assert_allclose([found.low, found.high], [expected.low, expected.high])
    assert found.number_differing == 30


def test_copies_in_clusters_leave_the_gap_as_it_was() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.random(30), rng.random(30)
    twice = cluster_weights(60, None, np.repeat(np.arange(30), 2))
    one, two = np.repeat(a, 2), np.repeat(b, 2)
    copied = gap(mean_of(list(one)), mean_of(list(two)), one != two, twice)
    alone = gap(mean_of(list(a)), mean_of(list(b)), a != b, None)
    assert_allclose([copied.low, copied.high], [alone.low, alone.high])
    assert copied.number_differing == 30


def test_without_two_documents_that_differ_there_is_no_interval() -> None:
    same = mean_of([0.0, 1.0, 1.0])
    one_differs = np.array([True, False, False])
    assert np.isnan(gap(same, same, one_differs, None).low)
    nothing = Influence(float("nan"), np.zeros(3), np.zeros(3, dtype=bool))
    assert np.isnan(gap(same, nothing, np.ones(3, dtype=bool), None).high)


def test_the_mean_over_people_leaves_out_whom_it_is_undefined_for() -> None:
    nothing = Influence(float("nan"), np.zeros(4), np.zeros(4, dtype=bool))
    # two people on the first two, and on the last two, of four documents
    first = placed_influence(mean_of([0.0, 1.0]), np.array([0, 1]), 4)
    last = placed_influence(mean_of([1.0, 1.0]), np.array([2, 3]), 4)
    both = mean_of_influences([first, nothing, last])
    assert both.value == pytest.approx(0.75)
    assert_allclose(both.per_document, [-0.125, 0.125, 0, 0])
    assert both.included.all()
    assert mean_of_influences([first, nothing]).included.tolist() == [True, True, False, False]
    assert np.isnan(mean_of_influences([nothing, nothing]).value)
