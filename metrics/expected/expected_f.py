"""Expected effectiveness of decisions on documents that nobody has labelled.

`p` is the probability that a document belongs to the class, shape (documents,), each in [0, 1];
`calls` a boolean mask of the documents assigned. Membership is taken as independent between
documents, and the probabilities as right; nothing here covers their being biased.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.expected.expected_f_top_k import expected_f_top_k, running_sums
from metrics.expected.poisson_binomial import variance_terms
from metrics.measures import alpha_of, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array


def expected_table(p: Array, calls: Array, weights: Array | None = None) -> ContingencyTable:
    """The expected contingency table, of shape () with fractional entries.

    Its precision is the expected precision and its accuracy the expected accuracy; its F is
    the approximation (17), not the expected F. Documents count by their `weights`, shape
    (documents,). Source: Lewis (1995), figure 2.
    """
    p = np.asarray(p, dtype=float)
    if weights is not None:
        tp, fn = float(weights[calls] @ p[calls]), float(weights[~calls] @ p[~calls])
        fp, tn = float(np.sum(weights[calls])) - tp, float(np.sum(weights[~calls])) - fn
        return ContingencyTable(*(np.asarray(part) for part in (tp, fp, fn, tn)))
    tp, fn = float(np.sum(p[calls])), float(np.sum(p[~calls]))
    called = int(np.sum(calls))
    parts = (tp, called - tp, fn, len(p) - called - fn)
    return ContingencyTable(*(np.asarray(part) for part in parts))


@dataclass(frozen=True)
class ApproximateF:
    """(17) and what it may be off by; all of one shape, () for one set or (n + 1,) for top-k sets.

    The expected F lies within `bound` of `value`, (18), and between `low` and `high`, which
    always lie inside that; neither is cut to [0, 1].
    """

    value: Array
    bound: Array
    low: Array
    high: Array


def approximate_f(p: Array, calls: Array, beta: float = 1.0, c_f: float = 1.0) -> ApproximateF:
    """Approximation of the expected F of one set, with its bounds. Exact where none is called.

    `c_f`, in [0, 1], is F where nothing is called and nothing true. Source: Lewis (1995), (17)
    and (18); the sharper interval is this project's.
    """
    p = np.asarray(p, dtype=float)
    terms = variance_terms(p)
    if not np.any(calls):
        return _certain(np.asarray(_none_called(p, c_f)))
    return _approximation(
        np.sum(calls), np.sum(p[calls]), np.sum(terms[calls]), p.sum(), terms.sum(), beta
    )


def approximate_f_of_top(p: Array, beta: float = 1.0, c_f: float = 1.0) -> ApproximateF:
    """The same for the k most probable documents, k = 0..n; shape (n + 1,)."""
    p = np.asarray(p, dtype=float)
    ordered = _falling(p)
    terms = variance_terms(ordered)
    none = _certain(np.array([_none_called(p, c_f)]))
    some = _approximation(
        np.arange(1, len(p) + 1),
        running_sums(ordered),
        running_sums(terms),
        ordered.sum(),
        terms.sum(),
        beta,
    )
    return ApproximateF(
        np.append(none.value, some.value),
        np.append(none.bound, some.bound),
        np.append(none.low, some.low),
        np.append(none.high, some.high),
    )


def _certain(value: Array) -> ApproximateF:
    return ApproximateF(value, np.zeros_like(value), value, value)


def _approximation(
    called: Array, hits: Array, spread: Array, members: float, all_spread: float, beta: float
) -> ApproximateF:
    # numerators and denominators are divided by 1 + beta^2, which keeps beta = inf finite
    alpha = alpha_of(beta)
    gamma = 1 - alpha
    size = alpha * called + gamma * members
    value = np.nan_to_num(ratio(hits, size))  # beta = inf and p = 0 throughout: F is 0
    squared = np.where(size > 0, size * size, 1.0)
    bound = (gamma**2 * all_spread + gamma * np.sqrt(spread * all_spread)) / squared
    low = value - gamma * spread / squared
    return ApproximateF(value, bound, low, low + gamma**2 * all_spread / squared)


def expected_f(p: Array, calls: Array, beta: float = 1.0, c_f: float = 1.0) -> float:
    """The expected F of any set, exact to 1e-11, in [0, 1].

    `c_f`, in [0, 1], is F where nothing is called and nothing true; `beta` in [0, inf].
    Source: Lewis (1995), (14) to (16).
    """
    p = np.asarray(p, dtype=float)
    called = int(np.sum(calls))
    if called == 0:
        return _none_called(p, c_f)
    return float(expected_f_top_k(np.append(p[calls], p[~calls]), beta, called, called)[0])


def expected_f_of_top(p: Array, beta: float = 1.0, c_f: float = 1.0) -> Array:
    """The expected F of the k most probable documents, k = 0..n; shape (n + 1,), exact to 1e-11.

    Time and memory grow with n. Source: Lewis (1995), (14) to (16) and appendix B.
    """
    p = np.asarray(p, dtype=float)
    rest = expected_f_top_k(_falling(p), beta, 1, len(p)) if len(p) else np.empty(0)
    return np.append(_none_called(p, c_f), rest)


@dataclass(frozen=True)
class BestSet:
    """The decisions with the largest expected F.

    The `size` most probable documents; `calls` marks them, shape (n,). `expected_f` is exact to
    1e-11; `approximation` (17), `bound` (18) and the interval `low`, `high` are there to compare.
    `least` is the smallest probability called, NaN when none is.
    """

    size: int
    calls: Array
    expected_f: float
    approximation: float
    bound: float
    low: float
    high: float
    least: float


def best_set(p: Array, beta: float = 1.0, c_f: float = 1.0) -> BestSet:
    """The set with the largest expected F: the smallest of those within 1e-12 of the best.

    Under independence it is a set of the most probable documents; equal probabilities are taken
    in the order given. No fixed threshold does this: what is best to call depends on the others.
    Source: Lewis (1995), section 6 and appendix B.
    """
    p = np.asarray(p, dtype=float)
    values = expected_f_of_top(p, beta, c_f)
    size = int(np.argmax(values >= values.max() - EQUAL))
    order = np.argsort(-p, kind="stable")[:size]
    calls = np.zeros(len(p), dtype=bool)
    calls[order] = True
    near = approximate_f(p, calls, beta, c_f)
    return BestSet(
        size,
        calls,
        float(values[size]),
        float(near.value),
        float(near.bound),
        float(near.low),
        float(near.high),
        float(p[order[-1]]) if size else float("nan"),
    )


def _falling(p: Array) -> Array:
    return np.sort(p)[::-1]


def _none_called(p: Array, c_f: float) -> float:
    with np.errstate(divide="ignore"):  # one certain member makes the product 0
        return float(c_f * np.exp(np.sum(np.log1p(-p))))
