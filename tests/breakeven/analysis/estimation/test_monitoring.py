"""Periods, the estimates of each, what is usual for them, and alarms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from breakeven.analysis.estimation.monitoring import (
    MonitoredSeries,
    monitoring,
    period_shares,
    usual,
)
from breakeven.analysis.estimation.periods import PeriodUnit, blocks, by_date, by_number
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from metrics.thresholds.costs import ERROR_RATE, CostMatrix
from metrics.typing import Array
from tests.made import not_none

DAYS = np.array(["2024-01-31", "NaT", "2024-02-01", "2024-01-28", "2024-02-05"], dtype="M8[D]")


def test_periods_of_so_many_documents() -> None:
    periods = by_number(5, 2)
    assert [part.tolist() for part in periods.parts] == [[0, 1], [2, 3], [4]]
    assert periods.names == ("1 to 2", "3 to 4", "5 to 5")
    assert periods.short
    assert not by_number(4, 2).short
    assert by_number(0, 2).parts == ()


def test_periods_of_so_many_documents_by_date() -> None:
    periods = by_number(5, 2, DAYS)
    assert [part.tolist() for part in periods.parts] == [[3, 0], [2, 4]]
    assert periods.names == ("2024-01-28 to 2024-01-31", "2024-02-01 to 2024-02-05")
    assert periods.undated == 1


def test_a_period_within_one_day_is_named_by_it() -> None:
    days = np.array(["2024-02-01", "2024-02-01", "2024-02-02"], dtype="M8[D]")
    assert by_number(3, 2, days).names == ("2024-02-01", "2024-02-02")


@pytest.mark.parametrize(
    ("unit", "names", "parts"),
    [
        ("day", ["2024-01-28", "2024-01-31", "2024-02-01", "2024-02-05"], [[3], [0], [2], [4]]),
        # 28 January 2024 was a Sunday
        (
            "week",
            ["week of 2024-01-22", "week of 2024-01-29", "week of 2024-02-05"],
            [[3], [0, 2], [4]],
        ),
        ("month", ["2024-01", "2024-02"], [[3, 0], [2, 4]]),
    ],
)
def test_periods_of_the_calendar(
    unit: PeriodUnit, names: list[str], parts: list[list[int]]
) -> None:
    periods = by_date(DAYS, unit)
    assert list(periods.names) == names
    assert [part.tolist() for part in periods.parts] == parts
    assert periods.undated == 1


def test_no_date_no_period() -> None:
    assert by_date(np.array(["NaT"], dtype="M8[D]"), "week").parts == ()


def made(p: Array, calls: Array) -> ClassProbabilities:
    names = tuple(f"c{c}" for c in range(len(p)))
    return ClassProbabilities(
        names, np.asarray(p, dtype=float), sparse.csc_array(np.array(calls, bool).T)
    )


P = np.array([[0.9, 0.9, 0.4, 0.4, 0.4, 0.2], [0.1, 0.2, 0.0, 0.8, 0.7, 1.0]])
CALLS = np.array([[1, 1, 0, 1, 1, 0], [0, 0, 0, 1, 0, 1]], dtype=bool)
COSTS = [ERROR_RATE, CostMatrix(fn=3)]


def test_a_class_has_the_blocks_of_its_own_stream() -> None:
    series = monitoring(made(P, CALLS), None, by_number(6, 3), 1.0, 1.0, COSTS, c=0)
    wanted = blocks(P[0], CALLS[0], 3)
    assert_allclose(series.f.expected, [b.expected_f for b in wanted])
    assert_allclose(series.best_f, [b.best_expected_f for b in wanted])
    assert_allclose(series.loss.expected, [b.loss.expected for b in wanted])
    assert_allclose(series.loss.low, [b.loss.low for b in wanted])
    assert_allclose(not_none(series.share).expected, [b.count.expected / 3 for b in wanted])
    assert_allclose(not_none(series.share).high, [b.count.high / 3 for b in wanted])
    assert (series.f_low <= series.f.expected).all()
    assert (series.f.expected <= series.f_high).all()
    assert np.isnan(series.f.realised).all()


def test_all_pairs_at_the_costs_of_their_classes() -> None:
    of = monitoring(made(P, CALLS), None, by_number(6, 6), 1.0, 1.0, COSTS)
    # class 0: .1 .1 .4 .6 .6 .2 = 2.0; class 1: 3 * (.1 + .2 + 0 + .7) + .2 + 0 = 3.2
    assert_allclose(of.loss.expected, [(2.0 + 3.2) / 12])
    assert_allclose(not_none(of.share).expected, [P.sum() / 6])
    whole = blocks(P.ravel(), CALLS.ravel(), 12)[0]
    assert_allclose(of.f.expected, [whole.expected_f])


def test_realised_values_appear_with_labels() -> None:
    labels = sparse.csc_array(np.array([[1, 0], [0, 0], [0, 0], [1, 1], [0, 1], [0, 1]], bool))
    series = monitoring(made(P, CALLS), labels, by_number(6, 3), 1.0, 1.0, COSTS)
    # first three documents: assigned 2, one rightly, one member: F = 2 * 1 / (2 + 1)
    # last three: assigned c0 d3, d4; c1 d3, d5; true c0 d3, c1 d3, d4, d5: 3 of 4 and 4
    assert_allclose(series.f.realised, [2 / 3, 6 / 8])
    # one false alarm in 6; a false alarm and a miss that costs 3
    assert_allclose(series.loss.realised, [1 / 6, (1 + 3) / 6])
    assert_allclose(not_none(series.share).realised, [1 / 3, 4 / 3])
    class_series = monitoring(made(P, CALLS), labels, by_number(6, 3), 1.0, 0.0, COSTS, c=1)
    # nothing assigned and nothing true in the first: F counts as what it was given for that
    assert_allclose(class_series.f.realised, [0.0, 4 / 5])


def test_the_usual_range_by_hand() -> None:
    # squared errors .04 and .05 add to .09: 1.96 * .3 = .588
    low, high = usual(np.array([0.5, 0.8]), np.array([0.04, 0.05]), 0)
    assert np.isnan(low[0])
    assert low[1] == pytest.approx(0.5 - 0.588)
    assert high[1] == pytest.approx(0.5 + 0.588)


def test_documents_of_one_kind_seldom_leave_the_usual_range() -> None:
    # 40 courses of ten periods of documents that never change: one in twenty raises any alarm by
    # chance; seven or more of 40 do so once in 300 times
    rng = np.random.default_rng(0)
    alarms = 0
    for _ in range(40):
        p = rng.beta(0.3, 0.9, size=(1, 1100))
        of = monitoring(made(p, p > 0.4), None, by_number(1100, 100), 1.0, 1.0, [ERROR_RATE], c=0)
        assert of.share is not None
        alarms += any(series.changed.any() for series in (of.f, of.loss, of.share))
    assert alarms < 7


def test_small_periods_of_a_class_seldom_leave_the_usual_range_of_f() -> None:
    # 20 documents of which some three are called; with few called, three sums say little of F
    rng = np.random.default_rng(3)
    ranges, off = 0, 0
    for _ in range(60):
        sure, others = rng.beta(8, 2, (1, 200)), rng.beta(0.5, 20, (1, 200))
        p = np.where(rng.random((1, 200)) < 0.15, sure, others)
        f = monitoring(made(p, p > 0.4), None, by_number(200, 20), 1.0, 1.0, [ERROR_RATE], c=0).f
        ranges += int((~np.isnan(f.usual_low)).sum())
        off += int(f.changed.sum())
    assert ranges > 150
    assert off / ranges < 0.06


def test_f_of_a_period_with_two_assigned_has_no_usual_range() -> None:
    of = monitoring(made(P, CALLS), None, by_number(6, 3), 1.0, 1.0, COSTS, c=0)
    # class 0 has two assigned in either period of three
    assert np.isnan(of.f.usual_low).all()
    assert not of.f.changed.any()


def test_labels_that_follow_the_probabilities_seldom_surprise() -> None:
    rng = np.random.default_rng(1)
    p = rng.beta(0.5, 1.5, size=(1, 40_000))
    labels = sparse.csc_array((rng.random(40_000) < p[0])[:, None])
    of = monitoring(made(p, p > 0.5), labels, by_number(40_000, 100), 1.0, 1.0, [ERROR_RATE], c=0)
    # 400 blocks at 5 %: 20 with a standard deviation of 4.4
    assert 8 <= of.loss.surprising.sum() <= 33
    assert 8 <= not_none(of.share).surprising.sum() <= 33


def test_a_share_that_moved_is_an_alarm_and_a_rare_class_is_none() -> None:
    rng = np.random.default_rng(2)
    p = np.zeros((2, 400))
    p[0] = np.where(np.arange(400) < 200, 0.1, 0.5) + rng.uniform(-0.05, 0.05, 400)
    p[1] = np.where(np.arange(400) < 200, 1e-4, 2e-4) + rng.uniform(0, 1e-6, 400)
    found = period_shares(made(p, p > 0.5), by_number(400, 200))
    assert found.alarm.tolist() == [[False, True], [False, False]]
    assert found.expected[0] == pytest.approx([0.1, 0.5], abs=0.01)
    # many standard deviations, and a fiftieth of a document
    assert found.off[1, 1] > 3.29


def test_single_documents_have_no_usual_range() -> None:
    of = monitoring(made(P, CALLS), None, by_number(6, 1), 1.0, 1.0, COSTS)
    assert not of.loss.changed.any()
    assert not period_shares(made(P, CALLS), by_number(6, 1)).alarm.any()


def sampled(weights: Array | None, clusters: Array | None) -> ClassProbabilities:
    return replace(made(P, CALLS), weights=weights, clusters=clusters)


def test_clusters_of_one_and_weights_of_one_are_none() -> None:
    plain = monitoring(made(P, CALLS), None, by_number(6, 3), 1.0, 1.0, COSTS)
    alone = monitoring(sampled(None, np.arange(6)[::-1]), None, by_number(6, 3), 1.0, 1.0, COSTS)
    ones = monitoring(sampled(np.ones(6), None), None, by_number(6, 3), 1.0, 1.0, COSTS)
    for name in ("f", "loss", "share"):
        series = getattr(plain, name)
        for other in (alone, ones) if name != "f" else (alone,):
            assert_allclose(getattr(other, name).expected, series.expected)
            assert_allclose(getattr(other, name).usual_low, series.usual_low)
    # the expected F has no form with weights
    assert np.isnan(ones.f.expected).all()
    assert np.isnan(ones.best_f).all()
    shown = [
        period_shares(sample, by_number(6, 3))
        for sample in (made(P, CALLS), sampled(np.ones(6), None))
    ]
    assert_allclose(shown[0].off, shown[1].off)


def test_copies_in_clusters_leave_the_usual_range_as_wide() -> None:
    rng = np.random.default_rng(0)
    p = rng.random((1, 40))
    calls = p > 0.5
    again = np.repeat(np.arange(40), 5)
    widths = []
    for probabilities, size in (
        (made(p, calls), 20),
        (replace(made(p[:, again], calls[:, again]), clusters=again), 100),
        (made(p[:, again], calls[:, again]), 100),
    ):
        loss = monitoring(
            probabilities, None, by_number(probabilities.documents, size), 1.0, 1.0, [ERROR_RATE]
        ).loss
        widths.append(loss.usual_high[1] - loss.usual_low[1])
    assert widths[1] == pytest.approx(widths[0])
    assert widths[2] < 0.5 * widths[0]


def test_a_weighted_share_by_hand() -> None:
    labels = sparse.csc_array(CALLS.T)
    weights = np.array([1.0, 2, 3, 1, 1, 2])
    of = monitoring(sampled(weights, None), labels, by_number(6, 3), 1.0, 1.0, COSTS, c=0)
    # (.9 + 2 x .9 + 3 x .4) / 6, and (1 + 2) / 6 of it is true
    assert_allclose(not_none(of.share).expected[0], 3.9 / 6)
    assert_allclose(not_none(of.share).realised[0], 3 / 6)
    assert_allclose(of.loss.expected[0], (0.1 + 2 * 0.1 + 3 * 0.4) / 6)


def test_at_the_ends_of_an_interval_nothing_surprises_and_nothing_has_changed() -> None:
    low, high = np.full(6, 0.25), np.full(6, 0.75)
    high[5] = np.nan
    values = np.array([0.25, 0.75, 0.24, 0.76, np.nan, 0.5])
    beyond = [False, False, True, True, False, False]
    usual = np.full(6, np.nan)
    realised = MonitoredSeries(usual, low, high, usual, usual, values)
    assert realised.surprising.tolist() == beyond
    assert realised.changed.tolist() == [False] * 6
    expected = MonitoredSeries(values, usual, usual, low, high, usual)
    assert expected.changed.tolist() == beyond
    assert expected.surprising.tolist() == [False] * 6
