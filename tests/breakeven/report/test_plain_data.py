"""The whole report as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from breakeven.report.plain_data import report_in_json
from tests.breakeven.report.reported import HOSTILE, hostile_report, plain_review, report


def numbers_of(value: Any) -> Iterator[float]:
    """Every number of a record or of JSON, in its order; undefined ones as None."""
    if isinstance(value, bool | str):
        return
    if isinstance(value, int | float | np.integer | np.floating | None):
        yield value  # type: ignore[misc]
    elif isinstance(value, np.ndarray | list | tuple):
        for one in value:
            yield from numbers_of(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from numbers_of(one)
    elif is_dataclass(value):
        for field in fields(value):
            # what computes a measure is no number
            if field.name == "function":
                continue
            yield from numbers_of(getattr(value, field.name))


def test_every_number_stands_there_and_undefined_is_null() -> None:
    for of in (report(plain_review()), hostile_report()):
        wanted = [None if n is None or math.isnan(n) else n for n in numbers_of(of)]
        assert list(numbers_of(json.loads(report_in_json(of)))) == wanted
        assert None in wanted
        assert len(wanted) > 200


def test_names_that_no_file_can_hold_come_back() -> None:
    text = report_in_json(hostile_report()).encode().decode()
    assert [row["name"] for row in json.loads(text)["classes"]] == HOSTILE


def test_a_measure_says_where_it_is_shown() -> None:
    entries = json.loads(report_in_json(report(plain_review())))["method"]["entries"]
    shown = {entry["key"]: entry["shown_in"] for entry in entries}
    assert shown["f"] == ["table", "export", "average"]


def test_an_infinite_threshold_is_named() -> None:
    from breakeven.report.plain_data import plain_of

    assert plain_of({"a": -math.inf, "b": (math.nan, np.float64(1.5), np.arange(2))}) == {
        "a": "-inf",
        "b": [None, 1.5, [0, 1]],
    }
