"""Scores of what stands above classes."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.hierarchy.nodes import node_scores

# classes a, b and c; a and b below x, b and c below y
INTO = sparse.csr_array(np.array([[1, 0, 0, 1, 0], [0, 1, 0, 1, 1], [0, 0, 1, 0, 1]], dtype=bool))


def test_the_largest_score_of_any_class_below() -> None:
    scores = np.array([[0.1, 0.9], [0.5, 0.2], [0.3, 0.4]], dtype=np.float32)
    found = node_scores(scores, INTO)
    assert found.dtype == np.float32
    wanted = np.array([[0.1, 0.9], [0.5, 0.2], [0.3, 0.4], [0.5, 0.9], [0.5, 0.4]], np.float32)
    assert found.tolist() == wanted.tolist()


def test_of_listed_scores_the_largest_that_is_there() -> None:
    rows, documents = [0, 1, 2, 0], [0, 0, 1, 2]
    scores = sparse.csr_array(([-1.0, -2.0, 3.0, 0.0], (rows, documents)), shape=(3, 3))
    found = node_scores(scores, INTO)
    listed = {(n, d): v for n, d, v in zip(*found.tocoo().coords, found.tocoo().data, strict=True)}
    assert listed == {
        (0, 0): -1.0, (1, 0): -2.0, (2, 1): 3.0, (0, 2): 0.0,
        (3, 0): -1.0, (3, 2): 0.0, (4, 0): -2.0, (4, 1): 3.0,
    }  # fmt: skip
