"""How many documents it takes."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from statsmodels.stats.proportion import proportion_confint

from metrics.tallies import ContingencyTable
from metrics.uncertainty.average_intervals import mean_influence, mean_interval
from metrics.uncertainty.intervals import Interval, f_interval
from metrics.uncertainty.power import (
    UNLUCKY,
    detectable,
    required_for_average,
    required_sample,
)


def tables(*rows: tuple[float, ...]) -> ContingencyTable:
    return ContingencyTable(*(np.array(cell, dtype=float) for cell in zip(*rows, strict=True)))


def test_as_many_documents_as_it_says_bring_the_interval_to_the_wanted_width() -> None:
    table = tables((20, 8, 10, 900), (400, 30, 40, 500))
    needed = required_sample(table, wanted=0.05)
    assert_allclose(needed.half_width, (f_interval(table).high - f_interval(table).low) / 2)
    # the large class is known well enough as it is
    assert needed.half_width[1] <= 0.05
    assert (needed.factor[1], needed.more_positives[1]) == (1, 0)
    assert needed.factor[0] > 1
    assert needed.more_positives[0] == np.ceil((needed.factor[0] - 1) * 30 - 1e-6)
    # with that many more of the same kind F is known, and with a tenth fewer it need not be
    wide = [f_interval(tables(tuple(n * c for c in (20, 8, 10, 900)))) for n in
            (needed.factor[0] * 1.05, 1.0)]  # fmt: skip
    halves = [float(np.ptp([i.low, i.high])) / 2 for i in wide]
    assert halves[0] <= 0.05 < halves[1]


def test_wider_intervals_need_fewer_documents() -> None:
    of = tables((20, 8, 10, 900))
    factors = [required_sample(of, wanted).factor[0] for wanted in (0.02, 0.05, 0.1)]
    assert factors[0] > factors[1] > factors[2] > 1
    # the width falls with the root of the number
    assert factors[0] / factors[1] == pytest.approx((0.05 / 0.02) ** 2, rel=0.1)


def test_without_documents_of_the_class_nothing_can_be_planned() -> None:
    needed = required_sample(tables((0, 3, 0, 9), (0, 0, 0, 12), (1, 0, 0, 11)))
    assert np.isnan(needed.factor).tolist() == [True, True, False]
    assert np.isnan(needed.more_positives).tolist() == [True, True, False]


def test_a_detectable_difference_by_hand() -> None:
    # se = 0.2 / (2 · 1.959964); (1.959964 + 0.841621) · √2 · se
    assert detectable(Interval(0.6, 0.8)) == pytest.approx(
        2.801585 * 2**0.5 * 0.2 / 3.919928, rel=1e-6
    )
    # 9 of 10, at 1 %: 2.575829 + 1.281552
    assert detectable(Interval(0.6, 0.8), 0.9, 0.01) == pytest.approx(
        3.857381 * 2**0.5 * 0.2 / 3.919928, rel=1e-6
    )


def test_the_value_that_needs_most_is_sought_inside_of_the_interval_only() -> None:
    # F of a share p is 2 p / (1 + p); the interval widens with p, and p is 0.09 at most
    hits, trials, wanted = 3, 103, 0.02
    factor = float(required_sample(tables((3, 50, 50, 900)), wanted).factor[0])

    def half_width(share: float, n: float) -> float:
        low, high = proportion_confint(share * n, n, method="wilson")
        return float(2 * high / (1 + high) - 2 * low / (1 + low)) / 2

    low, high = proportion_confint(hits, trials, method="wilson")
    inside = np.linspace(float(low), float(high), 21)
    for times, enough in ((1.001, True), (0.999, False)):
        n = trials * factor * times
        n -= UNLUCKY * np.sqrt(n)
        assert (max(half_width(p, n) for p in inside) <= wanted) is enough


def test_documents_that_tell_an_average_as_wanted_are_enough() -> None:
    values, counted = np.tile([0.0, 0.5, 1.0, 1.0], 25), np.ones(100, dtype=bool)
    influence, ends = mean_influence(values, counted), mean_interval(values, counted)
    half = float(ends.high - ends.low) / 2
    for wanted in (half, 0.5):
        assert required_for_average(influence, None, wanted) == (half, 1.0)
    assert required_for_average(influence, None, half * 0.99)[1] > 1
    assert np.isnan(required_for_average(mean_influence(values, ~counted), None, 0.5)).all()
