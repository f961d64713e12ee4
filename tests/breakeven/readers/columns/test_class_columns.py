"""Columns of scores, one a class: whose they are, and what they are kept as."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numpy.testing import assert_array_equal

from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.file_table import SAMPLE_ROWS
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.reading import notes_text, parquet, proposal_of, review_of


def test_wide_scores_meet_their_classes_by_name() -> None:
    # columns in another order than the classes, and one class by a looser spelling
    review = review_of(
        f_csv="id,true,score_spam,score_Ham,p_value\n1,ham,0.25,0.75,3\n2,spam,-2,1e-3,4\n"
    )
    (system,) = review.predictions
    assert review.truth.classes == ("ham", "spam")
    assert system.scores.tolist() == [[0.75, 0.001], [0.25, -2.0]]
    assert system.scores.flags.c_contiguous
    assert system.decisions is None
    assert not system.probabilities
    assert_array_equal(review.truth.columns["p_value"], [3, 4])


def test_scores_are_probabilities_only_where_the_header_says_so_and_values_agree() -> None:
    header = "id,true,{0}a,{0}b\n1,a,0.5,0.5\n2,b,0,{1}\n"
    assert proposal_of(f_csv=header.format("proba_", "1")).files[0].probabilities
    assert not proposal_of(f_csv=header.format("proba_", "1.01")).files[0].probabilities
    assert not proposal_of(f_csv=header.format("score_", "0.75")).files[0].probabilities


def test_score_columns_carrying_just_a_class_name() -> None:
    review = review_of(f_csv="id,true,b,a,words\n1,a,0.5,1.5,10\n2,b,2,3,11\n")
    assert review.predictions[0].scores.tolist() == [[1.5, 3.0], [0.5, 2.0]]
    assert list(review.truth.columns) == ["words"]


def test_a_score_column_of_a_class_that_no_document_has_is_known_by_its_neighbours() -> None:
    # "rare" stands among score columns and is like them; 37.2 and 12.5 are unlike them
    review = review_of(
        f_csv="id,true,a,rare,b,temperature\n1,a,0.9,0.2,0.1,37.2\n2,b,0.2,0.1,0.7,12.5\n"
    )
    assert review.truth.classes == ("a", "b", "rare")
    assert list(review.truth.columns) == ["temperature"]
    assert "predicted classes that are never true: 1 ('rare')" in notes_text(review)


def test_scores_keep_their_precision() -> None:
    for kind in (np.float32, np.float64):
        table = pa.table(
            {
                "true": ["a", "b"],
                "score_a": np.array([0.1, 0.2], kind),
                "score_b": np.zeros(2, kind),
            }
        )
        scores = read_review([("f.parquet", parquet(table))]).predictions[0].scores
        assert scores.dtype == kind
        assert_array_equal(scores[0], np.array([0.1, 0.2], kind))


def test_decimal_comma_where_a_semicolon_delimits() -> None:
    review = review_of(f_csv="id;true;score_a;score_b;len\n1;a;0,5;1,5;1,25\n2;b;2;3;2\n")
    assert review.predictions[0].scores.tolist() == [[0.5, 2.0], [1.5, 3.0]]
    assert review.truth.columns["len"].tolist() == [1.25, 2.0]


def test_a_class_without_score_column_is_unscored() -> None:
    review = review_of(f_csv="id,true,score_a,score_c\n1,a,1,2\n2,b,3,4\n")
    scores = review.predictions[0].scores
    assert scores.toarray().tolist() == [[1.0, 3.0], [0.0, 0.0], [2.0, 4.0]]
    assert scores.nnz == 4
    assert "classes that system 'f' does not score: 1 ('b')" in notes_text(review)


def test_scores_whose_headers_are_alike_but_for_a_class_are_of_it_and_of_any_like_it() -> None:
    review = review_of(
        f_csv="label,P (label=a),P (label=b),P (label=rare),P (label=max)\n"
        "a,0.5,0.25,0.25,0.5\nb,0.25,0.5,0.25,0.5\n"
    )
    assert review.truth.classes == ("a", "b", "rare")
    assert review.predictions[0].scores.tolist() == [[0.5, 0.25], [0.25, 0.5], [0.25, 0.25]]
    assert list(review.truth.columns) == ["P (label=max)"]
    # counts of words are no scores
    review = review_of(f_csv="true,predicted,n_a,n_b\na,a,3,1\nb,a,0,2\n")
    assert review.predictions[0].scores is None


def test_first_rows_of_columns_that_are_read_one_by_one_are_of_one_length() -> None:
    # text ends with its piece of the file and numbers go on, where columns are read at once
    zeros, ones = np.zeros(1_500_000), np.ones(1_500_000)
    held = {"true": ["a", "b"] * 750_000, "n.a": zeros, "n": ones, "m": zeros}
    buffer, table = io.BytesIO(), pa.table(held)
    with pq.ParquetWriter(buffer, table.schema) as writer:
        writer.write_table(table.slice(0, 700))
        writer.write_table(table.slice(700))
    (opened,) = open_tables([("f.parquet", buffer.getvalue())])
    first = opened.sample
    assert first.column_names == [*held]
    assert 0 < len(first) <= SAMPLE_ROWS
    assert first.column("n.a").to_pylist() == [0.0] * len(first)
    assert first.column("n").to_pylist() == [1.0] * len(first)


def test_columns_that_are_read_by_several_threads_are_their_classes_and_are_all_checked() -> None:
    rows, classes = 60_000, 20
    values = np.arange(rows * classes, dtype=np.float32).reshape(classes, rows)
    held: dict[str, Any] = {"true": ["c00"] * rows}
    held |= {f"score:c{c:02}": values[c] for c in reversed(range(classes))}
    buffer = io.BytesIO()
    pq.write_table(pa.table(held), buffer)
    (predictions,) = read_review([("f.parquet", buffer.getvalue())]).predictions
    assert predictions.scores.dtype == np.float32
    assert_array_equal(predictions.scores, values)
    values[7, 41_000], values[3, 5] = np.nan, np.inf
    buffer = io.BytesIO()
    pq.write_table(pa.table(held), buffer)
    with pytest.raises(ReadError) as refused:
        read_review([("f.parquet", buffer.getvalue())])
    places = [(problem.row, problem.column) for problem in refused.value.problems]
    assert places == [(6, "score:c03"), (41_001, "score:c07")]


def test_what_stands_apart_from_the_score_columns_is_none_of_them_however_alike() -> None:
    # no document has the class "rare", whose column stands among the others; "ratio" stands apart
    review = review_of(
        f_csv="id,true,b,rare,a,text,ratio\n"
        "1,a,0.25,0.2,0.75,some words of it,0.5\n2,b,0.6,0.1,0.4,other words of it,0.3\n"
    )
    assert review.truth.classes == ("a", "b", "rare")
    assert "ratio" in review.truth.columns


def test_scores_in_lists_are_of_the_classes_listed_beside_them_and_not_of_the_true_ones() -> None:
    classes, scores = [["a", "b"], ["b"], ["a", "c"]], [[0.9, 0.1], [0.8], [0.7, 0.2]]
    rows = {"id": ["1", "2", "3"], "scores": scores}

    def roles(**lists: list[list[str]]) -> dict[str, str]:
        tables = open_tables([("f.parquet", parquet(pa.table({**rows, **lists})))])
        return dict(propose(tables).files[0].columns)

    listed = {"id": "id", "scores": "scores", "classes": "listed"}
    assert roles(classes=classes) == listed
    assert roles(y_true=classes, classes=classes) == listed | {"y_true": "truth"}
    assert "listed" not in roles(y_true=classes).values()


def test_truth_in_lists_is_no_yes_or_no_of_the_class_beside_it() -> None:
    rows = {
        "id": ["1", "1", "2", "2"],
        "class": ["a", "b", "a", "b"],
        "score": [0.9, 0.1, 0.2, 0.3],
    }
    for truth, shape in (([1, 0, 1, 1], "long"), ([[1], [0], [1], [1]], "labels")):
        tables = open_tables([("m.parquet", parquet(pa.table({**rows, "truth": truth})))])
        assert [file.shape for file in propose(tables).files] == [shape]


def test_a_column_of_lists_called_as_a_class_is_no_flags_of_it() -> None:
    truth = b"id,a,b\n1,1,0\n2,0,1\n3,1,1\n4,0,0\n"
    for lists in ([[1], [0], [1], [0]], [{"x": 1}] * 4):
        called = {"id": ["1", "2", "3", "4"], "a": [1, 0, 1, 0], "b": lists}
        tables = open_tables([("truth.csv", truth), ("m.parquet", parquet(pa.table(called)))])
        _, file = propose(tables).files
        assert file.columns == {"id": "id", "a": "decision", "b": "ignore"}
