"""Orders, shares and advice read from a confusion matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from metrics import confusion
from metrics.tallies import ConfusionMatrix

NAN = float("nan")


def matrix_of(*rows: Any) -> ConfusionMatrix:
    return ConfusionMatrix(sparse.csr_array(np.array(rows, dtype=float)))


# classes a, b, c and nothing; c is true nowhere and assigned once
SMALL = matrix_of([6, 2, 1, 1], [2, 5, 0, 0], [0, 0, 0, 0], [3, 0, 0, 0])


def test_the_largest_confusions_come_first_and_nothing_last() -> None:
    found = confusion.largest_confusions(SMALL)
    # a has 6 + 2 + 1 + 1 = 10 true, b 7: equal counts of 2 go by their shares 2/7 and 2/10
    assert found.true.tolist() == [1, 0, 0, 3, 0]
    assert found.assigned.tolist() == [0, 1, 2, 0, 3]
    assert found.count.tolist() == [2, 2, 1, 3, 1]
    assert_allclose(found.of_true, [2 / 7, 2 / 10, 1 / 10, 3 / 3, 1 / 10])
    # assigned: a 6 + 2 + 3 = 11, b 7, c 1, nothing 1
    assert_allclose(found.of_assigned, [2 / 11, 2 / 7, 1, 3 / 11, 1])


def test_classes_taken_together_keep_every_decision() -> None:
    # a and c together, b, and nothing
    found = confusion.grouped(SMALL, np.array([0, 1, 0, 2]))
    # a is taken for c once; the group for b twice, b for it twice; nothing of it once, it 3 times
    assert_array_equal(found.wrong, [[1, 2, 1], [2, 0, 0], [3, 0, 0]])
    assert_array_equal(found.right, [6, 5, 0])
    assert_array_equal(found.true_of, [10, 7, 3])
    assert_array_equal(found.assigned_of, [12, 7, 1])


def test_classes_that_never_occur_are_left_out() -> None:
    padded = matrix_of([3, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0])
    assert confusion.occurring(padded).tolist() == [0, 2]


def test_the_most_confused_classes_and_their_partners() -> None:
    # a-b 9, c-d 2, e confused with nobody but missed 8 times
    counts = np.zeros((6, 6))
    counts[0, 1], counts[1, 0], counts[2, 3], counts[4, 5] = 5, 4, 2, 8
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    assert confusion.most_confused(matrix, np.arange(5), 2).tolist() == [0, 1]
    assert confusion.most_confused(matrix, np.array([2, 4]), 1).tolist() == [2]
    assert confusion.with_partners(matrix, np.array([3]), 5).tolist() == [2, 3]
    assert confusion.with_partners(matrix, np.array([4]), 5).tolist() == [4]
    assert confusion.with_partners(matrix, np.array([0, 3]), 1).tolist() == [0, 1, 3]


def test_equally_confused_classes_keep_their_order() -> None:
    # a, b and c, d: 3 confusions each among 20 documents; e, f: 3 among 8
    counts = np.zeros((7, 7))
    counts[0, 1], counts[2, 3], counts[4, 5] = 3, 3, 3
    np.fill_diagonal(counts[:6, :6], [7, 10, 7, 10, 1, 4])
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    pairs = confusion.ambiguous_pairs(matrix)
    assert list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)) == [
        (4, 5), (0, 1), (2, 3),
    ]  # fmt: skip
    assert_allclose(pairs.rate, [3 / 8, 3 / 20, 3 / 20])
    largest = confusion.largest_confusions(matrix)
    assert largest.true.tolist() == [4, 0, 2]
    # all confused 3 times, each half of the pair's errors; then the earlier
    assert confusion.most_confused(matrix, np.arange(6), 3).tolist() == [0, 1, 2]
    assert confusion.with_partners(matrix, np.array([0, 2]), 1).tolist() == [0, 1, 2]


def test_of_equally_confused_classes_those_with_more_errors_come_first() -> None:
    # a-b and c-d 3 each; d is assigned 5 times where nothing is true, a missed twice
    counts = np.zeros((5, 5))
    counts[0, 1], counts[2, 3], counts[4, 3], counts[0, 4] = 3, 3, 5, 2
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    assert confusion.most_confused(matrix, np.arange(4), 1).tolist() == [3]
    assert confusion.most_confused(matrix, np.arange(4), 2).tolist() == [0, 3]


def test_right_decisions_are_no_errors() -> None:
    # a-b and c-d 3 each; c is right 40 times, b missed twice more
    counts = np.zeros((5, 5))
    counts[0, 1], counts[2, 3], counts[1, 4], counts[2, 2] = 3, 3, 2, 40
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    assert confusion.most_confused(matrix, np.arange(4), 1).tolist() == [1]


def test_the_classes_of_the_most_frequent_pairs_come_in_pairs() -> None:
    # c-d 5, b-e 4, a-b 1; f is only missed
    counts = np.zeros((7, 7))
    counts[2, 3], counts[3, 2], counts[1, 4], counts[0, 1], counts[5, 6] = 3, 2, 4, 1, 9
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    assert confusion.of_frequent_pairs(matrix, 2).tolist() == [2, 3]
    assert confusion.of_frequent_pairs(matrix, 4).tolist() == [1, 2, 3, 4]
    assert confusion.of_frequent_pairs(matrix, 9).tolist() == [0, 1, 2, 3, 4]


def test_only_errors_between_two_classes_confuse_a_class() -> None:
    # b is only missed, c only right; a is taken for d
    counts = np.zeros((5, 5))
    counts[0, 3], counts[1, 4], counts[2, 2] = 1, 7, 9
    matrix = ConfusionMatrix(sparse.csr_array(counts))
    assert confusion.confused_classes(matrix).tolist() == [0, 3]


def test_pairs_are_those_confused_at_least_once() -> None:
    counts = sparse.csr_array(
        (np.array([0.0, 2.0, 1.0]), (np.array([0, 1, 2]), np.array([1, 2, 1]))), (4, 4)
    )
    pairs = confusion.ambiguous_pairs(ConfusionMatrix(counts))
    assert (pairs.first.tolist(), pairs.second.tolist()) == ([1], [2])
    assert (pairs.first_as_second.tolist(), pairs.second_as_first.tolist()) == ([2], [1])
    again = pairs[np.array([0, 0])]
    assert (again.first.tolist(), again.second.tolist()) == ([1, 1], [2, 2])
    assert (again.first_as_second.tolist(), again.second_as_first.tolist()) == ([2, 2], [1, 1])
    assert (again.total.tolist(), again.rate.tolist()) == ([3, 3], [1, 1])
