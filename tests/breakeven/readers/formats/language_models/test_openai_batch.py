"""The output of a batch hands over each answer as it came, and why there is none."""

from __future__ import annotations

import json

import numpy as np

from breakeven.data.records import REFUSED
from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.drafts import draft_of, example, rows_of
from tests.breakeven.readers.formats.test_registry import EXAMPLES

FENCED = '```json\n{"class": "billing"}\n```'
TRUE = (b"billing", b"technical", b"billing", b"other", b"technical", b"other", b"billing")
SORRY = "I'm sorry, I can't help with that."


def test_choices_of_a_chat_are_repeats_and_refusals_are_no_answers() -> None:
    draft = draft_of(example("openai/chat_output.jsonl"))
    assert rows_of(draft, "id", "repeat", "answer", "failed") == [
        ("t-3", "0", '{"class": "billing"}', None),
        ("t-3", "1", FENCED, None),
        ("t-1", "0", "billing", None),
        ("t-1", "1", "billing", None),
        ("t-2", "0", "technical", None),
        ("t-2", "1", "I think this is other", None),
        ("t-4", "0", None, SORRY),
        ("t-4", "1", None, SORRY),
        ("t-5", "0", "", "content_filter"),
        ("t-5", "1", "other", "content_filter"),
    ]
    assert draft.lines is not None
    assert draft.lines.tolist() == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert set(rows_of(draft, "model", "input_tokens")) == {("gpt-4o-mini-2024-07-18", "21")}
    assert draft.roles["input_tokens"] == "ignore"


def test_a_file_of_errors_says_which_and_why() -> None:
    draft = draft_of(example("openai/chat_errors.jsonl"))
    assert rows_of(draft, "id", "answer", "failed") == [
        ("t-6", None, "context_length_exceeded: The text is too long."),
        ("t-7", None, "batch_expired: This request could not be executed in time."),
    ]


def test_of_a_response_the_messages_are_the_answer() -> None:
    draft = draft_of(example("openai/responses_output.jsonl"))
    assert rows_of(draft, "id", "answer", "failed", "temperature") == [
        ("t-2", "technical", None, "1.0"),
        ("t-1", "Class: billing", None, "1.0"),
        ("t-3", None, "I can't help with that.", "1.0"),
        ("t-4", "none", None, "1.0"),
    ]


def test_what_a_function_was_called_with_is_an_answer_too() -> None:
    call = {"type": "function", "function": {"name": "f", "arguments": '{"class": "a"}'}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    chat = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    item = {"type": "function_call", "name": "f", "arguments": '{"class": "b"}'}
    for body, answer in ((chat, '{"class": "a"}'), ({"output": [item]}, '{"class": "b"}')):
        record = {"custom_id": "1", "response": {"status_code": 200, "body": body}, "error": None}
        assert rows_of(draft_of(json.dumps(record).encode()), "answer") == [(answer,)]


def test_a_body_without_an_answer_and_a_bad_status_are_failures() -> None:
    lines = [
        {"custom_id": "1", "response": {"status_code": 200, "body": {"data": []}}, "error": None},
        {"custom_id": "2", "response": {"status_code": 503, "body": None}, "error": None},
        {
            "custom_id": "3",
            "response": {"status_code": 200, "body": {"choices": []}},
            "error": None,
        },
    ]
    draft = draft_of("\n".join(map(json.dumps, lines)).encode())
    assert rows_of(draft, "failed") == [
        ("the response holds no answer",),
        ("no answer, status 503",),
        ("the response holds no answer",),
    ]


def test_the_errors_of_a_batch_are_of_the_system_that_answered_the_rest() -> None:
    truth = b"id,true\n" + b"".join(b"t-%d,%s\n" % (n, t) for n, t in enumerate(TRUE, 1))
    names = ("chat_output.jsonl", "chat_errors.jsonl")
    files = [(name, EXAMPLES / "openai" / name) for name in names]
    (predictions,) = read_review([*files, ("truth.csv", truth)]).predictions
    assert (predictions.system, predictions.m) == ("gpt-4o-mini-2024-07-18", 7)
    assert predictions.answered is not None
    # the last two came back as errors: no class has a vote
    assert predictions.answered.outcome.tolist()[-2:] == [REFUSED, REFUSED]
    assert predictions.answered.asked == {"model": "gpt-4o-mini-2024-07-18"}
    assert isinstance(predictions.scores, np.ndarray)
    assert predictions.scores[:, 5:].tolist() == [[0, 0]] * 3
