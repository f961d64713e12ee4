"""Tables taken along say what they are about, in one style of columns."""

from __future__ import annotations

from datetime import date

import pandas as pd
import pytest

from breakeven.results.table_formats import commented_latex, commented_markdown
from breakeven.ui.app.session.downloads import column_name, guarded_csv, headed, named


@pytest.mark.parametrize(
    ("head", "column"),
    [
        ("class", "class"),
        ("f_low_95", "f_low_95"),
        ("F₁", "f"),
        ("F₀.₅ beside", "f_beside"),
        ("F∞, expected", "f_expected"),
        ("best: F₂, realised", "best_f_realised"),
        ("documents of first", "documents_of_first"),
        ("low 95 %", "low_95"),
        ("low", "low_95"),
        ("members, high", "members_high_95"),
        ("F₁, bound low", "f_bound_low"),  # a bound is no interval of 95 %
        ("±", "half_width"),
        ("positives in Fall 2024", "positives_in_Fall_2024"),
        ("found only by =F1", "found_only_by_=F1"),
        ("documents in F", "documents_in_F"),
        ("F shown, refitted", "f_shown_refitted"),
    ],
)
def test_columns_are_called_alike_in_every_file(head: str, column: str) -> None:
    assert column_name(head) == column


def test_what_a_table_is_about_stands_first_and_a_caution_last() -> None:
    frame = pd.DataFrame({"class": ["a", "b"], "F₁": [0.5, 1.0]})
    said = {"review": "r", "split": "=test", "taken": "2024-01-31", "caution": "mind this"}
    assert guarded_csv(headed(frame, said)).decode() == (
        "review,split,taken,class,f,caution\r\n"
        "r,'=test,2024-01-31,a,0.5,mind this\r\n"
        "r,'=test,2024-01-31,b,1.0,mind this\r\n"
    )
    assert list(frame.columns) == ["class", "F₁"]  # the page still shows it
    without = headed(frame, said | {"caution": ""})
    assert list(without.columns) == ["review", "split", "taken", "class", "f"]


def test_a_tables_own_columns_are_kept_and_no_two_are_called_the_same() -> None:
    frame = pd.DataFrame([["x", 1, 2]], columns=["system", "in A", "in  A"])
    found = headed(frame, {"review": "r", "system": "y"})
    assert found.to_dict("records") == [{"review": "r", "system": "x", "in_A": 1, "in_A_2": 2}]


@pytest.mark.parametrize(
    ("facts", "file"),
    [
        ({"review": "Reuters-21578, ModApte", "system": "svm", "split": "test", "where": ""},
         "Reuters-21578-ModApte_svm_test_averages_2024-01-31.csv"),
        ({"review": "../a b", "system": "s" * 60, "split": "all documents", "where": "wrong"},
         f"a-b_{'s' * 40}_all-documents_filtered_averages_2024-01-31.csv"),
        ({"review": "Überblick/<b>"}, "Überblick-b_averages_2024-01-31.csv"),
        ({}, "averages_2024-01-31.csv"),
    ],
)  # fmt: skip
def test_the_name_of_a_file_says_it_and_no_name_leads_elsewhere(
    facts: dict[str, str], file: str
) -> None:
    assert named(facts | {"taken": "2024-01-31"}, "averages", "csv") == file


def test_an_empty_table_has_the_columns_too() -> None:
    found = headed(pd.DataFrame({"class": []}), {"review": "r", "caution": "c"})
    assert (list(found.columns), len(found)) == (["review", "class", "caution"], 0)


def test_tables_to_paste_say_it_too_and_hostile_names_stay_literal() -> None:
    said = {"review": "a|b\nc", "where": "", "taken": date(2024, 1, 31).isoformat()}
    assert commented_markdown(said, "T") == "review: a\\|b c; taken: 2024-01-31\n\nT"
    assert commented_latex(said, "T") == "% review: a|b c\n% taken: 2024-01-31\nT"
