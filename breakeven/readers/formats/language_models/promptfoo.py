"""The results of an evaluation as promptfoo writes them: JSON and JSON lines.

`{"evalId", "results": {"version": 3, "prompts": [{"label", "provider"}], "results": [{"vars",
"provider", "promptIdx", "testIdx", "response": {"output", "error", "isRefusal"}, "latencyMs",
"cost", "failureReason", "success"}]}, "config", "runtimeOptions": {"repeat"}}`. A row's
`error` is also what a failed assertion says, and then no error. With `--repeat` each test has as
many numbers, one after another. Truth is what an output is asserted to equal or contain, else the
variable that every output that passed says.
Source: promptfoo.dev/docs/configuration/outputs, promptfoo's src/types.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.language_models.calls import (
    FIRST,
    CallRow,
    as_text,
    draft_of,
    fields_of,
    seconds,
    text_among,
    truth_by_passing,
    without_repeat,
)

KEY = "promptfoo"
NAME = "an evaluation of promptfoo"
OF_A_RESULT = {"vars", "provider", "promptIdx", "testIdx", "success"}
SAYS_TRUTH = ("equals", "iequals", "contains", "icontains")
VARIABLE = re.compile(r"\s*\{\{\s*(\w+)\s*\}\}\s*")
ERROR = "2"  # failureReason: 0 none, 1 an assertion, 2 an error
AGAIN = "export the evaluation again"
PromptfooResult = dict[str, Any]


def recognise(content: Content) -> str | None:
    """Results of tests, in the object that holds an evaluation, or on a line each."""
    first = _results(content)[0][:FIRST]
    if not first or not all(isinstance(r, dict) and r.keys() >= OF_A_RESULT for r in first):
        return None
    return "each result has its test's vars, a provider and a prompt"


def read(content: Content) -> Draft:
    """A row for each result. Raises ReadError."""
    results, lines = _results(content)
    for result, line in zip(results, lines, strict=True):
        if not isinstance(result, dict):
            problem = Problem(row=line, what="no result of a test", remedy=AGAIN, file=content.name)
            raise ReadError([problem])
    export = content.value if isinstance(content.value, dict) else {}
    documents = _documents(results, export)
    variables, names = fields_of([result.get("vars") for result in results], "vars")
    truths = [_truth(result) for result in results]
    if not any(truths):
        answers = [_answer(result)["answer"] for result in results]
        passed = [
            (row, answer)
            for row, answer, result in zip(variables, answers, results, strict=True)
            if result.get("success") is True
        ]
        true = truth_by_passing(names, passed)
        truths = [row.get(true) if true else None for row in variables]
    same = [n for n in names if any(truths) and _says(variables, n, truths)]
    labels = _labels(export)
    settings = _temperatures(export)
    rows: list[CallRow] = []
    for result, (document, turn), more, truth in zip(
        results, documents, variables, truths, strict=True
    ):
        provider = result.get("provider")
        provider_fields = provider if isinstance(provider, dict) else {"id": provider}
        model = provider_fields.get("label") or provider_fields.get("id")
        place = str(result.get("promptIdx"))
        rows.append(
            {name: value for name, value in more.items() if name not in same}
            | {"id": document, "repeat": turn, "truth": truth, "model": model}
            | {"prompt": labels.get(place, _label(result.get("prompt")))}
            | {"temperature": settings.get(str(model))}
            | _answer(result)
        )
    text = text_among([name for name in names if name not in same], rows)
    return draft_of(content, without_repeat(rows), lines, {text: "text"} if text else {})


def _results(content: Content) -> tuple[list[PromptfooResult], list[int]]:
    value = content.value
    held = value.get("results") if isinstance(value, dict) else None
    listed = held.get("results") if isinstance(held, dict) else None
    if isinstance(listed, list):
        return listed, list(range(1, len(listed) + 1))
    return content.records, content.places


def _documents(results: list[PromptfooResult], export: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The document of each result, by the number of its first test, and which repeat it is."""
    options = export.get("runtimeOptions")
    times = options.get("repeat") if isinstance(options, dict) else None
    every = int(times) if isinstance(times, str) and times.isdecimal() and times != "0" else 1
    tests = [int(str(r.get("testIdx"))) if str(r.get("testIdx")).isdecimal() else 0
             for r in results]  # fmt: skip
    first: dict[int, Any] = {}
    for test, result in zip(tests, results, strict=True):
        first.setdefault(test // every, result.get("vars"))
    if any(first[t // every] != r.get("vars") for t, r in zip(tests, results, strict=True)):
        every = 1  # the numbers do not go by repeats
    return [(str(test // every + 1), str(test % every + 1)) for test in tests]


def _answer(result: PromptfooResult) -> CallRow:
    response = result.get("response")
    response = response if isinstance(response, dict) else {}
    failed = response.get("error")
    if not failed and str(result.get("failureReason")) == ERROR:
        failed = result.get("error") or "error"
    if not failed and response.get("isRefusal") is True:
        failed = "refusal"
    return {
        "answer": as_text(response.get("output")),
        "failed": None if failed is None else str(failed),
        "cost": result.get("cost"),
        # what comes from its own cache takes no time
        "latency": None if response.get("cached") is True else seconds(result.get("latencyMs")),
    }


def _truth(result: PromptfooResult) -> Any:
    """What the output is asserted to be: the first assertion that names it; None where none is."""
    test = result.get("testCase")
    asserted = test.get("assert") if isinstance(test, dict) else None
    for assertion in asserted if isinstance(asserted, list) else []:
        if isinstance(assertion, dict) and assertion.get("type") in SAYS_TRUTH:
            value = assertion.get("value")
            variable = VARIABLE.fullmatch(value) if isinstance(value, str) else None
            variables = result.get("vars")
            values = variables if isinstance(variables, dict) else {}
            return values.get(variable[1]) if variable else value
    return None


def _says(rows: list[CallRow], name: str, truths: list[Any]) -> bool:
    return all(row.get(name) == truth for row, truth in zip(rows, truths, strict=True))


def _label(prompt: Any) -> Any:
    return prompt.get("label") if isinstance(prompt, dict) else None


def _labels(export: Mapping[str, Any]) -> dict[str, str]:
    """The label of each prompt by its place; those of one name for one provider get numbers."""
    held = export.get("results")
    prompts = held.get("prompts") if isinstance(held, dict) else None
    listed = (
        [prompt for prompt in prompts if isinstance(prompt, dict)]
        if isinstance(prompts, list)
        else []
    )
    pairs = [(str(prompt.get("provider")), str(prompt.get("label"))) for prompt in listed]
    return {
        str(place): label if pairs.count((provider, label)) == 1 else f"{label} ({place + 1})"
        for place, (provider, label) in enumerate(pairs)
    }


def _temperatures(export: Mapping[str, Any]) -> dict[str, Any]:
    """The temperature of each provider, by its label or id, where the configuration says it."""
    config = export.get("config")
    listed = config.get("providers") if isinstance(config, dict) else None
    providers_listed = (
        [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    )
    grouped = groupby(
        providers_listed, key=lambda entry: str(entry.get("label") or entry.get("id"))
    )
    return {
        name: config["temperature"]
        for name, providers in grouped
        for config in [next(providers).get("config")]
        if isinstance(config, dict) and "temperature" in config
    }
