"""Where there is hardly anything to draw, to cut or to count."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from metrics.averaging import anomaly_free
from metrics.ranking.break_even import (
    break_even,
    mean_against_f,
    micro_break_even_own_thresholds,
)
from metrics.ranking.curves import F_LEVELS
from metrics.tallies import ContingencyTable, ScoreTally, left_over, tally_scores
from metrics.thresholds.strategies import (
    at_fitted,
    best_sets,
    just_above,
    largest,
    short_between,
    top_k,
)
from metrics.uncertainty.resampling import resampling_weights, swapping_weights


@pytest.mark.parametrize("groups", [1, 3, 2_000])
def test_each_drawing_draws_as_many_as_there_are(groups: int) -> None:
    drawn = np.concatenate(list(resampling_weights(groups, 1_000, 5)), axis=1)
    assert drawn.shape == (groups, 1_000)
    assert (drawn.sum(axis=0) == groups).all()
    # each is drawn once on average, and independently: variance 1 - 1/groups
    assert drawn.mean() == 1
    if groups == 2_000:
        assert drawn.var() == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("groups", [1, 3, 2_000])
def test_each_is_swapped_or_not_in_half_of_the_cases(groups: int) -> None:
    swapped = np.concatenate(list(swapping_weights(groups, 1_000, 5)), axis=1)
    assert swapped.shape[0] == groups
    assert set(np.unique(swapped).tolist()) <= {0, 1}
    assert swapped[0].mean() == pytest.approx(0.5, abs=0.06)
    if groups == 3:
        both = np.mean(swapped[0] * swapped[1])
        assert both == pytest.approx(0.25, abs=0.06)


def test_without_documents_nothing_is_assigned() -> None:
    nothing = top_k(np.zeros((2, 0)), 1)
    assert nothing.decisions.shape == (0, 2)
    assert len(nothing.tied) == 0


def test_lines_of_equal_f_are_drawn_at_values_that_f_has() -> None:
    assert list(F_LEVELS) == sorted(F_LEVELS)
    assert 0 < F_LEVELS[0] < F_LEVELS[-1] < 1


def test_one_class_listed_is_the_largest() -> None:
    # document 0 lists both classes, 1 one of them, 2 none, 3 a score of 0
    listed = sparse.csr_array(
        (np.array([0.2, 0.7, 0.1, 0.0]), (np.array([0, 1, 0, 1]), np.array([0, 0, 1, 3]))), (2, 4)
    )
    assert largest(listed).toarray().astype(int).tolist() == [[0, 1], [1, 0], [0, 0], [0, 1]]


def test_what_is_assigned_below_a_threshold_does_not_reach_it() -> None:
    scores = np.array([[0.2, 0.5, 0.7], [0.2, 0.5, 0.7]])
    below = np.array([True, False])
    found = at_fitted(scores, np.array([0.5, 0.5]), below).toarray().astype(int)
    assert found.T.tolist() == [[1, 0, 0], [0, 1, 1]]
    for nowhere in (None, np.array([False, False])):
        found = at_fitted(scores, np.array([0.5, 0.6]), nowhere).toarray().astype(int)
        assert found.T.tolist() == [[0, 1, 1], [0, 0, 1]]


def test_the_best_sets_stand_in_a_row_a_document_and_a_column_a_class() -> None:
    # of certain ones and impossible ones the best set is the certain ones
    scores = np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
    found = best_sets(scores, 1.0)
    assert found.shape == (3, 2)
    assert found.toarray().astype(int).T.tolist() == [[1, 0, 1], [0, 0, 1]]


def test_above_no_score_at_all_there_is_no_number() -> None:
    nothing = np.zeros(0, dtype=int)
    assert just_above(tally_scores(np.zeros(0), nothing)) == np.inf
    single = just_above(tally_scores(np.array([0.25, 0.5], dtype=np.float32), nothing))
    assert single == float(np.nextafter(np.float32(0.5), np.float32(1)))


def test_a_middle_that_rounds_to_the_accepted_score_is_that_score() -> None:
    # the middle of 0.999 and 1 to three digits is 1
    tally = tally_scores(np.array([0.999, 1.0]), np.zeros(0, dtype=int))
    assert short_between(tally, 1.0) == 1.0


def test_the_nearest_point_to_break_even_may_be_no_corner_of_the_curve() -> None:
    # a hit at 10, a miss at 9, ten misses at 8, two hits at 7: 1 of 2 assigned at 9 is nearest,
    # 1 · |3 - 2| / (2 · 3) against 1 · 9 / (12 · 3) at 8
    scores = np.array([10.0, 9.0] + [8.0] * 10 + [7.0] * 2)
    found = break_even(tally_scores(scores, np.array([0, 12, 13])))
    assert (found.how, found.threshold, found.assigned, found.tp) == ("interpolated", 9.0, 2, 1)
    assert found.value == pytest.approx((1 / 2 + 1 / 3) / 2)


@pytest.mark.parametrize("value", [0.5, 1.0, 0.25])
def test_equal_precision_and_recall_are_their_f_at_every_beta(value: float) -> None:
    relation = mean_against_f(value, value)
    assert (relation.mean, relation.below, relation.above) == (value, 0, 0)
    assert np.isnan(relation.crossing)


def test_a_tally_without_more_has_no_document_without_a_score() -> None:
    tally = ScoreTally(np.array([0.1, 0.2]), np.array([0.2]))
    assert (tally.n, tally.r) == (2, 1)


def test_what_is_left_over_of_weights_is_none_where_rounding_alone_is_left() -> None:
    assert left_over(0.1 + 0.2, 0.3) == 0
    assert left_over(np.array([5, 3]), np.array([2, 3])).dtype.kind == "i"
    assert left_over(np.array([5.5]), np.array([2.0])).tolist() == [3.5]


def test_a_single_positive_has_a_break_even_point_and_none_has_not() -> None:
    tally = tally_scores(np.array([0.1, 0.7]), np.array([1]))
    nothing = tally_scores(np.array([0.1, 0.7]), np.zeros(0, dtype=int))
    of_both = [tally, nothing]
    found = micro_break_even_own_thresholds(of_both, [break_even(t) for t in of_both])
    assert (found.value, found.how, found.assigned) == (1.0, "exact", 1)
    without = micro_break_even_own_thresholds([nothing], [break_even(nothing)])
    assert (without.how, without.assigned) == ("undefined", 0)


@pytest.mark.parametrize("weight", [None, 0.5, 3.0])
def test_of_points_as_near_to_break_even_the_one_with_the_larger_mean_is_taken(
    weight: float | None,
) -> None:
    # two of four found with nothing else: 1 and 1/2; or three among twelve: 1/4 and 3/4
    scores = np.array([3.0, 3.0, *[2.0] * 10, 1.0])
    weights = None if weight is None else np.full(13, weight)
    point = break_even(tally_scores(scores, np.array([0, 1, 2, 12]), weights=weights))
    assert (point.how, point.threshold) == ("interpolated", 3.0)
    assert (point.precision, point.recall, point.value) == (1, 0.5, 0.75)


def test_a_unit_is_free_of_anomalies_from_one_of_each_on() -> None:
    # one assigned, one positive, one negative; then without each of them
    tp, fp, fn, tn = np.array([[1, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 1, 1, 0]])
    table = ContingencyTable(tp, fp, fn, tn)
    assert anomaly_free(table).tolist() == [True, False, False, False]
