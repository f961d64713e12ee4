"""Groups of classes, and a growing set of classes, by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.analysis.evaluation.class_sizes import class_groups, growing_set
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.measures import fallout, precision, recall
from tests.breakeven.commands.running import run
from tests.golden_cases import cases
from tests.made import evaluation_of, matrix_of, truth_of

TRUE = ["ab", "a", "", "b", "a", "ab"]
SAID = ["a", "a", "b", "b", "b", "ab"]


def made(**more: Any) -> Evaluation:
    return evaluation_of(truth_of(matrix_of(TRUE, 2), **more), matrix_of(SAID, 2))


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
    categorizer_cases = [case for case in each if f"zer {categorizer}," in case["name"]]
    for case in categorizer_cases:
        letters = case["input"]["categories"]
        truth = np.array([[c in case["input"]["truth"] for c in letters]])
        called = np.array([[c in case["input"]["call"] for c in letters]])
        growing = growing_set(evaluation_of(truth_of(truth), called), truth_of(truth))
        assert growing.sizes[-1] == len(letters)
        last = growing.tables[[-1]]
        wanted = [case["expected"][key] for key in ("precision", "recall", "fallout")]
        got = [float(measure(last)[0]) for measure in (precision, recall, fallout)]
        assert_allclose(got, wanted)
    assert categorizer_cases


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
    file.write_text("id,true,predicted\n0,a,a\n1,a,b\n2,b,b\n")
    status, out, _ = run(capsys, "groups", str(file), "--format", "json")
    groups = json.loads(out)
    assert status == 0
    # a: found once of two; b: found, and once wrongly assigned
    assert [(row["group"], row["classes"], row["f"]) for row in groups["classes"]] == [
        ("1 to 9", 2, 2 * 2 / (2 * 2 + 1 + 1))
    ]
    _, out, _ = run(capsys, "groups", str(file))
    assert "| 1 to 9 | 2 | 3 | 0.667 | 0.667 | 0.667 |" in out
