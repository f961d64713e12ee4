"""Scores of some documents, taken class by class."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from metrics.incidence import co_occurrence, gathered_at, scores_at, united


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


# dense and few enough to be counted by bits, in words that are full or not; rare ones; none
@pytest.mark.parametrize(
    ("documents", "classes", "share"),
    [
        (64, 5, 0.5),
        (130, 5, 0.5),
        (1, 1, 1.0),
        (30, 200, 0.01),
        (500, 90, 0.02),
        (7, 3, 0.0),
        (0, 2, 0.5),
    ],
)
def test_documents_of_two_classes_are_counted_pair_by_pair(
    documents: int, classes: int, share: float
) -> None:
    has = np.random.default_rng(documents).random((documents, classes)) < share
    pairs = sparse.csc_array(has)
    expected = [[int(np.sum(a & b)) for b in has.T] for a in has.T]
    assert_array_equal(co_occurrence(pairs).toarray(), expected)
    # a pair may be listed as one that is not there
    pairs.data[::2] = False
    left = pairs.toarray()
    assert_array_equal(co_occurrence(pairs).toarray(), left.T.astype(int) @ left)
