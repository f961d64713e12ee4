"""JSON as pipelines, trainers and pandas write it is read, or refused with the way out."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.opening import open_table
from tests.breakeven.readers.reading import classes_of
from tests.made import not_none


def read(text: str | bytes, name: str = "f.json") -> Review:
    return read_review([(name, text.encode() if isinstance(text, str) else text)])


def lines(*values: Any) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def problems_of(text: str, name: str = "f.json") -> tuple[Problem, ...]:
    with pytest.raises(ReadError) as caught:
        read(text, name)
    return caught.value.problems


FRAME = pd.DataFrame({"true": ["a", "b", "b"], "predicted": ["a", "a", "b"], "size": [3, 4, 5]})
TOP_1 = [{"label": "a", "score": 0.9}, {"label": "b", "score": 0.8}, {"label": "a", "score": 0.7}]
ALL = [
    [{"label": "b", "score": 0.75}, {"label": "a", "score": 0.25}],
    [{"label": "a", "score": 0.5}, {"label": "b", "score": 0.5}],
]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"orient": "records"},
        {"orient": "records", "indent": 1},
        {"orient": "records", "lines": True},
        {"orient": "split"},
        {"orient": "index"},
        {"orient": "table", "index": False},
        {"indent": 2},
    ],
)
def test_a_frame_is_read_however_pandas_turned_it(options: dict[str, Any]) -> None:
    review = read(FRAME.to_json(**options))
    assert review.truth.n == 3
    assert review.truth.classes == ("a", "b")
    assert classes_of(review.truth.labels, "ab") == [{"a"}, {"b"}, {"b"}]
    assert classes_of(review.predictions[0].decisions, "ab") == [{"a"}, {"a"}, {"b"}]
    assert review.truth.columns["size"].tolist() == [3, 4, 5]


def test_the_index_of_a_frame_is_its_ids() -> None:
    frame = FRAME.set_index(pd.Index([7, 9, 8]))
    for text in (frame.to_json(), frame.to_json(orient="index"), frame.to_json(orient="split")):
        review = read(text)
        assert not_none(review.truth.documents).tolist() == ["7", "9", "8"]


def test_lists_by_name_are_columns() -> None:
    review = read(json.dumps(FRAME.to_dict("list")))
    assert classes_of(review.predictions[0].decisions, "ab") == [{"a"}, {"a"}, {"b"}]
    # but of one line of JSON lines they are the classes of one document
    one = read('{"id": 1, "true": ["a", "b"], "predicted": ["a", "b"]}')
    assert one.truth.n == 1


NAMED = FRAME.set_index(pd.Index(["x", "y", "z"]))


@pytest.mark.parametrize(
    "text", [FRAME.to_json(orient="values"), NAMED.to_json(), NAMED.to_json(orient="index")]
)
def test_a_frame_that_cannot_be_told_is_refused_with_the_remedy(text: str) -> None:
    for problem in problems_of(text):
        assert "orient='records', lines=True" in problem.remedy


@pytest.mark.parametrize(
    "text",
    [
        lines(*({"id": i, "prediction": top} for i, top in enumerate(TOP_1))),
        json.dumps([{"id": i, "prediction": [top]} for i, top in enumerate(TOP_1)]),
        lines(*({"id": i, "prediction": str([top])} for i, top in enumerate(TOP_1))),
        json.dumps(TOP_1),
        lines(*TOP_1),
        lines(*([top] for top in TOP_1)),
    ],
)
def test_a_label_with_its_score_is_a_prediction_with_its_confidence(text: str) -> None:
    review = read(text)
    assert review.truth.n == 3
    assert review.truth.labels is None
    assert review.truth.classes == ("a", "b")
    assert classes_of(review.predictions[0].decisions, "ab") == [{"a"}, {"b"}, {"a"}]
    (confidence,) = (c for name, c in review.truth.columns.items() if "score" in name)
    assert confidence.tolist() == [0.9, 0.8, 0.7]


@pytest.mark.parametrize(
    "text",
    [
        lines(*ALL),
        json.dumps(ALL),
        json.dumps(ALL, indent=1),
        lines(*({"scores": scores} for scores in ALL)),
        lines(*({"cats": {p["label"]: p["score"] for p in scores}} for scores in ALL)),
        lines(*({"out": [{"Name": p["label"], "Score": p["score"]} for p in s]} for s in ALL)),
    ],
)
def test_all_classes_with_their_scores_are_scores(text: str) -> None:
    review = read(text)
    assert review.truth.n == 2
    assert review.truth.classes == ("a", "b")
    assert review.predictions[0].scores.tolist() == [[0.25, 0.5], [0.75, 0.5]]
    assert review.predictions[0].probabilities


def test_scores_beside_their_truth_are_read_from_a_csv_of_python_objects() -> None:
    frame = pd.DataFrame({"label": ["a", "b"], "output": ALL})
    review = read(frame.to_csv(index=False), "f.csv")
    assert classes_of(review.truth.labels, "ab") == [{"a"}, {"b"}]
    assert review.predictions[0].scores.tolist() == [[0.25, 0.5], [0.75, 0.5]]


def test_a_class_that_is_not_listed_has_no_score() -> None:
    top_2 = [
        [{"label": "a", "score": 0.5}, {"label": "b", "score": 0.25}],
        [{"label": "c", "score": 0.75}, {"label": "a", "score": 0.0}],
    ]
    scores = read(lines(*top_2)).predictions[0].scores
    assert sparse.issparse(scores)
    assert scores.nnz == 4  # a score of 0 is one
    assert scores.toarray().tolist() == [[0.5, 0.0], [0.25, 0.0], [0.0, 0.75]]
    twice = [[{"label": "a", "score": 0.5}, {"label": "a", "score": 0.25}]]
    (problem,) = problems_of(lines({"id": 1, "p": twice[0]}, {"id": 2, "p": ALL[0]}))
    assert (problem.row, problem.column) == (1, "p")
    assert problem.what == "class 'a' is listed twice"


def test_what_a_trainer_predicts_is_read_by_class_number() -> None:
    logits = [[2.5, -1.5, 0.5], [0.25, 1.5, -2.0], [-1.0, 0.5, 0.25]]
    saved = {"predictions": logits, "label_ids": [0, 2, 1], "metrics": {"test_loss": 0.5}}
    review = read(json.dumps(saved))
    assert classes_of(review.truth.labels, "012") == [{"0"}, {"2"}, {"1"}]
    assert np.array_equal(review.predictions[0].scores, np.array(logits).T)
    assert not review.predictions[0].probabilities
    several = {"predictions": logits, "label_ids": [[1, 0, 1], [0, 0, 0], [0, 1, 0]]}
    review = read(json.dumps(several))
    assert classes_of(review.truth.labels, "012") == [{"0", "2"}, set(), {"1"}]
    assert np.array_equal(review.predictions[0].scores, np.array(logits).T)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (lines({"label": "a", "probs": [0.25, 0.75]}, {"label": "b", "probs": [0.5, 0.5]}),
         "f.jsonl"),
        (lines({"true": "a", "predictions": [0.25, 0.75]}, {"true": "b", "predictions": [1, 0.5]}),
         "f.jsonl"),
        (json.dumps({"y_true": ["a", "b"], "y_prob": [[0.25, 0.75], [0.5, 0.5]]}), "f.json"),
        ('true,prediction\na,"[0.25, 0.75]"\nb,[0.5 0.5]\n', "f.csv"),
        ('true,predicted\na,"{""a"": {""b"": 1}}"\nb,"{""a"": {""b"": 2}}"\n', "f.csv"),
        (lines({"true": "a", "predicted": {"x": {"y": 1}}}, {"true": "b", "predicted": {"x": [1]}}),
         "f.jsonl"),
    ],
)  # fmt: skip
def test_lists_and_objects_without_names_are_refused_with_one_remedy(text: str, name: str) -> None:
    (problem,) = problems_of(text, name)
    assert "a column of its own, named score: and the class" in problem.remedy


def test_scores_of_the_same_classes_under_two_keys_are_refused() -> None:
    (problem,) = problems_of(lines(*({"bert": scores, "svm": scores} for scores in ALL)))
    assert problem.what == "several keys hold scores of the same classes"


def test_what_is_no_record_of_a_list_is_named_by_its_place() -> None:
    found = problems_of('[{"true": "a", "predicted": "a"}, 3, "x"]')
    assert [(p.row, p.what) for p in found] == [
        (2, "a str, not an object"),  # numbers keep their characters
        (3, "a str, not an object"),
    ]
    (broken,) = problems_of('[\n {"true": "a", "predicted": "a"},\n {"true": "b" "x"}\n]')
    assert broken.row == 3
    (twice,) = problems_of('[\n {"true": "a", "true": "a"}\n]')
    assert (twice.column, twice.what) == ("true", "the key occurs twice")


def test_rows_of_a_list_are_accounted_for_by_their_place() -> None:
    found = problems_of(json.dumps([{"id": 1, "true": "a", "predicted": "a"}] * 2))
    assert [(p.row, p.column) for p in found] == [(2, "id")]


def test_a_frame_of_two_columns_is_rows_and_one_object_is_one_row() -> None:
    two = open_table("f.json", FRAME[["true", "predicted"]].to_json().encode())
    assert (two.columns, two.rows) == (("true", "predicted"), 3)
    assert two.lines.tolist() == [1, 2, 3]
    one = open_table("f.json", json.dumps({"true": "a", "predicted": "b"}).encode())
    assert (one.rows, one.lines.tolist()) == (1, [1])


def test_the_scores_of_one_document_are_its_first_row() -> None:
    assert open_table("f.json", json.dumps(ALL[0]).encode()).lines.tolist() == [1]
    assert open_table("f.json", json.dumps(ALL).encode()).lines.tolist() == [1, 2]


def rows(**columns: Any) -> str:
    """JSON lines of four documents; a value that is a list has one for each."""
    held = [v if isinstance(v, list) and len(v) == 4 else [v] * 4 for v in columns.values()]
    return lines(*(dict(zip(columns, row, strict=True)) for row in zip(*held, strict=True)))


SAID, CALLED = ["a", "b", "a", "b"], ["a", "b", "b", "b"]
PROBABILITIES = [{"a": 0.75, "b": 0.25}, {"a": 0.5, "b": 0.5}] * 2


@pytest.mark.parametrize(
    "text",
    [
        rows(intent=SAID, intent_prediction=[{"name": c, "confidence": 1} for c in CALLED]),
        rows(input={"text": "t"}, gold=[{"label": c} for c in SAID],
             output=[{"label": c, "why": "x"} for c in CALLED]),
        rows(true=SAID, result=[{"classifier": {"prediction": {"label": c}}} for c in CALLED]),
        rows(true=SAID, predictions=[[{"label": c, "score": 0.5, "rank": 1}] for c in CALLED]),
        rows(gold=[[{"label": c}] for c in SAID], pred=[[{"label": c}] for c in CALLED]),
        rows(true=SAID, predicted=CALLED, meta={"length": 12, "pages": 3}, features={"noise": 0.5}),
        json.dumps({"model": "m", "results": [
            {"true": t, "pred": c} for t, c in zip(SAID, CALLED, strict=True)
        ]}),
        json.dumps([["true", "pred"], *zip(SAID, CALLED, strict=True)]),
    ],
)  # fmt: skip
def test_nested_objects_are_columns(text: str) -> None:
    review = read(text)
    assert review.truth.classes == ("a", "b")
    assert classes_of(review.truth.labels, "ab") == [{c} for c in SAID]
    (system,) = review.predictions
    assert classes_of(not_none(system.decisions), "ab") == [{c} for c in CALLED]


@pytest.mark.parametrize(
    "scored", [{"scores": PROBABILITIES}, {"model": [{"probs": one} for one in PROBABILITIES]}]
)
def test_nested_scores_and_flags_are_of_the_classes_they_name(scored: dict[str, Any]) -> None:
    review = read(rows(labels=[{"a": True, "b": False}, {"a": 0, "b": 1}] * 2, **scored))
    assert review.truth.classes == ("a", "b")
    assert classes_of(not_none(review.truth.labels), "ab") == [{"a"}, {"b"}] * 2
    assert review.predictions[0].scores.tolist() == [[0.75, 0.5] * 2, [0.25, 0.5] * 2]


@pytest.mark.parametrize(
    "text",
    [
        rows(true=SAID, pred=["a", {"label": "b"}, "a", "b"]),
        rows(true=SAID, pred=[{"label": "a"}, "b", "a", "b"]),
        rows(true=SAID, pred=[[{"label": "a", "start": 1}, {"label": "b", "start": 2}]] * 4),
        rows(true=SAID, pred=[[["a"], ["b"]]] * 4),
        rows(true=SAID, pred={"a": {"b": {"c": {"d": {"e": {"f": {"g": "a"}}}}}}}),
        rows(pred=SAID, entities=[[{"start": 1, "end": 2}, {"start": 3, "end": 4}]] * 4,
             true=[{"label": "a"}, ["a"], "b", "b"]),
    ],
)  # fmt: skip
def test_what_is_no_name_of_a_class_is_refused_and_never_one(text: str) -> None:
    (problem,) = problems_of(text, "f.jsonl")
    assert "write the class into one column" in problem.remedy or problem.what == (
        "nothing is predicted"
    )


def test_numbers_about_a_document_are_no_scores() -> None:
    text = rows(true=SAID, pred=CALLED, meta={"length": 12, "pages": 3})
    columns = open_table("f.jsonl", text.encode()).columns
    assert columns == ("true", "pred", "meta.length", "meta.pages")
    deep = '{"a":' * 1000 + "1" + "}" * 1000
    assert problems_of(deep)[0].what == "not JSON: nested too deeply"


@pytest.mark.parametrize(
    "half", ['"columns": ["a", "b"]', '"data": [["a", "b"]]', '"columns": 2, "data": "none"']
)
def test_an_object_with_half_a_frame_is_none(half: str) -> None:
    text = f'{{{half}, "items": [{{"id": 7, "true": "a"}}, {{"id": 8, "true": "b"}}]}}'
    truth = read(text).truth
    assert not_none(truth.documents).tolist() == ["7", "8"]
    assert classes_of(not_none(truth.labels), "ab") == [{"a"}, {"b"}]
