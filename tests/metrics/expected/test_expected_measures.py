"""The expectation of any measure, against published cases and against every outcome."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import measures
from metrics.averaging import Undefined
from metrics.expected.expected_f import best_exclusive_size, expected_f
from metrics.expected.expected_measures import (
    expected_measure,
    expected_measures,
    expected_measures_of_exclusive,
)
from metrics.measures import averaged_measures
from metrics.tallies import ContingencyTable
from metrics.typing import Array
from tests.golden_cases import cases, check

POLICIES: tuple[Undefined, ...] = ("zero", "one", "drop")


@pytest.mark.parametrize("case", cases("expected_measures"))
def test_golden(case: dict[str, Any]) -> None:
    p, calls = np.array(case["input"]["p"]), np.array(case["input"]["calls"], dtype=bool)
    got = {
        policy: {
            name: expected_measure(p, calls, averaged_measures()[name], policy)
            for name in ("precision", "recall", "fallout", "accuracy", "error_rate", "overlap")
        }
        for policy in POLICIES
    }
    sec = expected_measure(p, calls, measures.squared_error_in_counting)
    check(got | {"sec": sec}, case)


def of_every_outcome(
    outcomes: list[tuple[float, ContingencyTable]], name: str, undefined: Undefined
) -> float:
    total = defined = 0.0
    for chance, table in outcomes:
        value = float(averaged_measures(2.0)[name](table))
        if not np.isnan(value):
            total, defined = total + chance * value, defined + chance
        elif undefined == "one":
            total += chance
    if undefined != "drop":
        return total
    return total / defined if defined > 1e-6 else float("nan")


def table_of(true: Array, calls: Array) -> ContingencyTable:
    cells = (true & calls, ~true & calls, true & ~calls, ~true & ~calls)
    return ContingencyTable(*(np.asarray(cell.sum()) for cell in cells))


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.sampled_from([0.0, 0.01, 0.3, 0.5, 0.9, 1.0]), st.booleans()), max_size=7
    ),
    st.sampled_from(POLICIES),
)
def test_every_measure_against_every_outcome(
    decisions: list[tuple[float, bool]], undefined: Undefined
) -> None:
    p = np.array([each for each, _ in decisions])
    calls = np.array([call for _, call in decisions], dtype=bool)
    outcomes = []
    for z in product((False, True), repeat=len(p)):
        true = np.array(z, dtype=bool)
        outcomes.append((float(np.prod(np.where(true, p, 1 - p))), table_of(true, calls)))
    for name, got in expected_measures(p, calls, averaged_measures(2.0), undefined).items():
        wanted = of_every_outcome(outcomes, name, undefined)
        assert got == pytest.approx(wanted, abs=1e-9, nan_ok=True), name


def test_classes_that_exclude_each_other_against_every_outcome() -> None:
    p = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.3, 0.6]])  # classes by documents
    calls = np.array([[1, 1, 0], [0, 1, 0], [0, 0, 1]], dtype=bool)
    outcomes = []
    for chosen in product(range(3), repeat=3):
        true = np.zeros((3, 3), dtype=bool)
        true[chosen, range(3)] = True
        chance = float(np.prod([p[c, d] for d, c in enumerate(chosen)]))
        outcomes.append((chance, table_of(true.ravel(), calls.ravel())))
    hit = np.sum(p * calls, axis=0)
    got = expected_measures_of_exclusive(hit, 4, 9, averaged_measures(2.0), "drop")
    for name, value in got.items():
        assert value == pytest.approx(of_every_outcome(outcomes, name, "drop")), name


def test_thousands_of_documents_give_the_exact_expected_f() -> None:
    rng = np.random.default_rng(0)
    p = rng.beta(0.2, 2, 4000)
    calls = p > 0.4
    got = expected_measures(p, calls, averaged_measures(0.5))
    assert got["f"] == pytest.approx(expected_f(p, calls, 0.5), abs=1e-11)
    assert got["precision"] == pytest.approx(p[calls].mean(), abs=1e-11)
    # every document counts the same: the mean chance of being right
    assert got["accuracy"] == pytest.approx(np.where(calls, p, 1 - p).mean(), abs=1e-11)


def test_an_expectation_has_nothing_to_partition() -> None:
    with pytest.raises(ValueError, match="partition"):
        expected_measure(np.full(2, 0.5), np.array([True, False]), measures.recall, "partition")


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
@pytest.mark.parametrize(
    "p", [[0.9, 0.1, 0.6, 0.4, 0.3, 0.7], [0.2, 0.8, 0.5, 0.5], [1.0, 0.0, 0.0, 1.0], [0.4, 0.6]]
)
def test_so_many_of_the_most_probable_pairs_are_best(p: list[float], beta: float) -> None:
    # of each number of the most probable: (1 + β²) hits / (assigned + β² documents)
    documents, falling = sum(p), sorted(p, reverse=True)
    f = [
        (1 + beta**2) * sum(falling[:size]) / (size + beta**2 * documents)
        for size in range(len(p) + 1)
    ]
    best = next(size for size, value in enumerate(f) if value >= max(f) - 1e-12)
    assert best_exclusive_size(np.array(p), documents, beta) == best
