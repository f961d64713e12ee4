"""Texts in two splits beside what chance puts there: by hand, and where nothing was copied."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from metrics.dataset.near_duplicates import crossings


def test_what_is_expected_is_worked_out_by_hand() -> None:
    # 8 and 2 documents: 2 * 8 * 2 of 10 * 9 ordered pairs lie across. For 29 within, 29 * 32 / 58
    found = crossings(*(np.array([[n]]) for n in (20, 29, 8, 2)))
    assert found.expected == pytest.approx(16)
    assert not found.beyond.any()


def test_chance_is_ruled_out_by_the_binomial_tail() -> None:
    # of large splits of one size half of the texts lie across: 2^-k for all of k. Two tests (of the
    # length, and of all from it on) of a hundred: 2 / 128 is too much, 2 / 256 is not
    many = np.array([[10**9]])
    for k, beyond in ((7, False), (8, True)):
        assert (2 * 0.5**k < 0.01) == beyond
        found = crossings(np.array([[k]]), np.array([[0]]), many, many)
        assert found.beyond.tolist() == [[beyond]]
    # 25 of 30: rare, and chance has five of them; 25 of 40 are no more than by chance
    assert sum(comb(30, i) for i in range(25, 31)) / 2**30 < 0.005
    assert crossings(np.array([[25]]), np.array([[5]]), many, many).beyond.all()
    assert not crossings(np.array([[25]]), np.array([[15]]), many, many).beyond.any()


def test_few_copies_of_each_of_many_lengths_are_many_together() -> None:
    sizes = np.full((1, 6), 10**6)
    two_each = np.full((1, 6), 2)
    assert crossings(two_each, np.zeros((1, 6), int), sizes, sizes).beyond.all()
    # the shortest repeat by themselves: only the longer ones are copies
    within = np.array([[90, 90, 0, 0, 0, 0]])
    across = np.array([[90, 90, 3, 3, 3, 3]])
    assert crossings(across, within, sizes, sizes).beyond.tolist() == [[False] * 2 + [True] * 4]


def test_where_nothing_can_be_compared_nothing_is_found() -> None:
    empty = crossings(*(np.zeros((0, 3), int) for _ in range(4)))
    assert empty.beyond.shape == (0, 3)
    # one document in each split: they can only lie across; and no document at all
    found = crossings(*(np.array([column]) for column in ([1, 0], [0, 0], [1, 0], [1, 5])))
    assert not found.beyond.any()
