"""The formula guard: what a spreadsheet would run gets an apostrophe, and loses it again."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.text import guarded, unguarded
from breakeven.ui.components.downloads import guarded_csv

STARTS = st.sampled_from(["", "=", "+", "-", "@", "\t", "\r", "\n", "'", "''", "'="])


@given(STARTS, st.text(max_size=5), st.sets(st.text(max_size=5)))
def test_any_text_comes_back_from_under_the_guard(start: str, rest: str, known: set[str]) -> None:
    text = start + rest
    assert unguarded(guarded(text), known) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n", "\0"))


@pytest.mark.parametrize(
    ("cell", "known", "text"),
    [("'tis", set(), "'tis"), ("'tis", {"tis"}, "tis"), ("'-2", set(), "-2"), ("-2", set(), "-2")],
)
def test_a_cell_written_by_hand_stays_unless_the_bare_text_is_known(
    cell: str, known: set[str], text: str
) -> None:
    assert unguarded(cell, known) == text


def test_a_line_break_inside_a_name_starts_no_row_that_runs() -> None:
    frame = pd.DataFrame({"class": ["a\r=1+1", "b\n=1+1", "c"]})
    rows = list(csv.reader(io.StringIO(guarded_csv(frame).decode(), newline=""), strict=True))
    assert rows == [["class"], ["a\r=1+1"], ["b\n=1+1"], ["c"]]


def test_tables_taken_from_a_page_are_under_the_same_guard() -> None:
    names = ["=1+1", "'=1+1", "plain", "'", "-2"]
    frame = pd.DataFrame({"@class": names, "n": [-1, 2, 3, 4, 5]})
    back = pd.read_csv(io.BytesIO(guarded_csv(frame)), dtype=str, keep_default_na=False)
    assert [unguarded(cell) for cell in back[guarded("@class")]] == names
    assert list(back["n"]) == ["-1", "2", "3", "4", "5"]
