"""Documents behind errors, most telling first, and the classes among them."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import (
    Evaluation,
    errors_by_confidence,
    evaluate,
    scores_of,
)
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions
from metrics.typing import Array
from tests.made import truth_of

# of six documents the first three are in the class; assigned are 0, 1, 3, 4
SCORES = np.array([0.6, 0.9, 0.2, 0.7, 0.8, 0.1])
TRUE = np.array([[1, 1, 1, 0, 0, 0]], dtype=bool).T
ASSIGNED = np.array([[1, 1, 0, 1, 1, 0]], dtype=bool).T


def made(scores: Array | sparse.csr_array | None, assigned: Array = ASSIGNED) -> Evaluation:
    truth = truth_of(TRUE)
    said = Predictions("s", np.arange(6), scores, sparse.csc_array(assigned))
    return evaluate(said, score_split(truth, said, None), None, Cut("given"))


def test_the_surest_mistakes_and_the_farthest_misses_come_first() -> None:
    e = made(SCORES[None, :])
    assert_array_equal(errors_by_confidence(e, 0, "fp"), [4, 3])  # 0.8, then 0.7
    assert_array_equal(errors_by_confidence(e, 0, "fn"), [2])
    assert_array_equal(errors_by_confidence(e, 0, "tp"), [0, 1])  # 0.6, then 0.9


def test_without_scores_the_order_is_the_file_s() -> None:
    e = made(None)
    assert_array_equal(errors_by_confidence(e, 0, "fp"), [3, 4])
    assert scores_of(e, 0) is None


def test_a_document_without_a_score_ranks_below_every_score() -> None:
    # documents 0 and 2 are missed; 2 has no score, 0 has a score below zero
    listed = sparse.csr_array((np.array([-3.0, 0.9]), ([0, 0], [0, 1])), shape=(1, 6))
    e = made(listed, np.array([[0, 1, 0, 0, 0, 0]], dtype=bool).T)
    assert_array_equal(errors_by_confidence(e, 0, "fn"), [2, 0])
    assert_array_equal(scores_of(e, 0), [-3.0, 0.9, *[-np.inf] * 4])
