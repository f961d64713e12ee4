"""Intervals of the measures of a class: by hand, around their value, and holding what they say."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from metrics.effective_size import EffectiveTrials
from metrics.measures import alpha_of, f_beta
from metrics.tallies import ContingencyTable
from metrics.uncertainty.intervals import (
    f_interval,
    interval_if_beyond,
    precision_interval,
    recall_interval,
    wilson,
)

BETAS = (0.0, 0.5, 1.0, 2.0, np.inf)
# every table of up to four documents in each cell, and some larger ones
SMALL = np.array([*product((0, 1, 2, 3, 4, 40), repeat=3)], dtype=float).T


def table_of(tp: object, fp: object, fn: object) -> ContingencyTable:
    tp, fp, fn = (np.asarray(cell, dtype=float) for cell in (tp, fp, fn))
    return ContingencyTable(tp, fp, fn, np.full(tp.shape, 100.0))


def test_an_interval_without_a_hit_starts_at_nought() -> None:
    found = wilson(0, 3)
    # z^2 / (n + z^2) with z = 1.959964
    assert found.low == 0
    assert found.high == pytest.approx(3.841459 / 6.841459)
    assert wilson(3, 3).high == 1


def test_wilsons_interval_is_that_of_statsmodels() -> None:
    trials = np.array([1, 2, 7, 30, 1000])[:, None]
    hits = np.minimum(np.array([0, 1, 2.5, 6, 29, 1000]), trials)
    found = wilson(hits, np.broadcast_to(trials, hits.shape))
    want = proportion_confint(hits, trials, method="wilson")
    assert_allclose([found.low, found.high], want, atol=1e-12)
    assert np.isnan(wilson(0, 0).low)


def test_where_only_precision_counts_f_is_as_uncertain_as_precision() -> None:
    # 5 of 5 assigned are right: Wilson 5 / (5 + 3.841459) to 1, whatever was missed
    found = f_interval(table_of([5], [0], [3]), 0.0)
    assert_allclose(found.low, 5 / 8.841459, rtol=1e-6)
    assert found.high == 1
    tables = table_of(*SMALL)
    for beta, known in ((0.0, precision_interval(tables)), (np.inf, recall_interval(tables))):
        ends, there = f_interval(tables, beta), ~np.isnan(known.low)
        assert_allclose(ends.low[there], known.low[there], atol=1e-12)
        assert_allclose(ends.high[there], known.high[there], atol=1e-12)


def test_nothing_assigned_says_nothing_of_precision() -> None:
    # F is 0 there by decree, as three are missed, yet precision may be anything
    found = f_interval(table_of([0], [0], [3]), 0.0)
    assert (found.low[0], found.high[0]) == (0, 1)
    assert np.isnan(f_interval(table_of([0], [0], [0]), 0.0).low).all()


def test_for_f1_it_is_the_interval_of_the_overlap() -> None:
    # tp 5, fp 2, fn 3: J = 5 of 10 lies in 0.236593 to 0.763407, and F1 = 2 J / (1 + J)
    found = f_interval(table_of([5], [2], [3]))
    assert_allclose(found.low, 2 * 0.236593 / 1.236593, atol=1e-6)
    assert_allclose(found.high, 2 * 0.763407 / 1.763407, atol=1e-6)


def test_between_by_hand() -> None:
    # beta 2, so alpha 1/5: tp 4, fp 3, fn 2
    # error (0.04 x 3.5 + 0.64 x 2.5) / (0.2 x 3.5 + 0.8 x 2.5) = 1.74 / 2.7
    # trials 4 + (0.2 x 3 + 0.8 x 2) / error
    error = 1.74 / 2.7
    share = wilson(4, 4 + 2.2 / error)
    found = f_interval(table_of(4, 3, 2), 2.0)
    for got, j in ((found.low, share.low), (found.high, share.high)):
        assert got == pytest.approx(float(j) / (float(j) + error * (1 - float(j))))


@pytest.mark.parametrize("beta", BETAS)
def test_an_interval_holds_its_own_value(beta: float) -> None:
    tables = table_of(*SMALL)
    value, ends = f_beta(tables, beta), f_interval(tables, beta)
    assert (np.isnan(value) == np.isnan(ends.low)).all()
    there = ~np.isnan(value)
    assert (ends.low[there] <= value[there] + 1e-12).all()
    assert (value[there] <= ends.high[there] + 1e-12).all()
    assert (ends.high[there] - ends.low[there] > 0.01).all()


@pytest.mark.parametrize("beta", BETAS)
def test_half_the_documents_worth_is_the_interval_of_half_the_documents(beta: float) -> None:
    whole, half = table_of([8], [4], [6]), table_of([4], [2], [3])
    worth = EffectiveTrials(half.assigned, half.positives, np.array([9.0]))
    halved = ContingencyTable(whole.tp, whole.fp, whole.fn, whole.tn, effective=worth)
    want = f_interval(half, beta)
    assert_allclose(f_interval(halved, beta).low, want.low)
    assert_allclose(f_interval(halved, beta).high, want.high)


@pytest.mark.parametrize("beta", BETAS)
@pytest.mark.parametrize(
    ("positives", "precision", "recall"),
    [(5, 0.5, 0.5), (10, 0.9, 0.4), (20, 0.4, 0.9), (20, 0.9, 0.9), (50, 0.7, 0.95), (200, 0.5, 1)],
)
def test_intervals_hold_the_f_of_all_such_documents(
    beta: float, positives: int, precision: float, recall: float
) -> None:
    random = np.random.default_rng(round(1000 * positives * precision))
    hits = positives * recall
    tables = table_of(
        random.poisson(hits, 4000),
        random.poisson(hits * (1 - precision) / precision, 4000),
        random.poisson(positives - hits, 4000),
    )
    alpha = alpha_of(beta)
    truth = 1 / (alpha / precision + (1 - alpha) / recall)
    ends = f_interval(tables, beta)
    tried = {0.0: tables.assigned, np.inf: tables.positives}.get(beta, tables.tp + 1) > 0
    held = (ends.low <= truth + 1e-12) & (truth - 1e-12 <= ends.high)
    assert 0.93 <= held[tried].mean() <= (1 if recall == 1 and beta == np.inf else 0.985)


def test_a_difference_shown_only_where_it_is_large_is_that_of_the_truncated_normal() -> None:
    # of what is shown, as much lies beyond the difference as 2.5 % allow at the low end, and 97.5 %
    # at the high end
    for size, least in ((2.3, 1.96), (3.1, 2.5)):
        ends = interval_if_beyond(0.02 * size, 0.02, least)
        for end, share in ((ends.low, 0.025), (ends.high, 0.975)):
            of_truth = stats.norm(end / 0.02, 1)
            beyond = of_truth.sf(least) + of_truth.cdf(-least)
            assert of_truth.sf(size) / beyond == pytest.approx(share)
        middle = stats.norm(ends.value / 0.02, 1)
        beyond = middle.sf(least) + middle.cdf(-least)
        assert middle.sf(size) / beyond == pytest.approx(0.5)
        worse = interval_if_beyond(-0.02 * size, 0.02, least)
        assert (worse.low, worse.value, worse.high) == (-ends.high, -ends.value, -ends.low)
    # what is far beyond is shown whatever chance does
    plain = interval_if_beyond(0.3, 0.02, 1.96)
    assert_allclose(
        [plain.low, plain.value, plain.high], [0.3 - 1.96 * 0.02, 0.3, 0.3 + 1.96 * 0.02], atol=1e-5
    )
    # what is only just shown would be as likely on the other side
    assert interval_if_beyond(1.96, 1.0, 1.96).value == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("true", [0.0, 0.5, 1.0, 2.0])
def test_of_weak_differences_that_are_shown_95_of_100_intervals_hold(true: float) -> None:
    differences = true + np.random.default_rng(3).normal(size=40_000)
    shown = differences[np.abs(differences) >= 1.96][:1_500]
    held, plain, above = 0, 0, 0
    for point in shown.tolist():
        ends = interval_if_beyond(point, 1.0, 1.96)
        held += bool(ends.low <= true <= ends.high)
        plain += abs(point - true) <= 1.96
        above += bool(ends.value > true)
    assert 0.935 <= held / len(shown) <= 0.985
    # the value is too large as often as too small; what was found is too large nearly always
    assert 0.46 <= above / len(shown) <= 0.54
    # the plain interval seldom holds where differences are weak
    assert true == 2.0 or plain / len(shown) < 0.9
