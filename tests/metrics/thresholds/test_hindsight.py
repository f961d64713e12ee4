"""The least loss known only afterwards: by hand, and against every threshold tried."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose

from metrics.tallies import ScoreTally, tally_scores
from metrics.thresholds.costs import CostMatrix, least_mean_loss
from metrics.typing import Array


def tally(scores: Array, positive: Array) -> ScoreTally:
    return tally_scores(np.asarray(scores, dtype=float), np.asarray(positive, dtype=bool))


def test_by_hand_each_class_counts_by_its_decisions() -> None:
    # the first can be cut without an error; of the second one false alarm (1) or a miss (3) stays
    first = tally(np.array([0.9, 0.1]), np.array([True, False]))
    second = tally(np.array([0.8, 0.6, 0.2]), np.array([False, True, False]))
    costs = (CostMatrix(fn=3.0), CostMatrix(fn=3.0))
    assert_allclose(least_mean_loss([first, second], costs), 1 / 5)


def test_no_threshold_that_is_tried_costs_less() -> None:
    rng = np.random.default_rng(5)
    costs = [CostMatrix(fn=2.0), CostMatrix(fn=0.5, tp=-0.2)]
    tallies, tried = [], 0.0
    for cost in costs:
        scores, positive = rng.integers(0, 9, 40) / 8, rng.random(40) < 0.4
        tallies.append(tally(scores, positive))
        losses = []
        for threshold in (*np.unique(scores), np.inf):
            called = scores >= threshold
            outcomes = (
                (called & positive, cost.tp),
                (called & ~positive, cost.fp),
                (~called & positive, cost.fn),
                (~called & ~positive, cost.tn),
            )
            losses.append(sum(float(each.sum()) * price for each, price in outcomes))
        tried += min(losses)
    assert_allclose(least_mean_loss(tallies, costs), tried / 80)


def test_without_decisions_it_is_undefined() -> None:
    assert np.isnan(least_mean_loss([], []))
