"""Names that are the same but for how they are written, and what they cost, by hand."""

from __future__ import annotations

import unicodedata

import pytest

import breakeven as be
from breakeven.analysis.validity.class_names import (
    AlikeNames,
    alike_names,
    names_as_one,
    shown_name,
)
from tests.made import not_none


def alike(true: list[str], predicted: list[str]) -> AlikeNames | None:
    return alike_names(be.from_arrays(true, predicted).truth)


@pytest.mark.parametrize(
    ("other", "ways"),
    [
        ("Billing fee", ("case",)),
        ("billing fee ", ("spaces",)),
        ("billing  fee", ("spaces",)),
        ("billing-fee", ("hyphens",)),
        ("billing_fee", ("hyphens",)),
        ("BILLING fee ", ("case", "spaces")),
    ],
)
def test_names_are_the_same_but_for_case_spaces_and_hyphens(
    other: str, ways: tuple[str, ...]
) -> None:
    result = not_none(alike(["billing fee", "billing fee", "returns"], [other, other, "returns"]))
    # the name of the truth stays
    assert result.class_map == {other: "billing fee"}
    assert [group.ways for group in result.groups] == [ways]


def test_two_unicode_forms_of_a_name_are_one() -> None:
    one, other = "réclamation", unicodedata.normalize("NFD", "réclamation")
    assert one != other
    result = not_none(alike([one, "b"], [other, "b"]))
    assert result.class_map == {other: one}
    assert result.groups[0].ways == ("Unicode form",)


def test_names_with_letters_of_their_own_are_different() -> None:
    assert alike(["a", "b", "a1", "a 2"], ["b", "a", "a2x", "ab"]) is None


@pytest.mark.parametrize("prefix", ["LABEL_", "__label__", "class-", "label "])
def test_a_prefix_of_all_predicted_names_is_seen(prefix: str) -> None:
    result = not_none(alike(["0", "1", "1"], [f"{prefix}0", f"{prefix}1", f"{prefix}0"]))
    assert result.class_map == {f"{prefix}0": "0", f"{prefix}1": "1"}


def test_a_prefix_of_the_truth_stays() -> None:
    result = not_none(alike(["__label__a", "__label__b"], ["a", "b"]))
    assert result.class_map == {"a": "__label__a", "b": "__label__b"}


def test_a_prefix_is_none_where_both_sides_are_true() -> None:
    # a hierarchy that is spelt out: both are classes
    assert alike(["0", "1", "LABEL_0", "LABEL_1"], ["0", "1", "LABEL_0", "LABEL_1"]) is None


def test_one_name_makes_what_was_wrong_by_name_alone_right() -> None:
    true = ["billing", "Billing", "Billing", "returns", "returns"]
    predicted = ["billing", "billing", "returns", "returns", "billing"]
    review = be.from_arrays(true, predicted)
    as_one = names_as_one(be.evaluate(review).evaluation, not_none(alike_names(review.truth)))
    # right are 1 and 4, and 2 too with one name: 2 of 5, then 3 of 5
    assert (as_one.measure, as_one.before) == ("accuracy", 0.4)
    assert as_one.after == pytest.approx(0.6)
    # one missed and one wrongly assigned decision less, on the second document
    assert as_one.errors == 2
    assert as_one.rows.tolist() == [1]
    assert not as_one.told_apart


def test_a_document_with_one_error_less_counts_too() -> None:
    # the first is called by both names, which is one extra class; of the second one is missed
    true = [["billing"], ["Billing", "returns"], ["returns"]]
    predicted = [["billing", "Billing"], ["returns"], ["returns"]]
    review = be.from_arrays(true, predicted)
    as_one = names_as_one(be.evaluate(review).evaluation, not_none(alike_names(review.truth)))
    assert as_one.measure == "micro F₁"
    assert [as_one.before, as_one.after] == pytest.approx([6 / 8, 6 / 7])
    assert as_one.errors == 1
    assert as_one.rows.tolist() == [0]


def test_names_that_the_system_tells_apart_may_be_meant() -> None:
    true = ["it", "IT", "it", "IT", "it"]
    review = be.from_arrays(true, true)
    as_one = names_as_one(be.evaluate(review).evaluation, not_none(alike_names(review.truth)))
    assert as_one.told_apart
    assert as_one.errors == 0


def test_spaces_at_the_ends_of_a_name_are_made_visible() -> None:
    assert shown_name(" a b ") == "␣a b␣"
    assert shown_name("  ") == "␣␣"


def test_a_name_with_spaces_too_many_does_not_stay() -> None:
    # it is true more often than the other
    result = not_none(alike(["beta ", "beta ", "beta", "c"], ["beta", "beta", "beta", "c"]))
    assert result.class_map == {"beta ": "beta"}


def test_an_accent_that_is_a_sign_of_its_own_is_seen() -> None:
    assert shown_name("e\u0301t") == "e◌\u0301t"
    # of one sign with the letter nothing is to be shown, nor of a vowel sign that has no such form
    assert shown_name("\u00e9t") == "\u00e9t"
    assert shown_name("\u0915\u094d") == "\u0915\u094d"
