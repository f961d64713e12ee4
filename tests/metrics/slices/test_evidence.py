"""What slices show by chance, beside every order of the outcomes tried one by one."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import cbrt

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.slices import evidence as chance
from metrics.slices.conditions import choose_slices, pack_documents
from metrics.slices.evidence import (
    bent_back,
    evidence,
    largest,
    largest_by_chance,
    score_for,
    shuffled,
    slice_moments,
    slice_outcome,
    straightened,
    stratum_moments,
)
from metrics.typing import Array

STRATA = np.array([1, 0, 0, 1, 0, 1, 0, 1, 0, 0])
ROWS = ("110", "101", "011", "110", "010", "101", "000", "001", "100", "110")
HELD = np.array([[c == "1" for c in row] for row in ROWS])
# the three conditions, and the first with each of the others
SLICES = np.array([[0, 3, 3], [1, 3, 3], [2, 3, 3], [0, 1, 3], [0, 2, 3]])
MASK = np.array([True, False, False, True, False, False, True, False, True, False])
LOSSES = np.array([0.0, 3, 1, 2, 0, 1, 4, 0, 2, 1])


def orders(values: Array) -> Array:
    """All ways to deal the values anew within strata, (documents, orders)."""
    parts = [sorted(set(permutations(values[s == STRATA].tolist()))) for s in (0, 1)]
    out = []
    for zero, one in product(*parts):
        dealt = np.empty(len(values))
        dealt[STRATA == 0], dealt[STRATA == 1] = zero, one
        out.append(dealt)
    return np.array(out).T


def evidence_by_hand(sums: Array, most: float) -> Array:
    """Of one slice's sums in all orders: moments counted, and the best effect found by trying."""
    mean, spread = float(sums.mean()), float(sums.std())
    skew = float(((sums - mean) ** 3).mean()) / spread**3
    effects = np.linspace(0, min(most, 10), 20_001)
    shown = {}
    for total in set(sums.tolist()):
        z = (total - mean) / spread
        if abs(skew) > 1e-4:
            z = 6 / skew * (cbrt(max(0.0, 1 + skew * z / 2)) - 1) + skew / 6
        shown[total] = float(np.max(effects * z - effects**2 / 2))
    return np.array([shown[total] for total in sums.tolist()])


@pytest.mark.parametrize("values", [MASK, LOSSES], ids=["mask", "numbers"])
def test_the_largest_is_that_of_each_of_all_orders(
    values: Array, monkeypatch: pytest.MonkeyPatch
) -> None:
    # of so few documents hardly any order is two standard errors off
    monkeypatch.setattr(chance, "LOW", 0.0)
    documents, outcome = pack_documents(sparse.csr_array(HELD), STRATA), slice_outcome(values)
    drawn = slice_moments(
        documents, SLICES, stratum_moments(documents, outcome.levels), outcome.yes_or_no
    )
    inside = np.array([HELD[:, [c for c in row if c < 3]].all(axis=1) for row in SLICES.tolist()])
    every = orders(values)
    sums = inside.astype(float) @ every
    assert_allclose(drawn.mean, sums.mean(axis=1))
    assert_allclose(drawn.spread, sums.std(axis=1))
    discount = np.array([0, 0, 0, 1.0, 1.0])
    shown = np.array([evidence_by_hand(s, m) for s, m in zip(sums, drawn.most, strict=True)])
    by_hand = (shown - discount[:, None]).max(axis=0)
    maxima = largest(documents, SLICES, drawn, every.astype(np.float32), discount)
    clear = by_hand > 0.1
    assert clear.mean() > 0.3
    assert_allclose(maxima[clear], by_hand[clear], atol=1e-4)
    assert np.all(maxima[~clear] < 0.1)


def test_every_order_is_dealt_as_often() -> None:
    levels = MASK.astype(np.int64)
    dealt = shuffled(levels, STRATA, 20_000, np.random.default_rng(0))
    found = Counter(map(tuple, dealt.T.tolist()))
    every = {tuple(row) for row in orders(levels).T.tolist()}
    assert set(found) == every
    expected = 20_000 / len(every)
    assert max(abs(n - expected) for n in found.values()) < 5 * np.sqrt(expected)


