"""The log of an evaluation with Inspect: `.eval`, a zip of JSON, or one `.json`.

`header.json` (`eval`: task, model; `plan`: config) and `samples/ID_epoch_N.json` (`id`,
`epoch`, `input`, `target`, `output.choices[0]`, `scores`, `error`); the JSON has both, `samples` as
a list. The members of the zip are packed as Zstandard. Several epochs are repeats; a target of
several texts is several classes. Source: inspect.aisi.org.uk/eval-logs, inspect_ai 0.3.
"""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from typing import Any

import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content
from breakeven.readers.files.decoding import mend_characters
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.language_models.calls import (
    CallRow,
    draft_of,
    text_in,
    without_repeat,
)

KEY = "inspect"
NAME = "a log of Inspect"
ZIP = b"PK\x03\x04"
FIRST_MEMBER = re.compile(rb"(_journal/|samples/|header\.json|summaries\.json)")
SAMPLE = re.compile(r"samples/.+\.json")
HEADER = "header.json"
STARTED = "_journal/start.json"
REQUEST_KEYS = ("eval", "plan")
ZSTANDARD = 93
LOCAL = struct.Struct("<4s5HL2L2H")
MOST_SAMPLES = 200_000
MOST_OF_A_MEMBER = 64 << 20
MOST_UNPACKED = 1 << 30
MOST_RATIO = 200
LITTLE = 1 << 20
FILTERED = "content_filter"
AGAIN = "copy the log again"


def recognise(content: Content) -> str | None:
    """A zip whose members are those of a log, or an object with what was evaluated and samples."""
    if content.start.startswith(ZIP):
        name = content.start[LOCAL.size : LOCAL.size + 40]
        return "it is a zip of a header and samples" if FIRST_MEMBER.match(name) else None
    value = content.value
    if not isinstance(value, dict) or not isinstance(value.get("eval"), dict):
        return None
    if not {"task", "model"} <= value["eval"].keys() or "plan" not in value:
        return None
    return "it says which task and model were evaluated, and has samples"


def read(content: Content) -> Draft:
    """A row for each sample of each epoch. Raises ReadError."""
    if content.start.startswith(ZIP):
        head, samples = _unpacked(content)
    else:
        head, listed = content.value, content.value.get("samples")
        samples = [entry for entry in listed if isinstance(entry, dict)] if listed else []
    if not samples:
        what = "the log has no samples"
        raise _refused(content, what, "give a log that was written with log_samples")
    shared = _settings_of(head)
    rows = [_row(sample) | shared for sample in samples]
    return draft_of(content, without_repeat(rows), list(range(1, len(rows) + 1)))


def _settings_of(head: Any) -> CallRow:
    """The model and its temperature."""
    head = head if isinstance(head, dict) else {}
    said, plan = (held if isinstance(held, dict) else {} for held in map(head.get, REQUEST_KEYS))
    configs = (plan.get("config"), said.get("model_generate_config"))
    known = [config["temperature"] for config in configs
             if isinstance(config, dict) and config.get("temperature") is not None]  # fmt: skip
    return {"model": said.get("model"), "temperature": known[0] if known else None}


def _row(sample: CallRow) -> CallRow:
    output = sample.get("output")
    output = output if isinstance(output, dict) else {}
    choices = output.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else {}
    choice = choice if isinstance(choice, dict) else {}
    message = choice.get("message")
    answer = text_in(message.get("content")) if isinstance(message, dict) else None
    error = sample.get("error")
    failed = error.get("message") if isinstance(error, dict) else error
    failed = failed or output.get("error")
    failed = failed or (FILTERED if choice.get("stop_reason") == FILTERED else None)
    usage = output.get("usage")
    metadata = sample.get("metadata")
    more = metadata if isinstance(metadata, dict) else {}
    return {
        f"metadata.{key}": value
        for key, value in more.items()
        if not isinstance(value, dict | list)
    } | {
        "id": sample.get("id"),
        "repeat": sample.get("epoch"),
        "truth": sample.get("target"),
        "answer": answer,
        "failed": failed,
        "prompt": _system_message(sample),
        "cost": usage.get("total_cost") if isinstance(usage, dict) else None,
        "latency": output.get("time"),
        "text": _text(sample.get("input")),
    }


def _messages(value: Any, role: str) -> list[str]:
    listed = value if isinstance(value, list) else []
    said = [m.get("content") for m in listed if isinstance(m, dict) and m.get("role") == role]
    return [text for text in map(text_in, said) if text is not None]


def _text(prompt: Any) -> str | None:
    """What was asked: the text, or the last message of the user."""
    if isinstance(prompt, str):
        return prompt
    return next(reversed(_messages(prompt, "user")), None)


def _system_message(sample: CallRow) -> str | None:
    return next(iter(_messages(sample.get("messages"), "system")), None)


def _refused(content: Content, what: str, remedy: str) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy, file=content.name)])


def _unpacked(content: Content) -> tuple[Any, list[CallRow]]:
    """The header and the samples of a zip, in its order, within limits. Raises ReadError."""
    try:
        listed = zipfile.ZipFile(io.BytesIO(content.raw)).infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise _refused(content, f"the log is broken or cut short ({error})", AGAIN) from error
    members = {info.filename: info for info in listed}
    samples = [info for info in listed if SAMPLE.fullmatch(info.filename)]
    if len(samples) > MOST_SAMPLES:
        what = f"it holds {len(samples):,} samples, more than {MOST_SAMPLES:,}"
        raise _refused(content, what, "give a log with fewer")
    if sum(info.file_size for info in listed) > MOST_UNPACKED:
        what = f"it unpacks to more than {MOST_UNPACKED >> 20:,} MB"
        raise _refused(content, what, "give a log with fewer samples")
    head = members.get(HEADER) or members.get(STARTED)  # of a log that was not finished
    header = _value(content, head) if head else {}
    values = [_value(content, info) for info in samples]
    return header, [value for value in values if isinstance(value, dict)]


def _value(content: Content, info: zipfile.ZipInfo) -> Any:
    """What the JSON of one member is, its numbers as text."""
    large = info.file_size > LITTLE and info.file_size > MOST_RATIO * info.compress_size
    if large or info.file_size > MOST_OF_A_MEMBER:
        what = f"{info.filename} unpacks from {info.compress_size:,} bytes to {info.file_size:,}"
        raise _refused(content, what, "give a log with smaller samples")
    try:
        raw = content.raw[info.header_offset : info.header_offset + LOCAL.size]
        *_, named, more = LOCAL.unpack(raw)
        start = info.header_offset + LOCAL.size + named + more
        packed = content.raw[start : start + info.compress_size]
        if info.compress_type == ZSTANDARD:
            # never more than the size that was looked at above
            data = pa.decompress(packed, info.file_size, "zstd", asbytes=True)
        elif info.compress_type == zipfile.ZIP_DEFLATED:
            data = zlib.decompressobj(-15).decompress(packed, max(1, info.file_size))
        else:
            data = packed
        if zlib.crc32(data) != info.CRC:
            raise ValueError("its checksum is wrong")
        text, _ = mend_characters(data.decode(json.detect_encoding(data)))
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, OSError, struct.error, zlib.error, RecursionError) as error:
        what = f"{info.filename} is broken ({str(error)[:100]})"
        raise _refused(content, what, AGAIN) from error
