"""Wishes fitted on documents: every kind against a slow search, and documents against tallies."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut, FittedCut, decide
from breakeven.analysis.evaluation.fit import fit_cut, fit_thresholds
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.evaluation.wishes import scores_of_true, wished_of_documents
from breakeven.data.records import Predictions, Truth
from metrics.typing import Array
from tests.made import not_none, truth_of

N, K = 400, 3


def world(seed: int = 0, **more: Array) -> tuple[Truth, Predictions]:
    draw = np.random.default_rng(seed)
    labels = draw.random((N, K)) < (0.4, 0.3, 0.02)
    scores = draw.normal(1.6 * labels, 1).T.astype(np.float32)
    return truth_of(labels, **more), Predictions("s", np.arange(N), scores)


def fitted(truth: Truth, predictions: Predictions, cut: Cut) -> tuple[FittedCut, Array]:
    found = fit_cut(truth, predictions, cut)
    return found, decide(predictions, found).toarray()


def labels_of(truth: Truth) -> Array:
    return np.asarray(not_none(truth.labels).toarray())


def test_each_class_reaches_the_wish_where_it_is_tuned() -> None:
    truth, predictions = world()
    labels = labels_of(truth)
    for rule in ("recall", "precision"):
        found, assigned = fitted(truth, predictions, Cut(rule, least=0.8))
        hits = (assigned & labels).sum(axis=0)
        share = hits / (labels if rule == "recall" else assigned).sum(axis=0)
        assert found.how == ("tuned",) * K
        assert (share >= 0.8).all()


def test_what_is_promised_asks_for_more_and_few_positives_get_no_promise() -> None:
    truth, predictions = world()
    plain, many = fitted(truth, predictions, Cut("recall", least=0.8))
    promised, more = fitted(truth, predictions, Cut("recall", least=0.8, promise=True))
    assert labels_of(truth).sum(axis=0)[2] < 14
    assert promised.how == ("promised", "promised", "not promised")
    assert (more.sum(axis=0) >= many.sum(axis=0)).all()
    # without a promise the class has the plain threshold
    assert not_none(promised.thresholds)[2] == not_none(plain.thresholds)[2]
    strict, none = fitted(truth, predictions, Cut("precision", least=0.8, promise=True))
    assert strict.how[2] == "not promised"
    # what is not predicted is not wrong
    assert not_none(strict.thresholds)[2] == math.inf
    assert none[:, 2].sum() == 0


def test_a_promise_after_several_tries_is_harder() -> None:
    truth, predictions = world()
    found = [
        not_none(fitted(truth, predictions, Cut("recall", promise=True, tries=n))[0].thresholds)[0]
        for n in (1, 4, 40)
    ]
    assert found[0] >= found[1] >= found[2]
    assert found[0] > found[2]


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_over_all_classes_and_per_document(form: type) -> None:
    truth, dense = world()
    predictions = replace(dense, scores=form(dense.scores))
    labels = labels_of(truth)
    some = labels.any(axis=1)
    for rule in ("recall", "precision"):
        _, assigned = fitted(truth, predictions, Cut(rule, least=0.75, average="micro"))
        hits, all_true = (assigned & labels).sum(), labels.sum()
        assert hits / (all_true if rule == "recall" else assigned.sum()) >= 0.75
    for cut, measure in (
        (Cut("recall", least=0.75, average="per_document"), (0.75, "mean")),
        (Cut("candidates", least=0.75), (0.75, "all")),
    ):
        for promise in (False, True):
            fit, assigned = fitted(truth, predictions, replace(cut, promise=promise))
            assert len(set(not_none(fit.thresholds).tolist())) == 1
            recall = (assigned & labels).sum(axis=1)[some] / labels.sum(axis=1)[some]
            value = recall.mean() if measure[1] == "mean" else (recall == 1).mean()
            # the highest such threshold: a little above what is wished
            assert 0.75 - 1e-12 <= value < 0.765
            if promise:
                n = some.sum()
                assert (n * (1 - value) + 1) / (n + 1) <= 0.25 + 1e-12


def test_documents_and_tallies_say_the_same_where_both_can() -> None:
    truth, predictions = world()
    part = score_split(truth, predictions, None)
    for cut in (
        Cut("recall", least=0.8),
        Cut("recall", least=0.8, promise=True),
        Cut("precision", least=0.8, promise=True),
        Cut("precision", least=0.8, average="micro"),
    ):
        documents, counted = (
            fit_cut(truth, predictions, cut),
            fit_thresholds(cut, truth.classes, part.tallies),
        )
        np.testing.assert_array_equal(not_none(documents.thresholds), not_none(counted.thresholds))
    for cut in (
        Cut("recall", average="micro", promise=True),
        Cut("recall", average="per_document"),
    ):
        with pytest.raises(ValueError, match="needs the documents"):
            fit_thresholds(cut, truth.classes, part.tallies)


def test_clusters_are_worth_less_and_weights_of_one_change_nothing() -> None:
    truth, predictions = world()
    same, _ = world(weights=np.ones(N))
    # each document four times
    copy, place = np.arange(N) % (N // 4), np.arange(N) // 4
    labels = labels_of(truth)[place]
    scores = np.asarray(predictions.scores)[:, place]
    copies = Predictions("s", np.arange(N), scores)
    alone, together = truth_of(labels), truth_of(labels, clusters=place)
    assert len(set(copy.tolist())) == N // 4
    for rule in ("recall", "precision"):
        cut = Cut(rule, least=0.7, promise=True)
        np.testing.assert_array_equal(
            not_none(fit_cut(truth, predictions, cut).thresholds)[:2],
            not_none(fit_cut(same, predictions, cut).thresholds)[:2],
        )
        trials = [
            wished_of_documents(cut, score_split(each, copies, None)).promises[0].trials
            for each in (alone, together)
        ]
        assert trials[1] < trials[0] / 2 or math.isnan(trials[1])


def test_a_class_without_positives_or_scores_is_never_predicted() -> None:
    labels = np.zeros((40, 2), dtype=bool)
    labels[:, 1] = True
    listed = (np.arange(1.0, 41), (np.zeros(40, dtype=int), np.arange(40)))
    scores = sparse.csr_array(listed, shape=(2, 40))
    truth = truth_of(labels)
    found = fit_cut(truth, Predictions("s", np.arange(40), scores), Cut("recall"))
    assert found.how == ("no positives", "unscored")
    assert not_none(found.thresholds).tolist() == [math.inf] * 2


def test_unjudged_pairs_count_nowhere() -> None:
    truth, predictions = world()
    off = np.random.default_rng(8).random((N, K)) < 0.3
    partly = replace(
        truth,
        unjudged=sparse.csc_array(off),
        labels=sparse.csc_array(labels_of(truth) & ~off),
    )
    document, scores = scores_of_true(*score_split(partly, predictions, None).judged_pairs())
    judged = labels_of(truth) & ~off
    assert len(document) == judged.sum()
    expected = np.asarray(predictions.scores, dtype=float).T[judged]
    np.testing.assert_array_equal(np.sort(scores), np.sort(expected))
    _, assigned = fitted(partly, predictions, Cut("recall", least=0.8))
    assert ((assigned & judged).sum(axis=0) / judged.sum(axis=0) >= 0.8).all()
