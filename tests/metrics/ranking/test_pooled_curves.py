"""The list of all pairs, counted where it turns, comes to what one sort of all pairs comes to."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from metrics.ranking.break_even import break_even
from metrics.ranking.eleven_point import eleven_point
from metrics.ranking.pooled_curves import POSITIVES, turning_of
from metrics.tallies import ScoreTally, tally_scores


@pytest.mark.parametrize("digits", [0, 1, 3, 7])  # nearly all scores equal others, or nearly none
@pytest.mark.parametrize("lift", [0.0, 1.5, 6.0])  # no better than chance, usual, nearly perfect
@pytest.mark.parametrize("unscored", [0, 400])
def test_the_list_has_the_points_of_one_sort(digits: int, lift: float, unscored: int) -> None:
    rng = np.random.default_rng(digits)
    scores = rng.normal(size=(6, 4_000)).astype(np.float32)
    true = rng.random(scores.shape) < 0.4 / np.arange(1, 7)[:, None]
    scores += np.float32(lift) * true
    scores = scores.round(digits)
    assert true.sum() > 8 * POSITIVES  # of several parts
    tallies = [tally_scores(*own, unscored, unscored) for own in zip(scores, true, strict=True)]
    tally = tally_scores(scores.ravel(), true.ravel(), 6 * unscored, 6 * unscored)
    turning = turning_of(tallies)
    assert (turning.n, turning.r) == (tally.n, tally.r)
    assert break_even(turning) == break_even(tally)
    assert_array_equal(eleven_point(turning).levels, eleven_point(tally).levels)
    if digits == 7:
        assert len(turning.scores) < len(tally.scores)  # some parts turn nothing


def test_lists_without_scores_and_without_positives() -> None:
    none = ScoreTally(np.zeros(0), np.zeros(0), 3, 1)
    assert break_even(turning_of([none, none])).how == "undefined"
    assert_array_equal(eleven_point(turning_of([none])).levels, np.zeros(11))
    negative = tally_scores(np.array([0.1, 0.7, 0.7]), np.zeros(3, dtype=bool))
    found = turning_of([negative, negative])
    assert (found.n, found.r, len(found.positives)) == (6, 0, 0)
    assert break_even(found).how == "undefined"
