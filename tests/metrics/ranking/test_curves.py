"""A curve drawn with fewer points covers what the whole one does."""

from __future__ import annotations

import numpy as np
import pytest

from metrics.ranking.curves import OperatingPoints, operating_points, thinned
from metrics.tallies import tally_scores
from metrics.typing import Array


def ranking(seed: int, n: int = 400) -> OperatingPoints:
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < np.linspace(0.1, 0.9, n)  # the better, the higher
    return operating_points(tally_scores(np.arange(n, dtype=float), positive))


def kept_by_hand(points: OperatingPoints, columns: int) -> set[float]:
    """Thresholds of the first, last, highest and lowest point of each step, step by step."""
    recall: Array = points.recall
    chosen = set()
    for step in range(columns):
        here = [i for i in range(len(points)) if min(int(recall[i] * columns), columns - 1) == step]
        if here:
            precision = points.precision[here]
            lowest, highest = (
                int(np.argmin(precision)),
                len(here) - 1 - int(np.argmax(precision[::-1])),
            )
            chosen |= {here[0], here[-1], here[lowest], here[highest]}
    return {float(points.threshold[i]) for i in chosen}


@pytest.mark.parametrize("seed", range(5))
def test_each_step_keeps_its_first_last_highest_and_lowest_point(seed: int) -> None:
    points = ranking(seed)
    drawn = thinned(points, 12)
    assert set(drawn.threshold.tolist()) == kept_by_hand(points, 12)
    assert list(drawn.threshold) == sorted(drawn.threshold, reverse=True)
    # the ends of the curve are among them
    assert drawn.threshold[0] == points.threshold[0]
    assert drawn.threshold[-1] == points.threshold[-1]


def test_a_short_curve_is_drawn_whole() -> None:
    points = ranking(0)
    assert thinned(points, 100) is points  # four hundred points, four a step
    assert len(thinned(points, 99)) < len(points)


def test_without_positives_there_is_nothing_to_thin() -> None:
    points = operating_points(tally_scores(np.arange(50.0), np.zeros(50, dtype=bool)))
    assert thinned(points, 2) is points
