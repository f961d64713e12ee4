"""Rankings of classes: equal to scikit-learn, to every order of ties, and to sums by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn import metrics as oracle

from metrics.ranking import label_ranking as ours
from metrics.typing import Array

MEASURES: tuple[Callable[[ours.LabelRanking], Array], ...] = (
    *(ours.r_precision, ours.coverage, ours.ranking_loss, ours.label_ranking_average_precision),
    partial(ours.precision_at, k=2),
    partial(ours.recall_at, k=2),
    partial(ours.ndcg_at, k=2),
)


def made(seed: int, n: int = 40, k: int = 7, ties: bool = True) -> tuple[Array, Array]:
    """Scores (documents, classes) and truth; the last documents have no class, and all."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 4, (n, k)).astype(float) if ties else rng.random((n, k))
    truth = rng.random((n, k)) < 0.3
    truth[-1], truth[-2] = True, False
    return scores, truth


def ranked(scores: Array, truth: Array) -> ours.LabelRanking:
    return ours.label_ranking(scores.T, sparse.csr_array(truth))


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_values_are_those_of_scikit_learn_where_it_defines_them(seed: int, ties: bool) -> None:
    scores, truth = made(seed, ties=ties)
    ranking = ranked(scores, truth)
    some = np.asarray(truth.any(axis=1))
    both: Array = some & ~np.asarray(truth.all(axis=1))
    pairs: tuple[Any, ...] = (
        (ours.label_ranking_average_precision(ranking),
         oracle.label_ranking_average_precision_score, some),
        (ours.coverage(ranking), oracle.coverage_error, some),
        (ours.ranking_loss(ranking), oracle.label_ranking_loss, both),
        *((ours.ndcg_at(ranking, k), lambda t, s, k=k: oracle.ndcg_score(t, s, k=k), some)
          for k in (1, 3, 7)),
    )  # fmt: skip
    for values, theirs, defined in pairs:
        assert np.array_equal(~np.isnan(values), defined)
        expected = theirs(truth[defined], scores[defined])
        assert_allclose(values[defined].mean(), expected, rtol=0, atol=1e-12)


def test_equal_scores_stand_in_every_order_equally_often() -> None:
    scores = np.array([3.0, 1, 1, 1, 0])
    truth = np.array([False, True, False, True, True])
    ranking = ranked(scores[None], truth[None])
    orders = [[0, *middle, 4] for middle in permutations((1, 2, 3))]
    for k in range(1, 6):
        hits = np.array([truth[order[:k]].sum() for order in orders])
        assert_allclose(ours.precision_at(ranking, k), hits.mean() / k)
        assert_allclose(ours.recall_at(ranking, k), hits.mean() / 3)
    assert_allclose(ours.r_precision(ranking), np.mean([truth[o[:3]].sum() / 3 for o in orders]))


def test_a_class_that_is_not_listed_comes_last_and_is_among_the_first_of_nobody() -> None:
    # one document: a and b listed, c true and not listed, d neither
    listed = sparse.csr_array(np.array([[0.5], [0.9], [0.0], [0.0]]))
    truth = sparse.csr_array(np.array([[True, False, True, False]]))
    ranking = ours.label_ranking(listed, truth)
    assert ours.precision_at(ranking, 2).tolist() == [0.5]
    assert ours.precision_at(ranking, 4).tolist() == [0.25]
    assert ours.recall_at(ranking, 4).tolist() == [0.5]
    assert ours.label_ranking_average_precision(ranking).tolist() == [0.25]  # 1/2 of a, 0 of c
    assert ours.coverage(ranking).tolist() == [4]
    # a before d, behind b; c behind b, and equal to d
    assert ours.ranking_loss(ranking).tolist() == [0.75]


@given(st.integers(0, 10_000))
def test_listed_and_dense_scores_give_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores, truth = made(seed, n=6, k=5)
    gaps = rng.random(scores.shape) < 0.3
    dense = np.where(gaps, np.nan, scores).T
    klass, document = np.nonzero(~gaps.T)
    values = scores.T[klass, document]
    listed = sparse.csr_array((values, (klass, document)), shape=dense.shape)
    one, two = (ours.label_ranking(s, sparse.csr_array(truth)) for s in (dense, listed))
    for measure in MEASURES:
        assert_allclose(measure(one), measure(two), rtol=0, atol=1e-15)


def test_pairs_that_nobody_judged_take_no_place() -> None:
    scores, truth = made(1, n=9, k=6)
    off = np.zeros_like(truth)
    off[:, 2] = True
    masked = np.where(off, np.nan, scores).T
    ranking = ours.label_ranking(masked, sparse.csr_array(truth & ~off), sparse.csr_array(off))
    without = ranked(np.delete(scores, 2, axis=1), np.delete(truth, 2, axis=1))
    for measure in MEASURES:
        assert_allclose(measure(ranking), measure(without))


def test_rare_classes_count_more_by_propensity() -> None:
    # of 100 documents 50 and 1 hold the classes: by hand from the formula
    c = (np.log(100) - 1) * 2.5**0.55
    expected = [1 / (1 + c * np.exp(-0.55 * np.log(held + 1.5))) for held in (50, 1)]
    assert_allclose(ours.propensities(np.array([50, 1]), 100), expected, rtol=1e-14)
    assert ours.propensities(np.array([1, 0]), 2).tolist() == [1, 1]
    labels = sparse.csr_array(np.array([[True, True]]))
    ranking = ours.label_ranking(np.array([[0.9], [0.1]]), labels)
    gain, most = ours.propensity_scored_precision_at(ranking, labels, np.array([0.5, 0.1]), 1)
    assert gain.tolist() == [2]
    assert most.tolist() == [10]
    gain, most = ours.propensity_scored_precision_at(ranking, labels, np.array([0.5, 0.1]), 2)
    assert gain.tolist() == most.tolist() == [12]


def test_nothing_true_and_no_documents_are_undefined_and_raise_nothing() -> None:
    empty = ours.label_ranking(np.zeros((3, 0)), sparse.csr_array((0, 3), dtype=bool))
    none = ours.label_ranking(np.zeros((3, 2)), sparse.csr_array((2, 3), dtype=bool))
    for measure in MEASURES:
        assert measure(empty).tolist() == []
        assert np.isnan(measure(none)).all()
