"""Scores of some documents, taken class by class."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_array_equal

from metrics.incidence import gathered_at, scores_at, united


def test_scores_of_documents_that_stand_together_are_those_of_the_whole() -> None:
    scores = np.arange(12.0).reshape(2, 6)
    together = scores_at(scores, np.array([2, 3, 4]))
    assert np.shares_memory(together, scores)
    assert together.tolist() == [[2, 3, 4], [8, 9, 10]]
    # one left out between them, and an order of their own
    assert scores_at(scores, np.array([2, 4])).tolist() == [[2, 4], [8, 10]]
    assert scores_at(scores, np.array([3, 2])).tolist() == [[3, 2], [9, 8]]
    assert scores_at(scores, np.zeros(0, dtype=int)).shape == (2, 0)


def test_scores_are_gathered_class_by_class_and_block_by_block() -> None:
    scores = np.arange(12.0).reshape(2, 6)
    some = gathered_at(scores, np.array([0, 3, 5]))
    assert (len(some), some.shape, some.size, some.dtype) == (2, (2, 3), 6, scores.dtype)
    assert_array_equal(some[1], [6, 9, 11])
    assert_array_equal(some[:, 1:], [[3, 5], [9, 11]])
    assert_array_equal(scores_at(scores, np.array([0, 3, 5])), [[0, 3, 5], [6, 9, 11]])
    # of documents that stand together nothing is copied
    assert np.shares_memory(gathered_at(scores, np.array([2, 3])), scores)


def test_united_numbers_are_ascending_and_there_once() -> None:
    parts = [np.array([7, 2]), np.array([2, 0]), np.array([], dtype=int)]
    assert united(parts).tolist() == [0, 2, 7]
    assert united([]).tolist() == []
