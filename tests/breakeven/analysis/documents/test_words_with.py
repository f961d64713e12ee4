"""Words that go with missed documents against found ones, of a review with a planted word."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.documents.words_with import WordsWith, groups_of, words_between
from breakeven.analysis.selection.candidates import candidates_of_system
from breakeven.analysis.selection.expression import ClassTermKind
from breakeven.analysis.selection.selected_evaluation import lookups_of
from breakeven.analysis.selection.selection import select
from breakeven.data.records import Predictions, Review
from tests.made import truth_of


def planted(rate: float) -> Review:
    """Of 300 documents of a class a third is missed; so much more often these have `rebate`."""
    rng = np.random.default_rng(5)
    labels = np.ones((300, 2), dtype=bool)
    labels[200:, 1] = False
    assigned = labels.copy()
    assigned[:100, 0] = False
    words = [f"w{i}" for i in range(40)]
    texts = [" ".join(rng.choice(words, 12)) for _ in range(300)]
    texts = [
        f"{text} Rebate, rebate" if rng.random() < (rate if i < 100 else 0.1) else text
        for i, text in enumerate(texts)
    ]
    truth = truth_of(labels, columns={"t": np.array(texts, dtype=object)}, text_column="t")
    predictions = Predictions("s", np.arange(300), None, sparse.csc_array(assigned))
    return Review("r", truth, (predictions,), (), "0" * 64)


def words_of(
    review: Review, class_name: str | None, kind: ClassTermKind, number: int = 300
) -> WordsWith:
    predictions = review.predictions[0]
    lookups = lookups_of(review, select(review, {}))
    assert predictions.decisions is not None
    decisions = predictions.decisions
    documents = candidates_of_system(review, predictions, lambda: decisions, lookups)
    return words_between(documents, np.arange(number), *groups_of(class_name, kind))


@pytest.mark.parametrize("class_name", ["a", None])
def test_a_planted_word_goes_with_what_was_missed(class_name: str | None) -> None:
    review = planted(0.5)
    found = words_of(review, class_name, "missed")
    assert (found.first_documents, found.second_documents, found.tested) == (100, 200, 41)
    assert [w.word for w in found.first] == ["rebate"]
    assert found.second == ()
    texts = review.truth.columns["t"]
    assert (found.first[0].first, found.first[0].second) == (
        sum("Rebate" in text for text in texts[:100]),
        sum("Rebate" in text for text in texts[100:]),
    )


def test_only_the_documents_of_the_filter_count() -> None:
    found = words_of(planted(0.5), "a", "missed", number=150)
    assert (found.first_documents, found.second_documents) == (100, 50)


def test_without_an_effect_nothing_is_found() -> None:
    found = words_of(planted(0.1), "a", "missed")
    assert (found.first, found.second) == ((), ())


def test_nothing_goes_with_a_group_that_is_empty() -> None:
    found = words_of(planted(0.5), "b", "extra")
    assert (found.first_documents, found.second_documents, found.tested) == (0, 100, 0)
    assert (found.first, found.second) == ((), ())