def test_a_part_of_the_documents_tells_how_far_the_largest_reaches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(3)
    n, values = 4_000, [3, 4, 5, 6]
    held = np.hstack([rng.integers(0, v, n)[:, None] == np.arange(v) for v in values])
    strata, levels = rng.integers(0, 4, n), (rng.random(n) < 0.3).astype(np.int64)
    documents = pack_documents(sparse.csr_array(held), strata)
    slices = choose_slices(documents, np.repeat(np.arange(4), values), 40)
    drawn = slice_moments(documents, slices, stratum_moments(documents, levels), True)
    ends = []
    for work in (chance.WORK, 20_000_000):
        monkeypatch.setattr(chance, "WORK", work)
        maxima = largest_by_chance(
            documents, slices, drawn, np.zeros(len(slices)), levels, np.random.default_rng(1)
        )
        ends.append(float(np.quantile(maxima, 0.95)))
    # half of log(2) is what twice as many slices would change
    assert abs(ends[0] - ends[1]) < 0.35


@pytest.mark.parametrize(("true", "rise"), [(4, 1 * 0.75), (16, 0.5 * 0.75)])
def test_the_most_a_slice_rises_is_to_twice_as_many_or_half_as_many_of_the_rest(
    true: int, rise: float
) -> None:
    # a slice of five of twenty, of which as many are true as elsewhere: 1 of 5, or 4 of 5, whose
    # remaining one is halved; the slice itself is a quarter of what it is compared with
    held = sparse.csr_array(np.arange(20)[:, None] < 5)
    documents = pack_documents(held, np.zeros(20, dtype=np.int64))
    outcome = slice_outcome(np.arange(20) % 5 < true // 4)
    drawn = slice_moments(
        documents, np.array([[0, 1, 1]]), stratum_moments(documents, outcome.levels), True
    )
    assert_allclose(drawn.mean, [true / 4])
    assert_allclose(drawn.most * drawn.spread, [rise])
    numbers = slice_moments(
        documents, np.array([[0, 1, 1]]), stratum_moments(documents, outcome.levels), False
    )
    assert numbers.most.tolist() == [np.inf]


def test_the_score_for_an_evidence_is_the_least_that_has_it() -> None:
    wanted, most = (x.ravel() for x in np.meshgrid([0.0, 0.4, 2.0, 9.0], [0.5, 2.0, 100.0]))
    score = score_for(wanted, most)
    assert_allclose(evidence(score, most), wanted, atol=1e-12)
    assert np.all(evidence(score - 1e-3, most) <= wanted)
    # up to its most it is half the square, and rises evenly from there on
    assert_allclose(evidence(np.array([1.0, 3.0, -1.0, np.nan]), np.full(4, 2.0)), [0.5, 4, 0, 0])


def test_few_whole_steps_are_kept_wherever_they_begin_and_others_are_rounded() -> None:
    for values in ([-900.0, -899, -890], [900.0, 901, 910], [0.0, 255, 1]):
        outcome = slice_outcome(np.array(values))
        assert (outcome.low, outcome.step) == (min(values), 1)
        assert outcome.values.tolist() == values
    wide = slice_outcome(np.array([-200.0, 200.0, 0.0]))
    assert wide.step == 400 / 255
    assert slice_outcome(np.array([0.5, 0.75])).levels.tolist() == [0, 255]


@pytest.mark.parametrize("sign", [-1, 1])
def test_bending_begins_without_a_leap(sign: int) -> None:
    # the scores differ from the sums by skew (z² - 1) / 6, and less where that is squared
    standard = np.linspace(-4, 4, 9)
    for skew in (0.999, 1.0, 1.001):
        bent = straightened(standard, np.full(9, sign * skew * chance.STRAIGHT))
        assert_allclose(bent, standard, atol=3e-4)


@pytest.mark.parametrize("skew", [-0.8, -1e-6, 0.0, 1e-6, 0.3, 1.5])
def test_bent_back_a_straightened_sum_is_itself(skew: float) -> None:
    standard = np.array([-0.9, 0.0, 0.7, 2.1])
    there = straightened(standard, np.full(4, skew))
    assert_allclose(bent_back(there, np.full(4, skew)), standard, atol=1e-12)
