"""Decisions beside the best fixed answer: what DuckDB counts gives the bounds of memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.comparison.comparison import ComparedSystems
from breakeven.analysis.comparison.difference_bounds import paired_difference, pooled_difference
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    SharedDocuments,
    values_of,
)
from breakeven.engine.engines import duckdb_engine
from breakeven.engine.evaluation import count_fixed_answer, scan_table
from breakeven.engine.sources import parquet_source
from metrics.measures import f_beta
from tests.engine_tables import long, wide

TABLES: dict[str, Callable[[Path], Path]] = {
    "wide": wide,
    "weighted": partial(wide, weighted=True),
    "clustered": partial(wide, clustered=True),
    "weighted in clusters": partial(wide, weighted=True, clustered=True),
    "long": long,
    "long, weighted in clusters": partial(long, clustered=True),
}


@pytest.mark.parametrize("kind", list(TABLES))
def test_bounds_are_those_of_both_evaluated_in_memory(tmp_path: Path, kind: str) -> None:
    table = TABLES[kind](tmp_path / "table.parquet")
    expected = be.evaluate(be.read(table), split="all").evaluation
    k = len(expected.classes)
    settings = ComparisonSettings("f", 1.0, "zero", ())
    with duckdb_engine() as engine:
        scan = scan_table(engine, parquet_source(engine, table))
        for classes in (*((c,) for c in range(k)), (), (0, k - 1), tuple(range(k))):
            chosen = np.zeros(expected.assigned.shape, dtype=bool)
            chosen[:, list(classes)] = True
            fixed = replace(expected, assigned=sparse.csc_array(chosen))
            shared = SharedDocuments((fixed, expected), (0, 0))
            both = values_of(fixed, settings), values_of(expected, settings)
            theirs = paired_difference(ComparedSystems(shared, settings, both, None, 0), "micro")
            counts = count_fixed_answer(engine, scan.layout, expected.cut, classes)
            assert counts is not None
            ours = pooled_difference(
                fixed.tables,
                expected.tables,
                partial(f_beta, beta=1.0),
                (counts.hits, counts.alarms),
                counts.size,
                counts.times,
            )
            assert ours.points == pytest.approx(theirs.points, rel=1e-12)
            for alpha in (0.025, 0.2):
                ends, others = (each.bounds(np.array([alpha])) for each in (ours, theirs))
                assert ends.low == pytest.approx(others.low, rel=1e-9)
                assert ends.high == pytest.approx(others.high, rel=1e-9)


def test_weights_in_clusters_add_up_by_hand(tmp_path: Path) -> None:
    # always saying a: d1 is right now too, d2 gains a hit and loses an alarm, d3 is as bad
    columns = {
        "id": ["d1", "d2", "d3", "d4"],
        "true": [["a"], ["b"], ["b"], ["a"]],
        "predicted": [["a"], ["b"], ["a"], ["b"]],
        "weight": [0.1, 0.2, 0.7, 0.5],
        "cluster": ["s", "s", "s", "t"],
    }
    pq.write_table(pa.table(columns), tmp_path / "table.parquet")
    with duckdb_engine() as engine:
        scan = scan_table(engine, parquet_source(engine, tmp_path / "table.parquet"))
        counts = count_fixed_answer(engine, scan.layout, scan.cuts[0], [0])
    assert counts is not None
    # t: the hit of d4 is lost, and a false alarm is there; s: that of d2 the other way round
    assert counts.size.tolist() == pytest.approx([0.5, 1.0])
    assert counts.hits.tolist() == pytest.approx([-0.5, 0.2])
    assert counts.alarms.tolist() == pytest.approx([0.5, -0.2])
    assert counts.times.tolist() == [1, 1]


def test_more_sums_than_may_come_home_are_not_counted(tmp_path: Path) -> None:
    for make in TABLES.values():
        table = make(tmp_path / "table.parquet")
        with duckdb_engine() as engine:
            looked = scan_table(engine, parquet_source(engine, table))
            assert count_fixed_answer(engine, looked.layout, looked.cuts[0], [0], at_home=2) is None
