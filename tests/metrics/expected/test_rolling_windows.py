"""Windows of a stream, all at once, against each of them alone."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.expected.expected_f import best_set, expected_f
from metrics.expected.rolling_windows import (
    best_sizes_of_windows,
    expected_f_of_windows,
    window_sums,
)


def test_sums_of_the_last_documents() -> None:
    assert window_sums(np.array([1.0, 2, 4, 8]), 2).tolist() == [1, 3, 6, 12]
    assert window_sums(np.array([1.0, 2]), 5).tolist() == [1, 3]


@pytest.mark.parametrize(
    ("beta", "size"), [(0.0, 5), (0.5, 40), (1.0, 1), (1.0, 60), (1.7, 20), (2.0, 25), (np.inf, 9)]
)
def test_every_window_has_the_expected_f_and_the_best_set_of_its_documents(
    beta: float, size: int
) -> None:
    rng = np.random.default_rng(int(size))
    p = np.round(rng.beta(0.3, 1.0, 90), 3)
    p[[3, 50]], p[[7, 51]] = 1.0, 0.0
    calls = p > 0.4
    for c_f in (0.0, 1.0):
        values = expected_f_of_windows(p, calls, size, beta, c_f)
        sizes = best_sizes_of_windows(p, size, beta, c_f)
        for t in range(len(p)):
            window = slice(max(0, t + 1 - size), t + 1)
            alone = expected_f(p[window], calls[window], beta, c_f)
            assert values[t] == pytest.approx(alone, abs=1e-9)
            assert sizes[t] == best_set(p[window], beta, c_f).size


def test_two_documents_by_hand() -> None:
    # called .5, not called .2: a hit .5, F 1 without and 2/3 with the other a member
    found = expected_f_of_windows(np.array([0.2, 0.5]), np.array([False, True]), 2)
    assert_allclose(found, [0.8, 0.5 * (0.8 + 0.2 * 2 / 3)])
    assert len(expected_f_of_windows(np.empty(0), np.empty(0, dtype=bool), 2)) == 0
    assert len(best_sizes_of_windows(np.empty(0), 2)) == 0
