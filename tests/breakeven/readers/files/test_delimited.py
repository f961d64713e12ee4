"""Delimited text as a whole is what Python's csv makes of it row by row, or is left to that."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from breakeven.readers.files.delimited import BLOCK, PIECE, read_at_once

CELLS = st.text(st.sampled_from('ab"", \n\té'), max_size=5)
TABLES = st.integers(1, 3).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1)
)


def row_by_row(text: str, quote: str = '"') -> tuple[list[list[str]], list[int]]:
    """The rows and their lines by csv. csv.Error where it cannot follow."""
    held = io.StringIO(text, newline="")
    reader = csv.reader(held, strict=True, quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE)
    rows, lines, before = [], [], 0
    for row in reader:
        if row:
            rows.append(row)
            lines.append(before + 1)
        before = reader.line_num
    return rows, lines


def as_rows(text: str, width: int, quote: str = '"') -> tuple[list[list[str]], list[int]] | None:
    found = read_at_once(text.encode(), width, ",", quote)
    if found is None:
        return None
    columns = [column.to_pylist() for column in found[0].columns]
    return [list(row) for row in zip(*columns, strict=True)], found[1].tolist()


@given(st.text(st.sampled_from('a"",, \n\n\ré'), max_size=30), st.integers(1, 3), st.booleans())
@example('a,b\r\n\r\n"x\n\ny",2\r\n\r\n3,4', 2, True)
@example('"a"b,c', 2, True)
@example('a"",b', 2, True)
@example('""a,b', 2, True)
@example("a\r\rb", 1, True)
@example('"', 1, False)
def test_any_text_is_read_as_row_by_row_or_not_at_all(text: str, width: int, quotes: bool) -> None:
    quote = '"' if quotes else ""
    found = as_rows(text, width, quote)
    if found is not None:
        assert found == row_by_row(text, quote)


@given(TABLES, st.sampled_from(("\n", "\r\n")), st.sampled_from((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)))
def test_what_a_program_writes_is_read_as_a_whole(
    rows: list[list[str]], end: str, quoting: int
) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator=end, quoting=quoting).writerows(rows)  # type: ignore[arg-type]
    assert as_rows(out.getvalue(), len(rows[0])) == row_by_row(out.getvalue())


@pytest.mark.parametrize("length", [PIECE - 1, PIECE, PIECE + 1])
def test_quotes_are_followed_from_one_piece_to_the_next(length: int) -> None:
    row = '"a""b",c\n'
    text = "x" + row * (length // len(row) + 2)
    # each row but the first, which has its quote within a field
    assert as_rows(text, 2) is None
    found = read_at_once(text[1:].encode(), 2, ",")
    assert found is not None
    assert found[0].column(0).unique().to_pylist() == ['a"b']
    assert found[1][-1] == len(found[1]) == length // len(row) + 2


def test_a_byte_order_mark_stands_before_the_first_quote() -> None:
    assert as_rows('\ufeff"a",b\n1,2', 2) == ([["a", "b"], ["1", "2"]], [1, 2])


def test_a_field_longer_than_may_be_is_left_to_those_who_say_so() -> None:
    assert as_rows("a,b\n" + "x" * (2 * BLOCK + 1) + ",1\n", 2) is None
