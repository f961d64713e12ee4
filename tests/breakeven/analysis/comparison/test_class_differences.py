"""Where systems differ, class by class: by eye, and against the lists of documents."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from breakeven.analysis.comparison import disagreement
from breakeven.analysis.comparison.disagreement import (
    ConfusionChanges,
    difference_counts,
    most_changed,
)
from tests.made import evaluation_of, matrix_of, noisy, truth_of

KINDS = ("found_by_new", "found_by_old", "spared_by_new", "spared_by_old")


def test_counts_on_five_documents_that_can_be_followed_by_eye() -> None:
    #          truth  old   new
    # doc 0    a      -     a
    # doc 1    ab     a     ab
    # doc 2    -      c     -
    # doc 3    b      b     c
    # doc 4    c      c     c
    truth = truth_of(matrix_of(["a", "ab", "", "b", "c"], 3))
    old = evaluation_of(truth, matrix_of(["", "a", "c", "b", "c"], 3), "old")
    new = evaluation_of(truth, matrix_of(["a", "ab", "", "c", "c"], 3), "new")
    got = difference_counts(old, new)
    assert_array_equal(got.found_by_new, [1, 1, 0])
    assert_array_equal(got.found_by_old, [0, 1, 0])
    assert_array_equal(got.spared_by_new, [0, 0, 1])
    assert_array_equal(got.spared_by_old, [0, 0, 1])


@pytest.mark.parametrize("share_unjudged", [0.0, 0.2])
def test_counts_are_the_numbers_of_documents_listed_and_add_up_to_the_changes(
    share_unjudged: float,
) -> None:
    rng = np.random.default_rng(7)
    labels = rng.random((60, 6)) < 0.3
    unjudged = rng.random(labels.shape) < share_unjudged
    labels &= ~unjudged
    truth = truth_of(labels, unjudged if share_unjudged else None)
    old, new = (evaluation_of(truth, noisy(labels, 0.3, 0.2, rng), name) for name in ("o", "n"))
    got = difference_counts(old, new)
    for c in range(6):
        listed = disagreement.disagreement_on(old, new, c)
        for kind in KINDS:
            assert getattr(got, kind)[c] == len(getattr(listed, kind))
    changes = disagreement.changes(old, new)
    assert_array_equal(got.found_by_new + got.spared_by_new, changes.fixed)
    assert_array_equal(got.found_by_old + got.spared_by_old, changes.broken)


def cells(*changed: tuple[int, int, float, float]) -> ConfusionChanges:
    true, assigned, old, new = (np.array(part) for part in zip(*changed, strict=True))
    return ConfusionChanges(true, assigned, old, new)


def test_most_changed_counts_rows_and_columns_off_the_diagonal() -> None:
    # class 0 and 2 change by 3 each; 1 and nothing by 2; the diagonal of 3 counts nowhere
    changed = cells((0, 2, 1, 4), (1, -1, 5, 3), (3, 3, 0, 90))
    assert_array_equal(most_changed(changed, 4, 25), [0, 1, 2, 4])
    assert_array_equal(most_changed(changed, 4, 2), [0, 2])
    assert len(most_changed(cells((3, 3, 0, 90)), 4, 25)) == 0
