"""Spark counts what memory counts: in this machine's own Java, which is started once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.class_thresholds import per_class
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.selection.where import where_of
from breakeven.analysis.story.verdict import verdict_of_counted
from breakeven.engine.class_pairs import count_class_pairs, count_meetings
from breakeven.engine.confusion import count_confused
from breakeven.engine.document_rows import RowOrder, fetch_rows
from breakeven.engine.engines import Engine, duckdb_engine, spark_engine
from breakeven.engine.evaluation import count, evaluate_source, scan_table
from breakeven.engine.filters import documents_of, filter_rows
from breakeven.engine.score_parts import with_digits
from breakeven.engine.sources import parquet_source, with_columns
from metrics.measures import f_beta
from tests.breakeven.engine.spark_clusters import missing
from tests.engine_tables import (
    TRAPS,
    assert_same,
    assert_same_confusion,
    assert_same_drawing,
    assert_same_gains,
    assert_same_leaks,
    assert_same_tallies,
    in_memory,
    leaking,
    long,
    wide,
    without_checks,
)

# tables are small here: what makes many rows quick to go through takes longer than that
QUICK = (
    "--conf spark.sql.codegen.wholeStage=false "
    "--driver-java-options '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' pyspark-shell"
)


@pytest.fixture(scope="module")
def spark() -> Iterator[Engine]:
    missing()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_SUBMIT_ARGS", QUICK)
        with spark_engine("local[2]") as engine:
            yield engine


def test_each_distinct_score_and_each_cluster_is_counted_as_numpy_counts_it(
    spark: Engine, tmp_path: Path
) -> None:
    table = wide(tmp_path / "wide.parquet", 200, clustered=True)
    counted, known = evaluate_source(spark, parquet_source(spark, table)), in_memory(table)
    told = without_checks(be.evaluate(be.read(table)).verdict())
    assert counted.points is not None
    assert counted.class_pairs is not None
    assert verdict_of_counted(counted, Limits()) == told
    assert_same(counted, known)
    assert_same_tallies(counted, known)
    assert_same_drawing(counted, known)


def test_what_is_taken_for_what_is_counted_as_numpy_counts_it(
    spark: Engine, tmp_path: Path
) -> None:
    for make in (wide, long):
        table = make(tmp_path / f"{make.__name__}.parquet", 60)
        found = scan_table(spark, parquet_source(spark, table))
        confused = count_confused(spark, found.layout, found.cuts[0])
        assert_same_confusion(confused, in_memory(table, split="all"))


def test_thresholds_of_each_class_decide_and_classes_meet_as_in_memory(
    spark: Engine, tmp_path: Path
) -> None:
    for make in (wide, long):
        table = make(tmp_path / f"{make.__name__}.parquet", 60)
        scan = scan_table(spark, parquet_source(spark, table))
        classes = scan.layout.classes
        # at scores, between them, beyond all of them
        least = np.resize([0.1, -0.0, 0.45, np.nextafter(0.5, 1), np.inf, -np.inf], len(classes))
        cut = per_class(classes, least, {}, scan.predictions.system, split=None, tuned=False)
        counted, expected = count(spark, scan, None, cut), in_memory(table, split="all", cut=cut)
        assert_same(counted, expected)
        met = count_meetings(spark, scan.part(spark, None, cut), cut)
        assert_same_gains(counted, met, expected)


@pytest.mark.parametrize("separator", ["^", "\\", "|", "]", "$.", "'"])
def test_whatever_stands_between_classes_parts_them(
    spark: Engine, tmp_path: Path, separator: str
) -> None:
    said = [["corn", "crude oil"], ["ship"], [], ["ship", "corn"]]
    table = tmp_path / "table.parquet"
    cells = [separator.join(names) for names in said]
    pq.write_table(pa.table({"id": ["1", "2", "3", "4"], "true": cells, "predicted": cells}), table)
    roles = {"true": "truth", "predicted": "predicted"}
    source = with_columns(parquet_source(spark, table), roles, "labels", separator, None)
    found = evaluate_source(spark, source)
    assert found.classes == ("corn", "crude oil", "ship")
    assert found.tables.tp.tolist() == [2, 1, 2]
    assert found.tables.fp.tolist() == found.tables.fn.tolist() == [0, 0, 0]


def test_what_is_looked_for_in_pairs_step_by_step_is_what_all_scores_give(
    spark: Engine, tmp_path: Path
) -> None:
    table = long(tmp_path / "long.parquet", 200, 4)
    counted = evaluate_source(spark, parquet_source(spark, table), at_home=300)
    assert counted.curves is not None
    assert not counted.curves.complete
    assert_same(counted, in_memory(table))
    in_python = without_checks(be.evaluate(be.read(table)).verdict())
    assert verdict_of_counted(counted, Limits()) == in_python
    layout = scan_table(spark, parquet_source(spark, table)).layout
    pairs = count_class_pairs(spark, layout, counted.cut, counted.counts)
    expected = average_intervals(in_memory(table), 1.0, "drop")
    assert pairs is not None
    assert expected is not None
    interval = pairs.interval(counted.tables, f_beta, "drop")
    assert (interval.low, interval.high) == pytest.approx(
        (expected.macro["f"].low, expected.macro["f"].high)
    )


@pytest.mark.slow
def test_weights_of_pairs_in_clusters_are_multiplied_here(spark: Engine, tmp_path: Path) -> None:
    table = long(tmp_path / "long.parquet", clustered=True)
    counted = evaluate_source(spark, parquet_source(spark, table))
    assert_same_drawing(counted, in_memory(table))


def test_arithmetic_parts_scores_as_their_bits_do(spark: Engine) -> None:
    powers = 2.0 ** np.arange(-1074, 1024)
    drawn = np.random.default_rng(0).integers(1, 2047 << 52, 2_000).view(np.float64)
    neighbours = [np.nextafter(powers, 0), np.nextafter(powers, np.inf)]
    around = np.concatenate([TRAPS, powers, *neighbours, drawn])
    scores = pa.table({"score": np.unique(np.concatenate([around, -around])) + 0.0})
    answers = []
    with duckdb_engine() as duckdb:
        for engine in (spark, duckdb):
            pairs = with_digits(engine.put(scores), engine.name == "duckdb")
            answers.append(engine.run(pairs.select("score", "octave", "digits").order_by("score")))
    assert answers[0].to_pydict() == answers[1].to_pydict()


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["wide", "long"])
def test_leaks_are_those_in_memory(spark: Engine, tmp_path: Path, layout: str) -> None:
    table = leaking(tmp_path / "table.parquet", layout)
    looked, review = scan_table(spark, parquet_source(spark, table)), be.read(table)
    assert_same_leaks(looked.repeated, review.truth)
    where = where_of("-leaked wrong")
    assert where is not None
    kept = filter_rows(spark, looked.in_split("test"), looked.written, looked.cuts[0], where)
    assert 0 < documents_of(spark, kept) == be.evaluate(review, where=where.text).documents


def test_filters_and_pages_of_rows_are_those_of_duckdb(spark: Engine, tmp_path: Path) -> None:
    for make, name in ((wide, "a"), (long, "C1")):
        table, answers = make(tmp_path / f"{make.__name__}.parquet", 60), []
        where = where_of(f"(missed:{name} OR labels=0) -score({name})>0.5 -id=d3")
        assert where is not None
        with duckdb_engine() as duckdb:
            for engine in (spark, duckdb):
                scan = scan_table(engine, parquet_source(engine, table))
                cut = scan.cuts[0]
                filtered = filter_rows(engine, scan.layout, scan.written, cut, where)
                rows = fetch_rows(engine, filtered, cut, RowOrder(name), 1, 25)
                answers.append((documents_of(engine, filtered), rows))
        assert answers[0] == answers[1]
        assert answers[0][0] > len(answers[0][1]) > 0
