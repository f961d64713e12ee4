"""Documents in clusters, and of weights: what an engine makes of them is what memory does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import evaluate_source
from breakeven.engine.sources import parquet_source
from breakeven.readers.base.problems import ReadError
from tests.engine_tables import assert_same, assert_same_drawing, in_memory, long, wide


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


@pytest.mark.parametrize("weighted", [False, True])
def test_clusters_of_documents_are_worth_what_they_are_in_memory(
    engine: Engine, tmp_path: Path, weighted: bool
) -> None:
    table = wide(tmp_path / "wide.parquet", weighted=weighted, clustered=True)
    counted, known = evaluate_source(engine, parquet_source(engine, table)), in_memory(table)
    assert known.drawn < known.documents
    if not weighted:
        assert_same(counted, known)
    assert_same_drawing(counted, known)


def test_clusters_of_pairs_are_worth_what_they_are_in_memory(
    engine: Engine, tmp_path: Path
) -> None:
    table = long(tmp_path / "long.parquet", clustered=True)
    counted, known = evaluate_source(engine, parquet_source(engine, table)), in_memory(table)
    assert_same_drawing(counted, known)


@pytest.mark.parametrize("weighted", [False, True])
def test_documents_drawn_alone_have_the_intervals_of_memory(
    engine: Engine, tmp_path: Path, weighted: bool
) -> None:
    table = wide(tmp_path / "wide.parquet", weighted=weighted)
    counted = evaluate_source(engine, parquet_source(engine, table))
    assert_same_drawing(counted, in_memory(table))


def test_documents_in_no_cluster_need_a_name_of_their_own(engine: Engine, tmp_path: Path) -> None:
    table = wide(tmp_path / "wide.parquet", 50, clustered=True)
    pq.write_table(pq.read_table(table).drop_columns(["id"]), table)
    with pytest.raises(ReadError, match="column 'cluster': rows without a cluster: "):
        evaluate_source(engine, parquet_source(engine, table))
