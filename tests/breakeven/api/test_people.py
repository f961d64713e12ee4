"""What several people said, from arrays, from files and from the command line: one review."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import breakeven as be
from breakeven.commands.main import main
from tests.breakeven.readers.reading import classes_of
from tests.made import not_none

ROWS = (
    b"id,annotator,label,predicted\n"
    b"1,anna,x,x\n1,bob,x,x\n1,carl,y,x\n2,anna,y,x\n2,bob,y,x\n3,anna,x,x\n3,bob,y,x\n"
)


def test_arrays_of_several_people_are_read_as_files_of_them() -> None:
    files = be.read(ROWS).truth
    arrays = be.from_arrays(
        None,
        ["x", "x", "x"],
        annotators={"anna": ["x", "y", "x"], "bob": ["x", "y", "y"], "carl": ["y", None, np.nan]},
    ).truth
    assert arrays.gold == files.gold == "majority"
    assert [annotator.name for annotator in arrays.annotators] == ["anna", "bob", "carl"]
    for ours, theirs in zip(arrays.annotators, files.annotators, strict=True):
        assert ours.rows.tolist() == theirs.rows.tolist()
        assert (ours.labels != theirs.labels).nnz == 0
    assert classes_of(not_none(arrays.labels), arrays.classes) == [{"x"}, {"y"}, set()]
    assert (not_none(arrays.unjudged) != not_none(files.unjudged)).nnz == 0


def test_an_empty_list_is_no_class_and_none_was_not_judged() -> None:
    truth = be.from_arrays(
        [["x"], [], ["x"]], [["x"], [], []], annotators={"anna": [["x"], [], None]}
    ).truth
    assert truth.annotators[0].rows.tolist() == [0, 1]
    # the truth that was given goes before what people said
    assert (truth.gold, truth.positives_per_class.tolist()) == ("", [2])


def test_a_matrix_leaves_pairs_and_documents_open() -> None:
    said = np.array([[1, np.nan], [np.nan, np.nan], [0, 1]])
    truth = be.from_arrays(
        np.eye(3, 2), np.eye(3, 2), classes=["x", "y"], annotators={"anna": said}, gold="one:anna"
    ).truth
    anna = truth.annotators[0]
    assert anna.rows.tolist() == [0, 2]
    assert classes_of(not_none(anna.unjudged), truth.classes) == [{"y"}, set()]
    assert classes_of(not_none(truth.unjudged), truth.classes) == [{"y"}, {"x", "y"}, set()]


def test_one_score_is_of_the_positive_class_of_people_too() -> None:
    truth = be.from_arrays(None, y_score=[0.9, 0.2], annotators={"anna": [1, 0]}).truth
    assert truth.classes == ("1",)
    assert truth.positives_per_class.tolist() == [1]


def test_wrong_people_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"annotators\['anna'\] of 1"):
        be.from_arrays(["x", "y"], ["x", "y"], annotators={"anna": ["x"]})
    with pytest.raises(ValueError, match="give a dictionary, name to labels"):
        be.from_arrays(["x"], ["x"], annotators=[["x"]])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="choose one of majority, one:anna"):
        be.from_arrays(["x"], ["x"], annotators={"anna": ["x"]}, gold="one:bob")


def test_the_command_line_and_python_choose_the_same_gold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.csv"
    file.write_bytes(ROWS.replace(b"annotator,label", b"who,what"))
    options = ["--annotator-column", "who", "--truth-column", "what", "--gold", "one:bob"]
    assert main(["evaluate", str(file), *options, "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    review = be.read(file, roles={"who": "annotator", "what": "truth"}, gold="one:bob")
    # bob says x, y, y, and everything is called x
    assert printed["micro"]["precision"] == be.evaluate(review).micro()["precision"] == 1 / 3
    assert any(note.startswith("the truth is the labels of “bob”") for note in printed["notes"])


def test_several_columns_of_truth_are_a_person_each() -> None:
    data = b"id,first,second,predicted\n1,x,y,x\n2,y,y,y\n"
    review = be.read(data, roles={"first": "truth", "second": "truth"})
    assert [one.name for one in review.truth.annotators] == ["first", "second"]
    named = be.read(data, roles={"first": "annotated:Zoë", "second": "annotated"})
    assert [one.name for one in named.truth.annotators] == ["Zoë", "second"]
