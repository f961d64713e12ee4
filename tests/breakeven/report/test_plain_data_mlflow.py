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
    found = json.loads(mlflow_json(report(plain_review())))
    assert found["documents"] == 10
    # 6 hits of 9 called and 11 true
    assert_allclose(found["micro/f"], 12 / 20)
    assert_allclose(found["micro/precision"], 6 / 9)
    assert found["micro/f_low_95"] < found["micro/f"] < found["micro/f_high_95"]
    assert_allclose(found["exact_match"], 5 / 10)
    assert [found[f"class/b/{key}"] for key in ("positives", "tp", "fp", "fn")] == [4, 2, 2, 2]
    assert_allclose(found["class/b/f"], 1 / 2)
    # d is never true and never called: 0/0 is no number
    assert "class/d/tp" in found
    assert "class/d/f" not in found


def test_names_of_classes_are_made_legal_and_stay_apart() -> None:
    found = mlflow_metrics(hostile_report())
    for name in found:
        assert_legal(name)
    classes = {name.split("/")[1] for name in found if name.startswith("class/")}
    assert len(classes) == len(HOSTILE)
    # also where capitals do not tell files apart
    assert len({name.casefold() for name in classes}) == len(HOSTILE)
    assert {"Z", "z 2"} <= classes
