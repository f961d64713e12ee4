"""What may be left counted roughly: the rest gives every measure as all of it does."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from metrics.measures import f_beta
from metrics.ranking.break_even import break_even
from metrics.ranking.curves import hit_points
from metrics.ranking.eleven_point import eleven_point
from metrics.ranking.pooled_curves import parts_to_refine
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
@example([(0, 1), (0, 1), (0, 1), (0, 1), (2, 0)], 4)  # as many assigned as true, none rightly
def test_parts_that_do_not_matter_change_no_measure(
    ranking: list[tuple[int, int]], size: int
) -> None:
    positive, negative = np.array(ranking, dtype=np.int64).T
    number = positive + negative
    tally = tally_of(number, positive)
    part = np.arange(len(number)) // size
    open_ = parts_to_refine(
        np.bincount(part, number).astype(int), np.bincount(part, positive).astype(int), int(tally.r)
    )
    # a part that is left stands at the lowest of its scores
    scores = np.arange(len(number), 0, -1.0)
    refined = open_[part]
    low = np.where(refined, scores, [scores[part == p].min() for p in part])
    distinct, where = np.unique(low, return_inverse=True)
    numbers, hits = np.zeros(len(distinct), np.int64), np.zeros(len(distinct), np.int64)
    np.add.at(numbers, where, number)
    np.add.at(hits, where, positive)
    rough = ScoreTally(
        distinct, distinct[hits > 0], weights=numbers, positive_weights=hits[hits > 0]
    )
    assert break_even(rough) == break_even(tally)
    np.testing.assert_array_equal(eleven_point(rough).levels, eleven_point(tally).levels)
    if tally.r:
        points, rough_points = hit_points(tally), hit_points(rough)
        f, rough_f = f_beta(points.table()), f_beta(rough_points.table())
        assert rough_f.max() == f.max()
        best = rough_points.threshold[np.argmax(rough_f)]
        assert best == points.threshold[np.argmax(f)]


@given(RANKINGS, st.integers(1, 6))
def test_of_parts_with_positives_at_their_lower_end_only_break_even_asks(
    ranking: list[tuple[int, int]], size: int
) -> None:
    positive, negative = np.array(ranking, dtype=np.int64).T
    at_end = np.arange(len(positive)) % size == size - 1
    positive *= at_end  # within a part only its lowest score has positives
    tally = tally_of(positive + negative + 1, positive)
    part = np.arange(len(positive)) // size
    number, hits = np.bincount(part, positive + negative + 1), np.bincount(part, positive)
    ends = np.ones(part[-1] + 1, dtype=bool)
    open_ = parts_to_refine(number.astype(int), hits.astype(int), int(tally.r), ends)
    closed = np.where(
        open_[part], np.arange(len(part)), np.minimum((part + 1) * size, len(part)) - 1
    )
    distinct, where = np.unique(-closed, return_inverse=True)
    numbers, some = np.zeros(len(distinct), np.int64), np.zeros(len(distinct), np.int64)
    np.add.at(numbers, where, positive + negative + 1)
    np.add.at(some, where, positive)
    rough = ScoreTally(
        distinct.astype(float), distinct[some > 0].astype(float), 0, 0, numbers, some[some > 0]
    )
    got, want = break_even(rough), break_even(tally)
    assert (got.value, got.assigned, got.tp) == (want.value, want.assigned, want.tp)
    np.testing.assert_array_equal(eleven_point(rough).levels, eleven_point(tally).levels)


def test_a_class_without_positives_has_nothing_that_matters() -> None:
    assert not parts_to_refine(np.array([3, 4]), np.array([0, 0]), 0).any()
    assert not parts_to_refine(np.array([], int), np.array([], int), 2).any()


def test_a_part_with_the_first_hit_may_hold_the_nearest_point_to_break_even() -> None:
    # of ten positives one is in the second part: at its upper end 1 of 21 assigned is a hit,
    # 1 · 11 / (21 · 10) = 0.052; at its lower one 1 · 15 / (25 · 10) = 0.06, and later it is far
    found = parts_to_refine(np.array([20, 5, 30]), np.array([0, 1, 9]), 10, None)
    assert found[1]
