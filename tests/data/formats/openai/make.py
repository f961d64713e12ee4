"""Output of batches in the types of OpenAI's own client: `python make.py FOLDER`.

A batch itself needs an account; the line around each body is written after the documentation of
the Batch API (platform.openai.com/docs/api-reference/batch/request-output).
"""

import json
import sys
from pathlib import Path

from openai.types.chat import ChatCompletion
from openai.types.responses import Response

folder = Path(sys.argv[1])


def line(key: str, body: dict | None, status: int = 200, error: dict | None = None) -> str:
    answer = {"status_code": status, "request_id": f"req_{key}", "body": body}
    response = None if body is None else answer
    record = {"id": f"batch_req_{key}", "custom_id": key, "response": response, "error": error}
    return json.dumps(record, ensure_ascii=False) + "\n"


def chat(key: str, *replies: str | None, finish: str = "stop", refusal: str | None = None) -> dict:
    choices = [
        {
            "index": place,
            "message": {"role": "assistant", "content": words, "refusal": refusal},
            "logprobs": None,
            "finish_reason": finish,
        }
        for place, words in enumerate(replies)
    ]
    usage = {
        "prompt_tokens": 21,
        "completion_tokens": len(replies),
        "total_tokens": 21 + len(replies),
    }
    body = {"id": f"chatcmpl-{key}", "object": "chat.completion", "created": 1795325042}
    body |= {"model": "gpt-4o-mini-2024-07-18", "choices": choices, "usage": usage}
    return ChatCompletion.model_validate(body).model_dump(mode="json", exclude_unset=True)


def respond(key: str, reply: str | None = None, refusal: str | None = None) -> dict:
    text = {"type": "output_text", "text": reply, "annotations": []}
    part = text if refusal is None else {"type": "refusal", "refusal": refusal}
    message = {"type": "message", "id": f"msg_{key}", "role": "assistant", "status": "completed"}
    reasoning = {"type": "reasoning", "id": f"rs_{key}", "summary": []}
    body = {"id": f"resp_{key}", "object": "response", "created_at": 1795325042.0}
    body |= {"status": "completed", "model": "gpt-5-mini-2025-08-07", "temperature": 1.0}
    body |= {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    body |= {"output": [reasoning, message | {"content": [part]}]}
    return Response.model_validate(body).model_dump(mode="json", exclude_unset=True)


bad = {"error": {"code": "context_length_exceeded", "message": "The text is too long."}}
late = {"code": "batch_expired", "message": "This request could not be executed in time."}
(folder / "chat_output.jsonl").write_text(
    line("t-3", chat("t-3", '{"class": "billing"}', '```json\n{"class": "billing"}\n```'))
    + line("t-1", chat("t-1", "billing", "billing"))
    + line("t-2", chat("t-2", "technical", "I think this is other"))
    + line("t-4", chat("t-4", None, None, refusal="I'm sorry, I can't help with that."))
    + line("t-5", chat("t-5", "", "other", finish="content_filter"))
)
(folder / "chat_errors.jsonl").write_text(
    line("t-6", bad, status=400) + line("t-7", None, error=late)
)
(folder / "responses_output.jsonl").write_text(
    line("t-2", respond("t-2", "technical"))
    + line("t-1", respond("t-1", "Class: billing"))
    + line("t-3", respond("t-3", refusal="I can't help with that."))
    + line("t-4", respond("t-4", "none"))
)
