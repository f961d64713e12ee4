"""Names and numbers are such as MLflow logs."""

from __future__ import annotations

import json
import posixpath
import re

from numpy.testing import assert_allclose

from breakeven.report.plain_data import mlflow_json, mlflow_metrics
from tests.breakeven.report.reported import HOSTILE, hostile_report, plain_review, report


def assert_legal(name: str) -> None:
    """The rules of mlflow/utils/validation.py."""
    assert re.match(r"^[/\w.\- ]*$", name), name
    norm = posixpath.normpath(name)
    assert norm == name, name
    assert norm != "."
    assert not norm.startswith(("..", "/"))
    assert len(name) <= 250


def test_every_number_has_a_name_and_its_interval() -> None:
    numbers = json.loads(mlflow_json(report(plain_review())))
    assert numbers["documents"] == 10
    # 6 hits of 9 called and 11 true
    assert_allclose(numbers["micro/f"], 12 / 20)
    assert_allclose(numbers["micro/precision"], 6 / 9)
    assert numbers["micro/f_low_95"] < numbers["micro/f"] < numbers["micro/f_high_95"]
    assert_allclose(numbers["exact_match"], 5 / 10)
    assert [numbers[f"class/b/{key}"] for key in ("positives", "tp", "fp", "fn")] == [4, 2, 2, 2]
    assert_allclose(numbers["class/b/f"], 1 / 2)
    of_class = {name.split("/")[2] for name in numbers if name.startswith("class/b/")}
    counted = {"positives", "tp", "fp", "fn", "f", "precision", "recall"}
    assert {key.removesuffix("_low_95").removesuffix("_high_95") for key in of_class} == counted
    # d is never true and never called: 0/0 is no number
    assert "class/d/tp" in numbers
    assert "class/d/f" not in numbers


def test_names_of_classes_are_made_legal_and_stay_apart() -> None:
    found = mlflow_metrics(hostile_report())
    for name in found:
        assert_legal(name)
    classes = {name.split("/")[1] for name in found if name.startswith("class/")}
    assert len(classes) == len(HOSTILE)
    # also where capitals do not tell files apart
    assert len({name.casefold() for name in classes}) == len(HOSTILE)
    assert {"Z", "z 2"} <= classes
