"""Groups of documents and of classes, and a growing set of classes, by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.groups import class_groups, document_groups, growing_set
from metrics.intervals import wilson
from metrics.measures import fallout, precision, recall
from tests.breakeven.commands.running import run
from tests.golden_cases import cases
from tests.made import evaluation_of, known, matrix_of, truth_of

TRUE = ["ab", "a", "", "b", "a", "ab"]
SAID = ["a", "a", "b", "b", "b", "ab"]


def made(**more: Any) -> Evaluation:
    return evaluation_of(truth_of(matrix_of(TRUE, 2), **more), matrix_of(SAID, 2))


def test_documents_by_a_column() -> None:
    of = document_groups(made(), np.array(["x", "x", "y", "y", "", ""], dtype=object))
    assert of.names == ("(empty)", "x", "y")
    assert of.units.tolist() == [2, 2, 2]
    # (empty): true a, ab, said b, ab; x: true ab, a, said a, a; y: true none, b, said b, b
    assert [of.tables.tp.tolist(), of.tables.fp.tolist(), of.tables.fn.tolist()] == [
        [2, 2, 1],
        [1, 0, 1],
        [1, 1, 0],
    ]
    assert known(of.right).tolist() == [0.5, 0.5, 0.5]
    one = wilson(1, 2)
    assert_allclose(known(of.interval).low, [one.low] * 3)


def test_documents_by_how_many_classes_they_have_and_by_numbers() -> None:
    of = document_groups(made())
    assert of.names == ("0", "1", "2")
    assert of.units.tolist() == [1, 3, 2]
    numbers = np.arange(40.0)
    numbers[[0, 1]] = np.nan
    truth = truth_of(np.ones((40, 1), dtype=bool))
    quarters = document_groups(evaluation_of(truth, np.ones((40, 1), dtype=bool)), numbers)
    # 38 numbers 2 to 39, cut at 11.25, 20.5 and 29.75
    assert quarters.names == (
        "below 11.25", "11.25 to below 20.5", "20.5 to below 29.75", "29.75 and more", "(empty)",
    )  # fmt: skip
    assert quarters.units.tolist() == [10, 9, 9, 10, 2]


def test_of_many_names_the_most_frequent_stay() -> None:
    names = np.array([*"abcdefghijklm", "m"])
    truth = truth_of(np.ones((14, 1), dtype=bool))
    of = document_groups(evaluation_of(truth, np.ones((14, 1), dtype=bool)), names)
    assert of.names == (*"abcdefghij", "m", "2 others")
    assert of.units.tolist() == [1] * 10 + [2, 2]


def test_documents_count_by_their_weights() -> None:
    of = document_groups(made(weights=np.array([3, 1, 1, 1, 1, 1])), np.array([1, 1, 2, 2, 2, 2]))
    assert of.names == ("1", "2")
    assert of.units.tolist() == [4, 4]
    assert of.tables.tp.tolist() == [4, 3]
    assert known(of.right).tolist() == [1 / 4, 2 / 4]


def test_classes_by_their_size_in_training() -> None:
    labels = np.zeros((14, 3), dtype=bool)
    labels[:10, 0], labels[:2, 1], labels[12, 2] = True, True, True
    split_of = np.array([0] * 12 + [1] * 2)
    truth = truth_of(labels, splits=("train", "test"), split_of=split_of)
    called = np.array([[0, 1, 1], [1, 0, 0]], dtype=bool)
    tested = evaluation_of(truth, np.vstack([labels[:12], called]))
    of = class_groups(tested, truth)
    assert of.names == ("none", "1 to 9", "10 to 99")
    assert of.units.tolist() == [1, 1, 1]
    assert of.tables.tp.tolist() == [1, 2, 10]


@pytest.mark.parametrize("categorizer", ["X", "Y"])
def test_a_growing_set_is_that_of_the_source(categorizer: str) -> None:
    # Lewis (1991), tables 2 and 3: one document, truth A and B, the sets A-D, A-H, A-L
    each = [case.values[0] for case in cases("lewis_1991_tables_2_3")]
    found = [case for case in each if f"zer {categorizer}," in case["name"]]
    for case in found:
        letters = case["input"]["categories"]
        truth = np.array([[c in case["input"]["truth"] for c in letters]])
        called = np.array([[c in case["input"]["call"] for c in letters]])
        of = growing_set(evaluation_of(truth_of(truth), called), truth_of(truth))
        assert of.sizes[-1] == len(letters)
        last = of.tables[[-1]]
        wanted = [case["expected"][key] for key in ("precision", "recall", "fallout")]
        got = [float(measure(last)[0]) for measure in (precision, recall, fallout)]
        assert_allclose(got, wanted)
    assert found


def test_a_growing_set_goes_by_size_and_says_what_changes() -> None:
    of = growing_set(made(), truth_of(matrix_of(TRUE, 2)))
    # a, true of four documents, then b, true of three: tp 3 + 2, fp 0 + 2, fn 1 + 1
    assert of.sizes.tolist() == [1, 2]
    assert of.tables.tp.tolist() == [3, 5]
    assert of.tables.fp.tolist() == [0, 2]
    # precision 1 to 5 / 7; a fallout of 0 has no relative change
    assert of.changes[0] == pytest.approx(5 / 7 - 1)
    assert np.isnan(of.changes[1])


def test_the_command_prints_the_groups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.csv"
    pairs = zip("aabb", "abba", "xyxy", strict=True)
    rows = "".join(f"{i},{t},{said},{source}\n" for i, (t, said, source) in enumerate(pairs))
    file.write_text(f"id,true,predicted,source\n{rows}")
    status, out, _ = run(capsys, "groups", str(file), "--by", "source", "--format", "json")
    documents = json.loads(out)["documents"]
    assert status == 0
    assert [row["group"] for row in documents] == ["x", "y"]
    assert [row["exact_match"] for row in documents] == [1, 0]
    _, out, _ = run(capsys, "groups", str(file), "--by", "source")
    assert "| x | 2 | 1.000 | 1.000 | 1.000 |" in out
    status, _, err = run(capsys, "groups", str(file), "--by", "nothing")
    assert status == 2
    assert "there are the columns source" in err
