"""One small file of each shape, written by hand, and what must come of it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose, separator_of
from breakeven.readers.files.table import open_tables
from breakeven.readers.proposal import FileProposal, Proposal
from breakeven.records import Review
from tests.made import known


def review_of(**files: Any) -> Review:
    """A review from file texts; `truth_csv="…"` is a file named truth.csv."""
    named = [(name.replace("_", ".", 1), text.encode()) for name, text in files.items()]
    return read_review(named)


def proposal_of(**files: Any) -> Proposal:
    named = [(name.replace("_", ".", 1), text.encode()) for name, text in files.items()]
    return propose(open_tables(named))


def parquet(table: Any, **options: Any) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer, **options)
    return buffer.getvalue()


def classes_of(
    matrix: sparse.csc_array, classes: list[str] | str | tuple[str, ...]
) -> list[set[Any] | set[str]]:
    """The set of classes of each document of a boolean (documents, classes) matrix."""
    return [{classes[j] for j in np.flatnonzero(row)} for row in matrix.toarray()]


def said(text: Review) -> str:
    return " | ".join(f"{note.column} {note.what} {note.remedy}" for note in text.notes)


def test_labels() -> None:
    review = review_of(
        spam_csv="id,true,predicted,confidence,split,lang,text\n"
        "7,ham,ham,0.9,Train,en,hello\n"
        "x,spam,ham,0.6,TEST,de,hallo\n"
        "9,ham,,0.5,validation,en,\n"
    )
    truth, (system,) = review.truth, review.predictions
    assert list(known(truth.documents)) == ["7", "x", "9"]
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
    ("one", "two", "separator"),
    [
        ("a|b", "b", "|"),
        ("a;b", "b", ";"),
        ('"a,b"', "b", ","),
        ('"a, b"', "b", ", "),
        ('"[""a"", ""b""]"', '"[""b""]"', "list"),
        ("\"['a', 'b']\"", "['b']", "list"),
    ],
)
def test_several_labels_in_a_cell(one: str, two: str, separator: str) -> None:
    text = f"id,true,predicted\n1,{one},{two}\n2,{two},{one}\n3,,\n"
    assert proposal_of(f_csv=text).files[0].separator == separator
    review = review_of(f_csv=text)
    assert review.truth.classes == ("a", "b")
    assert classes_of(review.truth.labels, "ab") == [{"a", "b"}, {"b"}, set()]
    assert classes_of(review.predictions[0].decisions, "ab") == [{"b"}, {"a", "b"}, set()]
    assert review.truth.task == "multi-label"


def test_a_comma_inside_names_is_no_separator() -> None:
    assert separator_of(["News, sports", "Arts, film", ""]) == "none"
    assert separator_of(["News, sports", "sports", ""]) == ", "


def test_a_class_listed_twice_counts_once() -> None:
    review = review_of(f_csv="id,true,predicted\n1,corn|corn,corn\n2,corn|wheat,wheat\n")
    assert known(review.truth.labels).toarray().tolist() == [[True, False], [True, True]]
    assert "rows that list a class twice: 1" in said(review)


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
        assert list(known(review.truth.documents)) == ["1", "2", "3"]
        assert classes_of(review.truth.labels, "ab") == [{"a", "b"}, set(), set()]
        assert classes_of(review.predictions[0].decisions, "ab") == [{"a"}, {"b"}, {"a"}]


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
    assert not proposal_of(f_csv=header.format("score_", "1")).files[0].probabilities


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
    assert "predicted classes that are never true: 1 ('rare')" in said(review)


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


def test_indicator_with_scores_under_a_prefix() -> None:
    review = review_of(
        f_csv="id,toxic,rude,score_toxic,score_rude\n1,1,0,0.9,0.1\n2,-1,,0.8,0.2\n3,0,1,0.3,0.7\n"
    )
    truth = review.truth
    assert truth.classes == ("rude", "toxic")
    assert known(truth.labels).toarray().tolist() == [[False, True], [False, False], [True, False]]
    assert known(truth.unjudged).toarray().tolist() == [
        [False, False],
        [True, True],
        [False, False],
    ]
    assert review.predictions[0].scores.tolist() == [[0.1, 0.2, 0.7], [0.9, 0.8, 0.3]]


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


def test_long_with_absent_pairs() -> None:
    # 2 documents x 2 classes, 3 pairs, one without a score: 2 of 4 scored, one of them 0
    review = review_of(f_csv="id,class,truth,score,predicted\n1,a,1,0,1\n1,b,0,,0\n2,b,-1,0.5,1\n")
    truth, (system,) = review.truth, review.predictions
    assert known(truth.labels).toarray().tolist() == [[True, False], [False, False]]
    assert known(truth.unjudged).toarray().tolist() == [[False, False], [False, True]]
    assert system.scores.shape == (2, 2)
    assert system.scores.nnz == 2  # the score of 0 is a score
    assert system.scores.toarray().tolist() == [[0.0, 0.0], [0.0, 0.5]]
    assert system.scores[[0], :].indices.tolist() == [0]
    assert known(system.decisions).toarray().tolist() == [[True, False], [False, True]]


def test_long_with_every_pair_is_dense() -> None:
    review = review_of(f_csv="id,class,truth,score\n1,b,0,1\n1,a,1,2\n2,a,0,3\n2,b,1,4\n")
    assert review.predictions[0].scores.tolist() == [[2.0, 3.0], [1.0, 4.0]]


def test_a_long_row_without_class_lists_a_document_of_none() -> None:
    review = review_of(f_csv="id,class,truth,score\n1,a,1,2\n2,,,\n")
    assert classes_of(review.truth.labels, review.truth.classes) == [{"a"}, set()]
    assert "rows that name no class: 1" in said(review)


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
    assert list(known(review.truth.documents)) == ["1", "2", "3"]
    assert review.truth.classes == ("a", "b", "c")
    assert review.truth.splits == ("dev", "test")
    assert_array_equal(forest.rows, [0, 1])
    assert classes_of(forest.decisions, "abc") == [{"b"}, {"b"}]
    assert classes_of(svm.decisions, "abc") == [{"a"}, {"b"}, {"c"}]
    notes = said(review)
    assert "documents without truth: 1 ('9')" in notes
    assert "documents of which system 'forest' says nothing: 1 ('3')" in notes
    assert "predicted classes that are never true: 1 ('c')" in notes
    assert "left out: 'extra'" in notes


def test_files_per_system_that_each_repeat_the_truth() -> None:
    review = review_of(
        x_csv="id,true,predicted\n1,a,a\n2,b,a\n", y_csv="id,true,predicted\n2,b,b\n3,a,a\n"
    )
    assert list(known(review.truth.documents)) == ["1", "2", "3"]
    assert classes_of(review.truth.labels, "ab") == [{"a"}, {"b"}, {"a"}]
    assert [list(system.rows) for system in review.predictions] == [[0, 1], [1, 2]]


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
    pairs = known(truth.labels).astype(int).T @ known(system.decisions).astype(int)
    assert pairs.toarray().tolist() == [[5, 1], [0, 2]]


def test_a_long_matrix_of_counts() -> None:
    review = review_of(f_csv="true,predicted,count\ncat,cat,5\ncat,dog,1\ndog,dog,2\ndog,cow,3\n")
    pairs = known(review.truth.labels).astype(int).T @ known(
        review.predictions[0].decisions
    ).astype(int)
    assert review.truth.classes == ("cat", "cow", "dog")
    assert pairs.toarray().tolist() == [[5, 0, 1], [0, 0, 0], [0, 3, 2]]


def test_without_ids_row_numbers_are_the_ids() -> None:
    review = review_of(f_csv="y_true,y_pred\na,a\nb,a\n")
    assert list(known(review.truth.documents)) == ["1", "2"]
    two = review_of(a_csv="true\na\nb\n", b_csv="predicted\nb\nb\n")
    assert classes_of(two.predictions[0].decisions, "ab") == [{"b"}, {"b"}]


def test_a_class_without_score_column_is_unscored() -> None:
    review = review_of(f_csv="id,true,score_a,score_c\n1,a,1,2\n2,b,3,4\n")
    scores = review.predictions[0].scores
    assert scores.toarray().tolist() == [[1.0, 3.0], [0.0, 0.0], [2.0, 4.0]]
    assert scores.nnz == 4
    assert "classes that system 'f' does not score: 1 ('b')" in said(review)


@pytest.mark.parametrize("name", ["f.csv", "f.jsonl", "f.parquet"])
def test_names_that_readers_like_to_guess_are_kept_exactly(name: str) -> None:
    names = ["NA", "None", "null", "nan", "01", "1", "1.0", "True", " x ", "x", "2024-01-01", "é"]
    ids = ["0001", *map(str, range(2, 13))]
    review = read_review([(name, written(name, ids, names, names))])
    assert review.truth.classes == tuple(sorted(names))
    assert classes_of(review.truth.labels, sorted(names)) == [{n} for n in names]
    assert known(review.truth.documents)[0] == "0001"


def written(name: str, ids: list[str], true: list[str], predicted: list[str]) -> bytes:
    import csv
    import json

    if name.endswith("csv"):
        out = io.StringIO(newline="")
        writer = csv.writer(out, quoting=csv.QUOTE_ALL)
        writer.writerow(["id", "true", "predicted"])
        writer.writerows(zip(ids, true, predicted, strict=True))
        return out.getvalue().encode()
    if name.endswith("jsonl"):
        rows = zip(ids, true, predicted, strict=True)
        keys = ("id", "true", "predicted")
        return "\n".join(json.dumps(dict(zip(keys, r, strict=True))) for r in rows).encode()
    return parquet(pa.table({"id": ids, "true": true, "predicted": predicted}))


def test_numbers_in_json_keep_their_text() -> None:
    review = review_of(
        f_jsonl='{"id": 1, "true": 1, "predicted": 1.0}\n{"id": 2, "true": true, "predicted": 1}\n'
    )
    assert review.truth.classes == ("1", "1.0", "true")


def test_slices_become_numbers_and_codes_and_dates_stay_text() -> None:
    review = review_of(
        f_csv="true,predicted,n,x,code,date\na,a,1,,007,2024-01-01\nb,b,2,1e3,010,2024-01-02\n"
    )
    columns = review.truth.columns
    assert columns["n"].dtype == np.int64
    assert_array_equal(columns["x"], [np.nan, 1000.0])
    assert columns["code"].tolist() == ["007", "010"]
    assert columns["date"].tolist() == ["2024-01-01", "2024-01-02"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_says_the_encoding(encoding: str) -> None:
    review = read_review([("f.csv", "id,true,predicted\n1,Ü,Ü\n".encode(encoding))])
    assert review.truth.classes == ("Ü",)
    assert list(known(review.truth.documents)) == ["1"]


def test_an_encoding_can_be_given() -> None:
    files = [("f.csv", "id,true,predicted\n1,Ü,Ü\n".encode("latin-1"))]
    tables = open_tables(files, {"f.csv": "latin-1"})
    proposal = propose(tables)
    assert proposal.files[0].encoding == "latin-1"
    assert read_review(files, proposal).truth.classes == ("Ü",)


def test_near_duplicates_are_said_and_kept() -> None:
    review = review_of(f_csv="true,predicted\ncat,cat\nCat ,cat\n")
    assert review.truth.classes == ("Cat ", "cat")
    assert "look alike: 'Cat ', 'cat'" in said(review)


def test_a_proposal_survives_json_and_decides_the_fingerprint() -> None:
    files = [("f.csv", b"id,true,score_a,score_b\n1,a,0.5,0.25\n2,b,0,1\n")]
    proposal = propose(open_tables(files))
    assert Proposal.from_json(proposal.to_json()) == proposal
    one = read_review(files, proposal)
    again = build_review(open_tables(files), Proposal.from_json(proposal.to_json()), "other")
    assert one.fingerprint == again.fingerprint
    stated = Proposal((FileProposal(**{**vars(proposal.files[0]), "probabilities": True}),))
    changed = read_review(files, stated)
    assert changed.predictions[0].probabilities
    assert changed.fingerprint != one.fingerprint
    more = read_review([("f.csv", files[0][1] + b"3,a,1,1\n")], proposal)
    assert more.fingerprint != one.fingerprint


def test_the_user_changes_a_role() -> None:
    files = [("f.csv", b"id,first,second\n1,a,b\n2,b,b\n")]
    roles = {"id": "id", "first": "truth", "second": "predicted"}
    review = read_review(files, Proposal((FileProposal("f.csv", "both", "labels", roles),)))
    assert classes_of(review.truth.labels, "ab") == [{"a"}, {"b"}]
    assert review.predictions[0].system == "f"


def test_a_path_is_read_as_bytes_are(tmp_path: Path) -> None:
    table = pa.table({"id": [1, 2], "true": ["a", "b"], "predicted": ["b", "b"]})
    for name, data in (("f.parquet", parquet(table)), ("f.csv", b"id,true,predicted\n1,a,b\n")):
        (tmp_path / name).write_bytes(data)
        by_path, by_bytes = read_review([(name, tmp_path / name)]), read_review([(name, data)])
        assert by_path.fingerprint == by_bytes.fingerprint
        assert by_path.truth.classes == by_bytes.truth.classes


@pytest.mark.parametrize(
    ("column", "classes"),
    [
        (pa.array([1, 2]).dictionary_encode(), ("1", "2")),
        (pa.array(["x", "y"]).dictionary_encode(), ("x", "y")),
        (pa.array(["x", "y"], pa.large_string()), ("x", "y")),
        (pa.array(["x", "y"], pa.string_view()), ("x", "y")),
        (pa.array([True, False]), ("false", "true")),
        (pa.array([1.0, 2.0]), ("1", "2")),  # whole numbers that a gap had made floating
        (
            pa.array([["x"], ["y", "x"]], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
            ("x", "y"),
        ),
        (pa.array([["x", "y"], None], pa.list_(pa.string(), 2)), ("x", "y")),
        (pa.array([[1], [2, 1]]), ("1", "2")),
    ],
)
def test_parquet_types_that_can_hold_classes(column: Any, classes: tuple[str, str]) -> None:
    review = read_review([("f.parquet", parquet(pa.table({"true": column, "predicted": column})))])
    assert review.truth.classes == classes
    labels, called = known(review.truth.labels), known(review.predictions[0].decisions)
    assert np.array_equal(labels.toarray(), called.toarray())
    assert labels[0, 0] or column[0].as_py() is True


def test_parquet_slices_of_every_type() -> None:
    import datetime

    table = pa.table(
        {
            "true": ["x", "y"],
            "predicted": ["x", "y"],
            "when": [datetime.date(2024, 1, 1), None],
            "gap": [1, None],
            "yes": [True, None],
            "half": np.array([1, 2], np.float16),
            "nested": [{"x": 1}] * 2,
        }
    )
    review = read_review([("f.parquet", parquet(table))])
    columns = review.truth.columns
    assert list(columns) == ["when", "gap", "yes", "half"]
    assert columns["when"].tolist() == ["2024-01-01", ""]
    assert_array_equal(columns["gap"], [1, np.nan])
    assert columns["yes"].tolist() == ["true", ""]
    assert columns["half"].tolist() == [1.0, 2.0]
    assert "left out: 'nested'" in said(review)
