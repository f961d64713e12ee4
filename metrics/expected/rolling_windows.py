"""The expected F of the last few documents at each document of a stream, all at once.

With 1 / y = ∫ u^(y-1) du over 0 to 1, the expectation of a ratio of sums becomes one of products:
of k documents called among independent ones, with c = k / beta^2 and gamma = beta^2 / (1 + beta^2),

    E[F] = (1 / gamma) ∫ v^c  Π_j (1 - p_j + p_j v)  Σ_called p_i / (1 - p_i + p_i v)  dv.

Gauss and Legendre's rule sums it up, node by node: products and sums over a window are those up
to its end less those before it, so that no window is gone through by itself.
"""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from metrics.measures import alpha_of, ratio
from metrics.typing import DEFAULT_BETA, EQUAL, Array

# exponentials of rate a need so many nodes times the root of a, and as many more
NODES_PER_ROOT, MORE_NODES = 3.0, 20

# where c is not whole, v = w^8 makes the integrand smooth at 0
SMOOTH = 8

# sorted probabilities held at a time
MOST_PROBABILITIES = 1_000_000


def window_sums(values: Array, size: int) -> Array:
    """The sum over the last `size` values at each one, fewer at the start; shape as given."""
    to_here = np.append(0.0, np.cumsum(values))
    end = np.arange(1, len(values) + 1)
    return np.asarray(to_here[end] - to_here[np.maximum(end - size, 0)])


def expected_f_of_windows(
    p: Array, calls: Array, size: int, beta: float = DEFAULT_BETA, c_f: float = 1.0
) -> Array:
    """The expected F of what is called in each window of the last `size` documents.

    Shape (documents,), right to about 1e-10. `p`, `calls`, `c_f` as for `expected_f`.
    Source: Lewis (1995), (14) to (16).
    """
    p = np.asarray(p, dtype=float)
    if not len(p):
        return np.empty(0)
    gamma = 1 - alpha_of(beta)
    called = window_sums(calls.astype(float), size)
    if gamma == 0:
        value = ratio(window_sums(p * calls, size), called)
    else:
        power = (1 - gamma) / gamma * called
        value = np.zeros(len(p))
        for v, weight in zip(*_nodes(float(power.max() + size), power), strict=True):
            rest = 1 - p + p * v
            product = window_sums(np.log(rest), size) + power * np.log(v)
            value += weight / gamma * np.exp(product) * window_sums(p * calls / rest, size)
    return np.where(called > 0, np.clip(value, 0, 1), c_f * _no_member(p, size))


def best_sizes_of_windows(
    p: Array, size: int, beta: float = DEFAULT_BETA, c_f: float = 1.0
) -> Array:
    """How many of the most probable documents of each window are best called, (documents,).

    The smallest number of those within 1e-10 of the best expected F. Source: Lewis (1995),
    section 6 and appendix B.
    """
    p = np.asarray(p, dtype=float)
    out = np.zeros(len(p), dtype=np.int64)
    if not len(p):
        return out
    size = min(size, len(p))
    # before the first document there are none, as if there were some of probability 0
    windows = sliding_window_view(np.append(np.zeros(size - 1), p), size)
    step = max(1, MOST_PROBABILITIES // size)
    for start in range(0, len(p), step):
        falling = -np.sort(-windows[start : start + step], axis=1)
        values = _of_first(falling, beta)
        nothing = c_f * np.prod(1 - falling, axis=1)
        values = np.hstack([nothing[:, None], values])
        out[start : start + step] = np.argmax(
            values >= values.max(axis=1)[:, None] - 100 * EQUAL, axis=1
        )
    return out


def _of_first(falling: Array, beta: float) -> Array:
    """The expected F of the first k of each row, k = 1, 2, ...; shape as given."""
    gamma = 1 - alpha_of(beta)
    k = np.arange(1, falling.shape[1] + 1)
    if gamma == 0:
        return np.asarray(np.cumsum(falling, axis=1) / k)
    power = (1 - gamma) / gamma * k
    total = np.zeros(falling.shape)
    for v, weight in zip(*_nodes(float(power[-1] + len(k)), power), strict=True):
        rest = 1 - falling + falling * v
        product = np.prod(rest, axis=1)[:, None]
        total += weight / gamma * product * v**power * np.cumsum(falling / rest, axis=1)
    return total


def _nodes(rate: float, power: Array) -> tuple[Array, Array]:
    """Where the integrand is taken, and with which weight: exact, or to rounding, up to `rate`."""
    smooth = 1 if np.all(power == np.round(power)) else SMOOTH
    degree = smooth * (rate + 1)
    number = ceil(min(degree / 2 + 1, NODES_PER_ROOT * np.sqrt(degree) + MORE_NODES))
    at, weights = np.polynomial.legendre.leggauss(number)
    w = (at + 1) / 2
    return w**smooth, weights / 2 * smooth * w ** (smooth - 1)


def _no_member(p: Array, size: int) -> Array:
    """The chance that a window has no member; documents that are certain ones make it 0."""
    certain = p == 1
    some = window_sums(np.log1p(-np.where(certain, 0.0, p)), size)
    return np.where(window_sums(certain.astype(float), size) > 0, 0.0, np.exp(some))
