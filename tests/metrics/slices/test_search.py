"""Weak slices: planted ones are found and said once, and what is no slice is not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from metrics.slices.search import discovery_rates, half_of, weak_slices
from metrics.typing import Array

VALUES = [3, 4, 5, 6]
GROUP_OF = np.repeat(np.arange(4), VALUES)
# the first conditions of the first three columns
A, B, C = 0, 3, 7
DRAWS = 199


def conditions(n: int, rng: np.random.Generator) -> Array:
    return np.hstack([rng.integers(0, v, n)[:, None] == np.arange(v) for v in VALUES])


def wrong(rate: Array, rng: np.random.Generator) -> Array:
    return rng.random(len(rate)) < rate


def weak_conditions(
    held: Array, values: Array, strata: Array | None = None
) -> list[tuple[int, ...]]:
    strata = np.zeros(len(held), dtype=int) if strata is None else strata
    searched = weak_slices(sparse.csr_array(held), GROUP_OF, values, strata, 30, draws=DRAWS)
    return [weak.conditions for weak in searched.weak]


def test_a_slice_of_two_conditions_is_found_and_said_once() -> None:
    rng = np.random.default_rng(1)
    held = conditions(2_000, rng)
    inside = held[:, A] & held[:, B]
    values = wrong(np.where(inside, 0.5, 0.2), rng)
    strata = rng.integers(0, 3, 2_000)
    searched = weak_slices(sparse.csr_array(held), GROUP_OF, values, strata, 30, draws=DRAWS)
    (weak,) = searched.weak
    assert weak.conditions == (A, B)
    assert weak.documents == inside.sum()
    assert weak.inside == pytest.approx(values[inside].mean())
    assert weak.rest == pytest.approx(values[~inside].mean(), abs=0.02)
    assert weak.p == 1 / (1 + DRAWS)
    assert weak.q < 1e-6
    assert weak.interval.low <= 0.3 <= weak.interval.high
    assert weak.interval.low < weak.difference < weak.inside - weak.rest + 1e-9
    assert weak.confirmed < 0.01
    assert weak.gain == pytest.approx(inside.sum() * (weak.inside - weak.rest))
    # what overlaps it stands out too, and is told by it
    assert searched.explained > 0
    # pairs of different columns: (18² - 3² - 4² - 5² - 6²) / 2
    assert searched.slices_searched[:2] == (18, 119)
    again = weak_slices(sparse.csr_array(held), GROUP_OF, values, strata, 30, draws=DRAWS)
    assert again == searched


def test_a_slice_within_a_weak_one_is_said_only_where_it_is_weaker_itself() -> None:
    rng = np.random.default_rng(2)
    held = conditions(4_000, rng)
    rate = np.where(held[:, A], 0.4, 0.15)
    assert weak_conditions(held, wrong(rate, rng)) == [(A,)]
    rate = np.where(held[:, A] & held[:, C], 0.9, rate)
    assert sorted(weak_conditions(held, wrong(rate, rng))) == [(A,), (A, C)]


def test_a_slice_that_only_holds_a_hard_class_is_not_weak() -> None:
    rng = np.random.default_rng(3)
    held = conditions(3_000, rng)
    hard = rng.random(3_000) < np.where(held[:, A], 0.8, 0.1)
    values = wrong(np.where(hard, 0.5, 0.1), rng)
    assert weak_conditions(held, values) == [(A,)]
    assert weak_conditions(held, values, hard.astype(int)) == []


def test_numbers_and_differences_are_searched_too() -> None:
    rng = np.random.default_rng(4)
    held = conditions(2_000, rng)
    inside = held[:, B] & held[:, C]
    losses = rng.gamma(1.0, np.where(inside, 2.5, 1.0))
    assert weak_conditions(held, losses) == [(B, C)]
    ahead = rng.choice([-1, 0, 1], 2_000) + np.where(held[:, C], rng.integers(0, 2, 2_000), 0)
    assert weak_conditions(held, ahead) == [(C,)]


def test_where_nothing_can_stand_out_nothing_is_looked_at() -> None:
    rng = np.random.default_rng(5)
    held = conditions(100, rng)
    for values in (np.zeros(100, dtype=bool), np.full(100, 0.5)):
        assert weak_conditions(held, values) == []
    assert weak_conditions(held[:50], rng.random(50) < 0.5) == []
    # two strata, each all right or all wrong: no order is different
    assert weak_conditions(held, held[:, A], held[:, A].astype(int)) == []


def test_halves_hold_every_second_document_of_a_stratum() -> None:
    strata = np.repeat([0, 1, 2], [10, 5, 1])
    half = half_of(strata, np.random.default_rng(0))
    assert np.bincount(strata[half]).tolist() == [5, 3]


def test_discovery_rates_are_those_of_benjamini_and_hochberg() -> None:
    from scipy.stats import false_discovery_control

    p = np.random.default_rng(0).random(50) ** 3
    np.testing.assert_allclose(discovery_rates(p), false_discovery_control(p))


@pytest.mark.slow
def test_where_nothing_matters_hardly_any_slice_is_found() -> None:
    shown = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        held = conditions(1_500, rng)
        strata = rng.integers(0, 5, 1_500)
        shown += bool(weak_conditions(held, wrong(0.1 + 0.1 * strata, rng), strata))
    # 10 of 200 expected at most; one in a thousand such tests would see 21
    assert shown <= 20
