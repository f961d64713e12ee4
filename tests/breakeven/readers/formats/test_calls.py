"""What tools say of calls opens as reviews, whose numbers are those that the tools print."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from breakeven.readers.build import read_review
from breakeven.readers.problems import ReadError
from breakeven.records import OUTCOMES, Predictions, Review
from tests.breakeven.readers.formats.drafts import example

TRUTH = b"id,true\nt-1,billing\nt-2,technical\nt-3,billing\nt-4,other\nt-5,technical\nt-6,other\n"


def opened(*names: str) -> Review:
    return read_review([(Path(name).name, example(name)) for name in names])


def with_truth(*names: str) -> Review:
    return read_review(
        [("truth.csv", TRUTH), *((Path(name).name, example(name)) for name in names)]
    )


def right(review: Review, said: Predictions) -> int:
    """How many answers name the one true class."""
    assert said.answered is not None
    assert review.truth.labels is not None
    true = review.truth.labels.toarray()[said.rows][said.answered.document]
    return int((said.answered.classes.toarray() == true).all(axis=1).sum())


def outcomes(said: Predictions) -> dict[str, int]:
    assert said.answered is not None
    counts = np.bincount(said.answered.outcomes, minlength=len(OUTCOMES)).tolist()
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
    (said,) = review.predictions
    assert said.answered is not None
    assert said.rows.tolist() == [0, 1, 2, 3, 4]
    assert outcomes(said) == {"class": 6, "refused": 4}
    assert right(review, said) == 5  # "I think this is other" is wrong
    assert dict(said.answered.asked) == {"model": "gpt-4o-mini-2024-07-18"}
    (said,) = with_truth("openai/responses_output.jsonl").predictions
    assert outcomes(said) == {"class": 2, "none": 1, "refused": 1}
    (said,) = with_truth("anthropic/results.jsonl").predictions
    assert outcomes(said) == {"class": 3, "refused": 3}


def test_a_file_that_was_cut_short_says_where() -> None:
    with pytest.raises(ReadError, match="row 2: not JSON"):
        with_truth("openai/cut.jsonl")
