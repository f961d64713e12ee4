"""The step line of interpolated precision, on which the eleven levels lie."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.ranking.eleven_point import (
    LEVELS,
    InterpolatedPrecision,
    eleven_point,
    interpolated_precision,
)
from metrics.tallies import ScoreTally, tally_scores
from metrics.typing import Array


def value_at(steps: InterpolatedPrecision, recall: float) -> float:
    """What the line shows at a recall: the precision of the first corner at it or further."""
    return next(
        p
        for r, p in zip(steps.recall.tolist(), steps.precision.tolist(), strict=True)
        if r >= recall
    )


def by_hand(scores: Array, positive: Array, recall: float) -> float:
    """The best precision of any threshold that reaches the recall, 0 where none does."""
    best = 0.0
    for threshold in set(scores.tolist()):
        assigned = scores >= threshold
        hits = int((assigned & positive).sum())
        if hits >= recall * positive.sum() - 1e-9:
            best = max(best, hits / int(assigned.sum()))
    return best


def test_the_steps_of_a_five_document_ranking() -> None:
    # ranked: + - + - +   recall 1/3, 2/3, 3/3 at precision 1/1, 2/3, 3/5
    tally = tally_scores(np.arange(5.0)[::-1], np.array([True, False, True, False, True]))
    steps = interpolated_precision(tally)
    assert_allclose(steps.recall, [0, 1 / 3, 2 / 3, 1])
    assert_allclose(steps.precision, [1, 1, 2 / 3, 3 / 5])


@pytest.mark.parametrize("columns", [3, 500])
@pytest.mark.parametrize("seed", range(8))
def test_each_level_lies_on_the_line(seed: int, columns: int) -> None:
    rng = np.random.default_rng(seed)
    positive = rng.random(300) < 0.3
    scores = (rng.normal(size=300) + positive).round(1 + seed % 3)
    tally = tally_scores(scores, positive)
    steps, levels = interpolated_precision(tally, columns), eleven_point(tally).levels
    assert [value_at(steps, level) for level in LEVELS] == levels.tolist()
    assert_allclose(levels, [by_hand(scores, positive, level) for level in LEVELS], rtol=1e-12)
    assert (np.diff(steps.recall) >= 0).all()
    assert (np.diff(steps.precision) <= 0).all()
    assert len(steps.recall) <= columns + 13


def test_beyond_the_highest_recall_it_is_zero() -> None:
    # one positive of two has a score: a recall of more than 1/2 is never reached
    tally = tally_scores(np.array([0.9, 0.1]), np.array([True, False]), 1, 1)
    steps = interpolated_precision(tally)
    assert_allclose(steps.recall, [0, 0.5, 1])
    assert_allclose(steps.precision, [1, 1, 0])


def test_a_ranking_without_scored_positives_is_zero_and_without_positives_is_empty() -> None:
    unscored = interpolated_precision(ScoreTally(np.zeros(0), np.zeros(0), 3, 1))
    assert_allclose(unscored.precision, [0, 0])
    nobody = tally_scores(np.array([0.9, 0.1]), np.zeros(2, dtype=bool))
    assert len(interpolated_precision(nobody).recall) == 0
