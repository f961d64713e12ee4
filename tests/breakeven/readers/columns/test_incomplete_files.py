"""Files in which nothing is predicted: the data alone is a review."""

from __future__ import annotations

import json

import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from tests.without_a_system import FILES, PEOPLE, PLAIN, TEXTS

TASKS = [
    {
        "id": n,
        "data": {"text": f"text {n}"},
        "annotations": [
            {
                "id": 10 * n + who,
                "completed_by": who,
                "result": [{"type": "choices", "from_name": "k", "value": {"choices": [said]}}],
            }
            for who, said in ((1, one), (2, two))
        ],
    }
    for n, (one, two) in enumerate([("a", "a"), ("a", "b"), ("b", "b")], 1)
]
ANSWERS = [
    {"_input_hash": n, "_task_hash": n, "text": f"text {n}", "options": [{"id": "a"}, {"id": "b"}],
     "accept": [said], "answer": "accept", "_annotator_id": who}
    for who, gave in (("anna", "aab"), ("ben", "abb"))
    for n, said in enumerate(gave, 1)
]  # fmt: skip


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_no_system_is_made_up(data: bytes) -> None:
    review = read_review([("it.csv", data)])
    assert review.predictions == ()
    assert not review.has_system
    assert repr(review).endswith(" without a system>")


def test_truth_and_splits_are_read_as_they_stand() -> None:
    truth = read_review([("it.csv", PLAIN)]).truth
    assert truth.labels is not None
    assert truth.classes == ("c", "o", "w")
    assert truth.positives_per_class.tolist() == [1, 1, 3]
    assert [len(truth.in_split(name)) for name in truth.splits] == [3, 2]
    assert truth.text_column == "text"


def test_of_annotators_the_majority_is_the_truth_and_a_tie_is_none() -> None:
    truth = read_review([("it.csv", PEOPLE)]).truth
    assert [person.name for person in truth.annotators] == ["anna", "ben"]
    assert truth.gold == "majority"
    # they tie on 2: c and w
    assert truth.positives_per_class.tolist() == [1, 2]


def test_texts_with_splits_need_no_labels() -> None:
    truth = read_review([("it.csv", TEXTS)]).truth
    assert truth.labels is None
    assert truth.classes == ()
    assert [len(truth.in_split(name)) for name in truth.splits] == [2, 1]


def test_truth_in_one_file_and_splits_in_another_are_joined() -> None:
    files = [("t.csv", b"id,label\n1,a\n2,b\n"), ("s.csv", b"id,split\n1,train\n2,test\n")]
    review = read_review(files)
    assert review.predictions == ()
    assert review.truth.splits == ("train", "test")


@pytest.mark.parametrize(
    ("name", "text", "people"),
    [
        ("export.json", json.dumps(TASKS), ["1", "2"]),
        ("out.jsonl", "\n".join(map(json.dumps, ANSWERS)), ["anna", "ben"]),
    ],
)
def test_exports_of_annotation_tools_need_no_predictions(
    name: str, text: str, people: list[str]
) -> None:
    review = read_review([(name, text.encode())])
    assert review.predictions == ()
    assert [person.name for person in review.truth.annotators] == people
    # the two differ on the second of three documents
    assert review.truth.disputed.sum(axis=1).tolist() == [0, 2, 0]


def test_what_tells_something_else_of_documents_is_no_missing_prediction() -> None:
    data = b'id,label,meta,embedding\n1,a,"{""by"": 1}","[0.1, 0.2]"\n2,b,"{}","[0.3, 0.4]"\n'
    assert read_review([("it.csv", data)]).truth.classes == ("a", "b")


@pytest.mark.parametrize("data", [b"id,text\n1,a b\n2,b c\n", b"id,split\n1,train\n2,test\n"])
def test_texts_or_splits_alone_are_refused(data: bytes) -> None:
    with pytest.raises(ReadError):
        read_review([("it.csv", data)])
