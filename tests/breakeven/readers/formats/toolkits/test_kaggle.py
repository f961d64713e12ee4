"""Labels of a competition with -1 open as what was judged, beside the submission to it."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.formats.examples import example, formats_of, raw, truth_of
from tests.breakeven.readers.reading import review_of

TRUE = [
    *({"toxic", "insult"}, set(), {"toxic", "threat"}, set(), {"toxic", "obscene", "insult"}),
    *(set(), {"toxic", "severe_toxic", "insult", "identity_hate"}, set()),
]


def test_minus_one_is_not_judged_and_the_submission_has_the_scores() -> None:
    review = example("kaggle/test_labels.csv", "kaggle/submission.csv")
    assert truth_of(review) == TRUE
    assert review.truth.unjudged is not None
    assert np.flatnonzero(review.truth.unjudged.toarray().all(axis=1)).tolist() == [3, 7]
    assert review.truth.unjudged.nnz == 12
    # scikit-learn's micro F1 at 0.5 of the six documents that were scored
    assert be.evaluate(review, cut=0.5).micro()["f"] == pytest.approx(14 / 19)


def test_the_submission_alone_is_no_truth() -> None:
    assert formats_of(raw("kaggle/submission.csv"), "test_labels.csv") == []
    assert example("kaggle/submission.csv").truth.labels is None


def test_the_training_file_without_a_pair_left_open_is_a_plain_table_with_its_text() -> None:
    assert formats_of(raw("kaggle/train.csv")) == []
    review = example("kaggle/train.csv", "kaggle/submission.csv")
    assert review.truth.text_column == "comment_text"
    assert truth_of(review) == [true for at, true in enumerate(TRUE) if at not in (3, 7)]


def test_numbers_that_are_no_labels_are_not_taken_for_them() -> None:
    assert formats_of("id,a,b\n1,0,1\n2,-1,2\n") == []
    assert formats_of("a,b\n1,0\n-1,1\n") == []  # no id
    assert formats_of("id,a,b,c,d\n1,1,0,x,y\n2,-1,1,x,y\n") == []


def test_a_cell_that_is_neither_is_named() -> None:
    rows = "".join(f"d{number},0,1\n" for number in range(8_000))  # beyond what is looked at first
    with pytest.raises(ReadError, match=r"row 8,?004.*neither 1 nor 0"):
        review_of(t_csv=f"id,a,b\nx,1,0\ny,-1,1\n{rows}z,0,7\n")


def test_decisions_beside_the_truth_are_no_further_classes() -> None:
    both = "id,true_a,true_b,pred_a,pred_b\n1,1,0,1,0\n2,-1,1,0,1\n3,0,0,0,1\n"
    assert formats_of(both.encode()) == []
    review = review_of(both_csv=both)
    assert review.truth.classes == ("a", "b")
    # hits: a of the first, b of the second; b of the third is a false alarm
    assert be.evaluate(review).micro()["precision"] == pytest.approx(2 / 3)
