"""Intervals of means over classes, of classes that an engine counted pair by pair."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.document_kinds import ClassPairs
from breakeven.analysis.selection.where import where_of
from breakeven.engine import class_pairs
from breakeven.engine.class_pairs import count_class_pairs
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import evaluate_source, scan_table
from breakeven.engine.sources import parquet_source
from breakeven.results.counted import counted_result
from metrics.measures import f_beta
from metrics.typing import Array
from tests.engine_tables import assert_same_drawing, in_memory, long, wide


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


def pairs_of(counted: CountedEvaluation) -> ClassPairs:
    assert counted.class_pairs is not None
    return counted.class_pairs


def written(path: Path, true: list[str], scores: Array, **more: object) -> Path:
    columns: dict[str, object] = {"id": np.arange(len(true)), "true": true, **more}
    columns |= {f"score:{name}": scores[:, c] for c, name in enumerate("abcdef"[: scores.shape[1]])}
    pq.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize("clustered", [False, True])
def test_the_sum_of_four_documents(engine: Engine, tmp_path: Path, clustered: bool) -> None:
    # found and missed of a: 1, 3 and 2; found and false alarms of b: 3 and 1; nothing in 4
    scores = np.array([[1, 1], [0, 0], [1, 1], [0, 0]]) / 1.0
    more = {"cluster": ["x", "y", "x", "y"]} if clustered else {}
    table = written(tmp_path / "four.parquet", ["a", "a", "a|b", ""], scores, **more)
    counted = evaluate_source(engine, parquet_source(engine, table), threshold=0.5)
    pairs = pairs_of(counted)
    # both of a's two found stand in x, beside one found of b and one false alarm
    a = 4 if clustered else 2
    of_b = [[2, 2], [1, 1]] if clustered else [[1, 1], [1, 0]]
    expected = np.zeros((6, 6))
    expected[0, 0], expected[2, 2] = a, 1
    expected[0, 3:5] = expected[3:5, 0] = of_b[0]
    expected[3:5, 3:5] = [[1, of_b[1][1]], [of_b[1][1], 1]]
    np.testing.assert_array_equal(pairs.products.toarray(), expected)
    assert pairs.over.tolist() == [[True, True]]
    # all but the last tell something: two of x's documents, and one of y's
    (telling,) = pairs.documents
    squares = 2 * 2 + 1 if clustered else 3
    assert (telling.number, telling.drawn, telling.total, telling.squares) == (
        3,
        3 - clustered,
        3,
        squares,
    )
    # precision 1 and 1/2: a false alarm costs b 1/4, a right decision gives it as much; of x both
    slope = np.array([0, -1 / 2, 0, 1 / 4, -1 / 4, 0]) / 2
    assert slope @ pairs.products @ slope == (0 if clustered else 2 / 8**2)
    assert_same_drawing(counted, in_memory(table, cut=0.5))


@pytest.mark.parametrize(
    ("split", "threshold"), [("test", 0.25), ("dev", -2.0), ("all", 1.0), ("test", 1e299)]
)
def test_tables_with_every_trap_have_the_intervals_of_memory(
    engine: Engine, tmp_path: Path, split: str, threshold: float
) -> None:
    for weighted, clustered in ((False, False), (True, False), (True, True)):
        table = wide(tmp_path / "wide.parquet", 120, 4, weighted, clustered)
        source = parquet_source(engine, table)
        counted = evaluate_source(engine, source, split, threshold)
        assert pairs_of(counted).alike == (not weighted)
        assert_same_drawing(counted, in_memory(table, split=split, cut=threshold))


@pytest.mark.parametrize("clustered", [False, True])
def test_pairs_absent_or_unjudged_have_the_intervals_of_memory(
    engine: Engine, tmp_path: Path, clustered: bool
) -> None:
    table = long(tmp_path / "long.parquet", 120, clustered=clustered)
    for threshold in (0.2, 0.76):
        counted = evaluate_source(engine, parquet_source(engine, table), threshold=threshold)
        assert pairs_of(counted).documents
        assert_same_drawing(counted, in_memory(table, cut=threshold))


def test_means_are_over_classes_that_a_measure_is_defined_of(
    engine: Engine, tmp_path: Path
) -> None:
    # a everywhere true, b never true, c never assigned, d neither, e both; the weighted mean of
    # precision is over what is assigned and true; every class has a document without it called, but
    # a none that it is not true of, so that only c and e have positives and negatives
    draw = np.random.default_rng(9)
    true = ["|".join(["a", *(name for name in "ce" if draw.random() < 0.3)]) for _ in range(80)]
    scores = np.column_stack([draw.random((80, 2)), np.zeros((80, 2)), draw.random(80)])
    table = written(tmp_path / "five.parquet", true, scores)
    counted = evaluate_source(engine, parquet_source(engine, table), threshold=0.5)
    over = {tuple("abcde"[c] for c in np.flatnonzero(row)) for row in pairs_of(counted).over}
    assert over == {
        *(("a", "b", "e"), ("a", "c", "e"), ("a", "b", "c", "e"), ("a", "e"), ("e",)),
        *(("a", "b", "c", "d", "e"), ("c", "e")),
    }
    assert_same_drawing(counted, in_memory(table, cut=0.5))


def test_without_an_error_classes_are_not_certain(engine: Engine, tmp_path: Path) -> None:
    true = ["a"] * 40 + ["b"] * 2
    scores = np.array([[name == "a", name == "b"] for name in true], dtype=float)
    table = written(tmp_path / "right.parquet", true, scores)
    counted, known = evaluate_source(engine, parquet_source(engine, table)), in_memory(table)
    assert_same_drawing(counted, known)
    # 2^2 / (1/40 + 1/2) = 7.62 trials, all of them right: n / (n + z^2)
    low = pairs_of(counted).interval(counted.tables, f_beta, "drop").low
    assert low == pytest.approx(7.619048 / (7.619048 + 1.959964**2), abs=1e-4)


def test_a_filter_keeps_whose_classes_are_paired(engine: Engine, tmp_path: Path) -> None:
    for make, name in ((wide, "a"), (long, "C1")):
        table = make(tmp_path / f"{make.__name__}.parquet")
        where = f"-score({name})>0.5"
        counted = evaluate_source(engine, parquet_source(engine, table), where=where_of(where))
        assert pairs_of(counted).documents
        assert_same_drawing(counted, be.evaluate(be.read(table), where=where).evaluation)


@pytest.mark.parametrize("clustered", [False, True])
def test_too_much_is_not_counted_and_said(
    engine: Engine, tmp_path: Path, clustered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = wide(tmp_path / "wide.parquet", clustered=clustered)
    counted = be.evaluate_table(table)
    layout = scan_table(engine, parquet_source(engine, table)).in_split(counted.split)
    several = counted.counts.documents
    pairs = (several.tp + several.fp + several.fn).astype(int)
    assert counted.counts.times is not None
    number = int(pairs * (pairs + 1) // 2 @ counted.counts.times)
    enough_room = count_class_pairs(engine, layout, counted.cut, counted.counts)
    assert enough_room is not None
    monkeypatch.setattr(class_pairs, "PAIRS", 0)
    assert count_class_pairs(engine, layout, counted.cut, counted.counts, number - 1) is None
    monkeypatch.setattr(class_pairs, "MOST_CLASSES", len(counted.classes) - 1)
    assert count_class_pairs(engine, layout, counted.cut, counted.counts) is None
    monkeypatch.undo()
    assert count_class_pairs(engine, layout, counted.cut, counted.counts, 9) is None
    reason = "intervals of means over classes"
    assert reason not in counted.to_markdown()
    without = evaluate_source(engine, parquet_source(engine, table), at_home=9)
    assert without.class_pairs is None
    result = counted_result(without, 1.0, "drop")
    assert reason in result.to_markdown()
    assert "macro" not in result.to_dict()["intervals"]
