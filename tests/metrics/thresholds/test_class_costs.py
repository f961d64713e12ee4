"""Losses of classes with costs of their own, by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.analysis.evaluation.cut import ClassCosts
from metrics.expected.prediction import mean_prediction
from metrics.tallies import ContingencyTable
from metrics.thresholds.costs import (
    CostMatrix,
    expected_at,
    expected_loss,
    least_loss,
    observed_losses,
)
from tests.golden_cases import ranking


def test_observed_losses_by_hand() -> None:
    tables = ContingencyTable(*(np.array(v) for v in ([1, 0], [2, 0], [3, 0], [4, 0])))
    costs = ClassCosts(own=(("b", CostMatrix(fn=7)),)).for_classes(["a", "b"])
    got = observed_losses(tables, costs)
    # a: (2 + 3) / 10 errors; b has no decisions
    assert got.per_class[0] == pytest.approx(0.5)
    assert math.isnan(got.per_class[1])
    assert got.overall == pytest.approx(0.5)
    # own costs count: 2 * 1 + 3 * 7 = 23 of 10
    other = observed_losses(
        tables, ClassCosts(own=(("a", CostMatrix(fn=7)),)).for_classes(["a", "b"])
    )
    assert other.overall == pytest.approx(2.3)


def test_least_loss_by_hand() -> None:
    # + - + -: assigning 1: one miss; 3: one false alarm; 0: two misses
    tally = ranking([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    assert least_loss(tally, CostMatrix(fn=1)).threshold == 0.9  # a tie, the highest
    assert least_loss(tally, CostMatrix(fn=2)).threshold == 0.7
    assert least_loss(tally, CostMatrix(fn=2)).loss == pytest.approx(1 / 4)
    assert least_loss(tally, CostMatrix(fp=9, fn=1)).threshold == 0.9
    assert least_loss(tally, CostMatrix(fp=9, fn=0.1, tp=1)).threshold == math.inf
    assert least_loss(tally, CostMatrix(fp=-1)).threshold == 0.1  # false alarms pay: all


@given(
    st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.1, 0.5, 0.75, 1.0, None]))),
    st.sampled_from([-math.inf, 0.0, 0.1, 0.3, 0.75, 1.1, math.inf]),
    st.booleans(),
    st.tuples(*[st.sampled_from([-1.0, 0.0, 1.0, 3.0])] * 4).map(lambda c: CostMatrix(*c)),
)
def test_expected_loss_from_sorted_probabilities_is_that_of_the_documents(
    documents: list[tuple[Any, ...]], threshold: float, below: bool, cost: CostMatrix
) -> None:
    truth, score = [t for t, _ in documents], [s for _, s in documents]
    p = np.array([s or 0.0 for s in score])
    calls = np.array(
        [s is not None and ((s < threshold) if below else (s >= threshold)) for s in score], bool
    )
    want = expected_loss(p, calls, cost)
    got = expected_at(ranking(truth, score), threshold, below, cost)
    assert got.expected == pytest.approx(want.expected, nan_ok=True)
    assert got.variance == pytest.approx(want.variance, abs=1e-12, nan_ok=True)
    # two classes of these decisions
    both = mean_prediction([got, got], [len(documents), len(documents)])
    assert both.expected == pytest.approx(want.expected, nan_ok=True)
    assert both.variance == pytest.approx(want.variance / 2, abs=1e-12, nan_ok=True)
