"""The formula guard: what a spreadsheet would run gets an apostrophe, and loses it again."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.data.wording import (
    change_of,
    examples,
    figure_of,
    guarded,
    hundredths,
    in_full,
    isolate_name,
    percent,
    shorten,
    signed,
    unguarded,
)
from breakeven.ui.app.session.downloads import guarded_csv

SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
PIECES = st.sampled_from([*SIGNS, *"\t\r\n; ,'a\"", "\u3000", "''", "'="]) | st.text(max_size=2)


@given(st.lists(PIECES, max_size=8).map("".join), st.sets(st.text(max_size=5)))
def test_any_text_comes_back_from_under_the_guard(text: str, names: set[str]) -> None:
    assert unguarded(guarded(text), names) == text
    assert not guarded(text).startswith(("\t", "\r", "\n", "\0"))
    # whatever a spreadsheet takes for the end of a cell, none begins as a formula
    for part in re.split("[;\t\r\n]", guarded(text)):
        assert not part.strip().startswith(SIGNS)


@pytest.mark.parametrize("text", ["\uff1d1+1", " =1", "a;=1+1", "a; @SUM(A1)", 'a"\n+1'])
def test_what_spreadsheets_of_other_countries_run_is_guarded(text: str) -> None:
    assert guarded(text).count("'") == 1
    assert guarded(text).replace("'", "") == text


@pytest.mark.parametrize(
    ("cell", "names", "text"),
    [("'tis", set(), "'tis"), ("'tis", {"tis"}, "tis"), ("'-2", set(), "-2"), ("-2", set(), "-2")],
)
def test_a_cell_written_by_hand_stays_unless_the_bare_text_is_known(
    cell: str, names: set[str], text: str
) -> None:
    assert unguarded(cell, names) == text


def test_a_line_break_inside_a_name_starts_no_row_that_runs() -> None:
    frame = pd.DataFrame({"class": ["a\r=1+1", "b\n=1+1", "c"]})
    rows = list(csv.reader(io.StringIO(guarded_csv(frame).decode(), newline=""), strict=True))
    assert rows == [["class"], ["a\r'=1+1"], ["b\n'=1+1"], ["c"]]


def test_tables_taken_from_a_page_are_under_the_same_guard() -> None:
    names = ["=1+1", "'=1+1", "plain", "'", "-2"]
    frame = pd.DataFrame({"@class": names, "n": [-1, 2, 3, 4, 5]})
    back = pd.read_csv(io.BytesIO(guarded_csv(frame)), dtype=str, keep_default_na=False)
    assert [unguarded(cell) for cell in back[guarded("@class")]] == names
    assert list(back["n"]) == ["-1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (0.0254, "+0.025"),
        (-0.118, "−0.118"),
        (0.0, "0.000"),
        (0.0004, "0.000"),
        (-0.0004, "0.000"),
        (1234.5, "+1,234.500"),
        (float("nan"), "—"),
        (float("inf"), "+∞"),
        (float("-inf"), "−∞"),
    ],
)
def test_a_change_is_signed_unless_it_shows_as_none(change: float, shown: str) -> None:
    assert signed(change) == shown


def test_a_figure_on_screen_is_grouped_and_never_minus_nothing() -> None:
    assert figure_of(-1234.5678) == "−1,234.568"
    assert figure_of(-0.0001) == "0.000"
    assert figure_of(2548, 0) == "2,548"


def test_what_stands_behind_a_name_that_reads_from_right_to_left_is_not_turned() -> None:
    assert f"{isolate_name('grain')} (40)" == "grain (40)"
    for name in ("\u202eniarg", "\u05d0\u05d1"):
        assert f"{isolate_name(name)} (40)" == f"\u2068{name}\u2069 (40)"


def test_no_share_that_is_not_all_or_none_is_rounded_to_that() -> None:
    # all (k, n) up to a size at which no whole number of 100 tells them from 0 and 100
    for n in (*range(1, 260), 1_000, 6_000, 20_001, 10**6):
        for k in {0, 1, 2, n // 3, n // 2, n - 2, n - 1, n} & set(range(n + 1)):
            for digits in (0, 1):
                shown = percent(k / n, digits).removesuffix(" %")
                assert shown == hundredths(k / n, digits)
                assert (float(shown) == 0) == (k == 0), (k, n, shown)
                assert (float(shown) == 100) == (k == n), (k, n, shown)
                # half a unit of the last digit off at most
                last = len(shown.partition(".")[2])
                assert last >= digits
                assert abs(Fraction(shown) - Fraction(100 * k, n)) <= Fraction(1, 2 * 10**last)
    # 5,999 of 6,000, and what computers reckon of ends that are 1
    assert hundredths(5_999 / 6_000) == "99.98"
    assert hundredths(1 - 1e-16) == "100"


@pytest.mark.parametrize(
    ("text", "shown"),
    [("", ""), ("abc", "abc"), ("abcd", "abcd"), ("abcde", "abc…"), ("abcdefgh", "abc…")],
)
def test_a_text_is_cut_only_where_it_is_too_long(text: str, shown: str) -> None:
    assert shorten(text, 4) == shown


def test_sixty_characters_are_shown_of_a_text() -> None:
    assert shorten("x" * 60) == "x" * 60
    assert shorten("x" * 61) == "x" * 59 + "…"


def test_examples_of_names() -> None:
    assert examples(["a", "b"]) == "'a', 'b'"
    assert examples("abcde") == "'a', 'b', 'c', 'd', 'e'"
    assert examples("abcdef") == "'a', 'b', 'c', 'd', 'e', …"
    assert examples("abc", most=2) == "'a', 'b', …"


@pytest.mark.parametrize(
    ("before", "after", "digits", "shown"),
    [
        # 0.983 beside 0.982: the change itself, -0.0002, would be shown as none
        (0.98262, 0.98242, 3, "−0.001"),
        # 0.865 beside 0.870: the change itself, 0.0058, would be shown as +0.006
        (0.8646, 0.8704, 3, "+0.005"),
        (0.8646, 0.8649, 3, "0.000"),
        (12.0, 9.0, 0, "−3"),
        (float("nan"), 0.5, 3, "—"),
        (0.5, float("nan"), 3, "—"),
        (float("inf"), 1.0, 3, "−∞"),
        (1.0, float("inf"), 3, "+∞"),
        (float("inf"), float("inf"), 3, "—"),
    ],
)
def test_a_change_beside_both_values_is_the_difference_of_what_is_shown(
    before: float, after: float, digits: int, shown: str
) -> None:
    assert change_of(before, after, digits) == shown


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (0.5, "%.6g"),
        (123456.0, "%.6g"),
        (1234567.0, "%.7g"),
        (1 / 3, "%.16g"),
        (0.1 + 0.2, "%.17g"),
    ],
)
def test_a_number_box_has_six_digits_or_as_many_as_tell_it(value: float, form: str) -> None:
    assert in_full(value) == form
