"""Documents that are in an earlier split too are found by a filter, and left out or not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.analysis.selection.data_errors import errors_of
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.leak_sides import (
    left_out,
    shared_sides,
    sides_in,
    with_leaks,
    without_leaks,
)
from breakeven.analysis.selection.selected_evaluation import evaluate_selection, leak_sides
from breakeven.analysis.selection.selection import select
from breakeven.analysis.selection.where import where_of
from breakeven.data.records import Predictions, Review
from tests.made import matrix_of, truth_of

WORDS = (
    "the quick brown fox jumps over a lazy dog while seven wise owls look on from an old oak tree "
    "near water"
)
TEXTS = [
    f"{WORDS} one",
    f"{WORDS.replace('fox', 'cat').replace('owls', 'mice')} two",
    "short",
    f"  {WORDS.upper()} ONE ",  # the first again, but for case and space
    f"{WORDS.replace('fox', 'cat').replace('owls', 'mice')} three",  # nearly the second
    "short",  # too short to tell a document by
    " ".join(f"w{i}" for i in range(25)),
]
TRUE = "abaabba"


def review_of(calls: str, *more: str, texts: list[str] = TEXTS) -> Review:
    """Three documents of train, then four of test; each system names a class for each."""
    truth = truth_of(
        matrix_of(list(TRUE), 2),
        splits=("train", "test"),
        split_of=np.array([0, 0, 0, 1, 1, 1, 1]),
        columns={"text": np.array(texts, dtype=object)},
        text_column="text",
    )
    predictions = [
        Predictions(f"s{i}", np.arange(7), decisions=sparse.csc_array(matrix_of(list(names), 2)))
        for i, names in enumerate((calls, *more))
    ]
    return Review("r", truth, tuple(predictions), (), "f")


# test: the third is the only one wrong; the first leaks, the second nearly
REVIEW = review_of("abaabaa")


@pytest.mark.parametrize(
    ("where", "rows"),
    [
        ("leaked", [3]),
        ("leaked:near", [3, 4]),
        ("-leaked", [4, 5, 6]),
        ("-leaked:near", [5, 6]),
        ("-leaked right", [4, 6]),
        ("leaked OR wrong", [3, 5]),
    ],
)
def test_a_filter_finds_what_leaks(where: str, rows: list[int]) -> None:
    evaluation, kept = evaluate_selection(REVIEW, select(REVIEW, {"where": where}))
    assert_array_equal(evaluation.rows, rows)
    assert kept is not None
    assert not kept.by_outcome or "right" in where or "wrong" in where


def test_ids_leak_too_and_other_classes_contradict() -> None:
    truth = truth_of(
        matrix_of(["a", "b", "a"], 2),
        splits=("train", "test"),
        split_of=np.array([0, 1, 1]),
        ids=np.array(["x", " X ", "y"], dtype=object),
        columns={"text": np.array([TEXTS[0], "", TEXTS[0]], dtype=object)},
        text_column="text",
    )
    errors = errors_of(truth, near=False)
    assert_array_equal(errors.leaked, [False, True, True])
    assert_array_equal(errors.contradicting, [False, False, False])
    other = truth_of(
        matrix_of(["a", "b"], 2),
        splits=("train", "test"),
        split_of=np.array([0, 1]),
        columns={"text": np.array([TEXTS[0], TEXTS[3]], dtype=object)},
        text_column="text",
    )
    assert_array_equal(errors_of(other, near=False).contradicting, [True, True])


def test_nothing_leaks_within_one_split() -> None:
    truth = truth_of(matrix_of(["a", "b"], 2), splits=("test",), split_of=np.array([0, 0]))
    said = Predictions("s", np.arange(2), decisions=sparse.csc_array(matrix_of(["a", "b"], 2)))
    review = Review("r", truth, (said,), (), "f")
    with pytest.raises(FilterError, match="no two splits"):
        select(review, {"where": "-leaked"})
    assert leak_sides(review, select(review, {})) is None


@pytest.mark.parametrize(
    ("where", "documents", "f"),
    [
        (None, (4, 2), (3 / 4, 1 / 2)),
        ("-leaked", (4, 2), (3 / 4, 1 / 2)),  # whether left out or not, both are said
        ("-leaked:near", (4, 2), (3 / 4, 1 / 2)),
        ("true:a -leaked", (2, 1), (1, 1)),
    ],
)
def test_a_result_is_set_beside_the_one_without_what_leaks(
    where: str | None, documents: tuple[int, int], f: tuple[float, float]
) -> None:
    sides = leak_sides(REVIEW, select(REVIEW, {} if where is None else {"where": where}))
    assert sides is not None
    assert (sides.every.documents, sides.without.documents) == documents
    # one class and one decision a document: micro F1 is the share that is right
    assert (sides.every.micro(1)["f"], sides.without.micro(1)["f"]) == pytest.approx(f)
    assert sides.near


@pytest.mark.parametrize(("where", "without"), [(None, 3), ("-leaked:near", 2)])
def test_nearly_equal_texts_of_very_many_documents_count_where_a_filter_asks(
    where: str | None, without: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("breakeven.analysis.findings.duplicates.MOST_AT_ONCE", 6)
    sides = leak_sides(REVIEW, select(REVIEW, {} if where is None else {"where": where}))
    assert sides is not None
    assert sides.without.documents == without
    assert sides.near == (where is not None)
    assert ("leak.near-duplicate" in sides.codes) == sides.near


@pytest.mark.parametrize(
    ("where", "leaked"),
    # the document that is equal is gone, and the one that is nearly so is not
    [(None, 2), ("-leaked", 1), ("-leaked:near", None), ("leaked:near", None)],
)
def test_what_leaks_is_said_of_what_is_shown(where: str | None, leaked: int | None) -> None:
    selection = select(REVIEW, {} if where is None else {"where": where})
    evaluation, _ = evaluate_selection(REVIEW, selection)
    sides = sides_in(evaluation, leak_sides(REVIEW, selection))
    assert (None if sides is None else sides.leaked) == leaked
    assert sides is None or sides.every is evaluation


def test_two_systems_are_set_beside_each_other_on_what_both_spoke_of() -> None:
    # the other is wrong on the document that is equal, right on the others
    review = review_of("abaabaa", "ababbba")
    one = leak_sides(review, select(review, {"system": "s0"}))
    assert one is not None
    other, _ = evaluate_selection(review, select(review, {"system": "s1"}))
    found = shared_sides(one, other)
    assert found is not None
    first, second = found
    assert [side.micro(1)["f"] for side in (first.every, second.every)] == [3 / 4, 3 / 4]
    assert [side.micro(1)["f"] for side in (first.without, second.without)] == [1 / 2, 1]


@pytest.mark.parametrize(
    ("where", "with_", "without"),
    [
        ("", None, "-leaked"),
        ("true:a", "true:a", "true:a -leaked"),
        ("true:a OR wrong", "true:a OR wrong", "(true:a OR wrong) -leaked"),
        ("-leaked", None, "-leaked"),
        ("-leaked:near true:a wrong", "true:a wrong", "true:a wrong -leaked"),
        ("leaked", "leaked", "leaked -leaked"),
    ],
)
def test_the_term_is_put_into_a_filter_and_taken_out(
    where: str, with_: str | None, without: str
) -> None:
    given = where_of(where)
    found = with_leaks(given)
    assert (None if found is None else found.text) == with_
    left = without_leaks(given, near=False)
    assert left.text == without
    assert where_of(left.text) == left
    assert left_out(left) is not None
    assert left_out(found) is None
