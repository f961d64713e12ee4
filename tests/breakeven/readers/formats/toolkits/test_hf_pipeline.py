"""What pipelines of transformers return opens as it was saved."""

from __future__ import annotations

import json
from typing import Any

import pytest

from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.formats.examples import (
    called_of,
    example,
    formats_of,
    raw,
    scores_of,
)
from tests.breakeven.readers.reading import review_of

TOP = ["sport", "money", "money", "sport", "money", "money", "sport", "money"]
ALL = ("huggingface/pipeline.all.json", "huggingface/pipeline.all.jsonl")


def test_one_label_a_text_is_a_decision_with_its_confidence() -> None:
    review = example("huggingface/pipeline.top.json")
    assert called_of(review) == [{name} for name in TOP]
    assert [*review.truth.columns] == ["score"]


@pytest.mark.parametrize("saved_as", ALL)
def test_all_labels_of_each_text_are_probabilities_by_class(saved_as: str) -> None:
    review = example(saved_as)
    (system,) = review.predictions
    assert system.probabilities
    scores = scores_of(review)
    texts = [json.loads(line) for line in raw(ALL[1]).splitlines()]
    for pairs in texts:
        # written best first: the order differs from text to text
        assert [pair["score"] for pair in pairs] == sorted(
            (p["score"] for p in pairs), reverse=True
        )
    for name in ("money", "sport", "weather"):
        put_in = [p["score"] for pairs in texts for p in pairs if p["label"] == name]
        assert scores[name] == pytest.approx(put_in, abs=1e-6)


def test_the_predictions_of_a_pipeline_are_those_of_the_trainer_before_it() -> None:
    logits = example("huggingface/single.metrics.npz").predictions[0].scores
    softmax = example(ALL[0]).predictions[0].scores
    assert (logits.argmax(axis=0) == softmax.argmax(axis=0)).all()


def test_sigmoid_of_several_labels_does_not_add_up_and_is_a_probability_all_the_same() -> None:
    (system,) = example("huggingface/pipeline.multi.json").predictions
    assert system.probabilities
    assert system.scores.sum(axis=0).max() > 1.1


def test_zero_shot_answers_are_scores_with_the_text_beside_them() -> None:
    review = example("huggingface/zero_shot.json")
    assert review.truth.text_column == "text"
    answers = json.loads(raw("huggingface/zero_shot.json"))
    scores = scores_of(review)
    for at, answer in enumerate(answers):
        for name, score in zip(answer["labels"], answer["scores"], strict=True):
            assert scores[name][at] == pytest.approx(score)


def test_scores_beyond_one_are_no_probabilities() -> None:
    pairs = [[{"label": "a", "score": 3.2}, {"label": "b", "score": -1.0}]] * 3
    assert not review_of(p_json=json.dumps(pairs)).predictions[0].probabilities


def test_other_objects_and_numbers_as_labels_are_not_of_a_pipeline() -> None:
    values: tuple[Any, ...] = (
        [{"label": "1", "score": 0.2}, {"label": "0", "score": 0.9}],  # truth beside a score
        [{"label": "a", "score": 0.2, "id": 1}],
        [{"Name": "a", "Score": 0.2}],
        [{"labels": ["a"], "scores": [1]}],
        [[]],
        [{"label": "a", "score": "high"}],
    )
    for value in values:
        assert formats_of(json.dumps(value), "f.json") == []


def test_a_file_cut_short_or_with_something_else_in_it_is_refused() -> None:
    whole = raw(ALL[0]).decode()
    with pytest.raises(ReadError, match="not JSON"):
        review_of(p_json=whole[:-30])
    texts = [[{"label": "a", "score": 0.9}, {"label": "b", "score": 0.1}]] * 25
    with pytest.raises(ReadError, match="row 26: not what a pipeline returns for a text"):
        review_of(p_json=json.dumps([*texts, [{"label": "a"}]]))
