"""Net benefit: by hand, by counting documents, and how often its interval holds."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.ranking.net_benefit import (
    THRESHOLDS,
    net_benefit,
    net_benefit_curve,
    net_benefit_interval,
)
from metrics.tallies import ContingencyTable, tally_scores


def table(tp: float, fp: float, fn: float, tn: float) -> ContingencyTable:
    return ContingencyTable(*(np.array(cell, dtype=float) for cell in (tp, fp, fn, tn)))


def test_by_hand() -> None:
    # 30 hits and 20 false alarms of 100; at 0.2 four hits' worth of alarms make one
    assert net_benefit(table(30, 20, 10, 40), 0.2) == pytest.approx(30 / 100 - 20 / 100 * 1 / 4)
    # at one half an alarm costs what a hit is worth
    assert net_benefit(table(30, 20, 10, 40), 0.5) == pytest.approx(0.1)
    assert net_benefit(table(0, 0, 10, 40), 0.9) == 0


def test_the_curve_counts_documents_from_each_threshold_on() -> None:
    random = np.random.default_rng(3)
    truth = random.random(400) < 0.3
    p = np.round(np.clip(random.normal(0.3 + 0.3 * truth, 0.2), 0, 1), 2)
    curve = net_benefit_curve(tally_scores(p, truth))
    for i, t in enumerate(THRESHOLDS.tolist()):
        worth = sum(1 if true else -t / (1 - t) for true, q in zip(truth, p, strict=True) if q >= t)
        assert curve.value[i] == pytest.approx(worth / 400, abs=1e-12)
        every = sum(1 if true else -t / (1 - t) for true in truth)
        assert curve.assign_all[i] == pytest.approx(every / 400, abs=1e-12)
    assert np.all((curve.low < curve.value) & (curve.value < curve.high))


def test_assigning_to_all_is_worth_nothing_where_the_threshold_is_the_prevalence() -> None:
    truth = np.arange(20) < 5
    curve = net_benefit_curve(tally_scores(np.linspace(0, 1, 20), truth), np.array([0.25]))
    assert_allclose(curve.assign_all, 0, atol=1e-15)


def test_thresholds_outside_0_to_1_and_no_documents() -> None:
    for threshold in (0.0, 1.0, -0.1, float("nan")):
        with pytest.raises(ValueError, match="between 0 and 1"):
            net_benefit(table(1, 1, 1, 1), threshold)
    assert np.isnan(net_benefit(table(0, 0, 0, 0), 0.5))
    empty = net_benefit_curve(tally_scores(np.zeros(0), np.zeros(0, dtype=bool)))
    assert np.isnan(empty.value).all()
    assert np.isnan(empty.low).all()


def test_pairs_that_hang_together_have_no_interval() -> None:
    tally = tally_scores(np.array([0.9, 0.1]), np.array([True, False]))
    assert np.isnan(net_benefit_curve(tally, interval=False).low).all()


def test_documents_that_are_worth_less_have_a_wider_interval() -> None:
    random = np.random.default_rng(5)
    truth = random.random(300) < 0.4
    tally = tally_scores(random.random(300), truth)
    alone, half = net_benefit_curve(tally), net_benefit_curve(tally, worth=truth.sum() / 4)
    # a quarter of the documents: about twice as wide, where alarms are not few
    ratio = (half.high - half.low) / (alone.high - alone.low)
    assert_allclose(ratio[THRESHOLDS < 0.8], 2, atol=0.12)


@pytest.mark.parametrize(
    ("hits", "alarms", "threshold", "documents"),
    [
        (0.1, 0.05, 0.5, 300), (0.02, 0.01, 0.2, 500), (0.2, 0.3, 0.1, 200),
        (0.05, 0.002, 0.9, 400), (0.004, 0.001, 0.6, 1000), (0.3, 0.2, 0.7, 60),
    ],
)  # fmt: skip
def test_the_interval_holds_about_95_in_100(
    hits: float, alarms: float, threshold: float, documents: int
) -> None:
    random = np.random.default_rng(11)
    drawn = random.multinomial(documents, [hits, alarms, 1 - hits - alarms], 20_000) / documents
    ends = net_benefit_interval(drawn[:, 0], drawn[:, 1], threshold, documents)
    true = hits - alarms * threshold / (1 - threshold)
    held = np.mean((ends.low <= true) & (true <= ends.high))
    # of four hits it holds more often
    assert 0.935 < held < 0.99
