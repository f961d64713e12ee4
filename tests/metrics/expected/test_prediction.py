"""Counting members and judging probabilities."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics.expected import prediction
from metrics.expected.calibration import reliability, squared_probability_error
from metrics.measures import squared_error_in_counting
from metrics.typing import Array
from tests.golden_cases import cases, check, table


def counted(p: Array) -> dict[str, Any]:
    count = prediction.expected_count(p)
    return {
        "estimate": count.expected,
        "variance": count.variance,
        "interval_95": [count.low, count.high],
        "expected_sec_by_size": prediction.expected_squared_error_in_counting(
            prediction.expected_count(p), np.arange(len(p) + 1)
        ),
        "best_sizes": prediction.best_counts(p),
    }


@pytest.mark.parametrize("case", cases("counting", "table"))
def test_error_of_a_table_golden(case: dict[str, Any]) -> None:
    of = table(case["input"]["table"])
    got = {
        "sec": squared_error_in_counting(of),
        "true_count": of.positives,
        "assigned_count": of.assigned,
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("counting", "p", "truth"))
def test_counting_golden(case: dict[str, Any]) -> None:
    p = np.array(case["input"]["p"], dtype=float)
    truth = np.array(case["input"]["truth"], dtype=bool)
    error = squared_probability_error(p, truth)
    check({**counted(p), "squared_probability_error": error}, case)


@pytest.mark.parametrize("case", cases("lewis_1995_figure_4"))
def test_figure_4(case: dict[str, Any]) -> None:
    check(counted(np.array(case["input"]["p"])), case)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 8).map(lambda i: Fraction(i, 8)), max_size=6))
def test_expected_error_by_enumeration(p: list[Fraction]) -> None:
    expected = []
    for k in range(len(p) + 1):
        total = Fraction(0)
        for members in product([0, 1], repeat=len(p)):
            weight = Fraction(1)
            for q, z in zip(p, members, strict=True):
                weight *= q if z else 1 - q
            total += weight * (sum(members) - k) ** 2
        expected.append(total)
    array = np.array(p, dtype=float)
    sizes = np.arange(len(array) + 1)
    got = prediction.expected_squared_error_in_counting(prediction.expected_count(array), sizes)
    assert_allclose(got, np.array(expected, dtype=float), atol=1e-12)
    assert prediction.best_counts(array) == [
        k for k, e in enumerate(expected) if e == min(expected)
    ]


def test_reliability_by_hand() -> None:
    # ten bins: .05 .05 in the first, no members; .3 falls into [.3, .4), a member;
    # .35 beside it, none; .95 and 1.0 in the last, both members
    p = np.array([0.05, 0.05, 0.3, 0.35, 0.95, 1.0])
    of = reliability(p, np.array([0, 0, 1, 0, 1, 1], dtype=bool))
    assert of.documents.tolist() == [2, 0, 0, 2, 0, 0, 0, 0, 0, 2]
    assert_allclose(of.mean_probability[[0, 3, 9]], [0.05, 0.325, 0.975])
    assert_allclose(of.observed[[0, 3, 9]], [0, 0.5, 1])
    assert np.isnan(of.observed[1])
    # (2 * .05 + 2 * .175 + 2 * .025) / 6
    assert of.expected_calibration_error == pytest.approx(0.5 / 6)


def test_bins_of_equal_number() -> None:
    # quartiles of eight: .15, .35, .65: two documents each
    p = np.array([0.1, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.9])
    of = reliability(p, p > 0.5, bins=4, edges="equal number")
    assert of.documents.tolist() == [2, 2, 2, 2]
    same = reliability(np.full(8, 0.5), np.arange(8) < 4, bins=4, edges="equal number")
    assert same.documents.sum() == 8
    assert same.expected_calibration_error == 0


def test_reliability_of_nothing() -> None:
    assert np.isnan(reliability(np.empty(0), np.empty(0)).expected_calibration_error)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40))
def test_bins_hold_everything(items: list[tuple[float, bool]]) -> None:
    p, z = (np.array(column) for column in zip(*items, strict=True))
    for edges in ("equal width", "equal number"):
        of = reliability(p, z, edges=edges)
        assert of.documents.sum() == len(p)
        assert of.positives.sum() == z.sum()
        filled = of.documents > 0
        assert np.all(of.mean_probability[filled] >= of.low[filled] - 1e-12)
        assert np.all(of.mean_probability[filled] <= of.high[filled] + 1e-12)
