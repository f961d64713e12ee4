"""The measure by threshold, its best and its plateau, by hand and beside a count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.tallies import ScoreTally, tally_scores
from metrics.thresholds.costs import CostMatrix
from metrics.thresholds.strategies import best_threshold
from metrics.thresholds.threshold_curve import score_distribution, threshold_curve
from tests.golden_cases import ranking


def test_by_hand() -> None:
    # + - + at .9, .8, .6: F 2/3 up to .9, 1/2 up to .8, 4/5 up to .6, 0 above .9
    curve = threshold_curve(ranking([1, 0, 1], [0.9, 0.8, 0.6]), 1.0)
    assert curve.threshold[:-1].tolist() == [0.6, 0.8, 0.9]
    assert curve.value.tolist() == pytest.approx([4 / 5, 1 / 2, 2 / 3, 0])
    assert curve.best == pytest.approx(0.8)
    assert curve.best_high == 0.6
    assert curve.plateau_high == 0.6
    # a miss at 5, a false alarm at 1, of 3 documents
    costly = threshold_curve(ranking([1, 0, 1], [0.9, 0.8, 0.6]), 1.0, CostMatrix(fn=5))
    assert costly.value.tolist() == pytest.approx([1 / 3, 6 / 3, 5 / 3, 10 / 3])
    assert costly.lower_is_better
    assert costly.best == pytest.approx(1 / 3)
    assert costly.best_high == 0.6


def test_the_plateau_is_what_costs_a_hundredth() -> None:
    # 100 positives, then 1 negative: F 1 at the lowest positive, 200/201 one further, both within
    scores = np.arange(101, 0, -1) / 101
    curve = threshold_curve(tally_scores(scores, np.arange(100)), 1.0)
    assert curve.best == 1
    assert (curve.best_low, curve.best_high) == pytest.approx((1 / 101, 2 / 101))
    assert curve.plateau_low < 1 / 101
    # F = 2 (100 - m) / (200 - m) stays above .99 for m = 1 missed
    assert curve.plateau_high == pytest.approx(3 / 101)


pairs = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=1, max_size=20)


@given(pairs, st.sampled_from([0.5, 1.0, 2.0]))
def test_the_best_is_the_fitted_one(documents: list[tuple[bool, int]], beta: float) -> None:
    truth, score = zip(*documents, strict=True)
    tally = ranking(truth, [float(s) for s in score])
    curve = threshold_curve(tally, beta)
    if tally.r:
        best = best_threshold(tally, beta)
        assert curve.best == pytest.approx(best.f)
        assert curve.best_high == best.threshold
    for low, high in ((curve.best_low, curve.best_high), (curve.plateau_low, curve.plateau_high)):
        assert low < high


@given(pairs)
def test_a_distribution_counts_every_document_once(documents: list[tuple[bool, int]]) -> None:
    truth, score = zip(*documents, strict=True)
    drawn = score_distribution(ranking(truth, [float(s) for s in score]), 5)
    assert drawn.positives.sum() == sum(truth)
    assert drawn.negatives.sum() == len(truth) - sum(truth)
    assert drawn.positives.min() >= 0
    assert drawn.negatives.min() >= 0


def test_without_scores() -> None:
    with pytest.raises(ValueError, match="without scores"):
        threshold_curve(ScoreTally(np.empty(0), np.empty(0), 3, 1), 1.0)
