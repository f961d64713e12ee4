"""Drawn again: intervals beside documents really drawn again, and few positives look uncertain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from breakeven.evaluation.cut import Cut, CutRule
from breakeven.evaluation.fit import tuned_threshold
from breakeven.evaluation.stability import stability
from metrics.tallies import ScoreTally, tally_scores
from metrics.thresholds.loss import ERROR_RATE, CostMatrix
from metrics.thresholds.strategies import best_threshold


def one(
    tally: ScoreTally, cut: Cut, costs: CostMatrix = ERROR_RATE, shown: Any = None
) -> dict[str, float]:
    threshold, _ = tuned_threshold(tally, cut, costs)
    found = stability([tally], [shown or tally], cut, [costs], np.array([threshold]))
    return {name: getattr(found, name)[0] for name in ("low", "high", "f_low", "f_high")}


def test_three_positives_look_uncertain_though_perfectly_ranked() -> None:
    scores = np.linspace(0, 1, 1000)
    few = tally_scores(scores, np.arange(997, 1000))
    got = one(few, Cut("f"))
    # 3 of 3: Wilson's interval of the overlap starts at 0.4385, F = 2 * 0.4385 / 1.4385
    assert got["f_low"] == pytest.approx(0.6096, abs=5e-4)
    assert got["f_high"] == 1
    # none of the three is drawn in 5 % of the drawings, so it may never be assigned
    assert got["high"] == np.inf
    many = one(tally_scores(scores, np.arange(500, 1000)), Cut("f"))
    assert many["high"] - many["low"] < 0.02
    assert many["f_low"] > 0.98


def test_intervals_are_those_of_documents_drawn_again() -> None:
    # an oracle that draws documents one collection at a time
    rng = np.random.default_rng(1)
    n, drawings = 300, 400
    positive = rng.random(n) < 0.2
    scores = rng.normal(size=n) + 1.2 * positive
    cut = Cut("f", guard=False, between=False)
    got = one(tally_scores(scores, positive), cut)
    again = []
    for _ in range(drawings):
        rows = rng.integers(0, n, n)
        again.append(best_threshold(tally_scores(scores[rows], positive[rows])))
    low, high = np.quantile([b.threshold for b in again], [0.025, 0.975])
    f_low, f_high = np.quantile([b.f for b in again], [0.025, 0.975])
    assert got["low"] == pytest.approx(low, abs=0.25)
    assert got["high"] == pytest.approx(high, abs=0.25)
    assert got["f_low"] <= f_low + 0.03
    assert got["f_high"] == pytest.approx(f_high, abs=0.04)


@pytest.mark.parametrize("rule", ["break_even", "loss"])
def test_other_rules_have_their_threshold_inside_its_interval(rule: CutRule) -> None:
    rng = np.random.default_rng(2)
    positive = rng.random(2000) < 0.3
    scores = rng.normal(size=2000) + 1.5 * positive
    tally, cut = tally_scores(scores, positive), Cut(rule)
    costs = CostMatrix(fn=3.0)
    threshold, _ = tuned_threshold(tally, cut, costs)
    got = one(tally, cut, costs)
    assert got["low"] < threshold < got["high"]
    assert got["high"] - got["low"] < 1


def test_a_class_without_positives_has_no_interval() -> None:
    got = one(tally_scores(np.array([0.1, 0.2]), np.zeros(2, dtype=bool)), Cut("f"))
    assert all(np.isnan(value) for value in got.values())
