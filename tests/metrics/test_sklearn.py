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
            "weighted": averaging.weighted(count_decisions(*pair), beta, policy),
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
            got = np.array([mean[name].value for name in ("precision", "recall", "f")])
            # what no class weighs in is 0/0 here; there, all classes then weigh alike
            weightless = np.isnan(got) & (average == "weighted")
            assert_allclose(got[~weightless], np.array([p, r, f])[~weightless], atol=1e-12)
            if overlap is not None and not np.isnan(mean["overlap"].value):
                assert mean["overlap"].value == pytest.approx(overlap)
    micro = averaging.micro(count_decisions(*pair), beta)
    p, r, f, _ = sk.precision_recall_fscore_support(
        truth, called, beta=beta, average="micro", zero_division=np.nan
    )
    assert_allclose([micro["precision"], micro["recall"], micro["f"]], [p, r, f], atol=1e-12)


def test_every_measure_of_five_thousand_classes_with_weights() -> None:
    # a column is a case: few documents, so that every 0/0 is among them
    random = np.random.default_rng(8)
    rates = random.choice([0.0, 0.2, 0.8, 1.0], (2, 5_000))
    truth, called = (random.random((7, 5_000)) < rate for rate in rates)
    for weights in (None, random.random(7)):
        table = count_decisions(sparse.csc_array(truth), sparse.csc_array(called), weights=weights)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # 0/0
            p, r, f, _ = sk.precision_recall_fscore_support(
                truth, called, sample_weight=weights, zero_division=np.nan
            )
            overlap = sk.jaccard_score(truth, called, average=None, sample_weight=weights)
            # of the other side: what is not predicted, and not true
            npv, specificity, _, _ = sk.precision_recall_fscore_support(
                ~truth, ~called, sample_weight=weights, zero_division=np.nan
            )
        ours = measures.averaged_measures(1.0)
        named = {"precision": p, "recall": r, "f": f, "negative_predictive_value": npv}
        for key, theirs in named.items():
            assert_allclose(ours[key](table), theirs, atol=1e-12)
            assert np.isnan(theirs).sum() > 100
        got = ours["overlap"](table)
        assert_allclose(np.where(np.isnan(got), 0, got), overlap, atol=1e-12)
        assert_allclose(ours["balanced_accuracy"](table), (r + specificity) / 2, atol=1e-12)
        assert_allclose(ours["mcc"](table), correlations(truth, called, weights), atol=1e-12)


def correlations(truth: Array, called: Array, weights: Array | None) -> Array:
    """Pearson's correlation of each column of two 0/1 matrices; NaN where one never varies."""
    w = np.ones(len(truth)) if weights is None else weights
    w = w[:, None] / w.sum()
    x, y = (m - (w * m).sum(axis=0) for m in (truth.astype(float), called.astype(float)))
    sides = ((w * a * a).sum(axis=0) for a in (x, y))
    varies = ~(truth.all(axis=0) | called.all(axis=0)) & truth.any(axis=0) & called.any(axis=0)
    with np.errstate(all="ignore"):
        value = (w * x * y).sum(axis=0) / np.sqrt(np.prod(list(sides), axis=0))
    return np.where(varies, value, np.nan)


@pytest.mark.parametrize("seed", range(100))
def test_correlation_and_kappa_of_a_class(seed: int) -> None:
    random = np.random.default_rng(seed)
    truth, called = (random.random(12) < random.choice([0.0, 0.3, 1.0]) for _ in "ab")
    table = count_decisions(sparse.csc_array(truth[:, None]), sparse.csc_array(called[:, None]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = sk.matthews_corrcoef(truth, called), sk.cohen_kappa_score(truth, called)
    mcc, kappa = measures.mcc(table)[0], measures.kappa(table)[0]
    # 0/0 of the correlation is 0 there
    assert_allclose([0.0 if np.isnan(mcc) else mcc, kappa], theirs, atol=1e-12)


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
