"""Promised means over documents by their formula, and a slow search."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.effective_size import cluster_weights
from metrics.promises.document_means import (
    control_risk,
    documents_needed,
    documents_worth,
    threshold_of_share,
)


@given(
    st.lists(st.tuples(st.sampled_from([-np.inf, 1.0, 2.0, 3.0]), st.integers(0, 4)), max_size=9),
    st.integers(0, 20),
)
def test_the_highest_score_below_which_little_is_lost(
    drawn: list[tuple[float, int]], most: int
) -> None:
    scores = np.array([score for score, _ in drawn], dtype=float)
    mass = np.array([float(each) for _, each in drawn])
    allowed = [t for t in scores if np.isfinite(t) and mass[scores < t].sum() <= most]
    found = threshold_of_share(scores, mass, float(most))
    assert found == max(allowed) if allowed else math.isnan(found)


def test_the_mean_over_documents_by_its_formula() -> None:
    # lowest scores of 39 documents: 1, ..., 39; 0.05 * 40 = 2: the second lowest
    scores = np.arange(1.0, 40)
    mass = np.full(39, 1 / 39)
    found = control_risk(scores, mass, 39, 0.95)
    assert found.threshold == 2
    assert found.bound == pytest.approx(1 - (39 * (1 / 39) + 1) / 40)
    assert documents_needed(0.95) == 19
    assert not control_risk(scores[:18], np.full(18, 1 / 18), 18, 0.95).promised
    assert control_risk(scores[:19], np.full(19, 1 / 19), 19, 0.95).threshold == 1
    assert documents_needed(0.9) == 9


def test_a_cluster_counts_as_one_document_by_its_weight() -> None:
    assert documents_worth(cluster_weights(6)) == 6
    # three clusters of 1, 2 and 3 documents: 6^2 / (1 + 4 + 9)
    clusters = np.array([0, 1, 1, 2, 2, 2])
    assert documents_worth(cluster_weights(6, None, clusters)) == pytest.approx(36 / 14)
    # weights 1 and 3: 4^2 / (1 + 9)
    assert documents_worth(cluster_weights(2, np.array([1.0, 3.0]))) == pytest.approx(1.6)
    assert documents_worth(cluster_weights(0)) == 0
