"""Documents are ordered by what is asked, equals as in the file."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.analysis.documents.reading_order import CutPoints, by_score, least_sure, most_wrong
from tests.made import matrix_of

SCORES = np.array([[0.9, 0.4, 0.1, 0.6], [0.3, 0.6, 0.2, 0.45]])
HALF = CutPoints(np.array([0.5, 0.5]), None)


def test_the_least_sure_are_nearest_to_where_they_turn() -> None:
    # distances 0.2, 0.1, 0.3, 0.05
    assert least_sure(SCORES, HALF).tolist() == [3, 1, 0, 2]


def test_the_most_wrong_have_most_errors_then_the_surest() -> None:
    labels = sparse.csc_array(matrix_of(["b", "a", "", "b"], 2))
    called = sparse.csc_array(matrix_of(["a", "b", "", ""], 2))
    # errors 2, 2, 0, 1; the surest of the first 0.9 - 0.5, of the second 0.1
    assert most_wrong(labels, called, None, SCORES, HALF).tolist() == [0, 1, 3, 2]
    # the other way round the second has the surest mistake
    swapped = SCORES[:, [1, 0, 2, 3]]
    assert most_wrong(labels, called, None, swapped, HALF).tolist() == [1, 0, 3, 2]
    unjudged = sparse.csc_array(matrix_of(["ab", "", "", ""], 2))
    assert most_wrong(labels, called, unjudged, SCORES, HALF).tolist() == [1, 3, 0, 2]
    assert most_wrong(labels, called, None, None, None).tolist() == [0, 1, 3, 2]


def test_listed_scores_order_as_dense_ones_do() -> None:
    labels = sparse.csc_array(matrix_of(["b", "a", "", "b"], 2))
    called = sparse.csc_array(matrix_of(["a", "b", "", ""], 2))
    listed = sparse.csr_array(SCORES)
    assert most_wrong(labels, called, None, listed, HALF).tolist() == [0, 1, 3, 2]


def test_by_score_those_without_one_are_last() -> None:
    assert by_score(SCORES, 0).tolist() == [0, 3, 1, 2]
    assert by_score(SCORES, 0, rising=True).tolist() == [2, 1, 3, 0]
    listed = sparse.csr_array(np.array([[0.0, 0.4, 0, 0.6]]))
    assert by_score(listed, 0, rising=True).tolist() == [1, 3, 0, 2]
