"""scikit-learn's report, to the byte: the text and the numbers are those of its own function."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import classification_report

import breakeven as be
from breakeven.results.sklearn_report import sklearn_report
from metrics.typing import Array
from tests.breakeven.commands.running import run
from tests.made import evaluation_of, truth_of

CASES = 100
ZERO_DIVISIONS = (0.0, 1.0, math.nan)
NAMES = ("a", "grain", "a longer name than all", "Zebra", "ä", "7")


def theirs(true: Any, called: Any, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # 0/0, and means of nothing
        return classification_report(true, called, **options)


def reports(
    result: be.EvaluationResult, true: Any, called: Any, names: Sequence[str] | None, **options: Any
) -> None:
    """Both text and numbers are theirs."""
    expected = theirs(true, called, target_names=names, **options)
    assert result.classification_report(**options) == expected
    numbers = theirs(true, called, target_names=names, output_dict=True, **options)
    assert str(result.classification_report(output_dict=True, **options)) == str(numbers)


@pytest.mark.parametrize("seed", range(CASES))
def test_vectors_of_labels(seed: int) -> None:
    random = np.random.default_rng(seed)
    names = NAMES[: random.integers(2, len(NAMES) + 1)]
    n = int(random.integers(1, 40))
    true, called = (random.choice(names[: random.integers(2, len(names) + 1)], n) for _ in "ab")
    result = be.evaluate(be.from_arrays(true.tolist(), called.tolist(), classes=list(names)))
    zero_division = ZERO_DIVISIONS[seed % 3]
    reports(result, true, called, None, digits=seed % 5, zero_division=zero_division)


@pytest.mark.parametrize("seed", range(CASES))
def test_matrices_of_several_labels(seed: int) -> None:
    random = np.random.default_rng(seed)
    n, k = int(random.integers(1, 30)), int(random.integers(2, len(NAMES) + 1))
    true, called = (random.random((n, k)) < random.choice([0.05, 0.4]) for _ in "ab")
    # else each document might have one
    true[0, :2] = True
    evaluation = evaluation_of(truth_of(true), called)
    report = sklearn_report(evaluation, ZERO_DIVISIONS[seed % 3])
    options: dict[str, Any] = {
        "target_names": evaluation.classes,
        "zero_division": ZERO_DIVISIONS[seed % 3],
    }
    given = true.astype(int), called.astype(int)
    assert report.to_text(seed % 5) == theirs(*given, digits=seed % 5, **options)
    assert str(report.to_dict()) == str(theirs(*given, output_dict=True, **options))


def test_labels_that_are_whole_numbers_are_in_the_order_of_numbers() -> None:
    true, called = [10, 9, 9, 100], [9, 9, 100, 100]
    result = be.evaluate(be.from_arrays(true, called))
    reports(result, true, called, None)


def test_documents_count_by_their_weights() -> None:
    random = np.random.default_rng(3)
    true, called = (random.choice(["a", "b", "c"], 30).tolist() for _ in "ab")
    weights = random.random(30)
    result = be.evaluate(be.from_arrays(true, called, sample_weight=weights))
    text = theirs(true, called, sample_weight=weights, digits=6)
    # sums of weights are added in another order: what is printed of them may end otherwise
    ours = result.classification_report(digits=6)
    assert [line[:43] for line in ours.splitlines()] == [line[:43] for line in text.splitlines()]


def test_one_class_alone_is_a_report_of_0_and_1() -> None:
    true, called = np.array([1, 0, 0, 1, 0]), np.array([1, 1, 0, 0, 0])
    evaluation = evaluation_of(truth_of(true[:, None] == 1), called[:, None] == 1)
    assert sklearn_report(evaluation).to_text() == theirs(true, called)


def matrices(result: be.EvaluationResult) -> tuple[Array, Array]:
    true, called = result.evaluation.truth, result.evaluation.assigned
    return true.toarray().astype(int), called.toarray().astype(int)


def test_reuters_has_several_labels(capsys: pytest.CaptureFixture[str]) -> None:
    result = be.evaluate(be.sample("reuters"), "svm")
    expected = theirs(*matrices(result), target_names=result.classes)
    assert result.classification_report() == expected
    status, out, _ = run(capsys, "evaluate", "reuters", "--system", "svm", "--format", "sklearn")
    assert (status, out) == (0, expected)


def test_r8_has_one_label_a_document() -> None:
    result = be.evaluate(be.sample("r8"))
    assert result.one_of
    names = np.array(result.classes)
    true, called = (names[matrix.argmax(axis=1)] for matrix in matrices(result))
    reports(result, true, called, None)


def test_what_0_over_0_cannot_count_as_is_refused() -> None:
    result = be.evaluate(be.from_arrays(["a", "b"], ["a", "b"]))
    with pytest.raises(ValueError, match="give 0, 1 or nan"):
        result.classification_report(zero_division=0.5)
