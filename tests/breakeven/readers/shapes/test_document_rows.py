"""One small file of each shape, written by hand, and what must come of it."""

from __future__ import annotations

import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal

import breakeven as be
from breakeven.readers.build import read_review
from breakeven.readers.columns.column_guess import separator_of
from tests.breakeven.readers.reading import classes_of, notes_text, parquet, proposal_of, review_of
from tests.made import not_none


def test_labels() -> None:
    review = review_of(
        spam_csv="id,true,predicted,confidence,split,lang,text\n"
        "7,ham,ham,0.9,Train,en,hello\n"
        "x,spam,ham,0.6,TEST,de,hallo\n"
        "9,ham,,0.5,validation,en,\n"
    )
    truth, (system,) = review.truth, review.predictions
    assert list(not_none(truth.documents)) == ["7", "x", "9"]
    assert truth.classes == ("ham", "spam")
    assert truth.task == "single-label"
    assert classes_of(truth.labels, truth.classes) == [{"ham"}, {"spam"}, {"ham"}]
    assert truth.splits == ("train", "dev", "test")
    assert_array_equal(truth.split_of, [0, 2, 1])
    assert list(truth.columns["lang"]) == ["en", "de", "en"]
    assert_array_equal(truth.columns["confidence"], [0.9, 0.6, 0.5])
    assert truth.text_column == "text"
    assert system.system == "spam"
    assert system.scores is None
    assert classes_of(system.decisions, truth.classes) == [{"ham"}, {"ham"}, set()]
    assert_array_equal(system.rows, [0, 1, 2])
    assert review.name == "spam"
    assert len(review.fingerprint) == 64


@pytest.mark.parametrize(
    ("both", "single", "separator"),
    [
        ("a|b", "b", "|"),
        ("a;b", "b", ";"),
        ('"a,b"', "b", ","),
        ('"a, b"', "b", ", "),
        ('"[""a"", ""b""]"', '"[""b""]"', "list"),
        ("\"['a', 'b']\"", "['b']", "list"),
    ],
)
def test_several_labels_in_a_cell(both: str, single: str, separator: str) -> None:
    text = f"id,true,predicted\n1,{both},{single}\n2,{single},{both}\n3,,\n"
    assert proposal_of(f_csv=text).files[0].separator == separator
    review = review_of(f_csv=text)
    assert review.truth.classes == ("a", "b")
    assert classes_of(review.truth.labels, "ab") == [{"a", "b"}, {"b"}, set()]
    assert classes_of(review.predictions[0].decisions, "ab") == [{"b"}, {"a", "b"}, set()]
    assert review.truth.task == "multi-label"


def test_a_comma_in_names_that_begin_alike_is_no_separator() -> None:
    names = [f"Loans, {kind}" for kind in ("late", "denied", "lost", "stolen")]
    # of the parts only "Loans" comes again: 1 of 5
    assert separator_of(names) == "none"
    assert separator_of([*names, "Loans"]) == "none"
    # "late" and "lost" come again, too: 3 of 5
    assert separator_of([*names, "late", "lost"]) == ", "


def test_a_comma_inside_names_is_no_separator() -> None:
    assert separator_of(["News, sports", "Arts, film", ""]) == "none"
    assert separator_of(["News, sports", "sports", ""]) == ", "


def test_a_class_listed_twice_counts_once() -> None:
    review = review_of(f_csv="id,true,predicted\n1,corn|corn,corn\n2,corn|wheat,wheat\n")
    assert not_none(review.truth.labels).toarray().tolist() == [[True, False], [True, True]]
    assert "rows that list a class twice: 1" in notes_text(review)


def test_list_columns_of_parquet_and_json_lines() -> None:
    table = pa.table(
        {"id": [1, 2, 3], "true": [["a", "b"], [], None], "predicted": [["a"], ["b", None], ["a"]]}
    )
    lines = (
        '{"id":1,"true":["a","b"],"predicted":["a"]}\n{"id":2,"true":[],"predicted":["b",null]}\n'
    )
    lines += '{"id":3,"true":null,"predicted":["a"]}\n'
    for file in (("f.parquet", parquet(table)), ("f.jsonl", lines.encode())):
        review = read_review([file])
        assert list(not_none(review.truth.documents)) == ["1", "2", "3"]
        assert classes_of(review.truth.labels, "ab") == [{"a", "b"}, set(), set()]
        assert classes_of(review.predictions[0].decisions, "ab") == [{"a"}, {"b"}, {"a"}]


