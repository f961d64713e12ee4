"""What tools say of calls opens as reviews, whose numbers are those that the tools print."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from breakeven.data.records import OUTCOMES, Predictions, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.formats.language_models.calls import truth_among
from tests.breakeven.readers.formats.drafts import example
from tests.made import not_none

TRUTH = b"id,true\nt-1,billing\nt-2,technical\nt-3,billing\nt-4,other\nt-5,technical\nt-6,other\n"


def opened(*names: str) -> Review:
    return read_review([(Path(name).name, example(name)) for name in names])


def with_truth(*names: str) -> Review:
    return read_review(
        [("truth.csv", TRUTH), *((Path(name).name, example(name)) for name in names)]
    )


def right(review: Review, predictions: Predictions) -> int:
    """How many answers name the one true class."""
    assert predictions.answered is not None
    assert review.truth.labels is not None
    true = review.truth.labels.toarray()[predictions.rows][predictions.answered.document]
    return int((predictions.answered.classes.toarray() == true).all(axis=1).sum())


def outcomes(predictions: Predictions) -> dict[str, int]:
    assert predictions.answered is not None
    counts = np.bincount(predictions.answered.outcomes, minlength=len(OUTCOMES)).tolist()
    return {name: count for name, count in zip(OUTCOMES, counts, strict=True) if count}


def test_inspect_scores_as_many_answers_right_as_we_do() -> None:
    for file, answers in (("tickets.eval", 10), ("tickets.json", 5)):
        review = opened(f"inspect/{file}")
        (said,) = review.predictions
        # "accuracy 0.6"
        assert right(review, said) == 0.6 * answers
    assert outcomes(said) == {"class": 3, "outside": 1, "refused": 1}


@pytest.mark.parametrize("file", ["results.json", "results.csv"])
def test_promptfoo_passes_as_many_answers_but_for_one_in_other_words(file: str) -> None:
    review = opened(f"promptfoo/{file}")
    one, two = review.predictions
    assert review.truth.classes == ("billing", "other", "technical")
    # "12 passed": "Class: technical" is not equal to "technical", and names the class
    assert right(review, one) + right(review, two) == 12 + 1
    assert outcomes(one) == {"class": 7, "refused": 1}
    assert outcomes(two) == {"class": 7, "refused": 1}


def test_an_evaluator_of_phoenix_and_we_count_alike_but_for_other_words() -> None:
    for file in ("experiment.json", "experiment.csv"):
        review = opened(f"phoenix/{file}")
        (said,) = review.predictions
        # its evaluator says 3 of 8: "Class: billing" is not equal to "billing"
        assert right(review, said) == 3 + 1
        assert outcomes(said) == {"class": 5, "outside": 1, "refused": 2}


def test_experiments_of_langfuse_are_systems_with_their_time() -> None:
    review = opened("langfuse/items.json")
    assert [said.system for said in review.predictions] == ["prompt-1", "prompt-2"]
    assert [right(review, said) for said in review.predictions] == [3, 3]
    for said in review.predictions:
        assert said.answered is not None
        assert said.answered.latency is not None
        assert said.answered.latency.tolist() == [0.1, 0.2, 0.3, 0.4]
    assert review.truth.text_column == "ticket"


def test_a_batch_is_joined_with_the_truth_by_its_own_ids() -> None:
    review = with_truth("openai/chat_output.jsonl")
    (predictions,) = review.predictions
    assert predictions.answered is not None
    assert predictions.rows.tolist() == [0, 1, 2, 3, 4]
    assert outcomes(predictions) == {"class": 6, "refused": 4}
    assert right(review, predictions) == 5  # "I think this is other" is wrong
    assert dict(predictions.answered.asked) == {"model": "gpt-4o-mini-2024-07-18"}
    (predictions,) = with_truth("openai/responses_output.jsonl").predictions
    assert outcomes(predictions) == {"class": 2, "none": 1, "refused": 1}
    (predictions,) = with_truth("anthropic/results.jsonl").predictions
    assert outcomes(predictions) == {"class": 3, "refused": 3}


def test_a_file_that_was_cut_short_says_where() -> None:
    with pytest.raises(ReadError, match="row 2: not JSON"):
        with_truth("openai/cut.jsonl")


def test_batches_of_one_model_with_other_documents_are_one_system() -> None:
    lines = example("openai/responses_output.jsonl").splitlines(keepends=True)
    parts = [("a.jsonl", b"".join(lines[:3])), ("b.jsonl", b"".join(lines[3:]))]
    (joined,) = read_review([("truth.csv", TRUTH), *parts]).predictions
    (undivided,) = with_truth("openai/responses_output.jsonl").predictions
    assert joined.system == "gpt-5-mini-2025-08-07"
    assert joined.rows.tolist() == undivided.rows.tolist() == [0, 1, 2, 3]
    assert joined.answered is not None
    assert undivided.answered is not None
    for name in ("document", "run", "outcomes", "texts", "outcome"):
        assert getattr(joined.answered, name).tolist() == getattr(undivided.answered, name).tolist()
    assert dict(joined.answered.asked) == dict(undivided.answered.asked)
    assert (joined.answered.classes != undivided.answered.classes).nnz == 0


def test_what_failed_alone_is_of_the_system_that_the_other_file_names() -> None:
    answers = b"".join(
        b'{"custom_id": "%b", "response": {"status_code": 200, "body": {"model": "m", "choices": '
        b'[{"index": 0, "message": {"content": "billing"}}]}}, "error": null}\n' % name
        for name in (b"t-1", b"t-2", b"t-3", b"t-4", b"t-5")
    )
    failed = ("errors.jsonl", example("openai/chat_errors.jsonl"))
    (said,) = read_review([("truth.csv", TRUTH), ("out.jsonl", answers), failed]).predictions
    assert said.system == "m"
    assert said.rows.tolist() == [0, 1, 2, 3, 4, 5]
    assert outcomes(said) == {"class": 5, "refused": 1}


def test_two_files_of_one_model_on_the_same_documents_are_two_systems() -> None:
    file = example("openai/responses_output.jsonl")
    review = read_review([("truth.csv", TRUTH), ("short.jsonl", file), ("long.jsonl", file)])
    assert [said.system for said in review.predictions] == ["short", "long"]


def test_answers_of_parts_keep_their_repeats_cost_and_time() -> None:
    line = '{"datasetItemId": "%s", "datasetRunName": "r", "input": "t", "output": "%s", '
    line += '"expectedOutput": "a", "latency": %s%s}\n'
    first = [("2", "a", "1", ', "totalCost": 3'), ("2", "b", "2", ', "totalCost": 4')]
    second = [("1", "b", "5", ""), ("1", "a", "6", "")]
    parts = [("".join(line % row for row in rows)).encode() for rows in (first, second)]
    review = read_review([("one.jsonl", parts[0]), ("other.jsonl", parts[1])])
    (predictions,) = review.predictions
    assert review.truth.documents is not None
    assert review.truth.documents.tolist() == ["2", "1"]
    assert predictions.answered is not None
    assert predictions.answered.document.tolist() == [0, 0, 1, 1]
    assert predictions.answered.texts.tolist() == ["a", "b", "b", "a"]
    assert predictions.answered.latency is not None
    assert predictions.answered.latency.tolist() == [1, 2, 5, 6]
    # of the second file no cost is known
    assert str(not_none(predictions.answered.cost).tolist()) == "[3.0, 4.0, nan, nan]"


@pytest.mark.parametrize(
    ("columns", "truth"),
    [
        (["answer"], "answer"),
        (["note", "label"], "label"),
        (["source", "expected"], "expected"),
        (["note", "source"], None),
        ([], None),
    ],
)
def test_of_what_was_expected_the_truth_is_the_only_column_or_the_one_called_so(
    columns: list[str], truth: str | None
) -> None:
    assert truth_among(columns) == truth
