"""What merging two classes changes, beside the recount of each pair."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.incidence import judged
from metrics.merging.merge_gains import (
    AddedCells,
    count_meetings_in_documents,
    merge_classes,
    merge_unjudged,
)
from metrics.tallies import ContingencyTable, count_decisions
from tests.made import noisy


@pytest.mark.parametrize("open_pairs", [False, True])
@pytest.mark.parametrize("weighed", [False, True])
def test_every_pair_changes_the_cells_as_a_recount_says(open_pairs: bool, weighed: bool) -> None:
    rng = np.random.default_rng(1)
    labels = rng.random((150, 6)) < 0.25
    truth, assigned = (sparse.csc_array(m) for m in (labels, noisy(labels, 0.3, 0.1, rng)))
    off = sparse.csc_array(rng.random((150, 6)) < 0.1) if open_pairs else None
    weights = rng.random(150) if weighed else None
    first, second, added = count_meetings_in_documents(truth, assigned, off, weights).pairs()
    before = count_decisions(truth, assigned, off, weights=weights).pooled()
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == [*combinations(range(6), 2)]
    for p, pair in enumerate(combinations(range(6), 2)):
        into = np.eye(6, dtype=bool)
        into[pair[1]] = into[pair[0]]
        new = sparse.csr_array(into)
        counted = count_decisions(
            merge_classes(judged(truth, off), new),
            merge_classes(assigned, new),
            merge_unjudged(truth, off, new),
            weights=weights,
        ).pooled()
        for cell in ("tp", "fp", "fn"):
            change = getattr(counted, cell) - getattr(before, cell)
            assert_allclose(getattr(added, cell)[p], change, atol=1e-9)


def test_by_size_all_other_classes_share_what_a_class_meets() -> None:
    # one class a document: of its errors every other class gets a part, and the parts are all
    rng = np.random.default_rng(2)
    truth = np.eye(5, dtype=bool)[rng.integers(0, 5, 200)]
    called = np.eye(5, dtype=bool)[rng.integers(0, 5, 200)]
    meetings = count_meetings_in_documents(sparse.csc_array(truth), sparse.csc_array(called))
    first, second = np.array([*combinations(range(5), 2)]).T
    by_size = meetings.by_size(first, second)
    wrong = int((truth & ~called).sum())
    assert by_size.tp.sum() == pytest.approx(wrong)
    assert_allclose(by_size.fp, -by_size.tp)
    assert_allclose(by_size.fn, -by_size.tp)


def test_classes_that_never_meet_are_no_pair() -> None:
    truth = sparse.csc_array(np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=bool))
    first, second, added = count_meetings_in_documents(truth, truth).pairs()
    assert len(first) == len(second) == len(added.tp) == 0


def test_what_is_added_to_cells_adds_up() -> None:
    one, other = (
        AddedCells(*np.array([[1.0, 2], [3, 4], [5, 6]])),
        AddedCells(*np.full((3, 2), 0.5)),
    )
    both = one + other
    assert [both.tp.tolist(), both.fp.tolist(), both.fn.tolist()] == [
        [1.5, 2.5], [3.5, 4.5], [5.5, 6.5],
    ]  # fmt: skip
    second = both[np.array([1])]
    assert [second.tp.tolist(), second.fp.tolist(), second.fn.tolist()] == [[2.5], [4.5], [6.5]]
    # three hits more than the 10 there, four false alarms, six misses
    table = AddedCells(*np.array([3.0, 4.0, 6.0])).on(ContingencyTable(*np.array([10.0, 1, 2, 50])))
    assert [float(cell) for cell in (table.tp, table.fp, table.fn)] == [13, 5, 8]
