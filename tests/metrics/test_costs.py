"""Losses of classes with costs of their own, by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import sparse

from metrics.costs import Costs, expected_losses, least_loss, observed_losses
from metrics.loss import Loss
from metrics.tallies import ContingencyTable
from tests.golden_cases import ranking


def test_observed_losses_by_hand():
    tables = ContingencyTable(*(np.array(v) for v in ([1, 0], [2, 0], [3, 0], [4, 0])))
    costs = Costs(own=(("b", Loss(fn=7)),)).of(["a", "b"])
    got = observed_losses(tables, costs)
    # a: (2 + 3) / 10 errors; b has no decisions
    assert got.per_class[0] == pytest.approx(0.5)
    assert math.isnan(got.per_class[1])
    assert got.overall == pytest.approx(0.5)
    # own costs count: 2 * 1 + 3 * 7 = 23 of 10
    other = observed_losses(tables, Costs(own=(("a", Loss(fn=7)),)).of(["a", "b"]))
    assert other.overall == pytest.approx(2.3)


def test_least_loss_by_hand():
    # + - + -: assigning 1: one miss; 3: one false alarm; 0: two misses
    tally = ranking([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    assert least_loss(tally, Loss(fn=1)).threshold == 0.9  # a tie, the highest
    assert least_loss(tally, Loss(fn=2)).threshold == 0.7
    assert least_loss(tally, Loss(fn=2)).loss == pytest.approx(1 / 4)
    assert least_loss(tally, Loss(fp=9, fn=1)).threshold == 0.9
    assert least_loss(tally, Loss(fp=9, fn=0.1, tp=1)).threshold == math.inf
    assert least_loss(tally, Loss(fp=-1)).threshold == 0.1  # false alarms pay: all


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_expected_losses_and_regret_by_hand(form):
    p = form(np.array([[0.8, 0.3], [0.5, 0.1]]))
    assigned = sparse.csc_array(np.array([[True, False], [True, True]]))  # (documents, classes)
    got = expected_losses(p, assigned, [Loss(), Loss()])
    # a assigned twice: 0.2 + 0.7; b: 0.5 missed, 0.9 false alarm
    assert got.per_class[0].expected == pytest.approx(0.45)
    assert got.per_class[1].expected == pytest.approx(0.7)
    # best: assign where p > 1/2: 0.2 + 0.3; 0.5 + 0.1
    assert got.least_per_class[0].expected == pytest.approx(0.25)
    assert got.overall.expected == pytest.approx((0.9 + 1.4) / 4)
    assert got.regret == pytest.approx((2.3 - 1.1) / 4)
    # variances .16, .21, .25, .09, each error costing 1, over four decisions
    assert got.overall.variance == pytest.approx(0.71 / 16)
