"""Expected effectiveness of decisions on documents that nobody has labelled.

Of a list of documents by falling probability, the expected F of the first k for every k, with a
stated error. Also where classes exclude each other, every document having exactly one of them: the
pairs of a document are then no independent trials, for who is in one class is in no other, a
document that is wrong is wrong in two, and all together there are as many members as documents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, comb

import numpy as np

from metrics.expected.poisson_binomial import (
    central_moments,
    cumulants,
    probability_mass,
    variance_terms,
)
from metrics.expected.prediction import variance_of_sum
from metrics.measures import alpha_of, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import DEFAULT_BETA, EQUAL, Array

# --- the expected F of the first k of a list of documents, for every k, with a stated error
#
# Membership is independent between documents; `p` are the probabilities, shape (documents,).


# the expansion runs to this moment, where its remainder is below REMAINDER
ORDER = 12
REMAINDER = 1e-13

# probabilities held at a time
MOST_PROBABILITIES = 2_000_000


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
    width = max(1, MOST_PROBABILITIES // len(mass))
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


# --- Expected effectiveness of decisions on documents that nobody has labelled
#
# `p` is the probability that a document belongs to the class, shape (documents,), each in [0, 1];
# `calls` a boolean mask of the documents assigned. Membership is taken as independent between
# documents, and the probabilities as right; nothing here covers their being biased.


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


def approximate_f(
    p: Array, calls: Array, beta: float = DEFAULT_BETA, c_f: float = 1.0
) -> ApproximateF:
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


def approximate_f_of_top(p: Array, beta: float = DEFAULT_BETA, c_f: float = 1.0) -> ApproximateF:
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


def expected_f(p: Array, calls: Array, beta: float = DEFAULT_BETA, c_f: float = 1.0) -> float:
    """The expected F of any set, exact to 1e-11, in [0, 1].

    `c_f`, in [0, 1], is F where nothing is called and nothing true; `beta` in [0, inf].
    Source: Lewis (1995), (14) to (16).
    """
    p = np.asarray(p, dtype=float)
    called = int(np.sum(calls))
    if called == 0:
        return _none_called(p, c_f)
    return float(expected_f_top_k(np.append(p[calls], p[~calls]), beta, called, called)[0])


def expected_f_of_top(p: Array, beta: float = DEFAULT_BETA, c_f: float = 1.0) -> Array:
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


def best_set(p: Array, beta: float = DEFAULT_BETA, c_f: float = 1.0) -> BestSet:
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


@dataclass(frozen=True)
class ExclusiveClass:
    """What one class adds to a sum over all pairs.

    The documents `documents` have the class with the chances `p`; the sum is `change` more where
    they do. All of one shape.
    """

    documents: Array
    p: Array
    change: Array


def exclusive_variance(
    classes: Iterable[ExclusiveClass],
    mass: Array,
    weights: Array | None = None,
    clusters: Array | None = None,
) -> float:
    """The variance of a sum over all pairs of documents that have exactly one class each.

    `mass`, shape (documents,): what the probabilities of a document add up to over all its
    classes, those that play no part in the sum too; they are scaled to 1. Documents by `weights`,
    `clusters` as for `variance_of_sum`.
    """
    first, second = np.zeros_like(mass), np.zeros_like(mass)
    for exclusive_class in classes:
        first[exclusive_class.documents] += exclusive_class.p * exclusive_class.change
        second[exclusive_class.documents] += exclusive_class.p * exclusive_class.change**2
    with np.errstate(invalid="ignore", divide="ignore"):
        variances = np.nan_to_num(second / mass - (first / mass) ** 2)
    return variance_of_sum(np.maximum(variances, 0.0), weights, clusters)


def exclusive_f(
    hits: Array, assigned: Array, documents: float, beta: float = DEFAULT_BETA
) -> Array:
    """The expected F of all pairs, exact, of the shape of `hits`, in [0, 1].

    `hits`: the sum of the probabilities of the `assigned` pairs. There are as many members as
    `documents`, for certain, so F has only its numerator to expect. 0 where nothing is assigned.
    """
    alpha = alpha_of(beta)
    value = ratio(hits, alpha * np.asarray(assigned) + (1 - alpha) * documents)
    # probabilities that do not add up to 1 would lead beyond
    return np.minimum(np.nan_to_num(value), 1.0)


def best_exclusive_size(p: Array, documents: float, beta: float = DEFAULT_BETA) -> int:
    """How many of the most probable of all pairs, probabilities `p`, give the largest expected F.

    The smallest number within 1e-12 of the best. Any set: a document may get several classes.
    """
    hits = np.append(0.0, running_sums(np.sort(p)[::-1]))
    values = exclusive_f(hits, np.arange(len(hits)), documents, beta)
    return int(np.argmax(values >= values.max() - EQUAL))
