"""Lines of equal F: every point has that F, and both ends lie on the border."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.ranking.curves import iso_f
from metrics.typing import Array


def van_rijsbergen(p: Array, r: Array, beta: float) -> Array:
    b2 = beta * beta
    return (1 + b2) * p * r / (b2 * p + r)


@pytest.mark.parametrize("beta", [0.0, 0.1, 0.5, 1.0, 2.0, 30.0])
@pytest.mark.parametrize("level", [0.01, 0.2, 0.5, 0.9, 0.99])
def test_every_point_of_a_line_has_its_f(level: float, beta: float) -> None:
    line = iso_f(level, beta)
    with_recall = line.recall > 0
    assert_allclose(
        van_rijsbergen(line.precision[with_recall], line.recall[with_recall], beta),
        level,
        rtol=1e-9,
    )
    assert line.precision.max() <= 1
    assert line.recall[-1] == 1


def test_f1_of_one_half_ends_at_a_precision_of_one_third() -> None:
    # 2 p / (p + 1) = 1/2 at p = 1/3, and by symmetry it begins at recall 1/3, precision 1
    line = iso_f(0.5, 1.0)
    assert_allclose([line.recall[0], line.precision[0]], [1 / 3, 1])
    assert_allclose([line.recall[-1], line.precision[-1]], [1, 1 / 3])


def test_f_of_beta_zero_is_precision_and_of_infinity_recall() -> None:
    assert_allclose(iso_f(0.7, 0.0).precision, 0.7)
    endless = iso_f(0.7, float("inf"))
    assert_allclose(endless.recall, 0.7)
    assert_allclose(np.sort(endless.precision), [0, 1])
