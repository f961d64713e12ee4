"""The same numbers as scikit-learn's, where it defines the same."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn import metrics as sk

from metrics import averaging, measures
from metrics.averaging import Undefined
from metrics.expected.calibration import squared_probability_error
from metrics.ranking import curves
from metrics.tallies import count_confusion, count_decisions, tally_scores
from metrics.typing import Array
from tests.tables import between_classes

pytest.importorskip("hypothesis")

POLICIES: dict[Undefined, Any] = {"zero": 0, "one": 1, "drop": np.nan}


def matrices(seed: int) -> tuple[Array, Array]:
    """Truth and decisions with empty rows and columns among them."""
    random = np.random.default_rng(seed)
    n, k = random.integers(1, 12), random.integers(2, 6)
    return tuple(random.random((n, k)) < random.choice([0.1, 0.4]) for _ in range(2))


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from([0.5, 1.0, 2.0]))
def test_averages_of_decisions(seed: int, beta: float) -> None:
    truth, called = matrices(seed)
    pair = sparse.csc_array(truth), sparse.csc_array(called)
    for policy, zero_division in POLICIES.items():
        means = {
            "macro": averaging.macro(count_decisions(*pair), beta, policy),
            "samples": averaging.macro(count_decisions(*pair, unit="document"), beta, policy),
        }
        for average, mean in means.items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a mean of nothing
                p, r, f, _ = sk.precision_recall_fscore_support(
                    truth, called, beta=beta, average=average, zero_division=zero_division
                )
                overlap = (
                    None
                    if policy == "drop"
                    else sk.jaccard_score(
                        truth, called, average=average, zero_division=zero_division
                    )
                )
            got = [mean[name].value for name in ("precision", "recall", "f")]
            assert_allclose(got, [p, r, f], atol=1e-12)
            if overlap is not None:
                assert mean["overlap"].value == pytest.approx(overlap)
    micro = averaging.micro(count_decisions(*pair), beta)
    p, r, f, _ = sk.precision_recall_fscore_support(
        truth, called, beta=beta, average="micro", zero_division=np.nan
    )
    assert_allclose([micro["precision"], micro["recall"], micro["f"]], [p, r, f], atol=1e-12)


@given(st.integers(0, 10**6))
def test_tables(seed: int) -> None:
    truth, called = matrices(seed)
    table = count_decisions(sparse.csc_array(truth), sparse.csc_array(called))
    theirs = sk.multilabel_confusion_matrix(truth, called)
    ours = np.array([[table.tn, table.fp], [table.fn, table.tp]]).transpose(2, 0, 1)
    assert np.array_equal(ours, theirs)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40))
def test_confusion_matrix(pairs: list[tuple[int, int]]) -> None:
    true, called = (list(column) for column in zip(*pairs, strict=True))
    one_hot = np.eye(5, dtype=bool)
    ours = count_confusion(sparse.csc_array(one_hot[true]), sparse.csc_array(one_hot[called]))
    theirs = sk.confusion_matrix(true, called, labels=range(5))
    assert np.array_equal(between_classes(ours), theirs)


rankings = st.lists(st.tuples(st.booleans(), st.integers(0, 8)), min_size=1, max_size=40).filter(
    lambda pairs: any(z for z, _ in pairs)
)


@given(rankings)
def test_curve_without_the_appended_point(pairs: list[tuple[bool, int]]) -> None:
    truth, score = (np.array(column) for column in zip(*pairs, strict=True))
    points = curves.operating_points(tally_scores(score.astype(float), truth))
    # theirs runs by rising threshold and ends with a point (1, 0) that is not attained
    p, r, threshold = sk.precision_recall_curve(truth, score)
    assert_allclose(points.threshold[::-1], threshold)
    assert_allclose(points.precision[::-1], p[:-1])
    assert_allclose(points.recall[::-1], r[:-1])
    ap = sk.average_precision_score(truth, score)
    assert curves.average_precision(tally_scores(score.astype(float), truth)) == pytest.approx(ap)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=30))
def test_brier(pairs: list[tuple[bool, float]]) -> None:
    truth, p = (np.array(column) for column in zip(*pairs, strict=True))
    theirs = sk.brier_score_loss(truth, p, pos_label=True)
    assert squared_probability_error(p, truth) == pytest.approx(theirs, abs=1e-12)


@given(st.integers(0, 10**6))
def test_fallout_is_one_minus_their_recall_of_the_others(seed: int) -> None:
    truth, called = matrices(seed)
    table = count_decisions(sparse.csc_array(truth), sparse.csc_array(called))
    others = sk.recall_score(~truth, ~called, average=None, zero_division=np.nan)
    assert_allclose(measures.fallout(table), 1 - others)
