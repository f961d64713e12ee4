"""The numbers as if marked labels were corrected or left out, by sums done by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.data.as_if import as_if
from breakeven.data.marks import MarkEvent, replay_marks
from breakeven.data.records import Annotator, AsIfHow, Predictions, Review, Truth
from tests.made import event, matrix_of, not_none, truth_of

A, B, C = range(3)


def review_of(truth: Truth, *systems: Any, marks: list[MarkEvent]) -> Review:
    """Systems are boolean (documents, classes), or (rows, of these) where they spoke of a few."""
    said = []
    for number, given in enumerate(systems):
        rows, decisions = given if isinstance(given, tuple) else (np.arange(truth.n), given)
        said.append(Predictions(f"s{number}", rows, decisions=sparse.csc_array(decisions)))
    held = replay_marks(truth.n, marks)
    return Review("small", truth, tuple(said), (), "f" * 64, marks=held)


def sets_of(truth: Truth) -> list[str]:
    """The classes of each document, as `matrix_of` takes them."""
    dense = not_none(truth.labels).toarray()
    return ["".join(np.array(truth.classes)[row]) for row in dense]


#                d0    d1   d2   d3    d4
TRUE = matrix_of(["a", "b", "a", "ab", "c"], 3)
CALLED = matrix_of(["a", "a", "b", "a", "c"], 3)


def test_the_numbers_by_hand() -> None:
    marks = [
        event([1], "label wrong", right=(A,)),  # the system was right
        event([2], "label wrong"),  # nobody said what is right
        event([4], "leave out"),
    ]
    review = review_of(truth_of(TRUE), CALLED, marks=marks)
    micro = {
        # tp: a of d0, a of d3, c of d4; fp: a of d1, b of d2; fn: b of d1, a of d2, b of d3
        None: (3 / 5, 3 / 6),
        # d1 is a: a hit more, a false alarm and a miss less
        "corrected": (4 / 5, 4 / 6),
        # d0 and d3 remain: tp 2, fn 1
        "left-out": (2 / 2, 2 / 3),
        # d1 is a, d2 and d4 are not there: tp 3, fn 1
        "both": (3 / 3, 3 / 4),
    }
    how: Any
    for how, (precision, recall) in micro.items():
        averages = be.evaluate(review if how is None else as_if(review, how)).micro()
        assert (averages["precision"], averages["recall"]) == (precision, recall), how


def test_what_was_done_is_counted_and_named() -> None:
    marks = [
        event([1], "label wrong", right=(A,)),
        event([0], "label wrong", right=(A,)),  # as it is already
        event([2], "label wrong"),
        event([4], "duplicate"),
        event([3], "not in the class", class_index=B),
    ]
    review = review_of(truth_of(TRUE), CALLED, marks=marks)
    names = {
        "corrected": "small, as if the labels of 2 documents were corrected",
        "left-out": "small, as if 4 documents and 1 label were left out",
        "both": "small, as if the labels of 2 documents were corrected and 2 documents were "
        "left out",
    }
    how: Any
    for how, name in names.items():
        changed = as_if(review, how)
        assert changed.name == name
        assert not_none(changed.as_if).original is review
    assert not_none(as_if(review).as_if).unknown == 1
    assert not_none(as_if(review, "both").as_if).rows.tolist() == [0, 1, 3]


def test_of_a_document_and_its_pairs_the_later_word_holds() -> None:
    marks = [
        event([3], "in the class", class_index=C),
        event([3], "label wrong", right=(A,)),  # all its classes: C is not among them
        event([3], "in the class", class_index=B),
        event([0], "label wrong", right=()),
        event([4], "not in the class", class_index=C),
        event([4], "in the class", class_index=A),
    ]
    review = review_of(truth_of(TRUE), CALLED, marks=marks)
    assert sets_of(as_if(review).truth) == ["", "b", "a", "ab", "a"]


def test_pairs_that_nobody_judged_stay_so_unless_they_were_named() -> None:
    unjudged = ~TRUE & (np.arange(3) == C)
    marks = [
        event([0], "label wrong", right=(B,)),
        event([1], "label wrong", right=(B, C)),
        event([2], "not in the class", class_index=C),
    ]
    found = as_if(review_of(truth_of(TRUE, unjudged), CALLED, marks=marks)).truth
    assert not_none(found.unjudged).toarray()[:, C].tolist() == [True, False, False, True, False]
    assert sets_of(found) == ["b", "bc", "a", "ab", "c"]


def test_a_pair_judged_otherwise_is_left_out_as_if_nobody_had_judged_it() -> None:
    marks = [
        event([3], "not in the class", class_index=B),
        event([0], "in the class", class_index=C),
        event([1], "in the class", class_index=B),  # as labelled
    ]
    found = as_if(review_of(truth_of(TRUE), CALLED, marks=marks), "left-out").truth
    rows, columns = not_none(found.unjudged).nonzero()
    assert sorted(zip(rows.tolist(), columns.tolist(), strict=True)) == [(0, C), (3, B)]
    assert sets_of(found) == ["a", "b", "a", "a", "c"]


@pytest.mark.parametrize("how", ["corrected", "left-out", "both"])
def test_one_class_a_document_stays_one(how: AsIfHow) -> None:
    true = matrix_of(["a", "b", "c", "a", "b", "c"], 3)
    marks = [
        event([0], "label wrong", right=(B,)),
        event([1], "label wrong", right=()),  # no class cannot be
        event([2], "in the class", class_index=A),
        event([3], "not in the class", class_index=A),  # and nobody says what it is
        event([4], "not in the class", class_index=C),  # as labelled
        event([5], "in the class", class_index=C),  # as labelled
    ]
    changed = as_if(review_of(truth_of(true), true, marks=marks), how)
    assert changed.truth.task == "single-label"
    assert (
        sets_of(changed.truth)
        == {
            "corrected": ["b", "b", "a", "a", "b", "c"],
            "left-out": ["b", "c"],
            "both": ["b", "a", "b", "c"],
        }[how]
    )


def test_weights_clusters_columns_splits_and_annotators_follow_their_documents() -> None:
    truth = truth_of(
        TRUE,
        weights=np.array([1, 2, 3, 4, 5]),
        clusters=np.array([0, 1, 1, 2, 0]),
        columns={"text": np.array(["t0", "t1", "t2", "t3", "t4"], dtype=object)},
        splits=("train", "test"),
        split_of=np.array([0, 0, 1, 1, -1]),
        annotators=(Annotator("Ann", np.array([0, 1, 4]), sparse.csc_array(TRUE[[0, 1, 4]])),),
    )
    few = (np.array([1, 2, 3]), CALLED[[1, 2, 3]])
    review = review_of(truth, CALLED, few, marks=[event([0, 3], "leave out")])
    changed = as_if(review, "left-out")
    left = changed.truth
    assert not_none(left.documents).tolist() == ["d1", "d2", "d4"]
    assert not_none(left.weights).tolist() == [2, 3, 5]
    # who was together stays together; codes are 0.. again
    assert not_none(left.clusters).tolist() == [1, 1, 0]
    assert left.columns["text"].tolist() == ["t1", "t2", "t4"]
    assert left.split_of.tolist() == [0, 1, -1]
    assert left.annotators[0].rows.tolist() == [0, 2]
    assert left.annotators[0].labels.toarray().tolist() == TRUE[[1, 4]].tolist()
    assert [prediction.rows.tolist() for prediction in changed.predictions] == [[0, 1, 2], [0, 1]]
    assert not_none(changed.predictions[1].decisions).toarray().tolist() == CALLED[[1, 2]].tolist()
    assert not_none(changed.marks).n == 3


def test_only_what_changes_the_numbers_changes_the_fingerprint() -> None:
    truth = truth_of(TRUE)
    wrong = event([1], "label wrong", right=(A,))
    one = as_if(review_of(truth, CALLED, marks=[wrong]))
    noted = as_if(
        review_of(truth, CALLED, marks=[wrong, event([2], "note", note="hm"), event([0], "seen")])
    )
    other = as_if(review_of(truth, CALLED, marks=[event([1], "label wrong", right=(C,))]))
    fingerprints = {one.fingerprint, other.fingerprint, "f" * 64}
    assert noted.fingerprint == one.fingerprint
    assert len(fingerprints) == 3


def test_what_cannot_be_is_refused() -> None:
    truth = truth_of(TRUE)
    everything = review_of(truth, CALLED, marks=[event([0, 1, 2, 3, 4], "duplicate")])
    with pytest.raises(ValueError, match="every document that “s0” predicted would be left out"):
        as_if(everything, "left-out")
    split = truth_of(TRUE, splits=("train", "test"), split_of=np.array([0, 0, 0, 0, 1]))
    with pytest.raises(ValueError, match="every document of the split “test” that “s0” predicted"):
        as_if(review_of(split, CALLED, marks=[event([4], "duplicate")]), "left-out")
    with pytest.raises(ValueError, match="already an as-if review"):
        as_if(as_if(everything))
    with pytest.raises(ValueError, match="nobody marked"):
        as_if(be.sample("r8"))
