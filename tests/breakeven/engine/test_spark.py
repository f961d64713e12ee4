"""Spark counts what memory counts: in this machine's own Java, which is started once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from breakeven.engine.evaluating import evaluate_source
from breakeven.engine.parted import with_digits
from breakeven.engine.running import Engine, duckdb_engine, spark_engine
from breakeven.engine.source import parquet_source
from tests.engine_tables import TRAPS, assert_same, assert_same_tallies, in_memory, long, wide

pytestmark = [
    pytest.mark.xdist_group("spark"),
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java, which is not here"),
]


@pytest.fixture(scope="module")
def spark() -> Iterator[Engine]:
    with spark_engine("local[2]") as engine:
        yield engine


def test_each_distinct_score_is_counted_as_numpy_counts_it(spark: Engine, tmp_path: Path) -> None:
    table = wide(tmp_path / "wide.parquet")
    counted, known = evaluate_source(spark, parquet_source(spark, table)), in_memory(table)
    assert_same(counted, known)
    assert_same_tallies(counted, known)


def test_what_is_looked_for_in_pairs_step_by_step_is_what_all_scores_give(
    spark: Engine, tmp_path: Path
) -> None:
    table = long(tmp_path / "long.parquet", 200, 4)
    counted = evaluate_source(spark, parquet_source(spark, table), at_home=300)
    assert counted.curves is not None
    assert not counted.curves.complete
    assert_same(counted, in_memory(table))


def test_arithmetic_parts_scores_as_their_bits_do(spark: Engine) -> None:
    powers = 2.0 ** np.arange(-1074, 1024)
    around = np.concatenate([TRAPS, powers, np.nextafter(powers, 0)])
    scores = pa.table({"score": np.unique(np.concatenate([around, -around])) + 0.0})
    said = []
    with duckdb_engine() as duckdb:
        for engine in (spark, duckdb):
            pairs = with_digits(engine.put(scores), engine.name == "duckdb")
            said.append(engine.run(pairs.select("score", "octave", "digits").order_by("score")))
    assert said[0].to_pydict() == said[1].to_pydict()
