"""Files that do not cover the same documents, in whatever order."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.reading import classes_of, notes_text, read_in_order, review_of
from tests.made import not_none


def test_documents_without_a_split_are_counted_and_said() -> None:
    review = review_of(f_csv="id,true,predicted,split\n1,a,a,train\n2,b,a,\n3,b,b,test\n4,a,a,\n")
    assert review.truth.splits == ("train", "test")
    assert review.truth.split_of.tolist() == [0, -1, 1, -1]
    assert "documents without a split: 2 they count only if all splits" in notes_text(review)
    every = review_of(f_csv="id,true,predicted,split\n1,a,a,train\n2,b,b,test\n")
    assert "without a split" not in notes_text(every)
    none = review_of(f_csv="id,true,predicted\n1,a,a\n2,b,b\n")
    assert "without a split" not in notes_text(none)


def test_the_split_of_a_document_is_what_the_first_file_says_that_says_one() -> None:
    review = review_of(
        gold_csv="id,true,split\n1,a,train\n2,b,\n3,b,\n",
        run_csv="id,predicted,split\n1,a,test\n2,a,test\n3,b,\n",
    )
    assert review.truth.splits == ("train", "test")
    assert review.truth.split_of.tolist() == [0, 1, -1]


def test_columns_of_truth_files_that_cover_some_documents_each() -> None:
    review = review_of(
        first_csv="id,true,source,size\n1,a,mail,3\n2,b,web,4\n",
        second_csv="id,true,source,size,note\n2,b,late,9\n3,a,fax,\n4,b,,7\n".replace(
            "9\n", "9,x\n"
        )
        .replace("fax,\n", "fax,,y\n")
        .replace("7\n", "7,\n"),
        run_csv="id,predicted\n1,a\n2,b\n3,a\n4,b\n",
    )
    truth = review.truth
    assert not_none(truth.documents).tolist() == ["1", "2", "3", "4"]
    assert classes_of(truth.labels, "ab") == [{"a"}, {"b"}, {"a"}, {"b"}]
    # of document 2 the first file decides
    assert truth.columns["source"].tolist() == ["mail", "web", "fax", ""]
    assert_array_equal(truth.columns["size"], [3, 4, np.nan, 7])
    assert truth.columns["note"].tolist() == ["", "x", "y", ""]


def test_whole_numbers_of_several_files_stay_whole_where_none_is_missing() -> None:
    review = review_of(
        first_csv="id,true,size\n1,a,3\n",
        second_csv="id,true,size\n2,b,4\n",
        run_csv="id,predicted\n1,a\n2,b\n",
    )
    assert review.truth.columns["size"].dtype == np.int64
    assert review.truth.columns["size"].tolist() == [3, 4]


def test_numbers_beside_text_become_text_as_written() -> None:
    review = review_of(
        first_csv="id,true,size\n1,a,3.5\n2,a,\n",
        second_csv="id,true,size\n3,b,large\n",
        run_csv="id,predicted\n1,a\n2,a\n3,b\n",
    )
    assert review.truth.columns["size"].tolist() == ["3.5", "", "large"]


def test_a_system_is_brought_into_the_order_of_the_truth() -> None:
    review = review_of(
        gold_csv="id,true\n1,a\n2,b\n3,a\n4,b\n",
        run_csv=(
            "id,predicted,score_a,score_b\n4,b,0.4,0.6\n9,a,0.9,0.9\n3,a,0.3,0.7\n1,b,0.1,0.2\n"
        ),
    )
    (system,) = review.predictions
    assert_array_equal(system.rows, [0, 2, 3])
    assert classes_of(system.decisions, "ab") == [{"b"}, {"a"}, {"b"}]
    assert system.scores.tolist() == [[0.1, 0.3, 0.4], [0.2, 0.7, 0.6]]
    assert "documents without truth: 1 ('9') they are left out" in notes_text(review)
    assert "does not score" not in notes_text(review)
    assert "documents of which system 'run' says nothing: 1 ('2')" in notes_text(review)


def test_what_several_systems_leave_out_is_one_note_with_the_split_that_it_is() -> None:
    run = "id,predicted\n3,a\n"
    review = review_of(
        gold_csv="id,true,split\n1,a,train\n2,b,train\n3,a,test\n", one_csv=run, two_csv=run
    )
    assert notes_text(review).count("nothing") == 1
    both = "documents of which 2 systems ('one', 'two') say nothing: 2, all of 'train'"
    assert f"{both} they are not counted for them" in notes_text(review)


def test_classes_that_a_system_does_not_score_or_only_it_knows() -> None:
    review = review_of(
        gold_csv="id,true\n1,a\n2,c\n",
        run_csv="id,score_a,score_b\n1,0.5,0.25\n2,0.75,0.125\n",
    )
    (system,) = review.predictions
    assert review.truth.classes == ("a", "b", "c")
    assert system.scores.toarray().tolist() == [[0.5, 0.75], [0.25, 0.125], [0, 0]]
    assert system.scores.nnz == 4
    assert "predicted classes that are never true: 1 ('b')" in notes_text(review)
    assert "classes that system 'run' does not score: 1 ('c')" in notes_text(review)


def test_pairs_that_one_truth_file_did_not_judge() -> None:
    review = review_of(first_csv="id,a,b\n1,1,0\n2,0,-1\n", run_csv="id,a,b\n1,0,1\n2,1,1\n")
    unjudged = not_none(review.truth.unjudged)
    assert unjudged.toarray().tolist() == [[False, False], [False, True]]


def test_what_two_truth_files_both_leave_open_is_not_judged() -> None:
    review = review_of(
        first_csv="id,class,truth\n1,a,1\n2,b,-1\n2,a,0\n",
        second_csv="id,class,truth\n2,b,-1\n3,b,1\n3,a,-1\n",
        run_csv="id,predicted\n1,b\n2,a\n3,b\n",
    )
    assert classes_of(not_none(review.truth.unjudged), "ab") == [set(), {"b"}, {"a"}]
    assert classes_of(review.truth.labels, "ab") == [{"a"}, set(), {"b"}]


def test_the_split_of_a_document_is_what_the_truth_says_before_a_system_that_stands_alone() -> None:
    review = review_of(
        run_csv="id,predicted,split\n1,a,test\n2,a,test\n",
        gold_csv="id,true,split\n1,a,train\n2,b,test\n",
    )
    assert not_none(review.truth.documents).tolist() == ["1", "2"]
    assert [review.truth.splits[s] for s in review.truth.split_of] == ["train", "test"]


def test_a_long_file_names_no_classes_but_those_it_scores() -> None:
    gold = "id,true\n1,a\n2,b\n3,c\n"
    pairs = "".join(f"{i},{c},0.{i}\n" for i in (1, 2, 3) for c in "ab")
    assert "does not score" not in notes_text(
        review_of(gold_csv=gold, run_csv=f"id,class,score\n{pairs}")
    )
    wide = "id,score:a,score:b\n1,0.5,0.5\n2,0.25,0.75\n3,0.5,0.25\n"
    assert "does not score: 1 ('c')" in notes_text(review_of(gold_csv=gold, run_csv=wide))


def test_truths_that_differ_without_an_id_are_named_by_their_row() -> None:
    files = {"one.csv": "true,predicted\na,a\nb,b\n", "two.csv": "true\na\na\n"}
    with pytest.raises(ReadError) as caught:
        read_in_order([(name, text.encode()) for name, text in files.items()])
    (problem,) = caught.value.problems
    assert (problem.file, problem.row) == ("two.csv", 3)
    assert problem.what == "the truth differs from another file's"
