"""What DuckDB counts as taken for what is what NumPy counts of the same documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut
from breakeven.engine.confusion import count_confused
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import scan_table
from breakeven.engine.sources import parquet_source
from breakeven.readers.base.problems import ReadError
from tests.engine_tables import assert_same_confusion, long, wide


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


def written(path: Path, **columns: object) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


def test_cells_and_the_documents_behind_them_are_those_in_memory(
    engine: Engine, tmp_path: Path
) -> None:
    tables = [
        (wide(tmp_path / "wide.parquet"), None),
        (wide(tmp_path / "wide.parquet"), 0.3),
        (wide(tmp_path / "weighted.parquet", weighted=True), None),
        (long(tmp_path / "long.parquet"), None),
        (long(tmp_path / "long.parquet", clustered=True), 0.2),
    ]
    for table, threshold in tables:
        scan = scan_table(engine, parquet_source(engine, table))
        cut = scan.cuts[0] if threshold is None else Cut("threshold", threshold)
        confused = count_confused(engine, scan.layout, cut)
        expected = be.evaluate(be.read(table), split="all", cut=cut.threshold).evaluation
        assert expected.cut.threshold == cut.threshold
        assert_same_confusion(confused, expected)
        # rows and columns add up to the tables, whatever is counted
        k, counts = len(expected.classes), confused.matrix.counts.toarray()
        np.testing.assert_allclose(counts.sum(axis=1)[:k], expected.tables.positives, rtol=1e-12)
        np.testing.assert_allclose(counts.sum(axis=0)[:k], expected.tables.assigned, rtol=1e-12)


def test_a_document_with_several_errors_is_a_part_of_each_cell(
    engine: Engine, tmp_path: Path
) -> None:
    # d1: a and b missed, c extra: each pair 1/2, and a half of each is left for nothing
    # d2: b missed, nothing instead; d3: c for a; d4: c extra alone; d5: right
    table = written(
        tmp_path / "few.parquet",
        id=["d1", "d2", "d3", "d4", "d5"],
        true=[["a", "b"], ["b"], ["a"], [], ["a", "c"]],
        predicted=[["c"], [], ["c"], ["c"], ["c", "a"]],
    )
    scan = scan_table(engine, parquet_source(engine, table))
    confused = count_confused(engine, scan.layout, scan.cuts[0])
    assert confused.matrix.counts.toarray().tolist() == [
        [1, 0, 1.5, 0.5],
        [0, 0, 0.5, 1.5],
        [0, 0, 1, 0],
        [0, 0, 1, 0],
    ]
    assert confused.behind.toarray().tolist() == [
        [1, 0, 2, 1],
        [0, 0, 1, 2],
        [0, 0, 1, 0],
        [0, 0, 1, 0],
    ]


def test_more_kinds_of_confusions_than_may_come_back_are_refused(
    engine: Engine, tmp_path: Path
) -> None:
    found = scan_table(engine, parquet_source(engine, wide(tmp_path / "wide.parquet")))
    with pytest.raises(ReadError, match="more than 10 confusions"):
        count_confused(engine, found.layout, found.cuts[0], at_home=10)
