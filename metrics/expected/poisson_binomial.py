"""The number of members among documents that each are one with their own probability.

The members are taken as independent, which makes their number Poisson-binomial.
"""

from __future__ import annotations

from functools import cache
from math import ceil, comb, floor

import numpy as np
from numpy.polynomial import Polynomial

from metrics.typing import Array

# mass left outside a cut support: 2 exp(-36) = 5e-16
CUT = 36.0

# below this, log(1 + p z) is summed as a series, from sums of powers of p
SMALL = 1 / 16
POWERS = 20

# complex numbers held at a time
MOST_VALUES = 1_000_000


def variance_terms(p: Array) -> Array:
    """Of each document p (1 - p): the variances of the parts of the number."""
    return p * (1 - p)


@cache
def _cumulant_polynomial(order: int) -> Polynomial:
    if order == 1:
        return Polynomial([0, 1])
    return Polynomial([0, 1, -1]) * _cumulant_polynomial(order - 1).deriv()


def cumulants(p: Array, order: int) -> Array:
    """The cumulant of that order of each Bernoulli(p), shape as p. They add up over documents."""
    if order == 1:
        return p
    # evaluated at the rarer outcome, where the alternating terms stay small
    value = _cumulant_polynomial(order)(np.minimum(p, 1 - p))
    return np.where(p > 0.5, -value, value) if order % 2 else value


def central_moments(sums: list[float]) -> list[float]:
    """Central moments 0, 1, 2, ... from the sums of the cumulants of order 1, 2, ... ."""
    moments = [1.0, 0.0]
    for n in range(2, len(sums) + 1):
        moments.append(
            sum(comb(n - 1, r - 1) * sums[r - 1] * moments[n - r] for r in range(2, n + 1))
        )
    return moments


def probability_mass(p: Array) -> tuple[int, Array]:
    """P(number = low), P(number = low + 1), ...: `low`, and the masses.

    The support is cut where Bernstein's inequality leaves less than 5e-16 outside. Each mass is
    right to about 1e-16 times the square root of the sum of p: the characteristic function is a
    sum of logarithms, each with a rounding proportional to p, and is turned back by one FFT.
    Errors are absolute: masses near 0 have no correct digits.
    """
    # imported here: cuts know this module, and a page that opens needs neither
    from scipy.fft import irfft
    from scipy.special import log1p

    mean, variance = float(np.sum(p)), float(np.sum(variance_terms(p)))
    half = CUT / 3 + np.sqrt(CUT * CUT / 9 + 2 * CUT * variance)
    low, high = max(0, floor(mean - half)), min(len(p), ceil(mean + half))
    size = high - low + 1
    step = np.arange(size // 2 + 1)
    angle = 2 * np.pi * step / size
    # exp(i angle) - 1, without the cancellation at small angles
    z = -2 * np.sin(angle / 2) ** 2 + 1j * np.sin(angle)
    small = p[p <= SMALL]
    exponent = np.zeros(len(z), dtype=complex)
    power = np.ones_like(small)
    for r in range(1, POWERS + 1):
        power = power * small
        exponent -= (-z) ** r / r * np.sum(power)
    large = p[p > SMALL]
    with np.errstate(divide="ignore"):  # p = 1/2 at half a turn
        step_size = max(1, MOST_VALUES // max(1, len(large)))
        for start in range(0, len(z), step_size):
            part = slice(start, start + step_size)
            exponent[part] += np.sum(log1p(z[part, None] * large), axis=1)
    # counted from `low`; the product is reduced in integers, where nothing rounds
    exponent -= 2j * np.pi * (step * low % size) / size
    return low, np.maximum(irfft(np.conj(np.exp(exponent)), size), 0.0)