def test_indicator_with_scores_under_a_prefix() -> None:
    review = review_of(
        f_csv="id,toxic,rude,score_toxic,score_rude\n1,1,0,0.9,0.1\n2,-1,,0.8,0.2\n3,0,1,0.3,0.7\n"
    )
    truth = review.truth
    assert truth.classes == ("rude", "toxic")
    assert not_none(truth.labels).toarray().tolist() == [
        [False, True],
        [False, False],
        [True, False],
    ]
    assert not_none(truth.unjudged).toarray().tolist() == [
        [False, False],
        [True, True],
        [False, False],
    ]
    assert review.predictions[0].scores.tolist() == [[0.1, 0.2, 0.7], [0.9, 0.8, 0.3]]


def test_long_with_absent_pairs() -> None:
    # 2 documents x 2 classes, 3 pairs, one without a score: 2 of 4 scored, one of them 0
    review = review_of(f_csv="id,class,truth,score,predicted\n1,a,1,0,1\n1,b,0,,0\n2,b,-1,0.5,1\n")
    truth, (system,) = review.truth, review.predictions
    assert not_none(truth.labels).toarray().tolist() == [[True, False], [False, False]]
    assert not_none(truth.unjudged).toarray().tolist() == [[False, False], [False, True]]
    assert system.scores.shape == (2, 2)
    assert system.scores.nnz == 2  # the score of 0 is a score
    assert system.scores.toarray().tolist() == [[0.0, 0.0], [0.0, 0.5]]
    assert system.scores[[0], :].indices.tolist() == [0]
    assert not_none(system.decisions).toarray().tolist() == [[True, False], [False, True]]


def test_long_with_every_pair_is_dense() -> None:
    review = review_of(f_csv="id,class,truth,score\n1,b,0,1\n1,a,1,2\n2,a,0,3\n2,b,1,4\n")
    assert review.predictions[0].scores.tolist() == [[2.0, 3.0], [1.0, 4.0]]


def test_a_long_row_without_class_lists_a_document_of_none() -> None:
    review = review_of(f_csv="id,class,truth,score\n1,a,1,2\n2,,,\n")
    assert classes_of(review.truth.labels, review.truth.classes) == [{"a"}, set()]
    assert "rows without a class: 1" in notes_text(review)


def test_unlabelled() -> None:
    wide = review_of(f_csv="id,proba_a,proba_b,lang\n1,0.25,0.75,en\n2,0.5,0.5,de\n")
    assert wide.truth.labels is None
    assert wide.truth.classes == ("a", "b")
    assert wide.predictions[0].probabilities
    assert wide.predictions[0].scores.tolist() == [[0.25, 0.5], [0.75, 0.5]]
    assert list(wide.truth.columns["lang"]) == ["en", "de"]
    called = review_of(f_csv="id,label,score\n1,a,0.5\n2,b,0.75\n")
    assert called.truth.labels is None
    assert classes_of(called.predictions[0].decisions, "ab") == [{"a"}, {"b"}]
    long = review_of(f_csv="id,class,probability\n1,a,0.5\n1,b,0.25\n2,b,1\n")
    assert long.truth.labels is None
    assert long.predictions[0].probabilities
    assert long.predictions[0].scores.nnz == 3


def test_a_square_matrix_of_counts() -> None:
    review = review_of(f_csv="true,cat,dog\ncat,5,1\ndog,0,2\n")
    truth, (system,) = review.truth, review.predictions
    assert truth.documents is None
    assert truth.n == 8
    assert truth.classes == ("cat", "dog")
    assert truth.task == "single-label"
    pairs = not_none(truth.labels).astype(int).T @ not_none(system.decisions).astype(int)
    assert pairs.toarray().tolist() == [[5, 1], [0, 2]]


def test_a_long_matrix_of_counts() -> None:
    review = review_of(f_csv="true,predicted,count\ncat,cat,5\ncat,dog,1\ndog,dog,2\ndog,cow,3\n")
    pairs = not_none(review.truth.labels).astype(int).T @ not_none(
        review.predictions[0].decisions
    ).astype(int)
    assert review.truth.classes == ("cat", "cow", "dog")
    assert pairs.toarray().tolist() == [[5, 0, 1], [0, 0, 0], [0, 3, 2]]


def test_without_ids_row_numbers_are_the_ids() -> None:
    review = review_of(f_csv="y_true,y_pred\na,a\nb,a\n")
    assert list(not_none(review.truth.documents)) == ["1", "2"]
    two = review_of(a_csv="true\na\nb\n", b_csv="predicted\nb\nb\n", by_row_order=True)
    assert classes_of(two.predictions[0].decisions, "ab") == [{"b"}, {"b"}]


def test_an_empty_column_of_predictions_is_said_to_be_none() -> None:
    review = be.read(b"id,true,predicted_a,predicted_b,source\n1,x,x,,\n2,y,x,,\n")
    assert [said.system for said in review.predictions] == ["a"]
    said = [note.what for note in review.notes if note.column in ("predicted_b", "source")]
    assert said == ["it holds no prediction, so it is kept as other information"]
