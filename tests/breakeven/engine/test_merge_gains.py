"""How classes meet as DuckDB counts it gives the gains of merging that memory finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.class_structure.merge_search import pair_gains
from breakeven.analysis.evaluation.cut import Cut
from breakeven.engine.class_pairs import count_meetings
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import count, scan_table
from breakeven.engine.sources import parquet_source
from breakeven.readers.base.problems import ReadError
from metrics.merging.merge_gains import WAYS
from tests.engine_tables import assert_same_gains, flags, long, wide

TABLES: dict[str, Callable[[Path], Path]] = {
    "wide": wide,
    "weighted": partial(wide, weighted=True),
    "long": long,
    "long, weighted": partial(long, clustered=True),
}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


@pytest.mark.parametrize("kind", list(TABLES))
def test_gains_of_every_pair_are_those_in_memory(engine: Engine, tmp_path: Path, kind: str) -> None:
    table = TABLES[kind](tmp_path / "table.parquet")
    review = be.read(table)
    looked = scan_table(engine, parquet_source(engine, table))
    own = tuple(zip(looked.layout.classes, np.linspace(0.2, 0.8, 7).tolist(), strict=False))
    for cut in (looked.cuts[0], Cut("per_class", own=own)):
        met = count_meetings(engine, looked.part(engine, None, cut), cut)
        found = count(engine, looked, None, cut)
        assert_same_gains(found, met, be.evaluate(review, split="all", cut=cut).evaluation)


def test_flags_that_nobody_judged_meet_as_in_memory(engine: Engine, tmp_path: Path) -> None:
    table = tmp_path / "flags.parquet"
    roles = flags(table, 200, "wxyz", [0.3, 0.4, 0.3])
    source = parquet_source(engine, table)
    file = source.file.with_roles(roles, shape="wide scores")
    scan = scan_table(engine, replace(source, file=file))
    review = be.read(table, roles=roles, shape="wide scores")
    assert review.truth.unjudged is not None
    met = count_meetings(engine, scan.layout, scan.cuts[0])
    expected = be.evaluate(review, split="all").evaluation
    assert_same_gains(count(engine, scan, None, scan.cuts[0]), met, expected)
    assert met[WAYS[-1]].sum() > 0


def test_a_sum_by_hand(engine: Engine, tmp_path: Path) -> None:
    # a is taken for b in d1 and d2, right beside c in d3; b and c are both extra in d4
    table = tmp_path / "table.parquet"
    columns = {
        "id": ["d1", "d2", "d3", "d4"],
        "true": [["a"], ["a"], ["a", "c"], []],
        "predicted": [["b"], ["b"], ["a", "c"], ["b", "c"]],
    }
    pq.write_table(pa.table(columns), table)
    scan = scan_table(engine, parquet_source(engine, table))
    met = count_meetings(engine, scan.layout, scan.cuts[0])
    cells = {
        (way.first, way.second): {
            ("abc"[i], "abc"[j]): int(matrix.toarray()[i, j])
            for i, j in zip(*matrix.nonzero(), strict=True)
        }
        for way, matrix in met.items()
    }
    assert cells["missed", "called"] == cells["missed", "extra"] == {("a", "b"): 2}
    assert cells["hit", "hit"] == {("a", "c"): 1, ("c", "a"): 1}
    assert cells["extra", "extra"] == {("b", "c"): 1, ("c", "b"): 1}
    assert cells["hit", "extra"] == cells["hit", "missed"] == cells["missed", "missed"] == {}
    pairs = pair_gains(be.evaluate(be.read(table)).evaluation)
    assert [(int(pairs.first[0]), int(pairs.second[0]))] == [(0, 1)]
    # 2 tp, 4 fp, 2 fn: F = 4/10; with a and b as one 4 tp, 2 fp, none missed: F = 8/10
    assert pairs.gain[0] == pytest.approx(0.4)


def test_more_meetings_than_may_come_home_or_be_gone_through_are_refused(
    engine: Engine, tmp_path: Path
) -> None:
    scan = scan_table(engine, parquet_source(engine, wide(tmp_path / "table.parquet")))
    with pytest.raises(ReadError, match="classes occur together in more than 3 different ways"):
        count_meetings(engine, scan.layout, scan.cuts[0], at_home=3)
    # of 20 classes that all are assigned 190 pairs meet, and 8 x 20 may
    columns: dict[str, object] = {f"score:{c}": np.ones(5) for c in range(20)}
    columns |= {"id": np.arange(5), "true": ["3"] * 5}
    table = tmp_path / "all.parquet"
    pq.write_table(pa.table(columns), table)
    scan = scan_table(engine, parquet_source(engine, table))
    with pytest.raises(ReadError, match="too many classes occur together in documents"):
        count_meetings(engine, scan.layout, Cut("threshold", 0.5), at_home=3)
