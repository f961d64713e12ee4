"""Where decisions turn is what the rule says, or what the decisions came to."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose
from scipy import sparse

from breakeven.analysis.documents.reading_order import CutPoints, cut_points, distances
from breakeven.analysis.evaluation.cut import Cut, FittedCut
from tests.made import not_none

# classes x documents
SCORES = np.array([[0.9, 0.4, 0.1], [0.3, 0.6, 0.2]])
FIRST, BOTH = np.array([0, 1, 0]), np.array([0, 1, 2])


def assigned(*rows: list[bool]) -> sparse.csc_array:
    return sparse.csc_array(np.array(rows))


LARGEST = assigned([True, False], [False, True], [False, True])


def test_a_threshold_is_where_every_class_turns() -> None:
    turns = not_none(cut_points(SCORES, LARGEST, FittedCut(Cut("threshold", 0.5))))
    assert turns.thresholds_of(FIRST, BOTH).tolist() == [0.5, 0.5, 0.5]
    own = FittedCut(Cut("per_class"), thresholds=np.array([0.8, 0.1]))
    assert not_none(cut_points(SCORES, LARGEST, own)).thresholds_of(FIRST, BOTH).tolist() == [
        0.8,
        0.1,
        0.8,
    ]


def test_the_largest_score_turns_half_way_to_the_second() -> None:
    turns = not_none(cut_points(SCORES, LARGEST, FittedCut(Cut("largest"))))
    # (0.9 + 0.3) / 2, (0.6 + 0.4) / 2, (0.2 + 0.1) / 2
    assert_allclose(turns.thresholds_of(FIRST, BOTH), [0.6, 0.5, 0.15])


def test_what_a_file_decided_turns_where_thresholds_could_have_made_it_so() -> None:
    # first class: 0.9 is in, 0.4 is not; second: 0.6 is in, 0.3 is not
    decided = assigned([True, False], [False, True], [False, False])
    turns = not_none(cut_points(SCORES, decided, FittedCut(Cut("given"))))
    assert_allclose(not_none(turns.of_classes), [(0.9 + 0.4) / 2, (0.6 + 0.3) / 2])
    # 0.2 is in and 0.3 is not, but each document has its largest
    turns = not_none(cut_points(SCORES, LARGEST, FittedCut(Cut("given"))))
    assert_allclose(not_none(turns.of_documents), [0.6, 0.5, 0.15])
    # neither: the smaller of the first document is in and the larger is not
    neither = assigned([False, True], [True, False], [True, False])
    assert cut_points(SCORES, neither, FittedCut(Cut("given"))) is None
    assert cut_points(None, LARGEST, FittedCut(Cut("given"))) is None


def test_a_class_that_is_never_assigned_turns_nowhere() -> None:
    decided = assigned([True, False], [False, False], [False, False])
    turns = not_none(cut_points(SCORES, decided, FittedCut(Cut("given"))))
    assert_allclose(not_none(turns.of_classes), [(0.9 + 0.4) / 2, np.inf])


def test_the_distance_is_that_of_the_nearest_score() -> None:
    turns = CutPoints(np.array([0.5, 0.5]), None)
    # of 0.9 and 0.3, of 0.4 and 0.6, of 0.1 and 0.2
    assert_allclose(distances(SCORES, turns), [0.2, 0.1, 0.3])
    listed = sparse.csr_array(np.array([[0.9, 0, 0], [0.3, 0.6, 0]]))
    assert_allclose(distances(listed, turns), [0.2, 0.1, np.nan])
