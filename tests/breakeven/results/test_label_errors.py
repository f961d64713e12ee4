"""What is said of labels that are likely wrong, and of classes too small to say anything of."""

from __future__ import annotations

import numpy as np

import breakeven as be
from breakeven.data.records import Predictions, Review
from breakeven.results.label_errors import small_classes_text
from tests.made import truth_of


def judged(*documents: int) -> be.LabelErrors:
    """Classes of so many documents of forty each, and probabilities that speak for the labels."""
    labels = np.arange(40)[:, None] < np.array(documents)
    scores = np.where(labels, 0.9, 0.1).T.copy()
    said = Predictions("s", np.arange(40), scores, probabilities=True)
    return be.label_errors(Review("made", truth_of(labels), (said,), (), f"made {documents}"))


def test_of_classes_that_too_few_documents_have_or_lack_it_is_said_that_nothing_can_be() -> None:
    found = judged(20, 2, 38)
    assert small_classes_text(found.review.truth, found.doubts) == (
        "2 of 3 classes cannot be checked: fewer than 5 documents have the class, or lack it."
    )
    assert "2 of 3 classes cannot be checked" in found.to_markdown()


def test_where_all_are_large_enough_nothing_is_said_of_it() -> None:
    found = judged(20, 30)
    assert small_classes_text(found.review.truth, found.doubts) == ""
    assert "nothing can be said" not in found.to_markdown()


def test_classes_are_a_table_with_a_row_for_each() -> None:
    assert judged(20, 30).classes()["class"].tolist() == ["a", "b"]
