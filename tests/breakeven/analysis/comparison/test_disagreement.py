"""Where systems part, on five documents that can be followed by eye."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from breakeven.analysis.comparison import disagreement
from metrics import measures
from tests.made import evaluation_of, matrix_of, noisy, truth_of

#          truth  old   new
# doc 0    a      -     a
# doc 1    ab     a     ab
# doc 2    -      c     -
# doc 3    b      b     c
# doc 4    c      c     c
TRUTH = truth_of(matrix_of(["a", "ab", "", "b", "c"], 3))
OLD = evaluation_of(TRUTH, matrix_of(["", "a", "c", "b", "c"], 3), "old")
NEW = evaluation_of(TRUTH, matrix_of(["a", "ab", "", "c", "c"], 3), "new")


def test_agreement_counts_decisions_and_assigned_pairs() -> None:
    got = disagreement.system_agreement([OLD, NEW])
    # 15 decisions; different: a in 0, b in 1, c in 2, b and c in 3 = 5
    assert_allclose(got.same, [[1, 10 / 15], [10 / 15, 1]])
    # both assign a in 1, c in 4 = 2; either: 2 + 5
    assert_allclose(got.overlap, [[1, 2 / 7], [2 / 7, 1]])


def test_agreement_of_two_that_assign_nothing_is_undefined_overlap() -> None:
    empty = evaluation_of(TRUTH, np.zeros((5, 3), dtype=bool))
    got = disagreement.system_agreement([empty, empty])
    assert_allclose(got.same, 1)
    assert np.isnan(got.overlap).all()


def test_changes_per_class() -> None:
    got = disagreement.changes(OLD, NEW)
    # a: fixed in 0, right in 1.  b: fixed in 1, broken in 3.  c: fixed in 2, broken in 3, right 4
    assert_array_equal(got.fixed, [1, 1, 1])
    assert_array_equal(got.broken, [0, 1, 1])
    assert_array_equal(got.right, [1, 0, 1])
    assert_array_equal(got.wrong, [0, 0, 0])


def test_changes_per_document_need_all_classes_right() -> None:
    got = disagreement.document_changes(OLD, NEW)
    assert_array_equal(got["fixed"], [0, 1, 2])
    assert_array_equal(got["broken"], [3])
    assert_array_equal(got["right"], [4])
    assert len(got["wrong"]) == 0


def test_the_documents_behind_a_class() -> None:
    b = disagreement.disagreement_on(OLD, NEW, 1)
    assert_array_equal(b.found_by_new, [1])
    assert_array_equal(b.found_by_old, [3])
    c = disagreement.disagreement_on(OLD, NEW, 2)
    assert_array_equal(c.spared_by_new, [2])
    assert_array_equal(c.spared_by_old, [3])
    assert len(c.found_by_new) == len(c.found_by_old) == 0


def test_union_intersection_and_oracle() -> None:
    got = disagreement.combined(OLD, NEW)
    # union: a 0 1, b 1 3, c 2 3 4; 2 and 3 are wrong
    assert_array_equal(got.union.tp, [2, 2, 1])
    assert_array_equal(got.union.fp, [0, 0, 2])
    # intersection: a 1, c 4
    assert_array_equal(got.intersection.tp, [1, 0, 1])
    assert_array_equal(got.intersection.fn, [1, 2, 0])
    # each decision by whoever is right: everything here
    assert_allclose(measures.f_beta(got.oracle), 1)


def test_the_oracle_is_wrong_only_where_both_are() -> None:
    rng = np.random.default_rng(2)
    labels = rng.random((80, 5)) < 0.3
    truth = truth_of(labels)
    a, b = noisy(labels, 0.4, 0.3, rng), noisy(labels, 0.4, 0.3, rng)
    got = disagreement.combined(evaluation_of(truth, a), evaluation_of(truth, b)).oracle
    both_wrong = (a != labels) & (b != labels)
    assert_array_equal(got.fp + got.fn, both_wrong.sum(axis=0))
    changed = disagreement.changes(evaluation_of(truth, a), evaluation_of(truth, b))
    assert_array_equal(changed.wrong, both_wrong.sum(axis=0))
    assert_array_equal(changed.fixed, ((a != labels) & (b == labels)).sum(axis=0))
    assert_array_equal(changed.broken, ((a == labels) & (b != labels)).sum(axis=0))


def test_changed_cells_of_the_confusion_matrix() -> None:
    got = disagreement.confusion_changes(OLD, NEW)
    cells = {
        (int(t), int(a)): (o, n)
        for t, a, o, n in zip(got.true, got.assigned, got.old, got.new, strict=True)
    }
    # a: hits 1 to 2, missed for nothing 1 to 0. b: hit in 3 becomes c instead of b; hit gained
    # in 1, missed for nothing there before. c added for nothing in 2 before
    assert cells == {
        (0, 0): (1, 2),
        (0, -1): (1, 0),
        (1, -1): (1, 0),
        (1, 2): (0, 1),
        (-1, 2): (1, 0),
    }


def test_no_change_leaves_no_cell() -> None:
    assert len(disagreement.confusion_changes(OLD, OLD)) == 0
