"""Results of promptfoo hand over outputs, truth and repeats; a failed assertion is no error."""

from __future__ import annotations

import json

import pytest

from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.formats.drafts import draft_of, example, rows_of

# what each version answered the first and the second time, and the truth
SAID = {
    "1": ("billing", ("billing", "billing"), ("billing", "technical")),
    "2": ("technical", ("technical", "technical"), ("Class: technical", "technical")),
    "3": ("billing", ("billing", "billing"), (None, "billing")),
    "4": ("other", ("I cannot help with that.", "other"), ("other", "other")),
}


def test_each_result_is_an_answer_and_a_failed_assertion_is_no_error() -> None:
    draft = draft_of(example("promptfoo/results.json"))
    rows = rows_of(draft, "id", "model", "repeat", "truth", "answer")
    # tests are numbered by document and repeat: 0 and 1 are the first document
    document = {"1": "1", "3": "2", "5": "3", "7": "4"}
    expected = {
        (test, model, str(turn + 1), SAID[document[test]][0], answer)
        for test in document
        for model, answers in zip(("made-v1", "made-v2"), SAID[document[test]][1:], strict=True)
        for turn, answer in enumerate(answers)
    }
    assert {(str(2 * int(i) - 1), *rest) for i, *rest in rows} == expected
    failed = rows_of(draft, "id", "model", "repeat", "failed")
    assert [row for row in failed if row[3] is not None] == [
        ("3", "made-v2", "1", "API error: 400 context too long"),
        ("4", "made-v1", "1", "refusal"),
    ]
    settings = set(rows_of(draft, "model", "prompt", "temperature", "cost", "latency"))
    assert ("made-v2", "short", "0.7", "0.0004", "0.15") in settings
    assert draft.roles["ticket"] == "text"


def test_as_many_pass_as_promptfoo_says() -> None:
    # "12 passed, 3 failed, 1 error": what equals the truth, of those without error; a refusal is
    # an output to it
    draft = draft_of(example("promptfoo/results.json"))
    rows = rows_of(draft, "answer", "truth", "failed")
    assert sum(answer == truth for answer, truth, _ in rows) == 12
    assert sum(failed not in (None, "refusal") for *_, failed in rows) == 1


def test_results_on_lines_are_read_alike() -> None:
    whole = json.loads(example("promptfoo/results.json"))
    lines = "\n".join(json.dumps(result) for result in whole["results"]["results"])
    draft = draft_of(lines.encode())
    # without the options nobody can tell that two tests are repeats
    assert len(set(rows_of(draft, "id"))) == 8
    assert set(rows_of(draft, "repeat")) == {(None,)}
    assert rows_of(draft, "answer") == rows_of(
        draft_of(example("promptfoo/results.json")), "answer"
    )


def test_two_prompts_of_one_name_are_two() -> None:
    def result(place: int) -> dict[str, object]:
        known = {"vars": {"t": "x"}, "provider": {"id": "p"}, "testIdx": 0, "success": True}
        return known | {"promptIdx": place, "response": {"output": "a"}, "prompt": {"label": "q"}}

    prompts = [{"label": "q", "provider": "p"}, {"label": "q", "provider": "p"}]
    whole = {"results": {"version": 3, "prompts": prompts, "results": [result(0), result(1)]}}
    draft = draft_of(json.dumps(whole).encode())
    assert rows_of(draft, "prompt") == [("q (1)",), ("q (2)",)]


def test_where_a_script_asserts_the_truth_is_the_variable_that_all_say_that_passed() -> None:
    whole = json.loads(example("promptfoo/results.json"))
    for result in whole["results"]["results"]:
        result["testCase"]["assert"] = [{"type": "javascript", "value": "output === 'x'"}]
    draft = draft_of(json.dumps(whole).encode())
    same = draft_of(example("promptfoo/results.json"))
    assert rows_of(draft, "truth", "ticket") == rows_of(same, "truth", "ticket")


def test_what_is_no_result_among_results_is_refused() -> None:
    whole = json.loads(example("promptfoo/results.json"))
    results = whole["results"]["results"]
    whole["results"]["results"] = [*results, *results, "x"]
    with pytest.raises(ReadError, match="row 33: no result of a test; export the evaluation again"):
        draft_of(json.dumps(whole).encode())


@pytest.mark.parametrize(("error", "expected"), [("timed out", "timed out"), (None, "error")])
def test_an_error_that_the_answer_does_not_name_is_that_of_its_row(
    error: str | None, expected: str
) -> None:
    export = json.loads(example("promptfoo/results.json"))
    row = export["results"]["results"][0]
    assert "error" not in row["response"]
    row |= {"failureReason": 2, "error": error}
    found = rows_of(draft_of(json.dumps(export).encode()), "failed")
    assert sum(row == (expected,) for row in found) == 1
