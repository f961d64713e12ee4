"""Which labels are likely wrong, of whose probabilities, and when nobody can say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import MultinomialNB

import breakeven as be
from breakeven.analysis.label_errors.label_evidence import (
    Evidence,
    EvidenceOptions,
    NoEvidence,
    evidence_of,
)
from breakeven.analysis.label_errors.suspected_labels import Doubts, doubts_from, doubts_of
from breakeven.data.records import Predictions, Review
from metrics.typing import Array
from tests.made import not_none, truth_of


def review_of(labels: Array, *scores: Array, probabilities: bool = True, **more: Any) -> Review:
    """Systems s0, s1, ... with these scores, (documents, classes), of documents d0, d1, ..."""
    truth = truth_of(labels, **more)
    said = tuple(
        Predictions(f"s{i}", np.arange(truth.n), p.T.copy(), probabilities=probabilities)
        for i, p in enumerate(scores)
    )
    return Review("made", truth, said, (), "made")


def in_splits(n: int, **sizes: int) -> dict[str, Any]:
    """The fields of a truth whose documents stand in these splits, one after the other."""
    return {"splits": tuple(sizes), "split_of": np.repeat(np.arange(len(sizes)), [*sizes.values()])}


def certain(labels: Array) -> Array:
    """Probabilities that speak for the labels."""
    return np.where(labels, 0.9, 0.1)


def every_third(n: int = 30) -> Array:
    return (np.arange(n)[:, None] + np.arange(2)) % 3 == 0


def doubted(review: Review, system: str = "s0", **options: bool) -> Doubts:
    doubts = doubts_of(review, system, None, EvidenceOptions(**options))
    assert isinstance(doubts, Doubts)
    return doubts


def why(review: Review, split: str | None = None, system: str = "s0", **options: bool) -> str:
    doubts = doubts_of(review, system, split, EvidenceOptions(**options))
    assert isinstance(doubts, NoEvidence)
    return doubts.why


def test_a_planted_error_of_each_kind_is_found_and_nothing_else() -> None:
    right = every_third()
    given = right.copy()
    given[0, 0], given[7, 1] = False, True
    doubts = doubted(review_of(given, certain(right)))
    pairs = doubts.document.tolist(), doubts.class_index.tolist(), doubts.missing.tolist()
    assert {*zip(*pairs, strict=True)} == {(0, 0, True), (7, 1, False)}
    assert_allclose(doubts.margin, [0.8, 0.8])
    # labelled a: 9 documents at 0.9; with b 10 at 0.9 and 1 at 0.1, without it 19 at 0.1
    thresholds = dict(zip(doubts.missing.tolist(), doubts.threshold.tolist(), strict=True))
    assert thresholds[True] == pytest.approx(0.9)
    assert thresholds[False] == pytest.approx(0.1)
    # one label of two against: 0.8 * 0.1 + 0.2 * 0.9
    assert_allclose(doubts.quality(np.array([7, 0, 9])), [0.26, 0.26, 0.9])
    assert_array_equal(doubts.per_class(True), [1, 0])
    assert_array_equal(doubts.per_class(False), [0, 1])


def test_nothing_is_found_where_all_is_separated_and_nothing_planted() -> None:
    right = every_third(300)
    p = np.where(right, 0.6, 0.4) + np.random.default_rng(1).uniform(-0.09, 0.09, right.shape)
    assert not len(doubted(review_of(right, p)))


def test_of_reuters_with_swapped_labels_the_first_fifty_are_mostly_those() -> None:
    sample = be.sample("reuters")
    rng = np.random.default_rng(3)
    old = sample.truth.labels
    assert old is not None
    new = old.toarray()
    document, given = np.nonzero(new)
    for i in rng.choice(len(document), round(0.03 * len(document)), replace=False):
        free = np.flatnonzero(~new[document[i]])
        new[document[i], [given[i], rng.choice(free)]] = False, True
    truth = replace(sample.truth, labels=sparse.csc_array(new))
    (logreg,) = (
        predictions for predictions in sample.predictions if predictions.system == "logreg"
    )
    evidence = evidence_of(truth, logreg, "test", EvidenceOptions())
    doubts = doubts_from(truth, "logreg", "test", EvidenceOptions(), {"logreg": evidence})
    assert isinstance(doubts, Doubts)
    planted = sparse.csr_array(truth.labels != old)[doubts.document, doubts.class_index]
    assert planted[:50].mean() >= 0.8


def of_titles(given: Callable[[Array, np.random.Generator], Array]) -> tuple[Doubts, Array, Array]:
    """Doubts of titles of Reuters whose labels were changed; which of them are right, and labels.

    The probabilities are those of naive Bayes, cross-validated on the changed labels.
    """
    truth = be.sample("r8").truth
    rows = np.random.default_rng(0).permutation(truth.n)[:3_000]
    labels = not_none(truth.labels).toarray()[rows]
    true, k = labels.argmax(axis=1), labels.shape[1]
    changed = given(true, np.random.default_rng(1))
    texts = truth.columns[not_none(truth.text_column)][rows].astype(str)
    words = TfidfVectorizer(min_df=2).fit_transform(texts)
    p = np.zeros(labels.shape)
    p[:, np.unique(changed)] = cross_val_predict(
        MultinomialNB(alpha=0.1), words, changed, cv=5, method="predict_proba"
    )
    doubts = doubted(review_of(np.eye(k, dtype=bool)[changed], p))
    right = labels[doubts.document, doubts.class_index] == doubts.missing
    return doubts, right, changed


def one_into_the_largest(true: Array, rng: np.random.Generator) -> Array:
    """Three of ten documents of the second largest class have the label of the largest."""
    first, second = np.bincount(true).argsort()[::-1][:2]
    return np.where((true == second) & (rng.random(len(true)) < 0.3), first, true)


def at_random(true: Array, rng: np.random.Generator) -> Array:
    """One of ten documents has any other label."""
    k = true.max() + 1
    other = (true + rng.integers(1, k, len(true))) % k
    return np.where(rng.random(len(true)) < 0.1, other, true)


def test_where_one_class_is_given_for_another_the_first_of_the_list_are_those() -> None:
    found, right, changed = of_titles(one_into_the_largest)
    by_margin = np.argsort(-found.margin, kind="stable")
    assert right[:100].mean() >= 0.75
    assert right[:100].mean() >= right[by_margin][:100].mean() + 0.1
    (direction, *_) = found.directions()
    largest, second = np.bincount(changed).argsort()[::-1][:2]
    assert (direction.given, direction.instead) == (largest, second)
    assert direction.documents > direction.of_documents / 2


def test_labels_that_are_wrong_at_random_come_first() -> None:
    _, right, _ = of_titles(at_random)
    assert right[:100].mean() >= 0.9


def test_a_direction_is_named_beyond_half_by_a_coin() -> None:
    # of so many documents given a: b is asked for on all but one. 2^-8 (1 + 8) is more than 1 in
    # 100, of eleven 12 / 2048 is less
    for n, beyond in ((8, False), (11, True)):
        right = np.zeros((300, 3), dtype=bool)
        right[np.arange(300), np.repeat([0, 1, 2], 100)] = True
        given = right.copy()
        given[100 : 100 + n - 1] = [True, False, False]
        given[200] = [True, False, False]
        found = doubted(review_of(given, certain(right)))
        directions = [(d.given, d.instead, d.documents, d.of_documents) for d in found.directions()]
        assert directions == ([(0, 1, n - 1, n)] if beyond else [])


def test_pairs_that_nobody_judged_say_nothing() -> None:
    right = every_third()
    given = right.copy()
    given[0, 0], given[7, 1] = False, True
    unjudged = np.zeros_like(given)
    unjudged[0, 0] = True
    found = doubted(review_of(given, certain(right), unjudged=unjudged))
    assert found.document.tolist() == [7]
    assert_array_equal(found.classes.judged, [29, 30])
    assert found.quality(np.array([0]))[0] == pytest.approx(0.9)


@pytest.mark.parametrize("members", [4, 26])
def test_of_a_class_with_few_documents_nothing_is_said(members: int) -> None:
    right = np.arange(30)[:, None] < np.array([members, 10])
    given = right.copy()
    given[[0, 29]] = ~right[[0, 29]]
    found = doubted(review_of(given, certain(right)))
    few = min(given[:, 0].sum(), (~given[:, 0]).sum()) < 5
    assert few
    assert found.classes.few.tolist() == [True, False]
    assert set(found.class_index.tolist()) == {1}
    assert np.isnan(found.classes.inside[0])


def test_training_documents_are_left_out_unless_stated_cross_validated() -> None:
    right = every_third()
    given = right.copy()
    given[[0, 21], 0] = ~right[[0, 21], 0]
    review = review_of(given, certain(right), **in_splits(30, train=10, test=20))
    assert doubted(review).document.tolist() == [21]
    assert doubted(review).left_out == 10
    assert why(review, "train") == "learnt"
    assert doubted(review, cross_validated=True).document.tolist() == [0, 21]


def test_scores_that_are_no_probabilities_are_fitted_on_dev_which_is_left_out() -> None:
    right = every_third(60)
    given = right.copy()
    given[51, 0] = False
    scores = np.where(right, 3.0, -3.0) + np.linspace(-1, 1, 120).reshape(60, 2)
    splits = in_splits(60, dev=30, test=30)
    review = review_of(given, scores, probabilities=False, **splits)
    doubts = doubted(review)
    assert (doubts.fitted_on, doubts.left_out) == ("dev", 30)
    assert doubts.document.tolist() == [51]
    assert why(review, "dev") == "fitted"
    probable = review_of(given, certain(right), **splits)
    assert doubted(probable).fitted_on is None
    assert doubted(probable, calibrate=True).fitted_on == "dev"
    nowhere = review_of(given, scores, probabilities=False)
    assert why(nowhere) == "no probabilities"


def test_without_scores_or_labels_nothing_is_said() -> None:
    review = review_of(every_third(), certain(every_third()))
    decided = Predictions("s0", np.arange(30), decisions=sparse.csc_array(every_third()))
    assert why(replace(review, predictions=(decided,))) == "no scores"
    assert why(replace(review, truth=replace(review.truth, labels=None))) == "no labels"


def test_other_systems_are_counted_and_can_be_asked_instead() -> None:
    right = every_third()
    given = right.copy()
    given[0, 0], given[7, 1] = False, True
    blind = certain(given)
    review = review_of(given, certain(right), certain(right), blind)
    doubts = doubted(review)
    assert doubts.agree.tolist() == [1, 1]
    assert doubts.others_asked.tolist() == [2, 2]
    # the mean of 0.9 and 0.1 speaks for neither; of two that see it, for the right label
    assert not len(doubted(review, others=True))
    three = review_of(given, blind, certain(right), certain(right))
    assert not len(doubted(three))
    assert sorted(doubted(three, others=True).document.tolist()) == [0, 7]
    assert doubted(three, others=True).judges == ("s1", "s2")
    assert why(review_of(given, blind), others=True) == "alone"


def test_systems_are_asked_of_the_documents_that_they_share() -> None:
    right = every_third()
    given = right.copy()
    given[0, 0], given[27, 0] = False, False
    review = review_of(given, certain(given), certain(right), certain(right))
    part = replace(review.predictions[2], rows=np.arange(5, 30))
    part = replace(part, scores=review.predictions[2].scores[:, 5:])
    found = doubted(replace(review, predictions=(*review.predictions[:2], part)), others=True)
    assert_array_equal(found.rows, np.arange(5, 30))
    assert found.document.tolist() == [27]


def test_pairs_that_a_file_leaves_out_have_probability_0() -> None:
    right = every_third()
    p = np.where(right, 0.9, 0.0)
    p[0, 0] = 0.0
    dense = review_of(right, p)
    listed = replace(
        dense, predictions=(replace(dense.predictions[0], scores=sparse.csr_array(p.T)),)
    )
    for review in (dense, listed):
        assert doubted(review).document.tolist() == [0]


def test_evidence_knows_its_documents() -> None:
    review = review_of(every_third(), certain(every_third()), **in_splits(30, dev=10, test=20))
    found = evidence_of(review.truth, review.predictions[0], "test", EvidenceOptions())
    assert isinstance(found, Evidence)
    assert_array_equal(found.rows, np.arange(10, 30))
    assert_allclose(found.among(found.rows[5:]).scores, certain(every_third())[15:].T)


def test_the_quality_of_a_document_is_its_own_whoever_is_asked_with_it() -> None:
    random = np.random.default_rng(23)
    labels, unjudged = (random.random((50, 4)) < share for share in (0.4, 0.2))
    scores = random.random((2, 50, 4))
    review = review_of(labels & ~unjudged, *scores, scores[0], unjudged=unjudged)
    doubts = doubted(review, "s2", others=True)
    # the worst judged label weighs 0.8, the next 0.8 of the rest, and the last all that is left
    p = scores.mean(axis=0)
    for document in range(50):
        right = np.where(labels[document], p[document], 1 - p[document])[~unjudged[document]]
        worst_last = np.sort(right)[::-1]
        expected = worst_last[0] if len(right) else np.nan
        for score in worst_last[1:]:
            expected = 0.2 * expected + 0.8 * score
        assert_allclose(doubts.quality(np.array([document])), [expected], rtol=1e-12)
    every = doubts.quality(np.arange(50))
    assert_array_equal(doubts.quality(np.array([31, 4, 31])), every[[31, 4, 31]])
