"""Power laws through points whose law is known, and where none may be drawn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.dataset.learning_curve import (
    PowerLaw,
    fit_power_law,
    learning_curve,
    locally_weighted,
)
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

SIZES = np.array([100, 400, 1_600, 5_000])


def around(values: Array, by: float = 0.02) -> Interval:
    return Interval(values - by, values + by)


@pytest.mark.parametrize("law", [(0.9, 1.2, 0.4), (0.75, 20.0, 1.0), (1.0, 0.9, 0.1)])
@pytest.mark.parametrize("points", [3, 4])
def test_exact_points_of_a_law_are_fitted_exactly(
    law: tuple[float, float, float], points: int
) -> None:
    a, b, c = law
    sizes = SIZES[:points]
    found = fit_power_law(sizes, a - b * sizes**-c)
    assert_allclose((found.a, found.b, found.c), law, rtol=1e-6)


def test_by_hand() -> None:
    # 0.5, 0.7, 0.8 at 100, 400, 1,600: each step of four times halves what is missing to 0.9, and
    # (1/4)^c is a half at c = 1/2; 0.9 - b / 10 = 0.5, so b is 4; at 3,200 it is 0.9 - 4 / 56.57
    found = fit_power_law(SIZES[:3], np.array([0.5, 0.7, 0.8]))
    assert_allclose((found.a, found.b, found.c), (0.9, 4, 0.5), rtol=1e-7)
    assert found.value_at(3_200) == pytest.approx(0.9 - 4 / 3_200**0.5)


def test_points_off_a_law_are_fitted_as_scipy_does() -> None:
    from scipy.optimize import curve_fit

    values = 0.9 - 1.2 * SIZES**-0.4 + np.array([0.004, -0.006, 0.003, 0.001])
    found = fit_power_law(SIZES, values)
    theirs, _ = curve_fit(lambda n, a, b, c: a - b * n**-c, SIZES, values, p0=(0.9, 1, 0.5))
    assert_allclose((found.a, found.b, found.c), theirs, rtol=1e-5)


def test_several_curves_are_fitted_as_each_alone() -> None:
    several = np.array([[0.5, 0.7, 0.8, 0.85], [0.3, 0.35, 0.41, 0.44]])
    found = fit_power_law(SIZES, several)
    for i, values in enumerate(several):
        alone = fit_power_law(SIZES, values)
        assert_allclose(found.value_at(3_000)[i], alone.value_at(3_000))


def test_a_ceiling_is_no_higher_than_1() -> None:
    # as straight as a line: without a bound it would rise above 1
    found = fit_power_law(np.array([1, 2, 3]), np.array([0.2, 0.5, 0.8]))
    assert found.a == 1


def test_the_interval_holds_the_curve_and_widens_with_the_distance() -> None:
    law = PowerLaw(0.9, 4.0, 0.5)
    values = law.value_at(SIZES)
    fitted = learning_curve(SIZES, values, around(values), np.eye(4) * 1e-4 / 2 + 1e-4 / 2)
    near, far = (fitted.interval(size) for size in (5_000, 20_000))
    assert near.low < law.value_at(5_000) < near.high
    assert far.high - far.low > near.high - near.low > 0.01
    gain, ends = fitted.gain(20_000)
    assert gain == pytest.approx(4 / 5_000**0.5 - 4 / 20_000**0.5)
    assert 0 <= ends.low < gain < ends.high
    # points that are surely known leave no doubt
    exact = learning_curve(SIZES, values, around(values), np.zeros((4, 4)))
    assert exact.interval(20_000).low == pytest.approx(law.value_at(20_000))


def test_nothing_is_said_beyond_four_times_the_largest_size() -> None:
    values = PowerLaw(0.9, 4.0, 0.5).value_at(SIZES)
    fitted = learning_curve(SIZES, values, around(values), np.eye(4) * 1e-4)
    fitted.interval(20_000)
    for asked in (fitted.interval, fitted.gain):
        with pytest.raises(ValueError, match="more than 4 times the largest size, 5,000"):
            asked(20_001)


@pytest.mark.parametrize(
    ("sizes", "values", "why"),
    [
        ([100, 100, 400], [0.5, 0.6, 0.7], "takes 3 different training sizes, not 2"),
        ([100, 400, 900], [0.5, np.nan, 0.7], "undefined"),
        ([100, 400, 900], [0.7, 0.6, 0.5], "does not rise"),
        ([100, 400, 900], [0.6, 0.6, 0.6], "does not rise"),
        ([100, 400, 900, 2_000], [0.5, 0.8, 0.6, 0.9], "passes through the intervals"),
    ],
)
def test_no_curve_is_drawn_where_none_fits(
    sizes: list[float], values: list[float], why: str
) -> None:
    known = np.array(values)
    fitted = learning_curve(np.array(sizes), known, around(known), np.eye(len(sizes)) * 1e-4)
    assert fitted.law is None
    assert why in fitted.why_not


def test_points_that_scatter_more_than_the_documents_explain_widen_the_interval() -> None:
    values = PowerLaw(0.9, 4.0, 0.5).value_at(SIZES)
    scattered = values + np.array([0.01, -0.01, 0.01, -0.01])
    # errors that all systems share move all points alike, and make none of them scatter
    shared = np.full((4, 4), 1e-4) + np.eye(4) * 1e-8
    wide = [
        np.subtract(*[getattr(fitted.interval(10_000), end) for end in ("high", "low")])
        for fitted in (
            learning_curve(SIZES, points, around(points, 0.03), shared)
            for points in (values, scattered)
        )
    ]
    assert wide[1] > 1.2 * wide[0]


@pytest.mark.parametrize("seed", range(5))
def test_the_smooth_line_is_that_of_statsmodels(seed: int) -> None:
    from statsmodels.nonparametric.smoothers_lowess import lowess

    rng = np.random.default_rng(seed)
    x = np.log(rng.integers(1, 400, 12 + 20 * seed).astype(float))
    y = rng.random(len(x))
    at = np.unique(x)
    # without its robust steps, and at no points but the places asked for
    peer = lowess(y, x, frac=0.6, it=0, xvals=at)
    assert_allclose(locally_weighted(x, y, at), peer, rtol=1e-9, atol=1e-9)


def test_the_smooth_line_through_a_line_is_that_line_and_through_one_size_its_mean() -> None:
    x = np.arange(10.0)
    assert_allclose(locally_weighted(x, 2 * x - 3, x), 2 * x - 3)
    assert locally_weighted(np.ones(4), np.array([0.0, 1, 0, 1]), np.ones(1)) == 0.5
