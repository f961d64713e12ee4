"""Logs of Inspect: the zip and the JSON say the same; what is cut short or lies is refused."""

from __future__ import annotations

import io
import json
import struct
import zipfile

import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.opening import open_table
from tests.breakeven.readers.formats.drafts import draft_of, example, rows_of

COLUMNS = ("id", "repeat", "truth", "answer", "failed")
FIRST = [
    ("t-1", "billing", "billing", None),
    ("t-2", "technical", "technical", None),
    ("t-3", "billing", "I cannot help with that.", "content_filter"),
    ("t-4", "other", "praise", None),
    ("t-5", "technical", "technical", None),
]
SECOND = [
    ("t-1", "billing", "billing", None),
    ("t-2", "technical", "other", None),
    ("t-3", "billing", "billing", None),
    ("t-4", "other", "Other.", None),
    ("t-5", "technical", "", "400: <b>blocked</b>"),
]


def test_each_sample_of_each_epoch_is_an_answer() -> None:
    draft = draft_of(example("inspect/tickets.eval"))
    epochs = [(str(i), *row[1:]) for i, rows in ((1, FIRST), (2, SECOND)) for row in rows]
    found = rows_of(draft, *COLUMNS)
    assert [row[1:] for row in found] == epochs
    assert [row[0] for row in found] == [row[0] for row in FIRST + SECOND]
    prompt = "Answer with one of: billing, technical, other."
    asked = set(rows_of(draft, "model", "prompt", "temperature", "metadata.channel"))
    assert asked == {("mockllm/tickets", prompt, "0.5", "mail")}


def test_the_json_of_one_epoch_has_no_repeats() -> None:
    draft = draft_of(example("inspect/tickets.json"))
    assert rows_of(draft, *COLUMNS) == [(i, None, *rest) for i, *rest in FIRST]


def test_an_error_of_a_sample_is_no_answer() -> None:
    log = json.loads(example("inspect/tickets.json"))
    log["samples"][0]["error"] = {"message": "ConnectionError()", "traceback": "…"}
    log["samples"][0]["output"] = {"model": "m", "choices": []}
    draft = draft_of(json.dumps(log).encode())
    assert rows_of(draft, *COLUMNS)[0] == ("t-1", None, "billing", None, "ConnectionError()")


def test_a_log_without_samples_is_refused() -> None:
    log = json.loads(example("inspect/tickets.json"))
    with pytest.raises(ReadError, match="the log has no samples; give a log that was written with"):
        draft_of(json.dumps(log | {"samples": []}).encode())


def zipped(sample: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_journal/start.json", "{}")
        archive.writestr("samples/1_epoch_1.json", sample)
        archive.writestr("header.json", json.dumps({"eval": {"model": "m"}}))
    return out.getvalue()


def test_a_zip_of_ordinary_packing_is_read() -> None:
    sample = {"id": "1", "target": "a", "output": {"choices": [{"message": {"content": "a"}}]}}
    data = zipped(json.dumps(sample).encode())
    # known by its first member, whatever its ending
    assert open_table("made.bin", data).why == "it is a zip of a header and samples"
    draft = draft_of(data)
    assert rows_of(draft, "id", "truth", "answer", "model") == [("1", "a", "a", "m")]


def test_members_that_explode_lie_or_are_broken_are_refused() -> None:
    with pytest.raises(ReadError, match=r"samples/1_epoch_1\.json unpacks from 4,\d+ bytes to 5,0"):
        draft_of(zipped(b'{"id": "' + b"a" * 5_000_000 + b'"}'))
    with pytest.raises(ReadError, match=r"samples/1_epoch_1\.json is broken"):
        draft_of(zipped(b"{"))
    good = example("inspect/tickets.eval")
    # the entry of the list: 46 bytes, then the name; the size is at 24
    entry = good.rindex(b"samples/t-1_epoch_1.json") - 46
    lying = bytearray(good)
    struct.pack_into("<L", lying, entry + 24, 100)  # less than is in it
    with pytest.raises(ReadError, match=r"samples/t-1_epoch_1\.json is broken"):
        draft_of(bytes(lying))
    with pytest.raises(ReadError, match="the log is broken or cut short"):
        draft_of(example("inspect/cut.eval"))


def test_logs_in_an_archive_are_a_file_each() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("logs/tickets.eval", example("inspect/tickets.eval"))
    review = read_review([("logs.zip", out.getvalue())])
    assert [said.system for said in review.predictions] == ["mockllm/tickets"]
    assert review.truth.n == 5


def test_the_text_is_what_was_asked_or_the_last_message_of_the_user() -> None:
    log = json.loads(example("inspect/tickets.json"))
    prompts = ["the invoice is wrong", "it does not start"]
    log["samples"][0]["input"] = prompts[0]
    log["samples"][1]["input"] = [
        {"role": "system", "content": "Answer with one class."},
        {"role": "user", "content": "one moment"},
        {"role": "user", "content": prompts[1]},
        {"role": "assistant", "content": "technical"},
    ]
    texts = rows_of(draft_of(json.dumps(log).encode()), "text")
    assert [text for (text,) in texts][:2] == prompts
