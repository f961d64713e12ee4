"""(P + R) / 2 against F at one point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics.measures import f_of
from metrics.ranking.break_even import mean_against_f, mean_minus_f
from tests.golden_cases import cases, check, number


@pytest.mark.parametrize("case", cases("f_and_e", "precision", "recall", "betas"))
def test_golden(case: dict[str, Any]) -> None:
    p, r = case["input"]["precision"], case["input"]["recall"]
    betas = [number(beta) for beta in case["input"]["betas"]]
    relation = mean_against_f(p, r)
    difference = mean_minus_f(p, r, betas)
    signs = [
        None if np.isinf(b) else 0 if abs(d) < 1e-12 else np.sign(d)
        for b, d in zip(betas, difference, strict=True)
    ]
    got = {
        "mean": relation.mean,
        "f": [f_of(p, r, b) for b in betas],
        "sign_of_mean_minus_f": signs,
    }
    check(got, case)


def test_the_misprinted_case() -> None:
    # P = 4/10 < R = 8/10: mean 6/10; F_2 = 5 * .32 / (4 * .4 + .8) = 2/3 is larger;
    # the crossing is sqrt(.8 / .4) = sqrt 2
    relation = mean_against_f(0.4, 0.8)
    assert relation.crossing == pytest.approx(2**0.5)
    assert (relation.below, relation.above) == (1, -1)
    assert_allclose(mean_minus_f(0.4, 0.8, [2]), 0.6 - 2 / 3)


def test_undefined() -> None:
    relation = mean_against_f(float("nan"), 0.5)
    assert relation.below is None
    assert np.isnan(relation.crossing)
    assert np.isnan(mean_minus_f(float("nan"), 0.5, [1.0])).all()


shares = st.tuples(st.integers(1, 30), st.integers(0, 30), st.integers(0, 30)).map(
    lambda c: (c[0] / (c[0] + c[1]), c[0] / (c[0] + c[2]))
)


@given(shares, st.floats(0, 20))
def test_sign_follows_the_case(point: tuple[float, float], beta: float) -> None:
    p, r = point
    relation = mean_against_f(p, r)
    # the closed form of the difference, from T = P / R
    t = p / r
    expected = r * r * (t - 1) * (beta**2 * t - 1) / (2 * (beta**2 * p + r))
    got = mean_minus_f(p, r, [beta])[0]
    assert got == pytest.approx(expected, abs=1e-12)
    if abs(got) > 1e-9:
        assert np.sign(got) == (relation.below if beta < relation.crossing else relation.above)


@given(shares, st.floats(0, 20))
def test_f_lies_between_and_the_mean_is_not_below_f1(
    point: tuple[float, float], beta: float
) -> None:
    p, r = point
    assert min(p, r) - 1e-12 <= f_of(p, r, beta) <= max(p, r) + 1e-12
    assert mean_minus_f(p, r, [1.0])[0] >= -1e-12
