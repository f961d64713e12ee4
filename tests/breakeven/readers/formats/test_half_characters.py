"""A text that was cut within a character is read in every format, with U+FFFD in its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from breakeven.readers.base.problems import ReadError, UnexpectedError
from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.decoding import mend_characters
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.formats.test_registry import EXAMPLES, examples
from tests.breakeven.readers.reading import notes_text

HALF = "\ud83d"
MOST_KEYS = 8
ENDINGS = (".json", ".jsonl")
OF_JSON = [name for name in examples() if name.endswith(ENDINGS) and name != "openai/cut.jsonl"]


@pytest.mark.parametrize(
    ("text", "mended", "halves"),
    [
        (r'"\ud83d"', r'"\ufffd"', 1),
        (r'"\ud83d\ude00"', r'"\ud83d\ude00"', 0),
        (r'"\uDE00\uD83D x"', r'"\ufffd\ufffd x"', 2),
        (r'"\ud83d\ud83d\ude00"', r'"\ufffd\ud83d\ude00"', 1),
        (r'"\\ud83d"', r'"\\ud83d"', 0),
        (r'"\\\ud83d"', r'"\\\ufffd"', 1),
        (r'"\ud7ff\ue000"', r'"\ud7ff\ue000"', 0),
    ],
)
def test_half_a_character_is_replaced_and_no_other(text: str, mended: str, halves: int) -> None:
    assert mend_characters(text) == (mended, halves)
    json.loads(mended).encode()


def cut(value: Any, key: str) -> Any:
    """The same with half a character at the end of each text under a key."""
    if isinstance(value, dict):
        return {
            name: held + HALF if name == key and isinstance(held, str) else cut(held, key)
            for name, held in value.items()
        }
    return [cut(held, key) for held in value] if isinstance(value, list) else value


def keys_of(value: Any) -> Iterator[str]:
    """The keys under which there is a text."""
    for held in value.values() if isinstance(value, dict) else value:
        if isinstance(held, dict | list):
            yield from keys_of(held)
    if isinstance(value, dict):
        yield from (name for name, held in value.items() if isinstance(held, str))


@pytest.mark.parametrize("name", OF_JSON)
def test_a_text_cut_within_a_character_breaks_no_format(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8-sig")
    try:
        values, on_lines = [json.loads(text)], False
    except ValueError:
        values, on_lines = [json.loads(line) for line in text.splitlines() if line.strip()], True
    for key in list(dict.fromkeys(keys_of(values)))[:MOST_KEYS]:
        spoilt = [json.dumps(cut(value, key)) for value in values]
        data = "\n".join(spoilt).encode() if on_lines else spoilt[0].encode()
        assert b"\\ud83d" in data
        try:
            tables = open_tables([(f"f{EXAMPLES.joinpath(name).suffix}", data)])
            review = build_review(tables, propose(tables))
        except UnexpectedError:
            raise
        except ReadError:
            continue
        assert "half a character" in notes_text(review)
        "\n".join(review.truth.classes).encode()


def test_it_is_said_how_often_and_the_class_is_read() -> None:
    lines = b'{"id": "1", "true": "\\ud83d", "predicted": "a"}\n' * 1
    lines += b'{"id": "2", "true": "a\\udc00", "predicted": "a"}\n'
    review = read_review([("f.jsonl", lines)])
    assert set(review.truth.classes) == {"\ufffd", "a", "a\ufffd"}
    assert "half a character in 2 places was replaced by \ufffd" in notes_text(review)


def test_a_list_within_a_cell_is_read_too() -> None:
    text = b'id,true,predicted\n1,"[""\\ud83d""]","[""a""]"\n2,"[""b""]","[""a""]"\n'
    review = read_review([("f.csv", text)])
    assert "\ufffd" in review.truth.classes
