"""The expected F of the first k of a list of documents, for every k, with a stated error.

Membership is independent between documents; `p` are the probabilities, shape (documents,).
"""

from __future__ import annotations

from math import ceil, comb

import numpy as np

from metrics.expected.poisson_binomial import central_moments, cumulants, probability_mass
from metrics.measures import alpha_of
from metrics.typing import Array

# the expansion runs to this moment, where its remainder is below REMAINDER
ORDER = 12
REMAINDER = 1e-13

# probabilities held at a time
CELLS = 2_000_000


def running_sums(values: Array) -> Array:
    """Cumulative sums whose rounding grows with the square root of their length."""
    width = 1024
    blocks = -(-len(values) // width)
    whole = np.zeros((blocks, width))
    whole.ravel()[: len(values)] = values
    within = np.cumsum(whole, axis=1)
    before = np.cumsum(within[:, -1]) - within[:, -1]
    return (within + before[:, None]).ravel()[: len(values)]


def _sums_of_first(values: Array, first: int, last: int) -> Array:
    """Sums of the first k values, for k = first..last."""
    head = np.sum(values[:first])
    return head + np.append(0.0, running_sums(values[first:last]))


def expected_f_top_k(p: Array, beta: float, first: int, last: int) -> Array:
    """Expected F when the first k of p are called, for k = first..last, with k >= 1.

    Two ways, chosen by k, of writing F as X / Y with X = A, Y = alpha k + gamma D, where A of the
    k called and D of all documents are members, gamma = 1 - alpha = beta^2 / (1 + beta^2).

    Expansion. With mu = E[Y] and J even, F = X sum_{j<J} (mu - Y)^j / mu^(j+1) + F ((Y - mu)/mu)^J.
    The last term lies between 0 and (gamma / mu)^J E[(D - E D)^J], because 0 <= F <= 1. The others
    are sums of cumulants. It is used from the k on where that bound is below 1e-13: mu grows with
    k, so that holds everywhere but for few expected members and small k.

    Sum over D, for the k before: E[F] = sum_d E[A; D = d] / (alpha k + gamma d), where
    E[A; D = d] sums p_i P(D = d - 1 without i) over those called. A document is taken out of the
    distribution of D by a recursion that runs from the side on which errors do not grow: at most
    by the length of the support, some 400 there, times those of the masses, 1e-14 in total.

    Nothing else is neglected but 5e-16 outside the support. So the error is below 1e-11; against
    the recursion over all counts it is 1e-13 (see the tests).
    """
    members = float(np.sum(p))
    if members == 0:
        return np.zeros(last - first + 1)
    alpha = alpha_of(beta)
    gamma = 1 - alpha
    sums = [float(np.sum(cumulants(p, r))) for r in range(1, ORDER + 1)]
    moments = central_moments(sums)
    enough = gamma * ((max(moments[ORDER], 0.0) / REMAINDER) ** (1 / ORDER) - members)
    needed = np.inf if enough > 0 else 0.0
    if alpha > 0:
        needed = enough / alpha
    middle = ceil(np.clip(needed, first, last + 1))  # the first k to expand
    parts = []
    if first < middle:
        parts.append(_summed(p, alpha, first, middle - 1))
    if middle <= last:
        parts.append(_expanded(p, alpha, moments, middle, last))
    # the exact values lie in [0, 1]; rounding may not
    return np.clip(np.concatenate(parts), 0.0, 1.0)


def _expanded(p: Array, alpha: float, moments: list[float], first: int, last: int) -> Array:
    gamma = 1 - alpha
    inverse = 1 / (alpha * np.arange(first, last + 1) + gamma * np.sum(p))
    total = np.zeros(last - first + 1)
    # E[A D'^j] = E[A] E[D'^j] + sum_r C(j, r) kappa_{r+1}(A) E[D'^(j-r)], D' = D - E D; the
    # terms with the same cumulant of A are a polynomial in 1 / mu
    for r in range(ORDER if gamma > 0 else 1):
        series = np.zeros_like(total)
        for j in range(ORDER - 1, r - 1, -1):
            series = series * inverse + comb(j, r) * moments[j - r] * (-gamma) ** j
        total += (
            _sums_of_first(cumulants(p[:last], r + 1), first, last) * series * inverse ** (r + 1)
        )
    return total


def _summed(p: Array, alpha: float, first: int, last: int) -> Array:
    low, mass = probability_mass(p)
    # the lowest D adds nothing: it is 0, or has hardly any mass
    members = low + np.arange(1, len(mass) + 1)[:, None]
    gathered = np.zeros((len(mass), 1))
    values = np.empty(last)
    width = max(1, CELLS // len(mass))
    for start in range(0, last, width):
        end = min(start + width, last)
        joint = np.cumsum(p[start:end] * _mass_without(p[start:end], mass), axis=1) + gathered
        gathered = joint[:, -1:]
        if end >= first:
            size = alpha * np.arange(start + 1, end + 1) + (1 - alpha) * members
            values[start:end] = np.sum(joint / size, axis=0)
    return values[first - 1 :]


def _mass_without(p: Array, mass: Array) -> Array:
    """The distribution of a number without one document, for each: shape (masses, documents)."""
    out = np.empty((len(mass), len(p)))
    rare = p <= 0.5
    q, before = p[rare], np.zeros(int(np.sum(rare)))
    columns = np.empty((len(mass), len(q)))
    for d in range(len(mass)):
        before = columns[d] = (mass[d] - q * before) / (1 - q)
    out[:, rare] = columns
    q, after = p[~rare], np.zeros(int(np.sum(~rare)))
    columns = np.zeros((len(mass), len(q)))
    for d in range(len(mass) - 1, 0, -1):
        after = columns[d - 1] = (mass[d] - (1 - q) * after) / q
    out[:, ~rare] = columns
    return out
