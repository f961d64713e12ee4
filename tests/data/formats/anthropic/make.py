"""Results of a message batch in the types of Anthropic's own client: `python make.py FOLDER`."""

import sys
from pathlib import Path

from anthropic.types.messages import MessageBatchIndividualResponse


def message(*blocks: dict, reason: str = "end_turn") -> dict:
    return {
        "type": "succeeded",
        "message": {
            "id": "msg_014VwiXbi91y3JMjcpyGBHX5",
            "type": "message",
            "role": "assistant",
            "model": "claude-haiku-4-5-20251001",
            "content": list(blocks),
            "stop_reason": reason,
            "stop_sequence": None,
            "usage": {"input_tokens": 21, "output_tokens": 4},
        },
    }


def text(words: str) -> dict:
    return {"type": "text", "text": words, "citations": None}


tool = {"type": "tool_use", "id": "toolu_1", "name": "classify", "input": {"class": "other"}}
error = {"type": "invalid_request_error", "message": "max_tokens: Field required"}
RESULTS = {
    "t-2": message(text("technical")),
    "t-1": message(text("<class>billing</class>")),
    "t-3": message(text(""), reason="refusal"),
    "t-4": message(tool, reason="tool_use"),
    "t-5": {"type": "errored", "error": {"type": "error", "error": error, "request_id": None}},
    "t-6": {"type": "expired"},
}
(Path(sys.argv[1]) / "results.jsonl").write_text(
    "".join(
        MessageBatchIndividualResponse.model_validate(
            {"custom_id": key, "result": result}
        ).model_dump_json(exclude_unset=True)
        + "\n"
        for key, result in RESULTS.items()
    )
)
