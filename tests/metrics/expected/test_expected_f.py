"""Expected effectiveness against enumeration in fractions and a quadratic recursion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics import measures
from metrics.expected.expected_f import (
    ORDER,
    _expanded,
    _summed,
    approximate_f,
    approximate_f_of_top,
    best_set,
    expected_f,
    expected_f_of_top,
    expected_table,
)
from metrics.expected.poisson_binomial import central_moments, cumulants
from metrics.tallies import ContingencyTable
from metrics.typing import Array
from tests.golden_cases import cases, check

INF = float("inf")


def mask(calls: Sequence[int]) -> Array:
    return np.array(calls, dtype=bool)


@pytest.mark.parametrize("case", cases("expected_f"))
def test_expected_f_golden(case: dict[str, Any]) -> None:
    given = case["input"]
    p, beta, c_f = np.array(given["p"], dtype=float), given["beta"], given["c_f"]
    best = best_set(p, beta, c_f)
    top = approximate_f_of_top(p, beta, c_f)
    got = {
        "expected_f_of_top_k": expected_f_of_top(p, beta, c_f),
        "best_k": best.size,
        "best_calls": best.calls,
        "best_expected_f": best.expected_f,
        "approximation_of_top_k": top.value,
        "bound_of_top_k": top.bound,
    }
    if "other_sets" in case["expected"]:
        got["other_sets"] = [
            one_set(p, other["calls"], beta, c_f) for other in case["expected"]["other_sets"]
        ]
    check(got, case)


def one_set(p: Array, calls: list[int], beta: int, c_f: int) -> dict[str, Any]:
    near = approximate_f(p, mask(calls), beta, c_f)
    return {
        "calls": calls,
        "expected_f": expected_f(p, mask(calls), beta, c_f),
        "approximation": near.value,
        "bound": near.bound,
    }


@pytest.mark.parametrize("case", cases("lewis_1995_figure_3"))
def test_figure_3(case: dict[str, Any]) -> None:
    of = case["input"]
    p = np.array(of["p"])
    got = one_set(p, of["calls"], of["beta"], of["c_f"])
    best = best_set(p, of["beta"], of["c_f"])
    got["optimal"] = best.calls.tolist() == mask(of["calls"]).tolist()
    check(got, case)


def f_of_outcome(
    calls: list[bool] | tuple[bool, ...], members: tuple[bool, ...], b2: Fraction | None, c_f: int
) -> Fraction:
    """(14) in fractions; b2 is beta squared, or None for beta = inf."""
    tp = sum(c and z for c, z in zip(calls, members, strict=True))
    if not any(calls):
        return Fraction(c_f) if not any(members) else Fraction(0)
    if tp == 0:
        return Fraction(0)
    if b2 is None:
        return Fraction(tp, sum(members))
    return (1 + b2) * tp / (sum(calls) + b2 * sum(members))


def enumerated_f(
    p: list[Fraction], calls: list[bool] | tuple[bool, ...], b2: Fraction | None, c_f: int
) -> Fraction:
    total = Fraction(0)
    for members in product([False, True], repeat=len(p)):
        weight = Fraction(1)
        for q, z in zip(p, members, strict=True):
            weight *= q if z else 1 - q
        total += weight * f_of_outcome(calls, members, b2, c_f)
    return total


thousandths = st.integers(0, 1000).map(lambda i: Fraction(i, 1000)) | st.sampled_from(
    [Fraction(0), Fraction(1), Fraction(1, 2)]
)
squares = st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1), Fraction(4), None])


def beta_of(b2: Fraction | None) -> float:
    return INF if b2 is None else float(b2) ** 0.5


@settings(max_examples=60)
@given(
    st.lists(st.tuples(thousandths, st.booleans()), max_size=7), squares, st.sampled_from([0, 1])
)
def test_any_set_against_enumeration(
    items: list[tuple[Fraction, bool]], b2: Fraction | None, c_f: int
) -> None:
    p, calls = [q for q, _ in items], [c for _, c in items]
    got = expected_f(np.array(p, dtype=float), mask(calls), beta_of(b2), c_f)
    assert got == pytest.approx(float(enumerated_f(p, calls, b2, c_f)), abs=1e-12)


@settings(max_examples=15)
@given(st.lists(thousandths, min_size=1, max_size=5), squares, st.sampled_from([0, 1]))
def test_best_set_against_all_sets(p: list[Fraction], b2: Fraction | None, c_f: int) -> None:
    # the largest over all 2^n sets is that of a top-k set
    largest = max(
        enumerated_f(p, calls, b2, c_f) for calls in product([False, True], repeat=len(p))
    )
    best = best_set(np.array(p, dtype=float), beta_of(b2), c_f)
    assert best.expected_f == pytest.approx(float(largest), abs=1e-12)
    order = sorted(range(len(p)), key=lambda i: (-p[i], i))
    values = [
        enumerated_f(p, [i in order[:k] for i in range(len(p))], b2, c_f) for k in range(len(p) + 1)
    ]
    assert best.size == next(k for k, value in enumerate(values) if largest - value <= 1e-12)
    assert np.flatnonzero(best.calls).tolist() == sorted(order[: best.size])


def test_twelve_documents_against_enumeration() -> None:
    p = [Fraction(i * 77 % 101, 100) for i in range(1, 13)]
    calls = [i % 3 != 0 for i in range(12)]
    got = expected_f(np.array(p, dtype=float), mask(calls), 2.0)
    assert got == pytest.approx(float(enumerated_f(p, calls, Fraction(4), 1)), abs=1e-13)


def quadratic(p: Array, q: int, t: int) -> Array:
    """E_0..E_n for beta^2 = q / t by the recursion over counts: no sum is cut, nothing cancels."""
    p = np.sort(p)[::-1]
    n = len(p)
    hits = np.zeros((n + 1, n + 1))
    hits[0, 0] = 1
    for k in range(1, n + 1):
        hits[k, :k] += hits[k - 1, :k] * (1 - p[k - 1])
        hits[k, 1 : k + 1] += hits[k - 1, :k] * p[k - 1]
    h = t / np.arange(1, (t + q) * n + 2)
    values = np.empty(n + 1)
    for k in range(n, 0, -1):
        a = np.arange(1, k + 1)
        values[k] = (1 + q / t) * np.sum(a * hits[k, 1 : k + 1] * h[t * k + q * a - 1])
        h = p[k - 1] * h[q:] + (1 - p[k - 1]) * h[:-q]
    values[0] = np.prod(1 - p)
    return values


def counted(p: Array) -> Array:
    """Masses of the number of members, one document at a time."""
    mass = np.ones(1)
    for q in p:
        mass = np.append(mass * (1 - q), 0) + np.append(0, mass * q)
    return mass


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.floats(0, 1) | st.floats(0, 1e-3), st.booleans()), min_size=1, max_size=40
    ),
    st.floats(0, 1e4) | st.just(INF),
)
def test_any_probabilities_and_beta_against_the_double_sum(
    items: list[tuple[float, bool]], beta: float
) -> None:
    p, calls = (np.array(column) for column in zip(*items, strict=True))
    if not calls.any():
        calls[0] = True
    hits, missed = counted(p[calls]), counted(p[~calls])
    a, m = np.arange(len(hits))[:, None], np.arange(len(missed))
    precise = measures.alpha_of(beta)
    size = precise * calls.sum() + (1 - precise) * (a + m)
    f = np.divide(a, size, out=np.zeros_like(size), where=a > 0)
    assert expected_f(p, calls, beta) == pytest.approx(hits @ f @ missed, abs=1e-12)


def population(kind: str) -> Array:
    random = np.random.default_rng(20).random
    kinds: dict[str, Callable[[], Array]] = {
        "uniform": lambda: random(3000),
        "few likely": lambda: random(3000) ** 40,
        "one expected": lambda: random(3000) * 2 / 3000,
        "hardly one": lambda: random(800) * 1e-5,
        "halves": lambda: np.full(900, 0.5),
        "just above half": lambda: np.full(700, 0.5 + 1e-9),
        "halves and nothing": lambda: np.append(np.full(200, 0.5), np.zeros(1000)),
        "certain": lambda: np.repeat([1.0, 0.0], [300, 500]),
        "nearly certain": lambda: np.append(np.full(400, 1 - 1e-9), np.full(400, 1e-9)),
        # with 300 certain ones a document at q = sqrt(2) - 1 changes the approximation nowhere
        "plateau": lambda: np.append(np.ones(300), np.full(300, 2**0.5 - 1)),
        "two decimals": lambda: np.round(random(1000) ** 3, 2),
    }
    return kinds[kind]()


KINDS = (
    "uniform",
    "few likely",
    "one expected",
    "hardly one",
    "halves",
    "just above half",
    "halves and nothing",
    "certain",
    "nearly certain",
    "plateau",
    "two decimals",
)


@pytest.mark.parametrize("square", [(1, 1), (4, 1), (1, 4)])
@pytest.mark.parametrize("kind", KINDS)
def test_every_size_against_the_recursion(kind: str, square: tuple[int, int]) -> None:
    p = population(kind)
    exact = quadratic(p, *square)
    beta = (square[0] / square[1]) ** 0.5
    got = expected_f_of_top(p, beta)
    assert_allclose(got, exact, rtol=0, atol=1e-12)
    best = best_set(p, beta)
    assert exact[best.size] >= exact.max() - 2e-12
    top = approximate_f_of_top(p, beta)
    assert np.all((top.low - 1e-13 <= exact) & (exact <= top.high + 1e-13))
    assert np.all(np.abs(exact - top.value) <= top.bound + 1e-13)
    assert np.all(top.low >= top.value - top.bound - 1e-13)
    assert np.all(top.high <= top.value + top.bound + 1e-13)


@pytest.mark.parametrize("beta", [0.5, 1.0, 3.0])
def test_expansion_and_sum_agree_where_both_hold(beta: float) -> None:
    # about 700 expected among 20,000: the remainder of the expansion is small from some k on
    p = np.sort(np.random.default_rng(3).random(20_000) ** 27)[::-1]
    alpha = measures.alpha_of(beta)
    moments = central_moments([float(cumulants(p, r).sum()) for r in range(1, ORDER + 1)])
    expanded = _expanded(p, alpha, moments, 500, 900)
    summed = _summed(p, alpha, 500, 900)
    assert_allclose(expanded, summed, rtol=0, atol=1e-12)


def test_beta_inf_is_expected_recall() -> None:
    # p = 1/2, 1/2, one called: recall is 1 with (1, 0), 1/2 with (1, 1): 1/4 + 1/8
    assert expected_f(np.array([0.5, 0.5]), mask([1, 0]), INF) == pytest.approx(3 / 8)
    # calling everything finds whatever there is: the chance that there is something
    p = np.random.default_rng(5).random(4000) ** 30
    some = 1 - np.prod(1 - p)
    assert expected_f(p, np.ones(4000, dtype=bool), INF) == pytest.approx(some, abs=1e-11)


@given(
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30),
    st.sampled_from([0.0, 0.5, 1.0, 2.0, INF]),
)
def test_certain_probabilities_give_the_observed_f(
    items: list[tuple[bool, bool]], beta: float
) -> None:
    z, s = (np.array(column) for column in zip(*items, strict=True))
    table = ContingencyTable(*(np.sum(a & b) for a, b in ((s, z), (s, ~z), (~s, z), (~s, ~z))))
    observed = measures.f_beta(table, beta)
    got = expected_f(z.astype(float), s, beta, c_f=1.0)
    assert got == pytest.approx(1.0 if np.isnan(observed) else observed, abs=1e-12)


def test_one_likely_document_among_a_hundred_thousand() -> None:
    # 10^5 at p = 0 and one at 0.3: with C_F = 0 calling it gives .3, as if it were alone
    p = np.zeros(100_000)
    p[77] = 0.3
    best = best_set(p, c_f=0.0)
    assert best.size == 1
    assert best.expected_f == pytest.approx(0.3, abs=1e-12)
    assert np.flatnonzero(best.calls).tolist() == [77]
    assert best.least == 0.3
    assert best_set(p).size == 0  # .7 with C_F = 1
    assert np.isnan(best_set(p).least)


def test_expected_table_carries_precision_and_the_approximation() -> None:
    # p .9 .8 .1, the first two called: tp 1.7, fp .3, fn .1, tn .9
    p, calls = np.array([0.9, 0.8, 0.1]), mask([1, 1, 0])
    table = expected_table(p, calls)
    assert_allclose([table.tp, table.fp, table.fn, table.tn], [1.7, 0.3, 0.1, 0.9])
    # the mean probability of the two called
    assert measures.precision(table) == pytest.approx(0.85)
    assert measures.f_beta(table, 2) == pytest.approx(approximate_f(p, calls, 2).value)


def test_single_precision_probabilities_are_summed_in_double() -> None:
    p = np.full(3, 0.1, dtype=np.float32)
    exact = expected_f(p.astype(float), mask([1, 1, 0]))
    assert expected_f(p, mask([1, 1, 0])) == pytest.approx(exact, abs=1e-15)
