"""A long file of JSON is told by its first records."""

from __future__ import annotations

import json

import pytest

from breakeven.readers.files.content import START, Content
from breakeven.readers.files.json_records import beginning_of
from breakeven.readers.formats.registry import recognise_formats
from breakeven.readers.opening import open_table

RECORD = {"text": "a", "annotations": [{"label": "x", "user": 1}]}


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ('{"a":1}\n{"a":2}\n{"a', '{"a":1}\n{"a":2}'),
        ('[{"a":1}, {"a":2}, {"a', '[{"a":1}, {"a":2}]'),
        ("[ [1,2],[3", "[ [1,2]]"),
        ('[{"a":1},12', '[{"a":1}]'),
        ('[{"a":1', None),
        ('{"a":[1,\n2', None),
        ("[]", None),
        ("a,b\n1,2", None),
    ],
)
def test_the_first_whole_records_are_the_beginning(text: str, beginning: str | None) -> None:
    assert beginning_of(text) == beginning


def test_a_long_file_is_recognised_as_a_short_one_is() -> None:
    for long in ("\n".join([json.dumps(RECORD)] * 2_000), json.dumps([RECORD] * 2_000)):
        content = Content("f.json", long.encode())
        assert len(content.beginning.raw) < START < len(long)
        assert [format.KEY for format, _ in recognise_formats(content)] == ["doccano"]
        assert open_table("f.json", long.encode()).rows == 2_000


def test_what_is_cut_within_a_character_has_a_beginning() -> None:
    content = Content("f.jsonl", ('{"a":"' + "é" * 10 + '"}\n').encode() * START)
    assert {record["a"] for record in content.beginning.records} == {"é" * 10}


def test_one_long_object_has_no_beginning_of_its_own() -> None:
    content = Content("f.json", json.dumps({"a": ["b"] * START}).encode())
    assert content.beginning is content
