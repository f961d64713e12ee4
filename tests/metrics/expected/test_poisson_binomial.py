"""The distribution of a sum of independent yes/no draws."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics.expected.poisson_binomial import central_moments, cumulants, probability_mass


def one_at_a_time(p: list[Fraction]) -> list[Fraction]:
    mass = [Fraction(1)]
    for q in p:
        mass = [
            without * (1 - q) + with_it * q
            for without, with_it in zip([*mass, Fraction(0)], [Fraction(0), *mass], strict=True)
        ]
    return mass


sizes = st.lists(st.integers(0, 64).map(lambda i: Fraction(i, 64)), max_size=40)


@given(sizes)
def test_mass_against_fractions(p: list[Fraction]) -> None:
    low, mass = probability_mass(np.array(p, dtype=float))
    expected = np.array(one_at_a_time(p), dtype=float)
    assert_allclose(mass, expected[low : low + len(mass)], rtol=0, atol=1e-15)


@given(sizes)
def test_moments_against_fractions(p: list[Fraction]) -> None:
    exact = one_at_a_time(p)
    mean = sum(p, Fraction(0))
    array = np.array(p, dtype=float)
    got = central_moments([float(cumulants(array, r).sum()) for r in range(1, 13)])
    for order, moment in enumerate(got):
        expected = sum((i - mean) ** order * m for i, m in enumerate(exact))
        scale = max(1.0, float(sum(abs(i - mean) ** order * m for i, m in enumerate(exact))))
        assert moment == pytest.approx(float(expected), abs=1e-9 * scale)


def test_cut_support_of_many() -> None:
    # 4000 at 1/2: binomial, mean 2000, sd 31.6; compare with the recursion in doubles
    p = np.full(4000, 0.5)
    low, mass = probability_mass(p)
    full = np.zeros(4001)
    full[0] = 1
    for k in range(1, 4001):
        full[1 : k + 1] = 0.5 * full[1 : k + 1] + 0.5 * full[:k]
        full[0] *= 0.5
    assert len(mass) < 900
    assert full[:low].sum() + full[low + len(mass) :].sum() < 5e-16
    assert_allclose(mass, full[low : low + len(mass)], rtol=0, atol=1e-15)


def test_against_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    p = np.random.default_rng(2).random(300) ** 4
    low, mass = probability_mass(p)
    support = np.arange(low, low + len(mass))
    assert_allclose(mass, stats.poisson_binom(p).pmf(support), rtol=0, atol=1e-13)
