"""The same number of classes for every document: by hand, and without what nobody judged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.analysis.evaluation.scored import score_split, top_k_tables
from breakeven.data.records import Predictions, Truth
from metrics.typing import Array
from tests.made import matrix_of, truth_of

# one row a class, one column a document
SCORES = np.array([[0.9, 0.2, 0.3], [0.8, 0.7, 0.1], [0.1, 0.6, 0.4]])


def cells(unjudged: Array | None, form: type) -> list[list[int]]:
    """tp, fp, fn, tn for k = 0..3, where the truth is a, bc and none."""
    truth = truth_of(matrix_of(["a", "bc", ""], 3), unjudged)
    predictions = Predictions("s", np.arange(3), form(SCORES))
    table = top_k_tables(score_split(truth, predictions, None))
    return [
        [int(n) for n in row] for row in zip(table.tp, table.fp, table.fn, table.tn, strict=True)
    ]


FORMS = [np.asarray, sparse.csr_array]


@pytest.mark.parametrize("form", FORMS)
def test_every_k_by_hand(form: type) -> None:
    assert cells(None, form) == [[0, 0, 3, 6], [2, 1, 1, 5], [3, 3, 0, 3], [3, 6, 0, 0]]


@pytest.mark.parametrize("form", FORMS)
def test_a_pair_nobody_judged_takes_no_place_and_counts_nowhere(form: type) -> None:
    # without b of the first document and c of the last: seven pairs
    unjudged = matrix_of(["b", "", "c"], 3)
    assert cells(unjudged, form) == [[0, 0, 3, 4], [2, 1, 1, 3], [3, 3, 0, 1], [3, 4, 0, 0]]


def test_the_last_table_assigns_every_judged_pair() -> None:
    rng = np.random.default_rng(3)
    unjudged = rng.random((20, 5)) < 0.2
    labels = (rng.random((20, 5)) < 0.3) & ~unjudged
    predictions = Predictions("s", np.arange(20), rng.random((5, 20)))
    table = top_k_tables(score_split(truth_of(labels, unjudged), predictions, None))
    assert_array_equal(table.total, (~unjudged).sum())
    assert (table.tp[-1], table.fn[-1], table.tn[-1]) == (labels.sum(), 0, 0)


def test_scores_are_seen_to_rank_the_right_way_but_for_listed_and_weighted_ones() -> None:
    truth = truth_of(matrix_of(["a", "a", "b", "b"], 2))
    scores = np.array([[0.9, 0.8, 0.2, 0.1], [0.9, 0.8, 0.2, 0.1]])

    def seen(labelled: Truth, held: Any) -> list[bool]:
        scored = score_split(labelled, Predictions("s", np.arange(4), held), None)
        return scored.surely_upright(np.arange(2)).tolist()

    assert seen(truth, scores) == [True, False]
    assert seen(truth, sparse.csr_array(scores)) == [False, False]
    assert seen(replace(truth, weights=np.ones(4)), scores) == [False, False]
    assert seen(truth, None) == [False, False]
