"""Counting labels of arrays, against scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.metrics import multilabel_confusion_matrix

from metrics import ContingencyTable, count

PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=30)


def cells(table: ContingencyTable) -> np.ndarray:
    return np.stack([table.tn, table.fp, table.fn, table.tp], axis=1)


@given(PAIRS, st.booleans())
def test_vectors_are_counted_as_scikit_learn_counts_them(
    pairs: list[tuple[int, int]], named: bool
) -> None:
    true, said = np.array(pairs).T
    if named:
        true, said = np.array(list("edcba"))[true], np.array(list("edcba"))[said]
    expected = multilabel_confusion_matrix(true, said).reshape(-1, 4)
    assert_array_equal(cells(count(true, said)), expected)
    assert_array_equal(cells(count(true.tolist(), said.tolist())), expected)


@given(st.integers(0, 2**32 - 1))
def test_matrices_are_counted_as_scikit_learn_counts_them(seed: int) -> None:
    true, said = np.random.default_rng(seed).random((2, 9, 3)) < 0.4
    expected = multilabel_confusion_matrix(true, said).reshape(-1, 4)
    assert_array_equal(cells(count(true, said.astype(int))), expected)
    assert_array_equal(cells(count(sparse.csr_array(true), sparse.coo_array(said))), expected)


@given(st.integers(0, 2**32 - 1))
def test_weights_count_as_in_scikit_learn(seed: int) -> None:
    rng = np.random.default_rng(seed)
    true, said = rng.integers(0, 3, (2, 12))
    weights = rng.random(12)
    expected = multilabel_confusion_matrix(true, said, sample_weight=weights).reshape(-1, 4)
    assert_allclose(cells(count(true, said, sample_weight=weights)), expected, atol=1e-12)
    with pytest.raises(ValueError, match="give one a document"):
        count(true, said, sample_weight=weights[:5])


def test_labels_give_the_classes_and_their_order() -> None:
    # b: one of two found; z occurs nowhere; a is not asked for
    table = count(["a", "b", "b"], ["b", "b", "a"], labels=["z", "b"])
    assert_array_equal(cells(table), [[3, 0, 0, 0], [0, 1, 1, 1]])


@pytest.mark.parametrize(
    ("true", "assigned", "message"),
    [
        ([1, 2], [1], r"shape \(2,\) and y_pred \(1,\)"),
        ([[0, 2]], [[0, 1]], "y_true holds other values than 0 and 1"),
        ([[0, 1]], [[0.5, 1]], "y_pred holds other values than 0 and 1"),
        (["1"], [1], "text and numbers"),
        (np.zeros((1, 1, 1)), np.zeros((1, 1, 1)), "give vectors of labels"),
    ],
)
def test_what_cannot_be_counted_is_refused(true: Any, assigned: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        count(true, assigned)
