"""The numbers that are signed and shared are the same for the same decisions, and only then."""

from __future__ import annotations

import json
from hashlib import sha256

import numpy as np

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions
from breakeven.results.signed_numbers import (
    NumberDifference,
    SignedNumbers,
    differences,
    digest_of,
    numbers_of,
)
from metrics.typing import Array
from tests.made import evaluation_of, matrix_of, truth_of


def numbers(true: list[str], called: list[str]) -> SignedNumbers:
    found = evaluation_of(truth_of(matrix_of(true, 2)), matrix_of(called, 2))
    return numbers_of(found, 1.0, "drop")


def test_they_are_those_of_the_tables() -> None:
    # a: 1 right, 1 extra, 1 missed; b: 1 right, 2 missed
    evaluation = evaluation_of(
        truth_of(matrix_of(["ab", "b", "a", "b"], 2)), matrix_of(["ab", "a", "", ""], 2)
    )
    got = numbers_of(evaluation, 1.0, "drop")
    # tp, fp, fn, tn
    assert got["counts"] == {"a": [1, 1, 1, 1], "b": [1, 0, 2, 1]}
    measures = got["measures"]
    assert (measures["documents"], measures["classes"]) == (4, 2)
    # 2 of 3 assigned, 2 of 5 true; by classes (1/2 + 1) / 2 and (1/2 + 1/3) / 2
    assert measures["micro precision"] == 0.6666666667
    assert measures["micro recall"] == 0.4
    assert measures["macro precision"] == 0.75
    assert measures["macro recall"] == 0.4166666667
    # two documents were assigned nothing: precision 0/0 there
    assert measures["per document precision, averaged"] == 2
    assert measures["exact match"] == 0.25


def test_the_digest_is_that_of_sorted_json_without_spaces() -> None:
    got = numbers(["a", "b"], ["a", ""])
    text = json.dumps(got, sort_keys=True).replace(", ", ",").replace(": ", ":")
    # names of averages have a comma and a space of their own
    text = text.replace(",averaged", ", averaged")
    assert digest_of(got) == sha256(text.encode()).hexdigest()


def scored(labels: Array, scores: Array, classes: tuple[str, ...]) -> Evaluation:
    truth = truth_of(labels, classes=classes)
    said = Predictions("s", np.arange(truth.n), np.ascontiguousarray(scores.T))
    return evaluate(said, score_split(truth, said, None), None, Cut("threshold", 0.5))


def test_another_order_of_classes_or_documents_changes_nothing() -> None:
    rng = np.random.default_rng(7)
    labels, scores = rng.random((211, 13)) < 0.2, rng.random((211, 13))
    names = tuple(f"class {c}" for c in range(13))
    digests = set()
    for _ in range(5):
        rows, columns = rng.permutation(211), rng.permutation(13)
        evaluation = scored(
            labels[rows][:, columns], scores[rows][:, columns], tuple(names[c] for c in columns)
        )
        got = numbers_of(evaluation, 1.0, "zero")
        assert "break-even, micro, one threshold" in got["measures"]
        digests.add(digest_of(got))
    assert len(digests) == 1


def test_one_decision_changes_them_and_is_named() -> None:
    before = numbers(["a", "b", "ab"], ["a", "b", "ab"])
    now = numbers(["a", "b", "ab"], ["a", "b", "a"])
    assert digest_of(before) != digest_of(now)
    changes = differences(before, now)
    assert NumberDifference("micro recall", 1.0, 0.75) in changes
    assert [d for d in changes if d.name.startswith("b: ")] == [
        NumberDifference("b: tp", 2, 1),
        NumberDifference("b: fn", 0, 1),
    ]
    assert not any(d.name.startswith("a: ") for d in changes)
    assert not differences(now, numbers(["a", "b", "ab"], ["a", "b", "a"]))


def test_a_class_that_is_only_in_one_of_them_is_named_too() -> None:
    one, both = numbers(["a"], ["a"]), numbers(["a"], ["a"])
    assert isinstance(one["counts"], dict)
    del one["counts"]["b"]
    assert NumberDifference("b: tn", None, 1) in differences(one, both)


def test_counts_of_very_many_classes_are_one_digest() -> None:
    labels = np.eye(1_001, dtype=bool)
    names = tuple(f"c{i}" for i in range(1_001))
    truth = truth_of(labels, classes=names)
    called = labels.copy()
    right = numbers_of(evaluation_of(truth, called), 1.0, "drop")
    # two classes change places: no average does
    called[[0, 1]] = False
    first = numbers_of(evaluation_of(truth, called), 1.0, "drop")
    called = labels.copy()
    called[[1, 2]] = False
    second = numbers_of(evaluation_of(truth, called), 1.0, "drop")
    assert isinstance(right["counts"], str)
    assert differences(first, second) == [NumberDifference("counts of classes", None, None)]
    assert digest_of(first) != digest_of(second)


def test_python_says_the_digest_of_what_it_shows() -> None:
    review = be.from_arrays(["a", "b", "b", "a"], ["a", "b", "a", "a"])
    result = be.evaluate(review)
    assert result.numbers["counts"] == {"a": [2, 1, 0, 1], "b": [1, 0, 1, 2]}
    assert result.to_dict()["numbers_digest"] == result.numbers_digest == digest_of(result.numbers)
