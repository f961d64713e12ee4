"""trec_eval's two roundings of recall levels, and its order of equal scores."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics.ranking.eleven_point import eleven_point
from metrics.ranking.trec_eval import VERSIONS, Version, trec_eval_eleven_point
from metrics.tallies import tally_scores
from metrics.typing import Array


def ranked(truth: Sequence[int]) -> tuple[Array, Array, Array]:
    n = len(truth)
    return np.arange(n, 0.0, -1), np.array([f"d{i}" for i in range(n)]), np.array(truth, dtype=bool)


def test_three_hits_in_ten() -> None:
    # hits at ranks 1, 4, 9: precisions 1/1, 2/4, 3/9
    scores, ids, truth = ranked([1, 0, 0, 1, 0, 0, 0, 0, 1, 0])
    # definition: 4 levels at 1, 3 at 1/2, 4 at 1/3 = (4 + 3/2 + 4/3) / 11 = 41/66
    assert eleven_point(tally_scores(scores, truth)).average == pytest.approx(41 / 66)
    # version 9: level .7 asks for 2 hits: (4 + 4/2 + 3/3) / 11
    assert trec_eval_eleven_point(scores, ids, truth, "9").average == pytest.approx(7 / 11)
    current = trec_eval_eleven_point(scores, ids, truth, "current")
    # nearest whole number to 0, .3, .6, .9, 1.2, 1.5, 1.8, 2.1, 2.4, 2.7, 3: 0 0 1 1 1 2 2 2 2 3 3
    assert_allclose(current.levels, [1] * 5 + [1 / 2] * 4 + [1 / 3] * 2)
    assert current.average == pytest.approx(23 / 33)


def test_four_positives_at_level_three_tenths() -> None:
    # 1.2 hits: the definition asks for 2, the current source for 1
    scores, ids, truth = ranked([1, 0, 1, 0, 1, 1])
    assert eleven_point(tally_scores(scores, truth)).levels[3] == pytest.approx(2 / 3)
    assert trec_eval_eleven_point(scores, ids, truth, "9").levels[3] == pytest.approx(2 / 3)
    assert trec_eval_eleven_point(scores, ids, truth, "current").levels[3] == 1


def test_single_precision_ties_go_to_the_larger_id() -> None:
    # .5 and .5 + 1e-8 are one single-precision number: "b" ranks before "a", a's hit second
    scores = np.array([0.5 + 1e-8, 0.5])
    levels = trec_eval_eleven_point(scores, np.array(["a", "b"]), np.array([True, False])).levels
    assert_allclose(levels, np.full(11, 0.5))


def test_unretrieved_positives_count_in_r() -> None:
    # 1 of 2 found at rank 1; level 0.5 asks for floor(1 + .9) = 1 hit, level 0.6 for 2
    levels = trec_eval_eleven_point(*ranked([1, 0]), unretrieved_positives=1).levels
    assert_allclose(levels, [1] * 6 + [0] * 5)


@pytest.mark.parametrize("version", VERSIONS)
def test_no_positives(version: Version) -> None:
    assert np.isnan(trec_eval_eleven_point(*ranked([0, 0]), version).levels).all()


@given(st.lists(st.booleans(), min_size=1, max_size=40).filter(any))
def test_never_below_the_definition(truth: list[bool]) -> None:
    scores, ids, positive = ranked(truth)
    definition = eleven_point(tally_scores(scores, positive)).levels
    for version in VERSIONS:
        assert np.all(trec_eval_eleven_point(scores, ids, positive, version).levels >= definition)
    # version 9 differs only where rounding loses a hit: at .7 or .3
    nine = trec_eval_eleven_point(scores, ids, positive, "9").levels
    assert set(np.flatnonzero(nine != definition)) <= {3, 7}


@given(
    st.lists(
        st.tuples(
            st.sampled_from([-np.inf, -2.5, -1e-3, -0.0, 0.0, 1e-3, 1.0, 1.0 + 1e-9, 3.0, np.inf]),
            st.booleans(),
        ),
        min_size=1,
        max_size=30,
    ).filter(lambda documents: any(true for _, true in documents))
)
def test_ranks_are_those_of_sorting_by_single_precision_and_id(
    documents: list[tuple[float, bool]],
) -> None:
    ids = [f"{i * 7 % 31:02}" for i in range(len(documents))]
    order = sorted(zip(documents, ids, strict=True), key=lambda d: (np.float32(d[0][0]), d[1]))[
        ::-1
    ]
    ranks = [rank for rank, ((_, true), _) in enumerate(order, 1) if true]
    precision = [(i + 1) / rank for i, rank in enumerate(ranks)]
    wanted = [int(np.floor(level / 10 * len(ranks) + 0.5)) for level in range(11)]
    levels = trec_eval_eleven_point(
        np.array([score for score, _ in documents]),
        np.array(ids),
        np.array([true for _, true in documents]),
        "current",
    ).levels
    assert_allclose(levels, [max(precision[max(w - 1, 0) :]) for w in wanted])
