"""Tests of a difference: worked by hand, and against scipy and statsmodels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy import stats

import breakeven as be
from breakeven.analysis.comparison.paired_tests import mcnemar, micro_sign_test
from metrics.uncertainty import significance as sig
from tests.made import evaluation_of, matrix_of, noisy, truth_of


def test_sign_test_of_nine_in_ten() -> None:
    # one-sided: (C(10,9) + C(10,10)) / 2^10 = 11/1024; two-sided twice that
    outcome = sig.sign_test("s", 9, 10)
    assert_allclose([outcome.p_new_better, outcome.p], [11 / 1024, 22 / 1024])
    assert np.isnan(outcome.statistic), "no normal deviate for 12 trials or fewer"


def test_sign_test_gives_the_normal_deviate_above_twelve_trials() -> None:
    # (10 - 16/2) / (sqrt(16)/2) = 2 / 2
    assert sig.sign_test("s", 10, 16).statistic == 1.0


def test_without_trials_there_is_no_test() -> None:
    assert np.isnan(sig.sign_test("s", 0, 0).p)
    truth = truth_of(matrix_of(["a", "b"], 2))
    same = evaluation_of(truth, matrix_of(["a", "a"], 2))
    for test in (micro_sign_test, mcnemar):
        outcome = test(same, same)
        assert outcome.trials == 0
        assert np.isnan(outcome.p)


def test_micro_sign_test_counts_decisions_that_one_gets_right() -> None:
    #        truth  old   new   only new right      only old right
    # doc 1  a      -     a     a (found)
    # doc 2  ab     a     ab    b (found)
    # doc 3  -      c     -     c (spared)
    # doc 4  b      b     c                         b (missed), c (added)
    # doc 5  c      c     c
    truth = truth_of(matrix_of(["a", "ab", "", "b", "c"], 3))
    old = evaluation_of(truth, matrix_of(["", "a", "c", "b", "c"], 3))
    new = evaluation_of(truth, matrix_of(["a", "ab", "", "c", "c"], 3))
    outcome = micro_sign_test(old, new)
    assert (outcome.in_favour, outcome.trials) == (3, 5)
    # P(X >= 3 of 5) = (10 + 5 + 1) / 32
    assert_allclose(outcome.p_new_better, 16 / 32)
    assert_allclose(outcome.p, 1.0)


def test_decisions_are_not_tested_where_a_document_has_one_class_and_gets_one() -> None:
    # four documents, all right by the new system only: 8 decisions, but 4 that differ on their own
    true = ["a"] * 4 + ["b"] * 4
    frame = pd.DataFrame({"id": range(8), "true": true, "pred_old": ["b"] * 8, "pred_new": true})
    review = be.read(frame)
    old, new = (be.evaluate(review, p.system) for p in review.predictions)
    compared = be.compare(old, new)
    tests = {test["test"]: test for test in compared.to_dict()["tests"]}
    assert "micro_sign_test" not in tests
    # 2 / 2^4, two-sided
    assert tests["mcnemar"]["p"] == pytest.approx(0.125)


def test_an_unjudged_decision_speaks_for_nobody() -> None:
    truth = truth_of(matrix_of(["a", "a"], 1), unjudged=matrix_of(["a", ""], 1))
    old = evaluation_of(truth, matrix_of(["", ""], 1))
    new = evaluation_of(truth, matrix_of(["a", "a"], 1))
    assert micro_sign_test(old, new).trials == 1


def test_macro_sign_test_leaves_out_equal_and_undefined_classes() -> None:
    old = np.array([0.5, 0.5, 0.5, 0.5, np.nan])
    new = np.array([0.6, 0.7, 0.4, 0.5, 0.9])
    outcome = sig.macro_sign_test(old, new)
    # P(X >= 2 of 3) = 4/8
    assert (outcome.in_favour, outcome.trials) == (2, 3)
    assert_allclose(outcome.p_new_better, 4 / 8)


def test_macro_t_test_is_scipys_paired_t_test() -> None:
    rng = np.random.default_rng(0)
    old, new = rng.random(20), rng.random(20)
    expected = stats.ttest_rel(new, old)
    outcome = sig.macro_t_test(old, new)
    assert_allclose([outcome.statistic, outcome.p], [expected.statistic, expected.pvalue])
    assert_allclose(outcome.p_new_better, stats.ttest_rel(new, old, alternative="greater").pvalue)


def test_macro_t_test_by_hand() -> None:
    # d = .1 .2 .3: mean .2, standard deviation .1, error .1/sqrt(3)
    outcome = sig.macro_t_test(np.array([0.1, 0.2, 0.3]), np.array([0.2, 0.4, 0.6]))
    assert_allclose(outcome.statistic, 0.2 / (0.1 / np.sqrt(3)))


def test_rank_test_ranks_the_values_of_both_systems_together() -> None:
    # pooled .1 .2 .3 .9 .4 .5: ranks old 1 2 3, new 6 4 5; d = 5 2 2, mean 3, variance 3
    outcome = sig.macro_rank_test(np.array([0.1, 0.2, 0.3]), np.array([0.9, 0.4, 0.5]))
    assert_allclose(outcome.statistic, 3 / (np.sqrt(3) / np.sqrt(3)))
    # the outlier weighs no more than its rank: .9 becoming .51 changes nothing
    same = sig.macro_rank_test(np.array([0.1, 0.2, 0.3]), np.array([0.51, 0.4, 0.5]))
    assert same == outcome


def test_equal_differences_give_no_t_test() -> None:
    assert np.isnan(sig.macro_t_test(np.zeros(4), np.full(4, 0.5)).p)
    assert np.isnan(sig.macro_t_test(np.array([0.1]), np.array([0.5])).p)


def test_mcnemar_is_the_binomial_over_documents_one_gets_right() -> None:
    rng = np.random.default_rng(3)
    labels = np.eye(4, dtype=bool)[rng.integers(0, 4, 200)]
    truth = truth_of(labels)
    old_called, new_called = noisy(labels, 0.3, 0.05, rng), noisy(labels, 0.2, 0.05, rng)
    outcome = mcnemar(evaluation_of(truth, old_called), evaluation_of(truth, new_called))
    right = [(called == labels).all(axis=1) for called in (old_called, new_called)]
    only_new, only_old = int((right[1] & ~right[0]).sum()), int((right[0] & ~right[1]).sum())
    assert (outcome.in_favour, outcome.trials) == (only_new, only_new + only_old)
    assert_allclose(outcome.p, stats.binomtest(only_new, only_new + only_old).pvalue)
    assert_allclose(
        outcome.p_new_better,
        stats.binomtest(only_new, only_new + only_old, alternative="greater").pvalue,
    )


def test_proportions_test_is_statsmodels_z_test() -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    z, p = proportion.proportions_ztest([40, 30], [60, 70])
    outcome = sig.proportions_test(30, 70, 40, 60)
    assert_allclose([outcome.statistic, outcome.p], [z, p])


@pytest.mark.parametrize("counts", [(0, 0, 3, 5), (0, 5, 0, 5), (5, 5, 4, 4)])
def test_proportions_without_spread_or_trials_give_no_test(counts: tuple[int, ...]) -> None:
    assert np.isnan(sig.proportions_test(*counts).p)


def test_corrections_by_hand() -> None:
    # Holm, m = 3: .01*3, .03*2, .04*1, made monotone: .03 .06 .06
    # Benjamini-Hochberg: .01*3/1, .03*3/2, .04*3/3, made monotone from above: .03 .04 .04
    p = np.array([0.04, np.nan, 0.01, 0.03])
    assert_allclose(sig.corrected(p, "holm"), [0.06, np.nan, 0.03, 0.06])
    assert_allclose(sig.corrected(p, "fdr_bh"), [0.04, np.nan, 0.03, 0.04])
    assert np.isnan(sig.corrected(np.array([np.nan]), "holm")).all()


@pytest.mark.parametrize("method", ["holm", "fdr_bh"])
def test_corrections_are_those_of_statsmodels(method: sig.Correction) -> None:
    from statsmodels.stats.multitest import multipletests

    rng = np.random.default_rng(7)
    for n in (1, 2, 9, 90):
        p = np.round(rng.random(n) ** 3, 2)  # some equal
        assert_allclose(sig.corrected(p, method), multipletests(p, method=method)[1])
    assert sig.corrected(np.array([]), method).shape == (0,)


def test_swapping_the_systems_swaps_the_sides() -> None:
    rng = np.random.default_rng(5)
    labels = rng.random((60, 4)) < 0.3
    truth = truth_of(labels)
    old = evaluation_of(truth, noisy(labels, 0.3, 0.1, rng))
    new = evaluation_of(truth, noisy(labels, 0.2, 0.1, rng))
    there, back = micro_sign_test(old, new), micro_sign_test(new, old)
    assert_allclose(there.p, back.p)
    assert there.in_favour == back.trials - back.in_favour
    assert_allclose(there.statistic, -back.statistic)
