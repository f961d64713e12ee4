"""Rows that become one for each class."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from breakeven.engine.engines import duckdb_engine
from breakeven.engine.expressions import ClassLists, literal_list
from tests.engine_tables import TRAPS


def test_a_row_becomes_one_for_each_class_that_is_asked_for() -> None:
    given = pa.table(
        {
            "text": ["A", "B|A", "AB", "", "B|AB|A", "A|AB"],
            "cells": [["A"], ["B", "A"], [], None, ["AB", "A"], ["B"]],
            "x": [1, 2, 3, 4, 5, 6],
            "y": [10, 20, 30, 40, 50, 60],
        }
    )
    with duckdb_engine() as engine:
        rows, unfolding = engine.put(given), ClassLists(("A", "B", "AB"))
        columns = {
            "named": unfolding.lists(rows.text, "|"),
            "held": unfolding.lists(rows.cells, "list"),
            "value": unfolding.each([rows.x, rows.x, rows.y]),
        }
        each = unfolding.unfolded(rows, ["x"], (0, 2))
        result = engine.run(
            each.select(
                "klass",
                "x",
                **{name: later(each, each.klass) for name, later in columns.items()},
            ).order_by("klass", "x")
        ).to_pydict()
    assert result["klass"] == [0] * 6 + [2] * 6
    assert result["x"] == [1, 2, 3, 4, 5, 6] * 2
    assert result["value"] == [1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60]
    # A in A, B|A, B|AB|A, A|AB; AB in AB, B|AB|A, A|AB
    assert np.flatnonzero(result["named"]).tolist() == [0, 1, 4, 5, 8, 10, 11]
    # A in the lists 1, 2 and 5; AB in that of 5
    assert np.flatnonzero(result["held"]).tolist() == [0, 1, 4, 10]


def test_numbers_that_are_known_of_each_class_keep_every_bit() -> None:
    known = [*TRAPS, 1 / 3, 0.1 + 0.2, float(np.inf), 12345678901234.567]
    with duckdb_engine() as engine:
        rows = engine.put(pa.table({"place": np.arange(len(known))}))
        found = engine.run(
            rows.mutate(one=literal_list(known, "float64")[rows.place]).order_by("place")
        )
    assert found["one"].to_numpy().tobytes() == np.array(known).tobytes()
