"""Rankings of classes over documents: weights, what nobody judged, where they are undefined."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import label_ranking_average_precision_score, ndcg_score

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.label_ranking import RankedLabels, ranked_labels
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions, Review, Truth
from breakeven.readers.samples import load_sample
from metrics.ranking.label_ranking import propensities
from metrics.typing import Array
from tests.made import not_none, truth_of

RNG = np.random.default_rng(7)
SCORES = RNG.integers(0, 5, (5, 60)).astype(float)
LABELS = RNG.random((60, 5)) < 0.4
LABELS[0] = False


@pytest.fixture(scope="module")
def reuters() -> Review:
    return load_sample("reuters")


def ranking_of(truth: Truth, scores: Array = SCORES) -> RankedLabels:
    return in_split(truth, Predictions("s", np.arange(truth.n), scores), None)


def in_split(truth: Truth, predictions: Predictions, split: str | None) -> RankedLabels:
    scored = score_split(truth, predictions, split)
    return ranked_labels(truth, evaluate(predictions, scored, split, Cut("threshold", 2.0)))


def test_means_are_those_of_scikit_learn_over_documents_with_a_class() -> None:
    found = ranking_of(truth_of(LABELS))
    some = LABELS.any(axis=1)
    assert (found.documents, found.without) == (some.sum(), (~some).sum())
    expected = label_ranking_average_precision_score(LABELS[some], SCORES.T[some])
    assert_allclose(found.value("label_ranking_ap"), expected, atol=1e-12)
    assert_allclose(
        found.value("ndcg_at_k", 3), ndcg_score(LABELS[some], SCORES.T[some], k=3), atol=1e-12
    )


def test_a_document_that_counts_twice_is_as_good_as_two() -> None:
    weights = RNG.integers(1, 4, 60)
    again = np.repeat(np.arange(60), weights)
    one = ranking_of(truth_of(LABELS, weights=weights))
    two = ranking_of(truth_of(LABELS[again]), SCORES[:, again])
    for weighed, repeated in zip(one.measures, two.measures, strict=True):
        if weighed.key != "psp_at_k":  # how rare a class is counts documents
            assert_allclose(weighed.value, repeated.value, rtol=1e-12)


def test_pairs_that_nobody_judged_are_left_out() -> None:
    off = np.zeros_like(LABELS)
    off[:, 1] = True
    found = ranking_of(truth_of(LABELS & ~off, unjudged=off))
    without = ranking_of(truth_of(np.delete(LABELS, 1, axis=1)), np.delete(SCORES, 1, axis=0))
    for one, two in zip(found.measures, without.measures, strict=True):
        if one.key != "psp_at_k":
            assert_allclose(one.value, two.value, rtol=1e-12)


def test_how_rare_a_class_is_follows_from_the_training_split() -> None:
    split_of = np.repeat([0, 1], 30)
    truth = replace(truth_of(LABELS), splits=("train", "test"), split_of=split_of)
    rows = np.arange(30, 60)
    predictions = Predictions("s", rows, SCORES[:, 30:])
    result = in_split(truth, predictions, "test")
    assert result.learnt == ("train",)
    worth = 1 / propensities(LABELS[:30].sum(axis=0), 30)
    # the first class of each document, ties by every order alike
    first = SCORES[:, 30:] == SCORES[:, 30:].max(axis=0)
    gain = (first * (LABELS[30:].T * worth[:, None]) / first.sum(axis=0)).sum()
    most = np.where(LABELS[30:].any(axis=1), (LABELS[30:] * worth).max(axis=1), 0).sum()
    assert_allclose(result.value("psp_at_k", 1), gain / most, rtol=1e-12)


def test_ends_lie_around_the_mean() -> None:
    for measure in ranking_of(truth_of(LABELS)).measures:
        if measure.key != "psp_at_k":
            assert float(measure.interval.low) < measure.value <= float(measure.interval.high)


def test_without_scores_or_below_one_it_is_refused(reuters: Review) -> None:
    with pytest.raises(ValueError, match="no scores"):
        be.evaluate(be.from_arrays(["a", "b"], ["a", "b"])).ranked_labels()
    with pytest.raises(ValueError, match="k is a whole number from 1 on"):
        be.evaluate(reuters, system="svm").ranked_labels([0])


def test_reuters_agrees_with_scikit_learn(reuters: Review) -> None:
    result = be.evaluate(reuters, system="svm", split="test")
    scores = np.asarray(result.scored.scores).T
    truth = not_none(reuters.truth.labels)[result.rows].toarray()
    some = truth.any(axis=1)
    expected = label_ranking_average_precision_score(truth[some], scores[some])
    assert_allclose(result.ranked_labels().value("label_ranking_ap"), expected, atol=1e-12)
