"""Drawn again: intervals beside documents really drawn again, and few positives look uncertain."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut, CutRule
from breakeven.analysis.evaluation.fit import tuned_threshold
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.analysis.thresholds.threshold_stability import threshold_stability
from metrics.tallies import tally_scores
from metrics.thresholds.costs import ERROR_RATE, CostMatrix
from metrics.thresholds.strategies import best_threshold
from metrics.typing import Array


def ranked(
    scores: Array, positive: Array, weights: Array | None = None, clusters: Array | None = None
) -> ScoredSplit:
    """One class; `positive` holds indices or a mask."""
    rows = np.arange(len(scores))
    truth = np.zeros((len(rows), 1), dtype=bool)
    truth[positive] = True
    labels = sparse.csc_array(truth)
    return ScoredSplit(("a",), rows, rows, labels, None, scores[None], weights, clusters)


def stability(part: ScoredSplit, cut: Cut, costs: CostMatrix = ERROR_RATE) -> dict[str, float]:
    threshold, _ = tuned_threshold(part.tallies[0], cut, costs)
    result = threshold_stability(part, part, cut, [costs], np.array([threshold]))
    return {name: getattr(result, name)[0] for name in ("low", "high", "f_low", "f_high")}


def test_three_positives_look_uncertain_though_perfectly_ranked() -> None:
    scores = np.linspace(0, 1, 1000)
    few = ranked(scores, np.arange(997, 1000))
    got = stability(few, Cut("f"))
    # 3 of 3: Wilson's interval of the overlap starts at 0.4385, F = 2 * 0.4385 / 1.4385
    assert got["f_low"] == pytest.approx(0.6096, abs=5e-4)
    assert got["f_high"] == 1
    # none of the three is drawn in 5 % of the drawings, so it may never be assigned
    assert got["high"] == np.inf
    many = stability(ranked(scores, np.arange(500, 1000)), Cut("f"))
    assert many["high"] - many["low"] < 0.02
    assert many["f_low"] > 0.98


def test_intervals_are_those_of_documents_drawn_again() -> None:
    # an oracle that draws documents one collection at a time
    rng = np.random.default_rng(1)
    n, drawings = 300, 400
    positive = rng.random(n) < 0.2
    scores = rng.normal(size=n) + 1.2 * positive
    cut = Cut("f", guard=False, between=False)
    got = stability(ranked(scores, positive), cut)
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
    part, cut = ranked(scores, positive), Cut(rule)
    costs = CostMatrix(fn=3.0)
    threshold, _ = tuned_threshold(part.tallies[0], cut, costs)
    got = stability(part, cut, costs)
    assert got["low"] < threshold < got["high"]
    assert got["high"] - got["low"] < 1


def test_a_class_without_positives_has_no_interval() -> None:
    got = stability(ranked(np.array([0.1, 0.2]), np.zeros(2, dtype=bool)), Cut("f"))
    assert all(np.isnan(value) for value in got.values())


def test_copies_in_clusters_move_a_threshold_as_much_as_their_originals() -> None:
    rng = np.random.default_rng(3)
    positive = rng.random(400) < 0.3
    scores = rng.normal(size=400) + 1.5 * positive
    cut = Cut("f", between=False)
    plain = stability(ranked(scores, positive), cut)
    again = np.repeat(np.arange(400), 10)
    clustered = stability(ranked(scores[again], positive[again], clusters=again), cut)
    ignored = stability(ranked(scores[again], positive[again]), cut)
    # two drawings of 500 differ a little
    assert clustered["f_low"] == pytest.approx(plain["f_low"], abs=0.02)
    assert clustered["f_high"] == pytest.approx(plain["f_high"], abs=0.02)
    width = plain["f_high"] - plain["f_low"]
    assert ignored["f_high"] - ignored["f_low"] < 0.5 * width


def test_documents_drawn_one_by_one_are_in_law_the_cells_drawn() -> None:
    rng = np.random.default_rng(4)
    positive = rng.random(600) < 0.3
    scores = rng.normal(size=600) + 1.5 * positive
    plain = stability(ranked(scores, positive), Cut("f"))
    weighted = stability(ranked(scores, positive, weights=np.full(600, 2.5)), Cut("f"))
    assert weighted["f_low"] == pytest.approx(plain["f_low"], abs=0.02)
    assert weighted["f_high"] == pytest.approx(plain["f_high"], abs=0.02)
    assert weighted["low"] == pytest.approx(plain["low"], abs=0.15)
