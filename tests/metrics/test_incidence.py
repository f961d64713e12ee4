"""Scores of some documents, taken class by class."""

from __future__ import annotations

import numpy as np

from metrics.incidence import scores_at


def test_scores_of_documents_that_stand_together_are_those_of_the_whole() -> None:
    scores = np.arange(12.0).reshape(2, 6)
    together = scores_at(scores, np.array([2, 3, 4]))
    assert np.shares_memory(together, scores)
    assert together.tolist() == [[2, 3, 4], [8, 9, 10]]
    # one left out between them, and an order of their own
    assert scores_at(scores, np.array([2, 4])).tolist() == [[2, 4], [8, 10]]
    assert scores_at(scores, np.array([3, 2])).tolist() == [[3, 2], [9, 8]]
    assert scores_at(scores, np.zeros(0, dtype=int)).shape == (2, 0)
