"""Thresholds by a wish against a search through all of them, and by hand."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics.tallies import tally_scores
from metrics.thresholds.strategies import threshold_of_precision, threshold_of_recall

pairs = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=1, max_size=14)
LEVELS = st.sampled_from([0.3, 0.5, 0.6, 0.75, 0.9, 1.0])


def test_by_hand() -> None:
    # + at 9, 7, 4, 2; - at 8, 5, 3. At 4: recall 3/4, precision 3/5; at 2: recall 1, 4/7
    tally = tally_scores(np.array([9.0, 7, 4, 2, 8, 5, 3]), np.arange(4))
    assert threshold_of_recall(tally, 0.75) == 4
    assert threshold_of_recall(tally, 0.76) == 2
    # precision at 9 is 1, at 7 2/3, at 4 3/5
    assert threshold_of_precision(tally, 0.66) == 7
    assert threshold_of_precision(tally, 0.7) == 9
    assert math.isnan(threshold_of_precision(tally_scores(np.array([1.0, 2]), np.array([0])), 0.6))


@given(pairs, LEVELS)
def test_a_search_through_all_thresholds_finds_no_better(
    drawn: list[tuple[int, bool]], least: float
) -> None:
    scores = np.array([float(score) for score, _ in drawn])
    positive = np.array([hit for _, hit in drawn])
    tally = tally_scores(scores, positive)
    thresholds = threshold_of_recall(tally, least), threshold_of_precision(tally, least)
    best = [(-1.0, math.nan), (-1.0, math.nan)]
    for threshold in sorted(set(scores.tolist()), reverse=True):
        tp = float((positive & (scores >= threshold)).sum())
        precision, recall = tp / (scores >= threshold).sum(), tp / max(1, positive.sum())
        if recall >= least - 1e-12 and precision > best[0][0] + 1e-12:
            best[0] = (precision, threshold)
        if tp and precision >= least - 1e-12 and recall > best[1][0] + 1e-12:
            best[1] = (recall, threshold)
    for ours, (_, theirs) in zip(thresholds, best, strict=True):
        assert ours == theirs or (math.isnan(ours) and math.isnan(theirs))
