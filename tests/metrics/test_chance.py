"""Agreement by chance beside every shuffling; the direction of scores beside every pair."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from metrics.chance import (
    SURE,
    AgreementByChance,
    agreement_by_chance,
    direction_of,
    directions_of,
    surely_upright,
)
from metrics.sparse_scores import tally_listed
from metrics.tallies import tally_scores

pairs = st.lists(
    st.tuples(st.sets(st.integers(0, 2)), st.sets(st.integers(0, 2))), min_size=2, max_size=5
)


@given(pairs)
def test_chance_is_the_mean_of_all_shufflings(documents: list[tuple[set[int], set[int]]]) -> None:
    true, called = ([d[side] for d in documents] for side in (0, 1))
    hits = [
        sum(len(t & called[i]) for t, i in zip(true, order, strict=True))
        for order in permutations(range(len(documents)))
    ]
    matrices = [
        sparse.csc_array(np.array([[c in classes for c in range(3)] for classes in side]))
        for side in (true, called)
    ]
    result = agreement_by_chance(*matrices)
    assert result.hits == sum(len(t & a) for t, a in documents)
    assert result.expected == pytest.approx(np.mean(hits))
    assert result.deviation == pytest.approx(np.std(hits), abs=1e-6)


scored = st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=2, max_size=12)


@given(scored)
def test_the_direction_is_that_of_all_pairs(documents: list[tuple[int, bool]]) -> None:
    scores = np.array([float(s) for s, _ in documents])
    positive = np.array([p for _, p in documents])
    above, below = scores[positive], scores[~positive]
    found = direction_of(tally_scores(scores, positive))
    if not len(above) or not len(below):
        assert np.isnan(found.area)
        return
    expected = np.mean([(a > b) + (a == b) / 2 for a, b in product(above, below)])
    assert found.area == pytest.approx(expected)


def test_the_deviation_of_the_direction_is_that_of_all_shufflings() -> None:
    # ranks 1, 2.5, 2.5, 4, 5 of which two are positive: every choice of two
    scores = np.array([1.0, 2, 2, 4, 5])
    areas = []
    for i in range(5):
        for j in range(i):
            positive = np.isin(np.arange(5), [i, j])
            areas.append(direction_of(tally_scores(scores, positive)).area)
    best = direction_of(tally_scores(scores, np.array([False, False, False, True, True])))
    assert best.area == 1
    assert best.z == pytest.approx((1 - np.mean(areas)) / np.std(areas))


def test_a_fixed_answer_is_no_better_than_chance() -> None:
    truth = sparse.csc_array(np.arange(40)[:, None] % 2 == np.arange(2))
    for answer in ([True, False], [True, True], [False, False]):
        said = agreement_by_chance(truth, sparse.csc_array(np.tile(answer, (40, 1))))
        assert said.fixed
        assert said.at_chance
    # where all documents are alike the answer cannot be anything else
    alike = sparse.csc_array(np.ones((40, 1), dtype=bool))
    assert not agreement_by_chance(alike, alike).at_chance


def test_scores_that_rank_the_wrong_way_round_are_below_one_half() -> None:
    scores = np.arange(40.0)
    found = direction_of(tally_scores(scores, scores < 10))
    assert found.area == 0
    assert found.z < -4


@given(scored)
def test_what_is_seen_to_rank_the_right_way_does(documents: list[tuple[int, bool]]) -> None:
    scores = np.array([float(s) for s, _ in documents])
    positive = np.array([p for _, p in documents])
    pairs = list(product(scores[positive], scores[~positive]))
    if surely_upright(scores, scores[positive]):
        assert sum(int(a > b) - int(a < b) for a, b in pairs) > 0


def test_scores_that_part_both_kinds_are_seen_to_do_so() -> None:
    scores = np.arange(40.0)
    assert surely_upright(scores, scores[30:])
    assert not surely_upright(scores, scores[:10])
    # of the positives half are above all negatives, and half below: neither way
    assert not surely_upright(scores, np.concatenate([scores[:5], scores[35:]]))
    for hits in (scores, scores[:0]):
        assert not surely_upright(scores, hits)


@pytest.mark.parametrize("seed", range(6))
def test_directions_of_many_classes_are_those_of_each(seed: int) -> None:
    random = np.random.default_rng(seed)
    listed, true = random.random((9, 30)) < 0.6, random.random((9, 30)) < 0.3
    true[7], true[8] = False, True
    listed[2] = False
    # of the last no two are equal
    scores = (random.integers(0, 5, (9, 30)) - 2) / 2 if seed < 5 else random.random((9, 30))
    given = sparse.csr_array(
        (
            scores[listed],
            np.nonzero(listed)[1],
            np.append(0, np.cumsum(listed.sum(axis=1))),
        ),
        shape=(9, 30),
    )
    tallies = tally_listed(given, sparse.csc_array(true.T))
    directions = directions_of(tallies)
    alone = [direction_of(tallies[c]) for c in range(9)]
    np.testing.assert_array_equal(directions.area, [direction.area for direction in alone])
    np.testing.assert_array_equal(directions.z, [direction.z for direction in alone])


def test_beyond_chance_and_at_chance_part_at_the_same_point() -> None:
    def standing(above: float) -> AgreementByChance:
        return AgreementByChance(
            hits=10 + 2 * above, expected=10.0, deviation=2.0, independent=30, fixed=False
        )

    assert [standing(z).beyond for z in (SURE + 0.01, SURE - 0.01)] == [True, False]
    assert [standing(z).at_chance for z in (SURE + 0.01, SURE - 0.01)] == [False, True]
