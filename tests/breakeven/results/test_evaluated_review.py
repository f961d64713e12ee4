"""What an evaluation has, its result has too, and a result can be copied, packed and restricted."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

import breakeven as be
from breakeven.results.evaluated_review import EVALUATION_NAMES
from metrics.averaging import Average

OWN = {"micro", "macro", "weighted", "per_document", "restricted"}
"""Names that a result has for itself, with what it was asked for."""


@pytest.fixture(scope="module")
def result() -> be.EvaluationResult:
    return be.evaluate(be.sample("reuters"), system="svm", beta=2.0, undefined="zero")


def test_every_public_name_of_the_evaluation_is_one_of_the_result(
    result: be.EvaluationResult,
) -> None:
    assert {"assigned", "fold", "scored", "chance", "documents_in_cell"} <= EVALUATION_NAMES
    assert set(dir(result)) >= EVALUATION_NAMES
    for name in EVALUATION_NAMES - OWN:
        mine, its = getattr(result, name), getattr(result.evaluation, name)
        assert mine is its or mine == its, name


def test_what_neither_has_is_said_of_the_result(result: be.EvaluationResult) -> None:
    for name in ("nonsense", "_assigned"):
        with pytest.raises(
            AttributeError, match=f"'EvaluationResult' object has no attribute '{name}'"
        ):
            getattr(result, name)


def test_averages_are_of_the_beta_and_the_rule_that_were_given(
    result: be.EvaluationResult,
) -> None:
    assert result.micro() == result.evaluation.micro(2.0)
    assert result.micro(1.0) == result.evaluation.micro(1.0)
    evaluation = result.evaluation
    assert values_of(result.macro()) == values_of(evaluation.macro(2.0, "zero"))
    assert values_of(result.per_document(1.0)) == values_of(evaluation.per_document(1.0, "zero"))
    assert values_of(result.weighted()) == values_of(evaluation.weighted(2.0, "zero"))
    assert values_of(result.macro(undefined="one")) == values_of(evaluation.macro(2.0, "one"))


def values_of(averages: Mapping[str, Average]) -> dict[str, float]:
    return {name: average.value for name, average in averages.items()}


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda result: pickle.loads(pickle.dumps(result))]
)
def test_a_copy_says_the_same(
    result: be.EvaluationResult, again: Callable[[be.EvaluationResult], be.EvaluationResult]
) -> None:
    other = again(result)
    assert other.to_markdown() == result.to_markdown()
    assert other.numbers_digest == result.numbers_digest
    assert repr(other) == repr(result)


def test_a_result_with_another_beta_is_that_of_evaluating_with_it(
    result: be.EvaluationResult,
) -> None:
    other = replace(result, beta=1.0, undefined="drop")
    assert other.to_dict() == be.evaluate(result.review, system="svm").to_dict()


def test_a_result_of_fewer_documents_is_a_result(result: be.EvaluationResult) -> None:
    assert result.restricted(np.arange(result.documents)) is result
    part = result.restricted(np.arange(100))
    assert isinstance(part, be.EvaluationResult)
    assert (part.documents, part.beta, part.undefined) == (100, 2.0, "zero")
    assert part.micro() == result.evaluation.restricted(np.arange(100)).micro(2.0)


def test_what_holds_an_evaluation_shows_it_in_a_line(result: be.EvaluationResult) -> None:
    said = "<Evaluation of svm on test, 3,299 documents, 90 classes>"
    assert repr(result.evaluation) == said
    assert repr(result.workload()).startswith(f"Workload(evaluation={said}, ")
