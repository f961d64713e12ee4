"""Tallies add up: those of two sets of documents are that of all of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from metrics.tallies import ScoreTally, pooled_scores, tally_scores

SCORES = (-1.0, 0.0, 0.25, 0.5, 1.0)
# score, whether in the class, weight
documents = st.lists(
    st.tuples(st.sampled_from(SCORES), st.booleans(), st.sampled_from([1.0, 0.5, 2.0])), max_size=8
)
unscored = st.tuples(st.integers(0, 3), st.integers(0, 3))


def tally_of(
    entries: list[tuple[float, bool, float]], scoreless: tuple[int, int], weighted: bool
) -> ScoreTally:
    scores, positive, weights = (
        (np.array(column) for column in zip(*entries, strict=True))
        if entries
        else (np.zeros(0), np.zeros(0, dtype=bool), np.zeros(0))
    )
    without, of_class = sum(scoreless), scoreless[0]
    return tally_scores(
        scores, positive.astype(bool), without, of_class, weights if weighted else None
    )


@given(documents, documents, unscored, unscored, st.booleans(), st.booleans())
def test_the_sum_of_two_tallies_is_the_tally_of_all_documents(
    first: list, other: list, scoreless: tuple[int, int], scoreless_other: tuple[int, int],
    weighted: bool, weighted_other: bool,
) -> None:  # fmt: skip
    mixed = weighted != weighted_other
    # where only one side has weights, the documents of the other weigh 1
    weigh = [
        [(s, p, w if has or not mixed else 1.0) for s, p, w in entries]
        for entries, has in ((first, weighted), (other, weighted_other))
    ]
    both = (scoreless[0] + scoreless_other[0], scoreless[1] + scoreless_other[1])
    got = tally_of(weigh[0], scoreless, weighted) + tally_of(
        weigh[1], scoreless_other, weighted_other
    )
    expected = tally_of(weigh[0] + weigh[1], both, weighted or weighted_other)
    assert_array_equal(got.scores, expected.scores)
    assert_array_equal(got.positives, expected.positives)
    assert (got.unscored, got.unscored_positives) == (sum(both), both[0])
    for threshold in (-np.inf, *SCORES, np.inf):
        for cell in ("tp", "fp", "fn", "tn"):
            assert_allclose(getattr(got.at(threshold), cell), getattr(expected.at(threshold), cell))


@given(documents, documents, unscored, unscored, st.booleans(), st.booleans())
def test_pooled_tallies_are_the_tally_of_all_pairs(
    first: list, other: list, scoreless: tuple[int, int], scoreless_other: tuple[int, int],
    weighted: bool, weighted_other: bool,
) -> None:  # fmt: skip
    parts = [tally_of(first, scoreless, weighted), tally_of(other, scoreless_other, weighted_other)]
    got = pooled_scores(parts)
    assert (got.weights is None) == (not weighted and not weighted_other)
    for threshold in (-np.inf, *SCORES, np.inf):
        for cell in ("tp", "fp", "fn", "tn"):
            apart = sum(getattr(part.at(threshold), cell) for part in parts)
            assert_allclose(getattr(got.at(threshold), cell), apart)


def test_documents_of_weight_0_are_left_out() -> None:
    scores, weights = np.array([0.9, 0.1, 0.5, 0.7]), np.array([2.0, 1.0, 0.0, 0.0])
    tally = tally_scores(scores, np.array([0, 2]), weights=weights)
    assert tally.scores.tolist() == [0.1, 0.9]
    assert tally.positives.tolist() == [0.9]
    assert (tally.n, tally.r) == (3, 2)


def test_rounding_asks_for_no_document_more() -> None:
    scores, weights = np.arange(10.0), np.full(10, 0.1)
    tally = tally_scores(scores, np.array([9]), weights=weights)
    # eight tenths added up one by one are a little less than 0.8
    assert np.cumsum(weights)[7] < 0.8
    assert tally.highest_assigning(0.8) == scores[-8]
    assert tally_scores(scores, np.array([9])).highest_assigning(8) == scores[-8]
