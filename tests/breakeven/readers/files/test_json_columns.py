"""JSON as a whole is what going through its records gives, or is left to that."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.json_columns import PIECE, parse, parse_at_once, read_records
from breakeven.readers.files.json_records import parsed

TEXT = st.text(st.sampled_from('ab"\\é,:}{[1 \t\n'), max_size=4)
NUMBER = st.sampled_from((0, 1, -1, 1.0, 0.25, 1e-7, 10**30, True, False, None))
PLAIN = TEXT | NUMBER
LISTS = st.lists(PLAIN, max_size=3)
PAIRS = st.lists(
    st.fixed_dictionaries(
        {"label": st.sampled_from("abc"), "score": st.sampled_from((0.5, 1, "2"))}
    ),
    max_size=3,
)
NESTED = PAIRS | st.dictionaries(TEXT, PLAIN, max_size=2)
VALUES = st.sampled_from((PLAIN, LISTS, PAIRS, PLAIN | NESTED))
RECORDS = st.dictionaries(st.sampled_from(("id", "a", "", "é", "a.b")), VALUES, min_size=1).flatmap(
    lambda kinds: st.lists(
        st.fixed_dictionaries({}, optional=kinds).filter(bool), min_size=2, max_size=6
    )
)
MORE = {7: {"more": "1.0"}}
NUMBERS_AS_WRITTEN = ("0", "-0", "1", "1.0", "1.10", "1e5", "1E-05", "12345678901234567890", "NaN")


def one_by_one(text: str) -> Any:
    table, lines, gaps = parse("f.json", parsed("f.json", text))
    return table.to_pydict(), table.schema, lines.tolist(), gaps


def at_once(text: str) -> Any:
    found = parse_at_once(text.encode())
    if found is None:
        return None
    table, lines, gaps = found
    return table.to_pydict(), table.schema, lines.tolist(), gaps


def holds(text: str) -> None:
    """What is read at once is what is read one by one; what is refused is not read at once."""
    found = at_once(text)
    if found is not None:
        assert found == one_by_one(text)


@given(RECORDS, st.booleans(), st.booleans())
def test_records_on_lines_and_in_lists_are_read_as_one_by_one(
    records: list[dict[str, Any]], spaced: bool, listed: bool
) -> None:
    parts = (", ", ": ") if spaced else (",", ":")
    text = json.dumps(records, separators=parts, ensure_ascii=False)
    if not listed:
        lines = (json.dumps(record, separators=parts, ensure_ascii=False) for record in records)
        text = "\n".join(lines) + "\n"
    holds(text)


@given(RECORDS, st.data())
def test_text_with_a_fault_is_refused_or_read_as_one_by_one(
    records: list[dict[str, Any]], data: st.DataObject
) -> None:
    text = "\n".join(map(json.dumps, records))
    if data.draw(st.booleans()):
        text = json.dumps(records)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(st.text(st.sampled_from('{}[]",:\\n\r 1-.eE+0tfN'), max_size=3))
    holds(text[:at] + put + text[at + cut :])


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1}{"a":2}\n{"a":\n3}',
        '{"a":[]}\n{"a":["b"]}0',
        '{"a":{"b":1}\n{"c":2}}',
        '{"a":01}\n{"a":2}',
        '{"a":1.}\n{"a":.2}',
        '{1:"a"}\n{2 :"b"}',
        '{"a" :1}\n{"a" :2}',
        '{"a":nul}\n{"a":null}',
        '{"a":"x"1}\n{"a":2}',
        '{"a":1,"a":2}\n{"a":3}',
        '{"a":"\\ud800"}\n{"a":"b"}',
        '{"a":"\\u0000"}\n{"a":"b"}',
        '{"a":"b\\\\"}\n{"a":"\\\\\\""}',
        '[{"a":1} {"a":2}]',
        '[{"a":1},{"a":2},]',
        '[{"a":1},\n[2]]',
        '[{"a":1}],[{"a":2}]',
        '\n\n{"a":1}\r\n{"a":2}\r\n\r\n',
        '{"a":"{\\"b\\": 1}"}\n{"a":"c"}',
        '{"label":"a","score":0.4}\n{"label":"b","score":0.6}',
        '{"predictions":[1,2],"label_ids":1}\n{"predictions":[1,2],"label_ids":0}',
        '{"s":[{"label":true,"score":1},{"label":"b","score":0}]}\n{"s":null}',
        '{"s":[{"label":"a","score":1},{"label":"a","score":0}]}\n{"s":null}',
    ],
)
def test_what_is_odd_is_refused_or_read_as_one_by_one(text: str) -> None:
    try:
        one_by_one(text)
    except ReadError:
        assert at_once(text) is None
    else:
        holds(text)


def test_numbers_keep_the_characters_they_were_written_in() -> None:
    text = "\n".join(f'{{"id":"d{n}","s":{n}}}' for n in NUMBERS_AS_WRITTEN)
    found = read_records(text.encode())
    assert found is not None
    assert found[0]["s"].to_pylist() == list(NUMBERS_AS_WRITTEN)


def test_dates_stay_as_they_were_written() -> None:
    text = '{"a":1}\n{"a":2,"day":"2025-01-01","days":["2025-01-01"]}'
    found = read_records(text.encode())
    assert found is not None
    assert found[0].to_pylist()[1] == {"a": "2", "day": "2025-01-01", "days": ["2025-01-01"]}


@pytest.mark.parametrize("listed", [False, True])
def test_records_beyond_one_piece_keep_their_places(listed: bool) -> None:
    rows: list[dict[str, Any]] = [{"id": str(n), "text": 'x"\\' * (n % 900)} for n in range(2_000)]
    rows[7]["more"] = 1.0
    text = json.dumps(rows, indent=1) if listed else "\n".join(map(json.dumps, rows))
    assert len(text) > 2 * PIECE
    result = read_records(text.encode())
    assert result is not None
    table, places = result
    assert places.tolist() == list(range(1, 2_001))
    assert table.to_pylist() == [
        {"more": None} | row | MORE.get(n, {}) for n, row in enumerate(rows)
    ]


def test_keys_that_come_late_or_seldom_are_left_to_going_through_records() -> None:
    late = [{"id": 1}] * 1_001 + [{"more": 1}]
    seldom = [{f"key {n}": 1} for n in range(500)]
    for rows in (late, seldom):
        assert read_records("\n".join(map(json.dumps, rows)).encode()) is None


def test_scores_of_classes_become_columns_at_once() -> None:
    rows = [
        {"id": n, "s": [{"label": name, "score": n / 10} for name in names]}
        for n, names in enumerate(["ab", "ba", "bc"])
    ]
    result = at_once("\n".join(map(json.dumps, rows)))
    assert result is not None
    cells, _, lines, gaps = result
    assert list(cells) == ["id", "score:a", "score:b", "score:c"]
    assert cells["score:a"] == ["0.0", "0.1", None]
    assert cells["score:c"] == [None, None, "0.2"]
    assert lines == [1, 2, 3]
    assert gaps == {"score:a", "score:c"}
