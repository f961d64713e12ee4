"""Counts of DuckDB beside those of NumPy, on tables with every trap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from ibis.expr import types as ir

import breakeven as be
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import evaluate_source
from breakeven.engine.sources import parquet_source
from tests.engine_tables import assert_same, assert_same_tallies, flags, in_memory, long, wide


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


def test_each_distinct_score_is_counted_as_numpy_counts_it(engine: Engine, tmp_path: Path) -> None:
    table = wide(tmp_path / "wide.parquet")
    counted, expected = evaluate_source(engine, parquet_source(engine, table)), in_memory(table)
    assert_same(counted, expected)
    assert_same_tallies(counted, expected)
    assert counted.counts.exact_match == pytest.approx(expected.exact_match)
    for kind in ("macro", "per_document"):
        ours = getattr(counted.counts, kind)(1.0, "drop")
        theirs = getattr(expected, kind)(1.0, "drop")
        assert {name: (a.units, a.of, a.number_undefined) for name, a in ours.items()} == {
            name: (a.units, a.of, a.number_undefined) for name, a in theirs.items()
        }
        for name, average in theirs.items():
            assert ours[name].value == pytest.approx(average.value, rel=1e-12, nan_ok=True), name


@pytest.mark.parametrize("seed", [1, 3])
def test_what_is_looked_for_step_by_step_is_what_all_scores_give(
    engine: Engine, tmp_path: Path, seed: int
) -> None:
    table = wide(tmp_path / "wide.parquet", 300, seed)
    counted = evaluate_source(engine, parquet_source(engine, table), at_home=20)
    assert counted.curves is not None
    assert not counted.curves.complete
    assert_same(counted, in_memory(table))
    whole = evaluate_source(engine, parquet_source(engine, table))
    assert counted.best_f == whole.best_f


@pytest.mark.parametrize("decimals", [3, 4, 16])
def test_scores_that_differ_are_estimated_by_a_sample_of_them(
    engine: Engine, tmp_path: Path, decimals: int
) -> None:
    draw = np.random.default_rng(6)
    scores = np.tile(np.round(draw.beta(1, 3, (12_500, 10)), decimals), (2, 1))
    columns: dict[str, object] = {"id": np.arange(25_000), "true": draw.choice(["C0", ""], 25_000)}
    columns |= {f"score:C{c}": scores[:, c] for c in range(10)}
    table = tmp_path / "table.parquet"
    pq.write_table(pa.table(columns), table)
    different = sum(len(np.unique(column)) for column in scores.T)
    source = parquet_source(engine, table)
    for share, complete in ((1.05, False), (1.4, True)):  # a fifth more must have room
        counted = evaluate_source(engine, source, at_home=round(share * different))
        assert counted.curves is not None
        assert counted.curves.complete == complete


def test_pairs_not_listed_not_judged_or_without_a_score_count_as_in_memory(
    engine: Engine, tmp_path: Path
) -> None:
    table = long(tmp_path / "long.parquet")
    known = in_memory(table)
    for at_home in (10**6, 30):
        counted = evaluate_source(engine, parquet_source(engine, table), at_home=at_home)
        assert_same(counted, known)


def test_weights_are_multiplied_here_and_only_whole_numbers_are_counted_there(
    engine: Engine, tmp_path: Path
) -> None:
    table = wide(tmp_path / "wide.parquet", weighted=True)
    counted, expected = evaluate_source(engine, parquet_source(engine, table)), in_memory(table)
    assert expected.weights is not None
    for cell in ("tp", "fp", "fn", "tn"):  # halves and wholes add up exactly
        np.testing.assert_array_equal(
            getattr(counted.counts.classes, cell), getattr(expected.tables, cell)
        )
    ours, theirs = counted.counts.classes.effective, expected.tables.effective
    assert ours is not None
    assert theirs is not None
    np.testing.assert_allclose(ours.either, theirs.either)
    assert counted.curves is not None
    for tally, other in zip(counted.curves.tallies, expected.scored.tallies, strict=True):
        assert (tally.n, tally.r) == (other.n, other.r)
        thresholds = np.unique(other.scores)
        np.testing.assert_array_equal(tally.assigned_at(thresholds), other.assigned_at(thresholds))
        np.testing.assert_array_equal(tally.hits_at(thresholds), other.hits_at(thresholds))
    f = counted.counts.per_document(1.0, "drop")["f"].value
    assert f == pytest.approx(expected.per_document(1.0, "drop")["f"].value, rel=1e-12)


@pytest.mark.parametrize("layout", ["wide", "long"])
def test_the_largest_score_decides_where_each_document_has_one_class(
    engine: Engine, tmp_path: Path, layout: str
) -> None:
    draw = np.random.default_rng(3)
    true = draw.integers(0, 3, 200)
    scores = np.round(draw.random((200, 3)), 1)  # with ties
    columns: dict[str, object] = {"id": np.arange(200), "true": [f"C{c}" for c in true]}
    columns |= {f"score:C{c}": scores[:, c] for c in range(3)}
    if layout == "long":
        document, klass = (index.ravel() for index in np.indices(scores.shape))
        columns = {
            "id": document,
            "class": [f"C{c}" for c in klass],
            "truth": (true[document] == klass).astype(int),
            "score": scores.ravel(),
        }
    table = tmp_path / "table.parquet"
    pq.write_table(pa.table(columns), table)
    counted, expected = evaluate_source(engine, parquet_source(engine, table)), in_memory(table)
    assert expected.cut.rule == "largest"
    assert_same(counted, expected)
    assert counted.counts.micro(1.0) == pytest.approx(expected.micro(1.0), nan_ok=True)


def test_indicators_decisions_and_lists_are_read_as_in_memory(
    engine: Engine, tmp_path: Path
) -> None:
    table = tmp_path / "flags.parquet"
    roles = flags(table, 100, "xy", [0.3, 0.6, 0.1])
    source = parquet_source(engine, table)
    file = source.file.with_roles(roles, shape="wide scores")
    of_flags = be.evaluate(be.read(table, roles=roles, shape="wide scores")).evaluation
    assert of_flags.scored.unjudged is not None
    assert_same(evaluate_source(engine, replace(source, file=file)), of_flags)
    lists = tmp_path / "lists.parquet"
    names = [["x"], [], ["y", "x"], None, ["z"]]
    columns: dict[str, object] = {
        "id": list("abcde"),
        "true": names,
        "predicted": [["x"], ["x"], ["y"], [], ["z"]],
    }
    pq.write_table(pa.table(columns), lists)
    counted, expected = evaluate_source(engine, parquet_source(engine, lists)), in_memory(lists)
    assert counted.cut.rule == expected.cut.rule == "given"
    assert counted.curves is None
    np.testing.assert_array_equal(counted.counts.classes.tp, expected.tables.tp)
    np.testing.assert_array_equal(counted.counts.classes.fp, expected.tables.fp)


def test_a_hundred_thousand_classes_are_counted(engine: Engine, tmp_path: Path) -> None:
    draw = np.random.default_rng(5)
    classes, rows = 100_000, 120_000
    klass = np.concatenate([np.arange(classes), draw.integers(0, classes, rows - classes)])
    document = np.arange(rows) // 3
    again = np.unique(np.stack([document, klass]), axis=1)
    document, klass = again
    truth = draw.random(len(klass)) < 0.3
    score = np.round(draw.random(len(klass)), 2)
    table = tmp_path / "many.parquet"
    names = np.array([f"class {c:06}" for c in range(classes)])
    columns = {"id": document, "class": names[klass], "truth": truth.astype(int), "score": score}
    pq.write_table(pa.table(columns), table)
    source = parquet_source(engine, table)
    source = replace(source, file=replace(source.file, probabilities=True))
    counted = evaluate_source(engine, source, threshold=0.5)
    hits = np.bincount(klass[truth & (score >= 0.5)], minlength=classes)
    np.testing.assert_array_equal(counted.counts.classes.tp, hits)
    np.testing.assert_array_equal(
        counted.counts.classes.positives, np.bincount(klass[truth], minlength=classes)
    )
    assert counted.curves is not None
    positives = [tally.r for tally in counted.curves.tallies]
    np.testing.assert_array_equal(positives, np.bincount(klass[truth], minlength=classes))


# what only one of the two has: an engine is named and says in its notes what it did not count;
# only a review in memory can be saved, signed and warned of
ALONE = (
    "engine",
    "notes",
    "cautions",
    "numbers_digest",
    "eleven_point: trec_eval_9",
    "eleven_point: trec_eval_current",
    # what needs each document: docs/how-to/scale.md
    "roc_auc: macro_95",
    "roc_auc: pooled_95",
)


def shape_of(ours: object, theirs: object, place: str = "") -> list[str]:
    """Where one of two results has a key that the other has not."""
    if not (isinstance(ours, dict) and isinstance(theirs, dict)):
        return []
    apart = [f"{place}{key}" for key in ours.keys() ^ theirs.keys()]
    found = [key for key in apart if key not in ALONE]
    for key in ours.keys() & theirs.keys():
        found += shape_of(ours[key], theirs[key], f"{place}{key}: ")
    return found


def test_python_says_the_same_as_memory(tmp_path: Path) -> None:
    table = wide(tmp_path / "wide.parquet")
    counted = be.evaluate_table(table, split="dev", threshold=0.25)
    in_python = be.evaluate(be.read(table), split="dev", cut=0.25)
    ours, theirs = counted.to_dict(), in_python.to_dict()
    assert ours["micro"] == theirs["micro"]
    # the area and DeLong's variance are sums over scores, which the table has in another order
    for name, row in ours["per_class"].items():
        other = theirs["per_class"][name]
        assert row.pop("roc_auc") == pytest.approx(other.pop("roc_auc"), rel=1e-12)
        ends = [side["intervals"].pop("roc_auc") for side in (row, other)]
        assert ends[0] == pytest.approx(ends[1], rel=1e-12)
    assert ours["per_class"] == theirs["per_class"]
    assert ours["review"] == theirs["review"] == "wide"
    assert ours["exactly_true_number"] == theirs["exactly_true_number"]
    assert shape_of(ours, theirs) == []
    assert "counted by DuckDB" in counted.to_markdown()


def test_each_count_reads_the_table_once_and_is_told_of_each_class_in_few_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = (queries_of(tmp_path, classes, monkeypatch) for classes in (10, 110))
    assert {plan.count("READ_PARQUET") for _, plan in (*few, *many)} == {1}
    # of a class an engine is told its column and its name: where it is asked the same of each by
    # itself it makes a program of each, which takes longer than to count a million rows
    longest, longer = (max(len(sql) for sql, _ in asked) for asked in (few, many))
    assert (longer - longest) / 100 < 160


def queries_of(
    folder: Path, classes: int, monkeypatch: pytest.MonkeyPatch
) -> list[tuple[str, str]]:
    """What DuckDB is asked of a table of so many classes, and how it sets about it."""
    draw, queries = np.random.default_rng(0), list[tuple[str, str]]()
    names = [f"C{c:03}" for c in range(classes)]
    columns: dict[str, object] = {
        "id": [str(row) for row in range(50)],
        "true": ["|".join(draw.choice(names, 2, replace=False)) for _ in range(50)],
    }
    columns |= {f"score:{name}": draw.random(50) for name in names}
    path = folder / f"{classes}.parquet"
    pq.write_table(pa.table(columns), path)
    run = Engine.run

    def noted(engine: Engine, counted: ir.Table) -> pa.Table:
        sql = engine.backend.compile(counted)
        plan = engine.backend.raw_sql(f"EXPLAIN {sql}").fetchall()
        queries.append((sql, plan[0][1]))
        return run(engine, counted)

    with monkeypatch.context() as patch, duckdb_engine() as engine:
        source = parquet_source(engine, path)
        patch.setattr(Engine, "run", noted)
        evaluate_source(engine, source, at_home=100)
    return queries
