"""What a value tells of a class, beside a slow leave-one-out."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.dataset.data_checks import goodman_kruskal_lambda


@given(st.lists(st.tuples(st.integers(-1, 3), st.booleans()), min_size=2, max_size=20))
def test_it_is_the_share_of_errors_that_leaving_one_out_saves(
    pairs: list[tuple[int, bool]],
) -> None:
    value, there = (np.array(column) for column in zip(*pairs, strict=True))
    errors = 0
    for i, (v, has) in enumerate(pairs):
        others = [h for j, (w, h) in enumerate(pairs) if j != i and w == v >= 0]
        errors += has != (2 * sum(others) > len(others))
    least = min(there.sum(), (~there).sum())
    expected = 1 - errors / least if least else np.nan
    assert_allclose(goodman_kruskal_lambda(value, sparse.csc_array(there[:, None])), [expected])


def test_a_value_of_its_own_tells_nothing_and_one_for_each_class_everything() -> None:
    labels = sparse.csc_array(np.eye(3, dtype=bool)[np.arange(30) % 3])
    assert_allclose(goodman_kruskal_lambda(np.arange(30), labels), [0, 0, 0])
    assert_allclose(goodman_kruskal_lambda(np.arange(30) % 3, labels), [1, 1, 1])
