"""The results of a batch of messages, as Anthropic writes them: JSON lines, in any order.

`{"custom_id", "result": {"type": "succeeded", "message": {"content": [{"type": "text", "text"}],
"model", "stop_reason"}}}`; of type errored, canceled or expired there is no answer, and where the
message stopped for "refusal" neither. What is true is in another file.
Source: docs.anthropic.com/en/api/retrieving-message-batch-results.
"""

from __future__ import annotations

from typing import Any

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.language_models.calls import (
    FIRST,
    CallRow,
    as_text,
    draft_of,
    text_in,
    with_common_model,
)

KEY = "anthropic-batch"
NAME = "the batch results of Anthropic"
TYPES = ("succeeded", "errored", "canceled", "expired")


def recognise(content: Content) -> str | None:
    """Records with `custom_id` and a result of a known type."""
    first = content.records[:FIRST]
    if not first or not all(map(_is_result, first)):
        return None
    return "each line has custom_id and a result that succeeded, or gives the reason"


def _is_result(record: dict[str, Any]) -> bool:
    result = record.get("result")
    return "custom_id" in record and isinstance(result, dict) and result.get("type") in TYPES


def read(content: Content) -> Draft:
    """A row for each request. Raises ReadError."""
    rows = [
        {"id": record.get("custom_id")} | _answer(record.get("result"))
        for record in content.records
    ]
    tokens = dict.fromkeys(("input_tokens", "output_tokens"), "ignore")
    return draft_of(content, with_common_model(rows), content.places, tokens)


def _answer(result: Any) -> CallRow:
    result = result if isinstance(result, dict) else {}
    message = result.get("message")
    if not isinstance(message, dict):
        return {"failed": _why(result)}
    blocks = message.get("content")
    answer = text_in(blocks)
    if answer is None and isinstance(blocks, list):  # the class may be what a tool was called with
        used = [block.get("input") for block in blocks if isinstance(block, dict)]
        answer = as_text(next((given for given in used if given is not None), None))
    usage = message.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return {
        "model": message.get("model"),
        "answer": answer,
        "failed": "refusal" if message.get("stop_reason") == "refusal" else None,
        "input_tokens": usage.get("input_tokens"),
        "output_tokens": usage.get("output_tokens"),
    }


def _why(result: dict[str, Any]) -> str:
    """Why there is no message: the error's own words, else the type of the result."""
    error = result.get("error")
    while isinstance(error, dict) and isinstance(error.get("error"), dict):
        error = error["error"]
    words = error.get("message") if isinstance(error, dict) else None
    return ": ".join(str(said) for said in (result.get("type") or "no result", words) if said)
