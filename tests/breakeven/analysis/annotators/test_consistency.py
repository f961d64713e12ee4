"""The same decisions beside several standards of what is correct."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from breakeven.analysis.annotators.consistency import evaluate_under, standards_of
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.data.gold import review_with_gold
from breakeven.data.records import Review
from tests.breakeven.data.test_gold import annotated, given
from tests.made import evaluation_of, matrix_of, not_none, truth_of

PEOPLE: dict[str, list[str | None]] = {
    "anna": ["a", "a", "b"],
    "bob": ["b", "a", None],
    "carl": ["a", "b", None],
}


def test_every_annotator_and_the_majority_is_a_standard() -> None:
    truth = annotated(PEOPLE, classes=2)
    # all are called a; anna says a, a, b; bob b, a; carl a, b; the majority a, a, b
    asked = matrix_of(["a", "a", "a"], 2)
    evaluation = evaluation_of(truth_of(matrix_of(["a", "a", "a"], 2)), asked)
    found = {one.how: one for one in standards_of(evaluation, replace(truth, gold="majority"))}
    assert list(found) == ["majority", "one:anna", "one:bob", "one:carl"]
    right = {how: one.evaluation.exact_match for how, one in found.items()}
    assert right == {"majority": 2 / 3, "one:anna": 2 / 3, "one:bob": 0.5, "one:carl": 0.5}
    assert [one.judged for one in found.values()] == [3, 3, 2, 2]


def test_the_truth_in_the_files_is_one_of_them() -> None:
    labels = matrix_of(["a", "b", "a"], 2)
    truth = replace(annotated(PEOPLE, classes=2), labels=truth_of(labels).labels)
    evaluation = evaluation_of(truth_of(labels), labels)
    names = [one.name for one in standards_of(evaluation, truth)]
    assert names[0] == "the truth in the files"
    assert len(names) == 5


def test_a_standard_gives_the_numbers_of_the_review_under_that_gold() -> None:
    truth = replace(annotated(PEOPLE, classes=2), gold="majority")
    system = given("s", ["a", "b", "a"])
    review = Review("r", replace(truth, gold=""), (system,), (), "f" * 64)
    asked = matrix_of(["a", "b", "a"], 2)
    evaluation = evaluation_of(truth_of(matrix_of(["a", "a", "a"], 2)), asked)
    for one in standards_of(evaluation, truth):
        derived = review_with_gold(review, one.how).truth
        itself = evaluation_of(derived, asked)
        assert one.evaluation.micro(1.0) == pytest.approx(itself.micro(1.0), nan_ok=True)


def test_documents_that_nobody_judged_are_in_no_interval() -> None:
    truth = annotated({"anna": ["a", "b", None, None], "bob": ["a", "b", None, None]}, classes=2)
    assigned = matrix_of(["a", "a", "a", "a"], 2)
    evaluation = evaluation_of(truth_of(matrix_of(["a"] * 4, 2)), assigned)
    majority = next(iter(standards_of(evaluation, replace(truth, gold="majority")))).evaluation
    two = evaluation_of(truth_of(matrix_of(["a", "b"], 2)), matrix_of(["a", "a"], 2))
    ours, theirs = (not_none(average_intervals(judged, 1.0, "drop")) for judged in (majority, two))
    # half of those that count are right, as half of two
    assert majority.exact_match == two.exact_match == 0.5
    assert float(ours.exact_match.low) <= 0.5 <= float(ours.exact_match.high)
    assert float(ours.exact_match.high - ours.exact_match.low) >= 0.9 * float(
        theirs.exact_match.high - theirs.exact_match.low
    )


def test_a_standard_without_labels_is_refused() -> None:
    evaluation = evaluation_of(truth_of(np.eye(2, dtype=bool)), np.eye(2, dtype=bool))
    with pytest.raises(ValueError, match="needs labels"):
        evaluate_under(evaluation, replace(truth_of(np.eye(2, dtype=bool)), labels=None))
