"""What cloud services say of documents: BigQuery ML, Google Vertex AI, Amazon Comprehend."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa
import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.formats.examples import (
    EXAMPLES,
    called_of,
    example,
    proposal_of,
    scores_of,
    truth_of,
)
from tests.breakeven.readers.reading import parquet, review_of

NAN = float("nan")


@pytest.mark.parametrize(
    "name", ["predictions.jsonl", "predictions.parquet", "predictions.csv", "pandas.csv"]
)
def test_an_array_of_structs_is_the_scores_of_all_classes(name: str) -> None:
    review = example(f"bigquery/{name}")
    assert truth_of(review) == [{"billing"}, {"bug"}, {"praise"}, {"billing"}, {"praise"}]
    assert called_of(review) == [{"billing"}, {"bug"}, {"praise"}, {"bug"}, {"praise"}]
    assert scores_of(review) == {
        "billing": [0.8125, 0.1875, 0.1875, 0.4375, 0.0625],
        "bug": [0.125, 0.75, 0.3125, 0.5, 0.0],
        "praise": [0.0625, 0.0625, 0.5, 0.0625, 0.9375],
    }
    assert review.predictions[0].probabilities
    assert review.truth.text_column == "content"
    assert be.evaluate(review).exact_match == 0.8


def test_labels_of_other_types_meet_their_truth() -> None:
    for given, written in (([True, False], {"true", "false"}), ([1, 0], {"1", "0"})):
        probs = [[{"label": value, "prob": 0.75}, {"label": given[1 - i], "prob": 0.25}]
                 for i, value in enumerate(given)]  # fmt: skip
        columns = {"y": given, "predicted_y": given, "predicted_y_probs": probs}
        lines = "".join(
            json.dumps({name: values[i] for name, values in columns.items()}) + "\n"
            for i in range(2)
        )
        for data in (parquet(pa.table(columns)), lines.encode()):
            review = read_review([("p.parquet" if data[:1] == b"P" else "p.jsonl", data)])
            assert set(review.truth.classes) == written
            assert truth_of(review) == called_of(review)


def test_three_parallel_lists_are_matched_by_place() -> None:
    review = example("vertex/batch.jsonl")
    assert review.truth.documents is not None
    assert review.truth.documents[1] == "gs://bucket/texts/2.txt"
    assert scores_of(review) == {
        "bonding": [0.09, 0.66, 0.495], "enjoy_the_moment": [0.91, 0.34, 0.505],
    }  # fmt: skip
    assert review.predictions[0].probabilities  # they add up to 1 in every row


def test_shards_of_a_batch_are_one_system() -> None:
    shards = open_bytes("vertex/batch.jsonl").splitlines(keepends=True)
    names = ("prediction.results-00000-of-00002", "prediction.results-00001-of-00002")
    truth = b"id,true\n" + b"".join(b"gs://bucket/texts/%d.txt,bonding\n" % n for n in (1, 2, 3))
    files = [(names[0], shards[0]), (names[1], b"".join(shards[1:]))]
    review = read_review([("truth.csv", truth), *files])
    assert [said.system for said in review.predictions] == ["Vertex AI"]
    assert scores_of(review)["bonding"] == [0.09, 0.66, 0.495]


def test_the_answer_of_an_endpoint_has_no_ids_and_may_leave_classes_out() -> None:
    review = example("vertex/endpoint.json")
    scores = scores_of(review)
    assert scores["mixed"] == [0.2051, 0.7713]
    np.testing.assert_array_equal(scores["positive"], [0.8986, NAN])
    assert not review.predictions[0].probabilities


def test_only_the_classes_that_comprehend_lists_have_scores() -> None:
    review = example("comprehend/multi_class.jsonl")
    assert review.truth.documents is not None
    assert review.truth.documents[2] == "reviews.txt:2"  # lines count from 0
    scores = scores_of(review)
    np.testing.assert_array_equal(scores["Science_Fiction"], [NAN, 0.5, 0.3381, NAN])
    assert not review.predictions[0].probabilities
    several = example("comprehend/multi_label.jsonl")
    assert several.truth.documents is not None
    # what could not be classified was not asked about: nothing is said of it
    assert several.truth.documents.tolist() == ["a.txt", "b.txt", "c.txt"]
    np.testing.assert_array_equal(scores_of(several)["Comedy"], [0.0372, 0.9912, NAN])


def test_the_archive_of_a_job_is_read_as_the_file_within() -> None:
    packed, plain = example("comprehend/output.tar.gz"), example("comprehend/multi_class.jsonl")
    np.testing.assert_equal(scores_of(packed), scores_of(plain))
    assert packed.predictions[0].system == "Comprehend"


def test_the_file_of_a_line_is_a_property_where_there_are_several_files() -> None:
    def roles(*places: dict[str, object]) -> dict[str, str]:
        classes = {"Classes": [{"Name": "x", "Score": 0.75}, {"Name": "y", "Score": 0.25}]}
        lines = "".join(f"{json.dumps({**place, **classes})}\n" for place in places)
        (file,) = propose(open_tables([("p.jsonl", lines.encode())])).files
        return {
            header: file.columns[header] for header in ("File", "Line") if header in file.columns
        }

    lines_of_two = roles({"File": "a", "Line": "0"}, {"File": "b", "Line": "0"})
    assert lines_of_two == {"File": "slice", "Line": "ignore"}
    # of one file it tells nothing apart, and a file without lines is the document itself
    assert roles({"File": "a", "Line": "0"}, {"File": "a", "Line": "1"})["File"] == "ignore"
    assert roles({"File": "a"}, {"File": "b"}) == {"File": "ignore"}


def test_truth_is_joined_by_file_and_line() -> None:
    truth = "id,true\nreviews.txt:0,Documentary\nreviews.txt:3,Other\n"
    data = open_bytes("comprehend/multi_class.jsonl")
    review = read_review([("t.csv", truth.encode()), ("p.jsonl", data)])
    evaluation = be.evaluate(review)
    assert evaluation.exact_match == 0.5  # the last is called Serious_Drama


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"File": "a", "Classes": [{"Name": "x", "Score": 1}, {"Name": "x", "Score": 0}]}\n',
         "row 1: class 'x' is listed twice"),
        ('{"File": "a", "Classes": [{"Name": "x", "Score": 1}]}\n' * 20 + '{"File": "a"}\n',
         "row 21: no File with its Classes or Labels"),
        ('{"instance": "a", "prediction": {"displayNames": ["x"], "confidences": [1]}}\n' * 20
         + '{"prediction": {"displayNames": ["x"], "confidences": []}}\n',
         "row 21: no prediction with displayNames and confidences"),
        ('{"predicted_y": "a", "predicted_y_probs": [{"label": "a"}]}\n',
         "row 1, column 'predicted_y_probs': is not a list of classes"),
        ('{"File": "a", "Classes": [{"Name": "x", "Score": "high"}]}\n', "score of 'x' is 'high'"),
        ('{"File": "a", "Classes": [{"Name": "x", "Score": 1}]}\n{"File": "b", "C', "row 2: not"),
    ],
)  # fmt: skip
def test_what_is_broken_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        review_of(p_jsonl=text)


@pytest.mark.parametrize(
    "name",
    ["bigquery/predictions.csv", "doccano/anna.csv", "label_studio/csv.csv", "weka/folds.csv"],
)
def test_a_table_of_another_encoding_is_refused_with_its_byte(name: str) -> None:
    data = open_bytes(name)
    with pytest.raises(ReadError, match=r"byte 0xff at position .* is not utf-8"):
        read_review([("p.csv", data[:-20] + b"\xff" + data[-20:])])


def test_a_column_of_probabilities_that_is_no_list_of_structs_is_refused() -> None:
    table = pa.table({"predicted_y": ["a"], "predicted_y_probs": [[0.5]]})
    with pytest.raises(ReadError, match="is not a list of classes, each a label with its prob"):
        read_review([("p.parquet", parquet(table))])
    assert proposal_of("bigquery/pandas.csv").format == "bigquery-ml"


def open_bytes(name: str) -> bytes:
    return (EXAMPLES / name).read_bytes()
