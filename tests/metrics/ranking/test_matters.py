"""What may be left counted roughly: the rest gives every measure as all of it does."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics.measures import f_beta
from metrics.ranking.break_even import break_even
from metrics.ranking.curves import hit_points
from metrics.ranking.eleven_point import eleven_point
from metrics.ranking.matters import matter
from metrics.tallies import ScoreTally

# pairs and positives at each distinct score, the highest first
RANKINGS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(any), min_size=1, max_size=40
)


def tally_of(number: np.ndarray, positive: np.ndarray) -> ScoreTally:
    scores = np.arange(len(number), 0, -1.0)[::-1]
    hits = positive[::-1] > 0
    return ScoreTally(
        scores, scores[hits], weights=number[::-1], positive_weights=positive[::-1][hits]
    )


@given(RANKINGS, st.integers(1, 6))
def test_parts_that_do_not_matter_change_no_measure(
    ranking: list[tuple[int, int]], size: int
) -> None:
    positive, negative = np.array(ranking, dtype=np.int64).T
    number = positive + negative
    whole = tally_of(number, positive)
    part = np.arange(len(number)) // size
    open_ = matter(
        np.bincount(part, number).astype(int), np.bincount(part, positive).astype(int), int(whole.r)
    )
    # a part that is left stands at the lowest of its scores
    scores = np.arange(len(number), 0, -1.0)
    kept = open_[part]
    low = np.where(kept, scores, [scores[part == p].min() for p in part])
    at, where = np.unique(low, return_inverse=True)
    numbers, hits = np.zeros(len(at), np.int64), np.zeros(len(at), np.int64)
    np.add.at(numbers, where, number)
    np.add.at(hits, where, positive)
    rough = ScoreTally(at, at[hits > 0], weights=numbers, positive_weights=hits[hits > 0])
    assert break_even(rough) == break_even(whole)
    np.testing.assert_array_equal(eleven_point(rough).levels, eleven_point(whole).levels)
    if whole.r:
        points, rough_points = hit_points(whole), hit_points(rough)
        f, rough_f = f_beta(points.table()), f_beta(rough_points.table())
        assert rough_f.max() == f.max()
        best = rough_points.threshold[np.argmax(rough_f)]
        assert best == points.threshold[np.argmax(f)]


def test_a_class_without_positives_has_nothing_that_matters() -> None:
    assert not matter(np.array([3, 4]), np.array([0, 0]), 0).any()
    assert not matter(np.array([], int), np.array([], int), 2).any()
