"""What F would be if something were mended: by hand, and as a recount of all classes has it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import ArrayLike

from breakeven.analysis.findings.finding import GainBaseline, f_macro, f_micro
from metrics.tallies import ContingencyTable


def _tables(cells: ArrayLike) -> ContingencyTable:
    tp, fp, fn = np.asarray(cells)
    return ContingencyTable(tp, fp, fn, np.full(len(tp), 100))


def test_gain_if_a_class_reached_the_median() -> None:
    # F: 10/12, 4/8, 2/12: the median is 1/2
    standing = GainBaseline(_tables([[5, 2, 1], [1, 2, 5], [1, 2, 5]]), 1.0)
    assert standing.errors == 16
    # third: 3 of 6 found, 3 wrong, so pooled 10 / (10 + 6 / 2 + 6 / 2) against 8 / (8 + 8)
    third = pytest.approx(((1 / 2 - 1 / 6) / 3, 10 / 16 - 8 / 16))
    assert standing.if_median(np.array([2])) == third
    # of all three no other is below it, and none is lowered
    assert standing.if_median(np.array([0, 1, 2])) == third
    assert standing.if_median(np.array([0])) == (0, 0)


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2, np.inf])
def test_gains_are_those_of_a_recount(beta: float) -> None:
    draw = np.random.default_rng(5)
    # of some classes nothing is true and nothing assigned, before or after
    old, new = (draw.integers(0, 4, (3, 40)) * (draw.random(40) < 0.8) for _ in range(2))
    standing = GainBaseline(_tables(old), beta)
    for classes in (np.array([3]), np.array([7, 2]), np.arange(40)):
        after = old.copy()
        after[:, classes] = new[:, classes]
        recounted, (tp, fp, fn) = _tables(after), after[:, classes]
        gain = standing.gain(classes, tp, fp, fn)
        assert gain == pytest.approx(
            (
                f_macro(recounted, beta) - f_macro(standing.tables, beta),
                f_micro(recounted, beta) - f_micro(standing.tables, beta),
            ),
            abs=1e-14,
        )


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2, np.inf])
def test_the_gain_of_each_class_is_that_of_it_alone(beta: float) -> None:
    draw = np.random.default_rng(6)
    standing = GainBaseline(_tables(draw.integers(0, 4, (3, 40)) * (draw.random(40) < 0.8)), beta)
    alone = [standing.if_median(np.array([c])) for c in range(40)]
    np.testing.assert_array_equal(standing.each_at_median(np.arange(40)), alone)


def test_no_gain_is_known_where_an_average_is_undefined() -> None:
    nothing = GainBaseline(_tables([[0], [0], [0]]), 1.0)
    one, none = np.ones(1), np.zeros(1)
    assert np.isnan(nothing.gain(np.array([0]), one, none, none)).all()
    assert nothing.if_median(np.array([0])) == pytest.approx((np.nan, np.nan), nan_ok=True)
