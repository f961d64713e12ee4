"""Documents that are counted together have the mean that they have one by one."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import numpy as np
import pytest

from metrics.averaging import UNDEFINED
from metrics.ranking.document_pivot import CountedPoints, PivotReading, yang_steps
from metrics.ranking.eleven_point import mean_levels
from metrics.typing import Array


def counted(documents: list[tuple[Array, Array]], weights: Array) -> CountedPoints:
    """Scores and truth of documents, counted one by one at every correct class, in plain Python."""
    found: Counter[Any] = Counter()
    for (scores, correct), weight in zip(documents, weights.tolist(), strict=True):
        ranks = sorted(int(np.sum(scores >= own)) for own in scores[correct & ~np.isnan(scores)])
        for at in range(1, len(ranks) + 1):
            best = max(n / ranks[n - 1] for n in range(at, len(ranks) + 1))
            found[int(correct.sum()), len(ranks), at, best, weight] += 1
    rows = [(*kind, times) for kind, times in found.items()]
    return CountedPoints(*(np.array(cell) for cell in zip(*rows, strict=True)))


def test_the_sum_of_three_documents() -> None:
    # a: correct at ranks 1 and 4: precision 1 up to recall .5, then 2/4
    # b: one of its two is not ranked, the other tied for the first two: 1/2 up to recall .5
    # c has no correct class, and counts not
    points = CountedPoints(
        r=np.array([2, 2, 2]),
        ranked=np.array([2, 2, 1]),
        hits=np.array([1, 2, 1]),
        best=np.array([1.0, 0.5, 0.5]),
        weight=np.ones(3),
        times=np.array([1, 1, 1]),
    )
    counts = (np.array([2, 0]), np.ones(2), np.array([2, 1]))
    closest = points.mean("closest", "drop", *counts)
    assert closest.levels.tolist() == [0.75] * 6 + [0.5] * 5
    # b's only point is at recall .5, which is not near 1
    interval = points.mean("interval", "drop", *counts)
    assert interval.levels.tolist() == [0.75] * 6 + [0.25] * 5
    assert points.mean("interval", "zero", *counts).levels[0] == pytest.approx(1.5 / 3)
    # one of c's weight stands for as many as both others
    heavy = points.mean("closest", "one", counts[0], np.array([1.0, 2.0]), counts[2])
    assert heavy.levels[0] == pytest.approx((1.5 + 2) / 4)


@pytest.mark.parametrize("seed", range(6))
def test_many_documents_have_the_mean_of_their_steps(seed: int) -> None:
    draw = np.random.default_rng(seed)
    documents = []
    for _ in range(60):
        scores = np.round(draw.random(25), 1)
        scores[draw.random(25) < draw.choice([0, 0.1, 0.9])] = np.nan
        documents.append((scores, draw.random(25) < draw.choice([0, 0.1, 0.6])))
    weights = draw.choice([0.0, 0.5, 2.0], len(documents)) if seed % 2 else np.ones(60)
    points, r = counted(documents, weights), np.array([c.sum() for _, c in documents])
    for reading in get_args(PivotReading):
        levels = np.array([yang_steps(*document, reading).interpolated for document in documents])
        for undefined in UNDEFINED:
            expected = mean_levels(levels, undefined, weights)
            mean = points.mean(reading, undefined, r, weights, np.ones(60, dtype=int))
            np.testing.assert_allclose(mean.levels, expected.levels, rtol=1e-13)


def test_without_documents_there_is_no_mean() -> None:
    none = np.zeros(0)
    points = CountedPoints(none, none, none, none, none, none.astype(int))
    assert np.isnan(points.mean("closest", "drop", none, none, none.astype(int)).levels).all()
    # two documents whose correct class was never ranked
    of = (np.array([1]), np.ones(1), np.array([2]))
    assert points.mean("closest", "drop", *of).levels.tolist() == [0.0] * 11
