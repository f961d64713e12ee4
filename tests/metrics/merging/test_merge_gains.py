"""What merging two classes changes, beside the recount of each pair."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.metrics import mutual_info_score

from metrics.incidence import judged
from metrics.merging.merge_gains import (
    AddedCells,
    count_meetings_in_documents,
    merge_classes,
    merge_unjudged,
    sets_together,
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
    first, other = (
        AddedCells(*np.array([[1.0, 2], [3, 4], [5, 6]])),
        AddedCells(*np.full((3, 2), 0.5)),
    )
    both = first + other
    assert [both.tp.tolist(), both.fp.tolist(), both.fn.tolist()] == [
        [1.5, 2.5], [3.5, 4.5], [5.5, 6.5],
    ]  # fmt: skip
    second = both[np.array([1])]
    assert [second.tp.tolist(), second.fp.tolist(), second.fn.tolist()] == [[2.5], [4.5], [6.5]]
    # three hits more than the 10 there, four false alarms, six misses
    table = AddedCells(*np.array([3.0, 4.0, 6.0])).on(ContingencyTable(*np.array([10.0, 1, 2, 50])))
    assert [float(cell) for cell in (table.tp, table.fp, table.fn)] == [13, 5, 8]


def one_each(codes: list[int], classes: int) -> sparse.csr_array:
    return sparse.csr_array(np.eye(classes, dtype=bool)[codes])


def test_of_one_class_each_it_is_the_mutual_information_of_two_columns() -> None:
    rng = np.random.default_rng(0)
    true = rng.integers(0, 5, 300)
    called = np.where(rng.random(300) < 0.6, true, rng.integers(0, 5, 300))
    together = sets_together(one_each(true.tolist(), 5), one_each(called.tolist(), 5))
    assert together.bits() == pytest.approx(mutual_info_score(true, called) / np.log(2), abs=1e-12)
    two = sparse.csr_array(np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]], bool))
    wanted = mutual_info_score(true // 2, called // 2) / np.log(2)
    assert together.bits(two) == pytest.approx(wanted, abs=1e-12)


def test_a_document_of_weight_three_counts_as_three() -> None:
    true, called = [0, 0, 1, 2], [0, 1, 1, 2]
    weighed = sets_together(one_each(true, 3), one_each(called, 3), np.array([3.0, 1, 1, 2]))
    often = sets_together(
        one_each([0, 0, 0, *true[1:], 2], 3), one_each([0, 0, 0, *called[1:], 2], 3)
    )
    assert weighed.bits() == pytest.approx(often.bits(), abs=1e-12)
    shares = sets_together(one_each(true, 3), one_each(called, 3), np.array([3.0, 1, 1, 2]) / 7)
    assert shares.bits() == pytest.approx(often.bits(), abs=1e-12)


def test_merging_never_tells_more() -> None:
    rng = np.random.default_rng(3)
    true, called = (sparse.csr_array(rng.random((80, 6)) < 0.3) for _ in range(2))
    together = sets_together(true, called)
    for _ in range(50):
        into = sparse.csr_array(np.eye(6, dtype=bool)[rng.integers(0, 6, 6)])
        assert together.bits(into) <= together.bits() + 1e-12


def test_decisions_that_are_right_tell_all_and_without_documents_nothing_is_known() -> None:
    # two classes of two documents each are one bit
    same = one_each([0, 0, 1, 1], 2)
    assert sets_together(same, same).bits() == pytest.approx(1)
    nobody = sparse.csr_array((0, 2), dtype=bool)
    assert np.isnan(sets_together(nobody, nobody).bits())


def test_sets_come_back_as_they_met_also_where_all_decisions_are_alike() -> None:
    # nothing is assigned to any of four documents of three sets
    met = sets_together(one_each([0, 1, 1, 2], 3), sparse.csr_array((4, 3), dtype=bool))
    true = met.truth[met.true].toarray().argmax(axis=1)
    assert dict(zip(true.tolist(), met.weight.tolist(), strict=True)) == {0: 1, 1: 2, 2: 1}
    assert met.called.tolist() == [0, 0, 0]
    assert met.bits() == 0
