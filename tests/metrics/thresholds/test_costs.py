"""Loss and its optimal rule, against golden values and all 2^n decisions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics.measures import error_rate
from metrics.tallies import ContingencyTable
from metrics.thresholds.costs import (
    ERROR_RATE,
    CostMatrix,
    best_calls,
    best_rule,
    expected_loss,
    loss,
)
from tests.golden_cases import cases, check, table


@pytest.mark.parametrize("case", cases("loss", "table", "loss"))
def test_value_golden(case: dict[str, Any]) -> None:
    check({"loss": loss(table(case["input"]["table"]), CostMatrix(*case["input"]["loss"]))}, case)


@pytest.mark.parametrize("case", cases("loss", "p", "loss", "calls"))
def test_expectation_golden(case: dict[str, Any]) -> None:
    p, costs = np.array(case["input"]["p"]), CostMatrix(*case["input"]["loss"])
    predicted = expected_loss(p, np.array(case["input"]["calls"], dtype=bool), costs)
    rule = best_rule(costs)
    best = best_calls(p, costs)
    got = {
        "rule": [rule.kind] if np.isnan(rule.threshold) else [rule.kind, rule.threshold],
        "best_calls": best,
        "best_expected_loss": expected_loss(p, best, costs).expected,
        "expected_loss": predicted.expected,
        "variance": predicted.variance,
        "interval_95": [predicted.low, predicted.high],
    }
    check(got, case)


def test_no_documents() -> None:
    nothing = expected_loss(np.empty(0), np.empty(0, dtype=bool))
    assert np.isnan([nothing.expected, nothing.low, nothing.high]).all()


hundredths = st.integers(0, 20).map(lambda i: Fraction(i, 20))
costs = st.tuples(*[st.integers(-3, 3)] * 4)


@settings(max_examples=60)
@given(st.lists(hundredths, min_size=1, max_size=5), costs)
def test_rule_is_best_of_all_decisions(p: list[Fraction], cost: tuple[int, int, int, int]) -> None:
    tp, fp, fn, tn = cost

    def exact(calls: Any) -> Any:
        each = [
            tp * q + fp * (1 - q) if c else fn * q + tn * (1 - q)
            for q, c in zip(p, calls, strict=True)
        ]
        return sum(each, Fraction(0)) / len(p)

    array, matrix = np.array(p, dtype=float), CostMatrix(*cost)
    least = min(exact(calls) for calls in product([False, True], repeat=len(p)))
    chosen = best_calls(array, matrix)
    assert exact(chosen) == least
    # at equal cost a document is left alone: no assigned one could be dropped
    for i in np.flatnonzero(chosen):
        fewer = chosen.copy()
        fewer[i] = False
        assert exact(fewer) > least
    rule = best_rule(matrix)
    by_rule = {
        "above": array > rule.threshold + 1e-12,
        "below": array < rule.threshold - 1e-12,
        "all": array >= 0,
    }.get(rule.kind, array < 0)
    assert by_rule.tolist() == chosen.tolist()


@settings(max_examples=30)
@given(st.lists(st.tuples(hundredths, st.booleans()), min_size=1, max_size=6), costs)
def test_expectation_and_variance_by_enumeration(
    items: list[tuple[Fraction, bool]], cost: tuple[int, int, int, int]
) -> None:
    p, calls = [q for q, _ in items], [c for _, c in items]
    tp, fp, fn, tn = cost
    mean, square = Fraction(0), Fraction(0)
    for members in product([False, True], repeat=len(p)):
        weight = Fraction(1)
        for q, z in zip(p, members, strict=True):
            weight *= q if z else 1 - q
        cell = {(True, True): tp, (True, False): fp, (False, True): fn, (False, False): tn}
        value = Fraction(sum(cell[c, z] for c, z in zip(calls, members, strict=True)), len(p))
        mean, square = mean + weight * value, square + weight * value**2
    got = expected_loss(np.array(p, dtype=float), np.array(calls), CostMatrix(*cost))
    assert_allclose(
        [got.expected, got.variance], [float(mean), float(square - mean**2)], atol=1e-12
    )


@given(st.lists(st.integers(0, 99), min_size=4, max_size=4))
def test_error_rate_is_a_loss(cells: list[int]) -> None:
    of = ContingencyTable(*(np.asarray(c) for c in cells))
    assert_allclose(loss(of, ERROR_RATE), error_rate(of))
