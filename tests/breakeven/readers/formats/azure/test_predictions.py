"""What the service answers is read however it is wrapped, cut into batches, or broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.opening import open_table
from tests.breakeven.readers.formats.azure.test_azure import as_file, decided, only, path, scores
from tests.breakeven.readers.reading import notes_text


def answer(*documents: Any, **more: Any) -> Any:
    return {"results": {"documents": list(documents), "errors": [], **more}}


def document(name: str, *classes: tuple[str, float], key: str = "class") -> Any:
    listed = [{"category": c, "confidenceScore": s} for c, s in classes]
    return {"id": name, key: listed, "warnings": []}


LABELS = {
    "metadata": {"projectKind": "CustomMultiLabelClassification"},
    "assets": {
        "classes": [{"category": "a"}, {"category": "b"}, {"category": "never"}],
        "documents": [
            {"location": "x/1.txt", "dataset": "Train", "classes": [{"category": "a"}]},
            {"location": "x/2.txt", "dataset": "Train", "classes": [{"category": "b"}]},
            {"location": "x/3.txt", "dataset": "Train"},
        ],
    },
}


@pytest.mark.parametrize(
    "wrapped",
    [
        answer,
        lambda first, second: [answer(first), answer(second)],
        lambda first, second: [first, second],
        lambda first, second: {"documents": [first, second]},
        lambda first, second: f"{json.dumps(answer(first))}\n{json.dumps(answer(second))}\n",
        lambda first, second: f"{json.dumps(first)}\n{json.dumps(second)}\n",
        lambda first, second: {"tasks": {"items": [answer(first), answer(second)]}},
    ],
)
@pytest.mark.parametrize("key", ["class", "classes", "classifications"])
def test_an_answer_is_read_however_it_is_wrapped(wrapped: Any, key: str, tmp_path: Path) -> None:
    # one without a class, as multi-label projects have it
    two = document("x/2.txt", ("b", 0.7), ("a", 0.6), key=key)
    given = wrapped(document("x/1.txt", ("a", 0.9), key=key), two)
    review = be.read(as_file(tmp_path, "labels", LABELS), as_file(tmp_path, "p", given))
    assert decided(review) == {"x/1.txt": {"a"}, "x/2.txt": {"a", "b"}}
    assert scores(review)["x/2.txt", "a"] == 0.6


def test_what_the_labels_file_has_and_a_review_does_not_is_said(tmp_path: Path) -> None:
    given = answer(document("x/1.txt", ("a", 0.9)), document("x/2.txt"))
    review = be.read(as_file(tmp_path, "labels", LABELS), as_file(tmp_path, "p", given))
    told = notes_text(review)
    assert "documents that nobody labelled: 1" in told
    assert "classes of the project without a document: 'never'" in told
    assert "every document is in the training set" in told
    assert decided(review)["x/2.txt"] == set()


def test_the_evaluation_says_which_documents_the_service_put_into_its_test_set(
    tmp_path: Path,
) -> None:
    result = {"expectedClasses": ["b"], "predictedClasses": []}
    evaluated = [{"location": "x/2.txt", "customMultiLabelClassificationResult": result}]
    evaluation = as_file(tmp_path, "evaluation", {"value": evaluated, "nextLink": "https://more"})
    review = be.read(as_file(tmp_path, "labels", LABELS), evaluation)
    assert review.truth.splits == ("train", "test")
    assert review.truth.documents is not None
    assert list(review.truth.documents[review.truth.in_split("test")]) == ["x/2.txt"]
    assert "documents that are in another split in another file: 1" in notes_text(review)
    assert "the service has more pages of this evaluation" in notes_text(review)


def test_two_deployments_in_one_answer_are_two_systems(tmp_path: Path) -> None:
    items = [
        answer(document("x/1.txt", ("a", 0.9)), deploymentName="old"),
        answer(document("x/1.txt", ("b", 0.8)), deploymentName="new"),
    ]
    given = as_file(tmp_path, "p", {"tasks": {"items": items}})
    review = be.read(as_file(tmp_path, "labels", LABELS), given)
    assert [one.system for one in review.predictions] == ["old", "new"]


def test_documents_that_the_service_gave_an_error_for_are_not_counted(tmp_path: Path) -> None:
    failed = {"id": "x/2.txt", "error": {"code": "InvalidArgument"}, "isError": True}
    given = as_file(tmp_path, "p", [document("x/1.txt", ("a", 0.9)), failed])
    review = be.read(as_file(tmp_path, "labels", LABELS), given)
    assert decided(review) == {"x/1.txt": {"a"}}
    assert "says nothing: 1 ('x/2.txt')" in notes_text(review)


WRONG: list[tuple[str, Any, str]] = [
    ("two", [document("x/1.txt", ("a", 0.9), ("a", 0.8))], "class 'a' is listed twice"),
    (
        "single",
        {"kind": "CustomSingleLabelClassificationLROResults"}
        | answer(document("1", ("a", 0.9), ("b", 0.1))),
        "row 1: 2 classes of a single-label project",
    ),
    (
        "late",
        [*[document(f"{i}", ("a", 0.9)) for i in range(30)], {"id": "30", "class": [{"x": 1}]}],
        "row 31: no id, or a class without a category and a confidenceScore",
    ),
    ("cut", path("single-predictions").read_text(encoding="utf-8")[:900], "not JSON"),
    ("half", path("multi-labels").read_text(encoding="utf-8")[:900], "not JSON"),
    ("gone", path("single-evaluation").read_text(encoding="utf-8")[:900], "not JSON"),
    ("short", path("single-summary").read_text(encoding="utf-8")[:900], "not JSON"),
    (
        "lines",
        f"{json.dumps(answer(document('1', ('a', 0.9))))}\n{{'results\n",
        "row 2: not JSON",
    ),
    (
        "unlabelled",
        {**LABELS, "assets": {"documents": [{"location": "1.txt"}]}},
        "none of the 1 documents has a class",
    ),
    (
        "nameless",
        {**LABELS, "assets": {"documents": [{"location": "1", "classes": [{}]}]}},
        "row 1, column 'class': a class has no category",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "message"), WRONG, ids=[name for name, _, _ in WRONG])
def test_what_is_broken_is_refused_with_a_message(
    name: str, given: Any, message: str, tmp_path: Path
) -> None:
    with pytest.raises(ReadError) as refused:
        be.read(as_file(tmp_path, name, given))
    assert message in str(refused.value)


def test_a_file_that_is_said_to_be_of_azure_and_is_not_is_refused() -> None:
    for key in ("azure-labels", "azure-predictions", "azure-evaluation", "azure-summary"):
        with pytest.raises(ReadError, match="it is not"):
            open_table("f.json", b'{"a": 1}', ReadOptions(format=key))


def batch(folder: Path, name: str, *documents: Any) -> Path:
    """An answer of the deployment live."""
    return as_file(folder, name, answer(*documents, deploymentName="live"))


def test_the_answers_to_many_requests_are_one_system(tmp_path: Path) -> None:
    labels = as_file(tmp_path, "labels", LABELS)
    second = batch(tmp_path, "answer-2", document("x/2.txt", ("b", 0.7), ("a", 0.6)))
    first = batch(tmp_path, "answer-1", document("x/1.txt", ("a", 0.9)))
    review = be.read(labels, second, first)
    assert only(review).system == "live"
    assert decided(review) == {"x/1.txt": {"a"}, "x/2.txt": {"a", "b"}}
    assert scores(review) == {
        ("x/1.txt", "a"): 0.9,
        ("x/2.txt", "a"): 0.6,
        ("x/2.txt", "b"): 0.7,
    }
    assert "says nothing" not in notes_text(review)


def test_two_answers_on_one_document_are_two_systems(tmp_path: Path) -> None:
    labels = as_file(tmp_path, "labels", LABELS)
    both = [document("x/1.txt", ("a", 0.9)), document("x/2.txt", ("b", 0.7))]
    old, new = batch(tmp_path, "old", *both), batch(tmp_path, "new", both[0])
    review = be.read(labels, old, new)
    assert [one.system for one in review.predictions] == ["old", "new"]
