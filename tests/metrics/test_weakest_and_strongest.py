"""Weak and strong classes are those that surely are."""

from __future__ import annotations

import numpy as np

from metrics.class_verdicts import weakest_and_strongest
from metrics.tallies import ContingencyTable


def table(*rows: tuple[int, int, int]) -> ContingencyTable:
    tp, fp, fn = np.array(rows).T
    return ContingencyTable(tp, fp, fn, 10_000 - tp - fp - fn)


def test_one_unlucky_document_is_no_weak_class_beside_a_hundred_missed() -> None:
    # F: 0 of one document; 10/110 of a hundred; 1 of one document; 180/220 of a hundred
    _one_missed, hundred_missed, _one_found, hundred_found = range(4)
    ends = weakest_and_strongest(table((0, 0, 1), (5, 5, 95), (1, 0, 0), (90, 30, 10)), 1.0, 1)
    assert ends.classes.tolist() == [hundred_missed, hundred_found]
    assert ends.weakest == 1
    assert ends.present == 4


def test_few_classes_are_all_listed_by_their_f() -> None:
    # F: 2/3, 0 (never found), and a class without documents here
    ends = weakest_and_strongest(table((1, 1, 0), (0, 0, 4), (0, 3, 0)), 1.0, 2)
    assert ends.classes.tolist() == [1, 0]
    np.testing.assert_allclose(ends.values, [0, 2 / 3])
    assert ends.weakest is None
    assert ends.present == 2


def test_no_class_is_at_both_ends() -> None:
    ends = weakest_and_strongest(table(*[(1, 1, 1)] * 5), 1.0, 2)
    assert len(set(ends.classes.tolist())) == 4
