"""What Label Studio exports is read as it comes: known by its keys, never by its name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError, UnexpectedError
from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.test_registry import EXAMPLES
from tests.breakeven.readers.reading import classes_of, notes_text, review_of

PEOPLE_SAID = ("pos", "pos", "neg", "pos")
CALLED = "id,predicted\n1,pos\n2,neg\n3,pos\n"


def annotation(who: Any, *chosen: str, **more: Any) -> dict[str, Any]:
    """An annotation as Label Studio writes it; without a class its result is empty."""
    value = {"value": {"choices": list(chosen)}, "from_name": "sentiment", "type": "choices"}
    result = [value | {"to_name": "text", "id": "x", "origin": "manual"}] if chosen else []
    made = {"id": 7, "completed_by": who, "result": result, "was_cancelled": False}
    return made | {"ground_truth": False, "lead_time": 2.5} | more


def task(number: int, *annotations: dict[str, Any], **more: Any) -> dict[str, Any]:
    made = {"id": number, "data": {"text": f"text {number}"}, "annotations": list(annotations)}
    return made | {"meta": {}, "project": 3, "predictions": []} | more


def people_of(review: Review) -> dict[str, list[set[Any]]]:
    return {a.name: classes_of(a.labels, review.truth.classes) for a in review.truth.annotators}


def test_tasks_of_label_studio_are_a_document_each_with_a_row_for_each_annotation() -> None:
    anna = {"id": 4, "email": "anna@example.org"}
    tasks = [
        task(1, annotation(anna, "pos", "neg"), annotation(2, "pos")),
        task(2, annotation(anna), annotation(2, was_cancelled=True)),
        task(3),
    ]
    review = review_of(export_json=json.dumps(tasks), p_csv=CALLED)
    assert review.truth.documents is not None
    assert review.truth.documents.tolist() == ["1", "2", "3"]
    # an empty answer is no class; a skipped task was not judged, and nobody labelled the third
    assert people_of(review) == {"anna@example.org": [{"neg", "pos"}, set()], "2": [{"pos"}]}
    assert review.truth.text_column == "text"
    assert list(review.truth.columns) == ["text"]
    assert "documents that no annotator labelled: 1" in notes_text(review)


def test_a_model_that_predicted_the_tasks_is_a_system() -> None:
    value = {"from_name": "sentiment", "value": {"choices": ["pos"]}}
    given = [{"model_version": "v1", "result": [value], "score": 0.7}]
    tasks = [task(n, annotation(1, "pos"), annotation(2, "neg"), predictions=given) for n in (1, 2)]
    review = review_of(export_json=json.dumps(tasks))
    assert [one.system for one in review.predictions] == ["v1"]
    decisions = review.predictions[0].decisions
    assert decisions is not None
    assert classes_of(decisions, review.truth.classes) == [{"pos"}, {"pos"}]


def test_the_documents_own_id_goes_before_that_of_the_task() -> None:
    tasks = [task(9, annotation(1, "pos"), annotation(2, "neg"), data={"id": "1", "text": "t"})]
    review = review_of(export_json=json.dumps(tasks), p_csv="id,predicted\n1,pos\n")
    assert review.truth.documents is not None
    assert review.truth.documents.tolist() == ["1"]


def test_json_min_and_csv_hold_one_class_as_it_is_and_several_in_an_object() -> None:
    rows = [
        {"id": n, "text": f"t{n}", "sentiment": chosen, "annotator": who, "annotation_id": n}
        | {"created_at": "2021", "updated_at": "2022", "lead_time": 1.5}
        for n, who, chosen in (
            (1, 1, "pos"),
            (1, 2, {"choices": ["pos", "neg"]}),
            (2, 1, "neg"),
            (2, 2, "neg"),
        )
    ]
    table = "annotation_id,annotator,id,lead_time,sentiment,text\n" + "".join(
        f"{i},{row['annotator']},{row['id']},1.5,{chosen},{row['text']}\n"
        for i, (row, chosen) in enumerate(
            zip(rows, ("pos", '"{""choices"": [""pos"", ""neg""]}"', "neg", "neg"), strict=True)
        )
    )
    for files in ({"min_json": json.dumps(rows)}, {"export_csv": table}):
        review = review_of(**files, p_csv=CALLED)
        assert people_of(review) == {"1": [{"pos"}, {"neg"}], "2": [{"neg", "pos"}, {"neg"}]}
        assert list(review.truth.columns) == ["text"]


def test_a_task_labelled_twice_by_one_person_is_refused() -> None:
    tasks = [task(1, annotation(1, "pos"), annotation(1, "neg"), annotation(2, "neg"))]
    with pytest.raises(ReadError) as caught:
        review_of(export_json=json.dumps(tasks), p_csv=CALLED)
    assert [str(problem) for problem in caught.value.problems] == [
        "export.json, row 1, column 'annotator': annotator '1' has an earlier row for the same "
        "document; keep one row per document and annotator"
    ]


def test_tasks_without_choices_and_without_names_are_refused() -> None:
    regions = annotation(1) | {"result": [{"value": {"start": 1, "labels": ["x"]}}]}
    with pytest.raises(ReadError, match="no task has a choice: the annotations are regi"):
        review_of(export_json=json.dumps([task(1, regions)]))
    with pytest.raises(ReadError, match="row 1: the annotator of the task is missing"):
        review_of(export_json=json.dumps([task(1, annotation(None, "pos"))]))


def test_two_questions_of_one_task_are_asked_about() -> None:
    tasks = [
        task(n, *(annotation(who, kind) for who in (1, 2)))
        for n, kind in enumerate(("pos", "neg", "pos", "neg"))
    ]
    for n, made in enumerate(tasks):
        for answer in made["annotations"]:
            value = {"choices": ["de" if n < 2 else "en"]}
            answer["result"].append({"value": value, "from_name": "language"})
    with pytest.raises(ReadError, match="choose the column with the labels of “annotator”: "):
        review_of(export_json=json.dumps(tasks))
    # what is predicted has the classes of one of them, and that settles it
    review = review_of(export_json=json.dumps(tasks), p_csv=CALLED)
    assert review.truth.classes == ("neg", "pos")


@pytest.mark.parametrize("name", ["json.json", "json_min.json", "csv.csv"])
def test_an_export_of_its_own_converter_holds_what_each_person_said(name: str) -> None:
    path = EXAMPLES / "label_studio" / name
    review = read_review([(name, path), ("p.csv", b"id,predicted\n1,grain\n2,trade\n3,ship\n4,\n")])
    assert people_of(review) == {
        "anna@example.org": [{"grain"}, {"trade", "ship"}, set(), {"grain", "trade"}],
        "bob@example.org": [{"grain"}, {"trade"}, {"ship"}, {"grain", "trade"}],
    }


@pytest.mark.parametrize("gold", [(), (0,), (3,), (0, 1), (0, 1, 2, 3)])
def test_an_annotation_marked_as_ground_truth_is_read_like_any_other(gold: tuple[int, ...]) -> None:
    def exported(marked: tuple[int, ...]) -> str:
        said = [annotation(who, chosen) for who, chosen in zip("abab", PEOPLE_SAID, strict=True)]
        for place in marked:
            said[place]["ground_truth"] = True
        return json.dumps([task(1, *said[:2]), task(2, *said[2:])])

    called = "id,predicted\n1,pos\n2,neg\n"
    found = review_of(export_json=exported(gold), p_csv=called)
    assert people_of(found) == {"a": [{"pos"}, {"neg"}], "b": [{"pos"}, {"pos"}]}
    assert list(found.truth.columns) == ["text"]


def test_a_csv_with_a_cell_of_another_kind_is_no_traceback() -> None:
    rows = [
        "id,text,sentiment,annotator,annotation_id,lead_time",
        '1,x,"{""choices"": [""a"", ""b""]}",1,1,2.5',
        '2,y,"{""a"": 1}",1,2,2.5',
    ]
    with pytest.raises(ReadError) as caught:
        review_of(export_csv="\n".join(rows), p_csv=CALLED)
    assert not isinstance(caught.value, UnexpectedError)
