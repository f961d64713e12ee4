"""Classes ranked document by document where rows lie, beside the same documents in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.selection.where import where_of
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import evaluate_source
from breakeven.engine.layout import layout_of
from breakeven.engine.scores import count_points
from breakeven.engine.sources import parquet_source
from metrics.ranking.document_pivot import yang_steps
from tests.engine_tables import assert_same, assert_same_conventions, in_memory, long, wide


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


def test_the_sum_of_four_documents(engine: Engine, tmp_path: Path) -> None:
    # 0 and -0 are one score: d's c stands at 2, with a; e is true of d, and has no score at all
    scores = {"a": [0.9, 0.5, 0.1, 0.0], "b": [0.5, 0.5, 0.2, 0.5], "c": [0.1, 0.5, 0.3, -0.0]}
    true = ["a|c", "b", "", "c|e"]
    columns = {"id": list("wxyz"), "true": true} | {f"score:{c}": s for c, s in scores.items()}
    pq.write_table(pa.table(columns), tmp_path / "four.parquet")
    layout = layout_of(engine, parquet_source(engine, tmp_path / "four.parquet"))
    points = count_points(engine, layout)
    assert points is not None
    # w meets a at 1 of 1 and c at 2 of 3; x meets b at 1 of 3; z meets c at 1 of 3, and e never
    cells = (points.r, points.ranked, points.hits, points.best, points.times)
    rows = list(zip(*(cell.tolist() for cell in cells), strict=True))
    assert rows == [(1, 1, 1, 1 / 3, 1), (2, 1, 1, 1 / 3, 1), (2, 2, 1, 1, 1), (2, 2, 2, 2 / 3, 1)]
    counted = evaluate_source(engine, parquet_source(engine, tmp_path / "four.parquet"))
    # y has no class: it is left out; at recall 1 z's point at recall 1/2 is the closest
    by = counted.eleven_points.by("document_closest")
    assert (by.units, by.rankings) == (3, 4)
    assert by.value.levels[[0, 10]] == pytest.approx([(1 + 2 / 3) / 3, (2 / 3 + 2 / 3) / 3])
    assert counted.eleven_points.by("document_interval").value.levels[10] == pytest.approx(1 / 3)


@pytest.mark.parametrize("split", ["test", "dev", "all"])
def test_documents_with_every_trap_have_the_points_of_memory(
    engine: Engine, tmp_path: Path, split: str
) -> None:
    for weighted in (False, True):
        table = wide(tmp_path / "wide.parquet", 250, 3, weighted, clustered=weighted)
        counted = evaluate_source(engine, parquet_source(engine, table), split)
        assert counted.points is not None
        assert_same_conventions(counted, in_memory(table, split=split))


def test_pairs_absent_unjudged_or_without_score_have_the_points_of_memory(
    engine: Engine, tmp_path: Path
) -> None:
    for clustered in (False, True):
        table = long(tmp_path / "long.parquet", clustered=clustered)
        counted = evaluate_source(engine, parquet_source(engine, table))
        assert counted.points is not None
        assert (counted.points.ranked < counted.points.r).any()
        assert_same_conventions(counted, in_memory(table))


@pytest.mark.parametrize("layout", ["wide", "long"])
def test_documents_of_more_than_ten_classes_meet_every_level(
    engine: Engine, tmp_path: Path, layout: str
) -> None:
    draw, shape = np.random.default_rng(8), (60, 30)
    scores = np.round(draw.random(shape), 1).astype(np.float32)
    flags = draw.random(shape) < draw.choice([0, 0.1, 0.5, 0.9], shape[0])[:, None]
    unjudged = draw.random(shape) < 0.1
    truth = np.where(unjudged, -1, flags.astype(int))
    names = [f"C{c:02}" for c in range(shape[1])]
    table = tmp_path / "table.parquet"
    if layout == "wide":
        columns: dict[str, object] = {"id": np.arange(shape[0])}
        columns |= {f"true {name}": truth[:, c] for c, name in enumerate(names)}
        columns |= {f"score {name}": scores[:, c] for c, name in enumerate(names)}
        roles = {f"true {name}": f"indicator:{name}" for name in names}
        roles |= {f"score {name}": f"score:{name}" for name in names}
        pq.write_table(pa.table(columns), table)
        counted = be.evaluate_table(table, roles=roles, shape="wide scores")
        expected = be.evaluate(be.read(table, roles=roles, shape="wide scores")).evaluation
    else:
        document, klass = (index.ravel() for index in np.indices(shape))
        columns = {"id": document, "class": np.array(names)[klass]}
        columns |= {"truth": truth.ravel(), "score": scores.ravel()}
        pq.write_table(pa.table(columns), table)
        counted, expected = be.evaluate_table(table), be.evaluate(be.read(table)).evaluation
    assert_same(counted, expected)
    steps = [
        yang_steps(np.where(off, np.nan, own), true & ~off).interpolated
        for own, true, off in zip(scores, flags, unjudged, strict=True)
    ]
    by = counted.eleven_points.by("document_closest")
    np.testing.assert_allclose(by.value.levels, np.nanmean(steps, axis=0), rtol=1e-12)


def test_a_filter_keeps_whose_classes_are_ranked(engine: Engine, tmp_path: Path) -> None:
    for make, name in ((wide, "a"), (long, "C1")):
        table = make(tmp_path / f"{make.__name__}.parquet")
        where = f"-score({name})>0.5"
        counted = evaluate_source(engine, parquet_source(engine, table), where=where_of(where))
        assert counted.points is not None
        assert_same_conventions(counted, be.evaluate(be.read(table), where=where).evaluation)


def test_documents_that_meet_their_classes_in_too_many_ways_are_left_out_and_said(
    engine: Engine, tmp_path: Path
) -> None:
    table = wide(tmp_path / "wide.parquet")
    layout = layout_of(engine, parquet_source(engine, table))
    points = count_points(engine, layout)
    assert points is not None
    assert count_points(engine, layout, len(points.r)) is not None
    assert count_points(engine, layout, len(points.r) - 1) is None
    counted = evaluate_source(engine, parquet_source(engine, table), at_home=20)
    assert counted.points is None
    assert counted.eleven_points.conventions == ("category", "pooled")
    with pytest.raises(ValueError, match="document_closest"):
        counted.eleven_points.by("document_closest")


def test_what_is_printed_of_a_table_has_the_points_by_document(tmp_path: Path) -> None:
    table = long(tmp_path / "long.parquet")
    counted, expected = be.evaluate_table(table), be.evaluate(be.read(table))
    ours, theirs = counted.to_dict()["eleven_point"], expected.to_dict()["eleven_point"]
    assert list(ours) == ["macro", "pooled", "document_closest", "document_interval"]
    for key, points in ours.items():
        other = theirs[key]
        assert (points["averaged"], points["of"]) == (other["averaged"], other["of"])
        assert points["levels"] == pytest.approx(other["levels"], rel=1e-13)
    assert ours["document_closest"] != ours["document_interval"]
    for line in expected.to_markdown().splitlines():
        if "document pivot" in line:
            assert line in counted.to_markdown()
