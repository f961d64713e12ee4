"""A fitted rule as Python, SQL and JSON: all decide as the app does, to the last bit."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from breakeven.analysis.evaluation.class_thresholds import SavedThresholds
from breakeven.results.thresholds import thresholds_file
from metrics.thresholds.strategies import at_thresholds
from metrics.typing import Array

NAMES = (
    "plain",
    "o'clock",
    'say "hi"',
    "-- x\n; DROP",
    "naïve 日本",
    "back\\slash",
    "never",
    "always",
)
Decided = set[tuple[int, str]]


def saved(thresholds: list[float]) -> SavedThresholds:
    return SavedThresholds(
        dict(zip(NAMES, thresholds, strict=True)),
        dict.fromkeys(NAMES, "tuned"),
        None,
        "a system\n; DROP",
        "f" * 64,
        "2024-01-31",
        "a review -- of\nmine",
    )


def by_python(rule: SavedThresholds, scores: dict[int, dict[str, Any]]) -> Decided:
    module: dict[str, Any] = {}
    exec(thresholds_file(rule, "py").decode(), module)
    return {(row, name) for row, own in scores.items() for name in module["predict"](own)}


def by_json(rule: SavedThresholds, scores: dict[int, dict[str, Any]]) -> Decided:
    thresholds = json.loads(thresholds_file(rule, "json"))["thresholds"]
    return {
        (row, name)
        for row, own in scores.items()
        for name, value in own.items()
        if value is not None and value >= float(thresholds[name])
    }


def by_sql(rule: SavedThresholds, scores: dict[int, dict[str, Any]], kind: pa.DataType) -> Decided:
    pairs = [(row, name, value) for row, own in scores.items() for name, value in own.items()]
    columns = zip(*pairs, strict=True)
    ids, classes, values = (list(column) for column in columns)
    table = pa.table({"id": ids, "class": classes, "score": pa.array(values, kind)})
    with duckdb.connect() as connection:
        connection.register("scores", table)
        rows = connection.execute(thresholds_file(rule, "sql").decode()).fetchall()
    return {(int(row), name) for row, name in rows}


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("seed", range(5))
def test_python_sql_and_json_decide_alike_to_the_last_bit(kind: type, seed: int) -> None:
    draw = np.random.default_rng(seed)
    thresholds = np.append(draw.normal(size=len(NAMES) - 2), [math.inf, -math.inf])
    thresholds[:3] = 0.1, 1 / 3, -1e-300
    # at a threshold, one step above and below, and further; some without a score, some NaN
    near: Array = thresholds[:, None].astype(kind) + np.zeros(9, dtype=kind)
    near[:, 1] = np.nextafter(near[:, 0], kind(np.inf))
    near[:, 2] = np.nextafter(near[:, 0], kind(-np.inf))
    near[:, 3:] = draw.normal(size=(len(NAMES), 6)).astype(kind)
    near[-2:] = draw.normal(size=(2, 9)).astype(kind)
    near[draw.random(near.shape) < 0.1] = np.nan
    expected = {
        (int(row), NAMES[c])
        for row, c in zip(*at_thresholds(near, thresholds).nonzero(), strict=True)
    }
    assert expected
    scores: dict[int, dict[str, Any]] = {
        row: {name: float(near[c, row]) for c, name in enumerate(NAMES)} for row in range(9)
    }
    scores[0]["plain"] = None
    expected.discard((0, "plain"))
    rule = saved(thresholds.tolist())
    assert by_python(rule, scores) == expected
    assert by_json(rule, scores) == expected
    own = pa.float32() if kind is np.float32 else pa.float64()
    assert by_sql(rule, scores, own) == expected


def test_a_rule_that_never_predicts_is_code_too(tmp_path: Path) -> None:
    rule = saved([math.inf] * len(NAMES))
    scores: dict[int, dict[str, Any]] = {0: dict.fromkeys(NAMES, 1e308), 1: {"": 1.0, "plain": 3.0}}
    assert by_python(rule, scores) == by_sql(rule, scores, pa.float64()) == set()
