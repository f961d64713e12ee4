"""What doccano exports is read as it comes: a file a person, or annotations with their users."""

from __future__ import annotations

import json

import pytest

from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.annotation.test_label_studio import CALLED, people_of
from tests.breakeven.readers.formats.examples import formats_of
from tests.breakeven.readers.formats.test_registry import EXAMPLES
from tests.breakeven.readers.reading import review_of


def test_doccano_writes_a_file_for_each_person() -> None:
    def lines(*labels: list[str]) -> str:
        return "".join(
            json.dumps({"id": n, "text": f"t{n}", "label": label, "Comments": []}) + "\n"
            for n, label in enumerate(labels, 1)
        )

    review = review_of(
        anna_jsonl=lines(["pos"], ["neg"]), bob_jsonl=lines(["pos"], []), p_csv=CALLED
    )
    assert people_of(review) == {"anna": [{"pos"}, {"neg"}], "bob": [{"pos"}, set()]}


def test_doccano_of_old_names_the_person_in_each_line_or_annotation() -> None:
    named = "".join(
        json.dumps({"doc_id": 1, "text": "t", "labels": labels, "username": who}) + "\n"
        for who, labels in (("anna", ["pos"]), ("bob", ["pos", "neg"]))
    )
    review = review_of(all_jsonl=named, p_csv=CALLED)
    assert people_of(review) == {"anna": [{"pos"}], "bob": [{"neg", "pos"}]}
    given = [{"label": 7, "user": 1}, {"label": 8, "user": 1}, {"label": 7, "user": 2}]
    line = json.dumps({"id": 1, "text": "t", "annotations": given, "meta": {}})
    review = review_of(all_jsonl=line, p_csv="id,predicted\n1,7\n")
    assert people_of(review) == {"1": [{"7", "8"}], "2": [{"7"}]}


@pytest.mark.parametrize("ending", ["json", "jsonl", "csv"])
def test_a_file_of_each_person_by_its_own_writers(ending: str) -> None:
    files = [
        (f"{who}.{ending}", EXAMPLES / "doccano" / f"{who}.{ending}") for who in ("anna", "bob")
    ]
    called = b"id,predicted\n1,grain\n2,trade\n3,ship\n4,\n"
    review = read_review([*files, ("p.csv", called)])
    assert people_of(review) == {
        "anna": [{"grain"}, {"trade", "ship"}, set(), {"grain", "trade"}],
        "bob": [{"grain"}, {"trade"}, {"ship"}, {"grain", "trade"}],
    }
    assert review.truth.text_column == "text"


def test_an_annotation_has_what_doccano_writes_and_nothing_else() -> None:
    complete = {
        "id": 1, "label": 2, "user": 3, "prob": 0.0, "manual": False, "document": 4,
        "created_at": "2024-01-31", "updated_at": "2024-01-31",
    }  # fmt: skip
    least = {"label": 2, "user": 3}
    for annotation, ours in (
        (complete, True),
        (least, True),
        (complete | {"start_offset": 0}, False),
        ({"label": 2}, False),
    ):
        record = {"id": 1, "text": "a text", "annotations": [annotation]}
        assert ("doccano" in formats_of(json.dumps([record]))) == ours
