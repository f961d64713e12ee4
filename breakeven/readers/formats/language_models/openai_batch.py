"""The output of a batch of requests, as OpenAI and those who do as it does write it: JSON lines.

`{"id", "custom_id", "response": {"status_code", "body"}, "error"}` in any order. The body is a chat
completion (`choices[].message.content`, several choices are repeats) or a response (`output[]`,
whose messages have parts). A refusal, a status other than 200 and an error are no answer. What was
asked, and what is true, is in other files. Source: platform.openai.com/docs/api-reference/batch,
/chat/object, /responses/object.
"""

from __future__ import annotations

from typing import Any

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.language_models.calls import (
    FIRST,
    CallRow,
    draft_of,
    text_in,
    with_common_model,
    without_repeat,
)

KEY = "openai-batch"
NAME = "the batch output of OpenAI"
FILTERED = "content_filter"


def recognise(content: Content) -> str | None:
    """Records with `custom_id`, a response and an error."""
    first = content.records[:FIRST]
    if not first or not all(
        {"custom_id", "response", "error"} <= record.keys() for record in first
    ):
        return None
    return "each line has custom_id, response and error"


def read(content: Content) -> Draft:
    """A row for each choice of each request. Raises ReadError."""
    rows: list[CallRow] = []
    lines: list[int] = []
    for record, line in zip(content.records, content.places, strict=True):
        said = _answers(record.get("response"), record.get("error"))
        rows += [{"id": record.get("custom_id")} | one for one in said]
        lines += [line] * len(said)
    tokens = dict.fromkeys(("input_tokens", "output_tokens"), "ignore")
    return draft_of(content, with_common_model(without_repeat(rows)), lines, tokens)


def _answers(response: Any, error: Any) -> list[CallRow]:
    """The answers to one request, at least one."""
    body = response.get("body") if isinstance(response, dict) else None
    failed = _words(error) or _words(body.get("error") if isinstance(body, dict) else None)
    if not isinstance(body, dict) or failed:
        status = response.get("status_code") if isinstance(response, dict) else None
        return [{"failed": failed or f"no answer, status {status}"}]
    choices, output = body.get("choices"), body.get("output")
    if isinstance(choices, list):
        rows = [_of_choice(choice) for choice in choices if isinstance(choice, dict)]
    elif isinstance(output, list):
        rows = [_of_output(output, body)]
    else:
        rows = []
    shared = {"model": body.get("model"), "temperature": body.get("temperature")} | _tokens(body)
    return [shared | row for row in rows] or [shared | {"failed": "the response holds no answer"}]


def _of_choice(choice: dict[str, Any]) -> CallRow:
    message = choice.get("message")
    message = message if isinstance(message, dict) else {"content": choice.get("text")}
    answer = text_in(message.get("content"))
    if answer is None:  # the class may be what a function was called with
        calls = message.get("tool_calls") or [{"function": message.get("function_call")}]
        answer = _arguments([call.get("function") for call in calls if isinstance(call, dict)])
    failed = message.get("refusal") or (
        FILTERED if choice.get("finish_reason") == FILTERED else None
    )
    return {"repeat": choice.get("index"), "answer": answer, "failed": failed}


def _of_output(output: list[Any], body: dict[str, Any]) -> CallRow:
    items = [item for item in output if isinstance(item, dict)]
    parts = [part for item in items if isinstance(item.get("content"), list)
             for part in item["content"] if isinstance(part, dict)]  # fmt: skip
    answer = text_in([part for part in parts if part.get("type") == "output_text"])
    if answer is None:
        answer = _arguments([item for item in items if item.get("type") == "function_call"])
    refusals = [part["refusal"] for part in parts if part.get("refusal")]
    details = body.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, dict) else None
    failed = refusals[0] if refusals else FILTERED if reason == FILTERED else None
    return {"answer": answer, "failed": failed}


def _arguments(functions: list[Any]) -> str | None:
    """What the first function was called with: JSON as text."""
    given = [function.get("arguments") for function in functions if isinstance(function, dict)]
    return next((one for one in given if isinstance(one, str)), None)


def _tokens(body: dict[str, Any]) -> CallRow:
    usage = body.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return {
        "input_tokens": usage.get("prompt_tokens", usage.get("input_tokens")),
        "output_tokens": usage.get("completion_tokens", usage.get("output_tokens")),
    }


def _words(error: Any) -> str | None:
    """What an error says, by its code and message; None where there is none."""
    if not error:
        return None
    if not isinstance(error, dict):
        return str(error)
    said = [str(error[key]) for key in ("code", "type", "message") if error.get(key)]
    return ": ".join(dict.fromkeys(said)) or "error"
