"""The alternative annotator test: by hand, and against SciPy and statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from statsmodels.stats.multitest import multipletests

from metrics.annotators.alternative_annotator import (
    Advantage,
    advantage_over,
    alternative_test,
    by_benjamini_yekutieli,
)
from metrics.effective_size import cluster_weights


def test_ties_count_for_both_and_the_rest_for_the_better() -> None:
    # of 40 documents: 30 alike, the system closer on 6, the person on 4
    system = np.array([0.5] * 30 + [1.0] * 6 + [0.0] * 4)
    person = np.array([0.5] * 30 + [0.5] * 6 + [0.5] * 4)
    found = advantage_over(system, person, 0.1)
    assert found.documents == 40
    assert found.system == pytest.approx(36 / 40)
    assert found.person == pytest.approx(34 / 40)
    # d is 0 thirty times, -1 six times, +1 four times: mean -0.05, sum of squares 10 - 40 * 0.05^2
    error = np.sqrt((10 - 0.1) / 39 / 40)
    assert found.p == pytest.approx(stats.t.cdf((-0.05 - 0.1) / error, 39))


def test_it_is_scipys_one_sided_t_test() -> None:
    rng = np.random.default_rng(3)
    system, person = rng.integers(0, 3, (2, 80)) / 2
    d = (person >= system).astype(float) - (system >= person)
    expected = stats.ttest_1samp(d, 0.15, alternative="less").pvalue
    assert_allclose(advantage_over(system, person, 0.15).p, expected)


@pytest.mark.parametrize(("epsilon", "p"), [(0.1, 0.0), (0.0, 1.0)])
def test_where_the_two_are_always_alike_epsilon_decides(epsilon: float, p: float) -> None:
    same = np.ones(50)
    assert advantage_over(same, same, epsilon).p == p


def test_below_thirty_documents_there_is_no_test() -> None:
    assert np.isnan(advantage_over(np.ones(29), np.zeros(29), 0.1).p)
    assert not np.isnan(advantage_over(np.ones(30), np.zeros(30), 0.1).p)
    assert np.isnan(advantage_over(np.ones(0), np.zeros(0), 0.1).system)


def test_clusters_of_copies_tell_no_more_than_one_of_each() -> None:
    rng = np.random.default_rng(0)
    system, person = rng.integers(0, 3, (2, 60)) / 2
    twice = cluster_weights(120, None, np.repeat(np.arange(60), 2))
    copied = advantage_over(np.repeat(system, 2), np.repeat(person, 2), 0.2, twice)
    assert_allclose(copied.p, advantage_over(system, person, 0.2).p)


def test_false_findings_are_held_as_statsmodels_holds_them() -> None:
    rng = np.random.default_rng(1)
    for size in (1, 2, 5, 12):
        for _ in range(20):
            p = rng.random(size) ** 4
            assert (
                by_benjamini_yekutieli(p).tolist() == multipletests(p, 0.05, "fdr_by")[0].tolist()
            )


def test_the_winning_rate_is_over_those_tested() -> None:
    nan = float("nan")
    # of three p-values the thresholds are 0.05 / (1 + 1/2 + 1/3) times 1/3, 2/3, 1:
    # 0.0091, 0.0182, 0.0273; the fourth has too few documents
    each = [
        Advantage(60, 0.9, 0.8, 0.001),
        Advantage(60, 0.8, 0.8, 0.018),
        Advantage(60, 0.7, 0.8, 0.3),
        Advantage(10, 0.2, 0.9, nan),
    ]
    test = alternative_test(each)
    assert test.wins.tolist() == [True, True, False, False]
    assert test.tested == 3
    assert test.rate == pytest.approx(2 / 3)
    assert test.advantage == pytest.approx(0.8)
    assert test.may_replace


def test_with_nobody_tested_nothing_is_said() -> None:
    test = alternative_test([Advantage(10, 0.9, 0.8, float("nan"))])
    assert np.isnan(test.rate)
    assert not test.may_replace
