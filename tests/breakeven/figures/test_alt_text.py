"""What figures show in words, counted by hand."""

from __future__ import annotations

import numpy as np

from breakeven.figures.alt_text import (
    confusion_alt_text,
    course_alt_text,
    pairs_alt_text,
    value_alt_text,
    values_alt_text,
)

UNDEFINED = float("nan")


def test_few_values_are_all_told_and_of_many_the_ends() -> None:
    few = np.array([0.5, UNDEFINED, -0.25])
    assert values_alt_text(["a", "b", "<i>"], few) == "“a” 0.500, “<i>” −0.250; 1 undefined"
    many = np.array([0.5, 0.125, UNDEFINED, 0.25, 1, 0.75])
    assert values_alt_text("abcdef", many, 2, "slices") == (
        "highest “e” 1.00, lowest “b” 0.12, of 5 slices; 1 undefined"
    )


def test_what_has_no_value_says_so() -> None:
    nothing = np.full(2, UNDEFINED)
    assert {
        values_alt_text("ab", nothing),
        course_alt_text("ab", nothing),
        values_alt_text("", nothing[:0]),
    } == {"no values"}
    assert pairs_alt_text("ab", np.full((2, 2), UNDEFINED)) == "no values"
    assert value_alt_text(UNDEFINED) == "undefined"


def test_a_course_is_told_by_its_ends_and_extremes() -> None:
    course = np.array([UNDEFINED, 0.5, 0.25, 0.75, 0.625])
    assert course_alt_text(["Q1", "Q2", "Q3", "Q4", "Q5"], course, 2) == (
        "0.50 at Q2, 0.62 at Q5, lowest 0.25, highest 0.75"
    )
    assert course_alt_text(["Q1", "Q2"], np.array([UNDEFINED, 0.5])) == "0.500 at Q2"


def test_pairs_are_told_without_those_of_one_with_itself() -> None:
    alike = np.array([[1, 0.5, 0.25], [0.5, 1, UNDEFINED], [0.25, UNDEFINED, 1]])
    assert pairs_alt_text("abc", alike) == (
        "highest “a” and “b” 0.500, lowest “a” and “c” 0.250, of 2 pairs"
    )
    assert pairs_alt_text("ab", alike[:2, :2]) == "“a” and “b” 0.500"


def test_a_confusion_matrix_is_told_by_its_largest_error() -> None:
    counts = np.array([[9, 2, 0], [0, 7, 1], [0, 0, 0]])
    assert confusion_alt_text("abc", counts) == (
        "3 classes; the most frequent confusion is “b” predicted for “a”, 2 times"
    )
    assert confusion_alt_text("ab", np.diag([3, 4])) == "2 classes, none confused with another"
