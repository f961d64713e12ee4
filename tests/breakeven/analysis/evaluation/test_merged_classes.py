"""Decisions recounted with other classes."""

from __future__ import annotations

import numpy as np
from scipy import sparse

import breakeven as be
from breakeven.analysis.evaluation.merged_classes import merged_evaluation


def test_an_error_within_the_new_class_is_none_any_more() -> None:
    truth = ["a", "a", "b", "c"]
    called = ["a", "b", "b", "a"]
    evaluation = be.evaluate(be.from_arrays(truth, called)).evaluation
    into = sparse.csr_array(np.array([[1, 0], [1, 0], [0, 1]], dtype=bool))
    new = merged_evaluation(evaluation, ["a or b", "c"], into)
    # of four: three are truly a or b, all called so, and c is called so too
    assert new.classes == ("a or b", "c")
    assert new.tables.tp.tolist() == [3, 0]
    assert new.tables.fp.tolist() == [1, 0]
    assert new.tables.fn.tolist() == [0, 1]
    assert new.single_label
