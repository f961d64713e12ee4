"""Both ends of the classes by F, of those that have documents enough."""

from __future__ import annotations

import numpy as np

from metrics.tallies import ContingencyTable
from metrics.uncertainty.class_verdicts import lowest_and_highest


def table(*rows: tuple[int, int, int]) -> ContingencyTable:
    tp, fp, fn = np.array(rows).T
    return ContingencyTable(tp, fp, fn, 10_000 - tp - fp - fn)


def test_a_class_of_one_document_is_at_no_end_and_counted() -> None:
    # F: 0 of one document; 10/110 of a hundred; 1 of one document; 180/220 of a hundred; 0.5
    _one_missed, hundred_missed, _one_found, hundred_found, half = range(5)
    rows = ((0, 0, 1), (5, 5, 95), (1, 0, 0), (90, 30, 10), (5, 5, 5))
    ends = lowest_and_highest(table(*rows), 1.0, 1)
    assert ends.classes.tolist() == [hundred_missed, hundred_found]
    assert (ends.lowest, ends.present, ends.few) == (1, 5, 2)
    every = lowest_and_highest(table(*rows), 1.0, 2)
    assert every.classes.tolist() == [hundred_missed, half, hundred_found]
    assert (every.lowest, every.few) == (None, 2)


def test_where_every_class_has_few_documents_all_are_listed_by_their_f() -> None:
    # F: 2/3, 0 (never found), and a class without documents here
    ends = lowest_and_highest(table((1, 1, 0), (0, 0, 4), (0, 3, 0)), 1.0, 2)
    assert ends.classes.tolist() == [1, 0]
    np.testing.assert_allclose(ends.values, [0, 2 / 3])
    assert ends.lowest is None
    assert (ends.present, ends.few) == (2, 2)


def test_no_class_is_at_both_ends_and_each_begins_at_its_end() -> None:
    ends = lowest_and_highest(table(*[(10, n, 10) for n in range(5)]), 1.0, 2)
    # F falls with fp: the last is the lowest, the first the highest
    assert ends.classes.tolist() == [4, 3, 0, 1]
