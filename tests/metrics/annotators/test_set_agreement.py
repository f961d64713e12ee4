"""Alpha of sets with the MASI distance: oracles, enumeration, and what holds for any data."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.agreement import AnnotationTask
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.annotators import coincidences as tally
from metrics.annotators.agreement_intervals import draw
from metrics.annotators.coincidences import document_coincidences
from metrics.annotators.ratings import Ratings, pairable_votes
from metrics.annotators.set_agreement import (
    distances_to_all,
    distinct_sets,
    drawn_alphas,
    judgements_of,
    masi_distances,
    set_sums,
)
from metrics.typing import Array
from tests.metrics.annotators.ratings_from import of_codes, of_sets, of_yes


def masi(a: frozenset[int], b: frozenset[int]) -> float:
    """By its definition; NLTK 3.10 divides by zero for two empty sets, and once had .67 and .33."""
    if a == b:
        return 0.0
    weight = 2 / 3 if a <= b or b <= a else 1 / 3 if a & b else 0.0
    return 1 - weight * len(a & b) / len(a | b)


def sets_of(ratings: Ratings) -> list[list[tuple[int, frozenset[int]]]]:
    """Of each document, who labelled it and what they said."""
    return [
        [
            (i, frozenset(np.flatnonzero(ratings.labels[i].toarray()[d]).tolist()))
            for i in range(len(ratings))
            if ratings.labelled[i, d]
        ]
        for d in range(ratings.documents)
    ]


def by_enumeration(ratings: Ratings, without: int = -1) -> float:
    units = [[said for i, said in unit if i != without] for unit in sets_of(ratings)]
    units = [unit for unit in units if len(unit) > 1]
    values = [said for unit in units for said in unit]
    observed = sum(masi(a, b) / (len(u) - 1) for u in units for a, b in product(u, u))
    expected = sum(masi(a, b) for a, b in product(values, values))
    return 1 - (observed / len(values)) / (expected / len(values) / (len(values) - 1))


def alphas(ratings: Ratings) -> list[float]:
    return [sums.alpha() for sums in set_sums(judgements_of(ratings))]


def some_yes(seed: int, people: int = 4, documents: int = 30, missing: float = 0.25) -> Array:
    rng = np.random.default_rng(seed)
    truth = rng.random((documents, 4)) < 0.4
    flipped = rng.random((people, documents, 4)) < 0.2
    yes = (truth ^ flipped).astype(float)
    yes[rng.random((people, documents)) < missing] = np.nan
    return yes


@pytest.mark.parametrize(
    ("first", "other", "distance"),
    [
        ("ab", "ab", 0),
        ("ab", "abcd", 1 - 2 / 3 * 1 / 2),
        ("abc", "bcd", 1 - 1 / 3 * 1 / 2),
        ("ab", "cd", 1),
        ("", "a", 1),
        ("", "", 0),
    ],
)
def test_distances_of_two_sets(first: str, other: str, distance: float) -> None:
    sets = sparse.csr_array([[c in s for c in "abcd"] for s in (first, other)], dtype=bool)
    got = masi_distances(sets, np.array([0, 1]), np.array([1, 0]))
    assert_allclose(got, [distance, distance])


@pytest.mark.parametrize("seed", range(4))
def test_alpha_of_sets_is_that_of_all_pairs_gone_through(seed: int) -> None:
    ratings = of_yes(some_yes(seed))
    expected = [by_enumeration(ratings, left_out) for left_out in range(-1, 4)]
    assert_allclose(alphas(ratings), expected)


def test_nltk_gives_the_same_alpha_of_sets() -> None:
    yes = some_yes(9, missing=0.0)
    yes[:, :, 0] = 1  # no empty set, of which its distance is undefined
    ratings = of_yes(yes)
    triples = [(i, d, said) for d, unit in enumerate(sets_of(ratings)) for i, said in unit]
    assert_allclose(alphas(ratings)[0], AnnotationTask(triples, distance=masi).alpha())


def test_of_one_class_a_document_alpha_of_sets_is_nominal_alpha() -> None:
    codes = np.random.default_rng(1).integers(-1, 3, (4, 40))
    ratings = of_codes(codes, 3)
    of = document_coincidences(pairable_votes(ratings)).sums(np.ones(40))
    assert_allclose(alphas(ratings)[0], tally.alpha_over_classes(of))


@given(st.lists(st.sets(st.integers(0, 5)), min_size=1, max_size=30))
def test_distinct_sets_are_told_apart(sets: list[set[int]]) -> None:
    matrix = sparse.csr_array([[c in s for c in range(6)] for s in sets], dtype=bool)
    number, found = distinct_sets(matrix)
    back = [set(np.flatnonzero(row)) for row in found.toarray()[number]]
    assert back == sets
    assert found.shape[0] == len({frozenset(s) for s in sets})


def test_distances_to_all_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    _, sets = distinct_sets(sparse.csr_array(rng.random((40, 5)) < 0.3))
    counts = rng.integers(0, 4, (sets.shape[0], 2)).astype(float)
    members = [frozenset(np.flatnonzero(row).tolist()) for row in sets.toarray()]
    expected = [[sum(masi(a, b) * n for b, n in zip(members, column, strict=True))
                 for column in counts.T] for a in members]  # fmt: skip
    for numbers in (4_000_000, 50):
        monkeypatch.setattr("metrics.annotators.set_agreement.BLOCK", numbers)
        assert_allclose(distances_to_all(sets, counts), expected)


def test_a_set_of_which_a_class_was_not_judged_is_no_set() -> None:
    whole = of_sets([["a", "ab", None], ["a", "b", "a"]], "ab")
    yes = np.array([[[1, 0], [1, 1], [1, np.nan]], [[1, 0], [0, 1], [1, 0]]])
    assert_allclose(alphas(of_yes(yes))[0], alphas(whole)[0])


def test_all_sets_equal_leave_alpha_undefined() -> None:
    assert np.isnan(alphas(of_sets([["a", "a"], ["a", "a"]], "ab"))[0])
    assert alphas(of_sets([["a", ""], ["a", ""]], "ab"))[0] == 1


def test_documents_drawn_again_lie_around_alpha() -> None:
    ratings = of_yes(some_yes(2, documents=400))
    sums = set_sums(judgements_of(ratings))[0]
    drawn = draw(400, replicates=1_000)
    fast = drawn_alphas([sums], drawn.gather, drawn.times)[0]
    # the same draws, each counted by itself
    rows = [np.repeat(np.arange(400), drawn.times[:, b].astype(int)) for b in range(20)]
    slow = [set_sums(judgements_of(ratings.of_documents(at)))[0].alpha() for at in rows]
    # to first order: the rest is of the order of 1 / 400
    assert_allclose(fast[:20], slow, atol=0.003)
    assert abs(fast.mean() - sums.alpha()) < 0.1 * fast.std()


def test_weights_count_documents() -> None:
    ratings = of_yes(some_yes(5, documents=12))
    twice = np.repeat(np.arange(12), [2, 1] * 6)
    weights = np.array([2.0, 1.0] * 6)
    weighted = Ratings(ratings.labels, ratings.labelled, ratings.unjudged, weights)
    sums = set_sums(judgements_of(weighted))[0]
    assert_allclose(sums.alpha(weights), alphas(ratings.of_documents(twice))[0])
