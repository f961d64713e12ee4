"""Systems in a column of their own, and truth and systems in files of their own."""

from __future__ import annotations

from numpy.testing import assert_array_equal

from tests.breakeven.readers.reading import classes_of, notes_text, review_of
from tests.made import not_none


def test_indicator_with_the_scores_in_a_second_file() -> None:
    review = review_of(
        truth_csv="id,comment_text,toxic,rude\n1,a,1,0\n2,b,0,0\n",
        model_csv="id,toxic,rude\n2,0.25,0.5\n1,0.75,1\n",
    )
    (system,) = review.predictions
    assert system.system == "model"
    assert review.truth.unjudged is None
    assert classes_of(review.truth.labels, review.truth.classes) == [{"toxic"}, set()]
    assert system.scores.tolist() == [[1.0, 0.5], [0.75, 0.25]]  # rude, toxic of 1, 2


def test_indicator_with_decisions_in_a_second_file() -> None:
    review = review_of(
        truth_csv="id,toxic,rude\n1,1,0\n2,0,0\n", model_csv="id,rude,toxic\n1,0,1\n2,1,0\n"
    )
    (system,) = review.predictions
    assert system.scores is None
    assert classes_of(system.decisions, review.truth.classes) == [{"toxic"}, {"rude"}]


def test_long_predictions_joined_to_a_truth_file() -> None:
    review = review_of(
        gold_csv="id,true\n1,a\n2,b\n3,a\n",
        run_csv="id,class,score\n3,a,0.5\n1,a,0.9\n1,b,0.1\n",
    )
    (system,) = review.predictions
    assert_array_equal(system.rows, [0, 2])
    assert system.scores.toarray().tolist() == [[0.9, 0.5], [0.1, 0.0]]
    assert system.scores.nnz == 3


def test_a_system_column() -> None:
    review = review_of(
        f_csv="id,system,true,predicted\n1,x,a,a\n1,y,a,b\n2,x,b,a\n2,y,b,b\n3,y,a,a\n"
    )
    x, y = review.predictions
    assert (x.system, y.system) == ("x", "y")
    assert_array_equal(x.rows, [0, 1])
    assert_array_equal(y.rows, [0, 1, 2])
    assert classes_of(x.decisions, "ab") == [{"a"}, {"a"}]
    assert classes_of(y.decisions, "ab") == [{"b"}, {"b"}, {"a"}]
    assert classes_of(review.truth.labels, "ab") == [{"a"}, {"b"}, {"a"}]


def test_a_system_column_with_wide_and_with_long_scores() -> None:
    wide = review_of(
        f_csv="id,model,true,score_a,score_b\n1,x,a,1,2\n1,y,a,3,4\n2,x,b,5,6\n2,y,b,7,8\n"
    )
    long = review_of(
        f_csv="id,model,class,truth,score\n1,x,a,1,1\n1,x,b,0,2\n1,y,a,1,3\n1,y,b,0,4\n"
        "2,x,a,0,5\n2,x,b,1,6\n2,y,a,0,7\n2,y,b,1,8\n"
    )
    for review in (wide, long):
        x, y = review.predictions
        assert x.scores.tolist() == [[1.0, 5.0], [2.0, 6.0]]
        assert y.scores.tolist() == [[3.0, 7.0], [4.0, 8.0]]
        assert classes_of(review.truth.labels, "ab") == [{"a"}, {"b"}]


def test_a_truth_file_and_a_file_per_system_joined_on_id() -> None:
    review = review_of(
        truth_csv="id,label,split\n1,a,test\n2,b,test\n3,a,dev\n",
        forest_csv="doc_id,label\n2,b\n9,a\n1,b\n",
        svm_csv="id,predicted,extra\n3,c,0\n2,b,0\n1,a,0\n",
    )
    forest, svm = review.predictions
    assert list(not_none(review.truth.documents)) == ["1", "2", "3"]
    assert review.truth.classes == ("a", "b", "c")
    assert review.truth.splits == ("dev", "test")
    assert_array_equal(forest.rows, [0, 1])
    assert classes_of(forest.decisions, "abc") == [{"b"}, {"b"}]
    assert classes_of(svm.decisions, "abc") == [{"a"}, {"b"}, {"c"}]
    notes = notes_text(review)
    assert "documents without truth: 1 ('9')" in notes
    assert "documents of which system 'forest' says nothing: 1, all of 'dev'" in notes
    assert "predicted classes that are never true: 1 ('c')" in notes
    assert "left out: 'extra'" in notes


def test_files_per_system_that_each_repeat_the_truth() -> None:
    review = review_of(
        x_csv="id,true,predicted\n1,a,a\n2,b,a\n", y_csv="id,true,predicted\n2,b,b\n3,a,a\n"
    )
    assert list(not_none(review.truth.documents)) == ["1", "2", "3"]
    assert classes_of(review.truth.labels, "ab") == [{"a"}, {"b"}, {"a"}]
    assert [list(system.rows) for system in review.predictions] == [[0, 1], [1, 2]]


def test_a_file_of_ids_and_splits_divides_the_documents_of_the_others() -> None:
    # what the file with the truth says of splits gives way to the file that is there for them
    review = review_of(
        x_csv="id,true,predicted,split\n1,a,a,train\n2,b,a,train\n3,a,b,test\n4,b,b,test\n",
        split_csv="id,split\n4,train\n3,test\n1,dev\n",
    )
    truth = review.truth
    assert truth.splits == ("train", "dev", "test")
    # 2 is not in it, and stays where it was
    assert [truth.splits[s] for s in truth.split_of] == ["dev", "train", "test", "train"]
    assert [system.system for system in review.predictions] == ["x"]
