"""Documents drawn again and swapped, and cuts where there is hardly anything to cut."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from metrics.ranking.iso_f import F_LEVELS
from metrics.resampling import resampling_weights, swapping_weights
from metrics.tallies import tally_scores
from metrics.thresholds.strategies import at_fitted, just_above, largest, top_k


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


def test_above_no_score_at_all_there_is_no_number() -> None:
    nothing = np.zeros(0, dtype=int)
    assert just_above(tally_scores(np.zeros(0), nothing)) == np.inf
    single = just_above(tally_scores(np.array([0.25, 0.5], dtype=np.float32), nothing))
    assert single == float(np.nextafter(np.float32(0.5), np.float32(1)))
