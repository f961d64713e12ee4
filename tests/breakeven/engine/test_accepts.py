"""What is refused before anything is counted, each with its number and its column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import evaluate_source
from breakeven.engine.sources import parquet_source
from breakeven.readers.base.problems import ReadError

TABLE = {"id": ["a", "b", "c"], "true": ["x", "", "y"], "score:x": [0.1, 0.2, 0.3]}
TABLE |= {"score:y": [0.3, 0.1, 0.9]}
PAIRS = {"id": list("aab"), "class": list("xyx"), "truth": [1, 0, 1], "score": [0.5, 0.1, 0.2]}


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"score:x": [0.1, np.nan, 0.3]}, "column 'score:x': scores that are not a number"),
        ({"score:y": [0.1, None, 0.3]}, "column 'score:y': rows without a score: 1"),
        ({"score:x": [0.1, np.inf, -np.inf]}, "column 'score:x': scores that are not"),
        ({"id": ["a", "", "a"]}, "column 'id': rows without an id: 1"),
        ({"id": ["a", "b", "a"]}, "ids that occur more than once: 1"),
        ({"weight": [1.0, -1.0, np.nan]}, "column 'weight': weights that are not numbers"),
        ({"score:x": [2**53, 1, 2], "score:y": [1, 2, 3]}, "column 'score:x': scores that are"),
    ],
)
def test_a_table_of_documents_is_refused(
    engine: Engine, tmp_path: Path, table: dict[str, object], message: str
) -> None:
    with pytest.raises(ReadError) as refused:
        evaluate(engine, tmp_path, TABLE | table)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"score": [np.nan, 0.1, 0.2]}, "column 'score': scores that are not"),
        ({"truth": [1, 3, 0]}, "column 'truth': rows with neither 1 nor 0: 1"),
        ({"class": list("xxx")}, "pairs of document and class that occur more than once: 1"),
        (
            {"split": ["dev", "test", "dev"]},
            "documents whose rows differ in split, weight or cluster: 1",
        ),
    ],
)
def test_a_table_of_pairs_is_refused(
    engine: Engine, tmp_path: Path, table: dict[str, object], message: str
) -> None:
    with pytest.raises(ReadError) as refused:
        evaluate(engine, tmp_path, PAIRS | table)
    assert message in str(refused.value)


def test_what_is_called_of_a_pair_is_1_or_0(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    pq.write_table(pa.table(PAIRS | {"predicted": [1, 1, 0]}), path)
    source = parquet_source(engine, path)
    counted = evaluate_source(engine, source)
    # x of a is found, x of b missed, y of a a false alarm
    assert counted.tables.tp.tolist() == [1, 0]
    assert counted.tables.fn.tolist() == [1, 0]
    assert counted.tables.fp.tolist() == [0, 1]
    for odd in (2, -1, None):
        pq.write_table(pa.table(PAIRS | {"predicted": [1, odd, 0]}), path)
        spoiled = replace(parquet_source(engine, path), file=source.file)
        with pytest.raises(ReadError, match="column 'predicted': rows with neither 1 nor 0: 1"):
            evaluate_source(engine, spoiled)


def test_what_only_memory_counts_is_named_with_the_way_out(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "table.parquet"
    pq.write_table(pa.table(TABLE | {"who": ["anna", "ben", "anna"]}), path)
    source = parquet_source(engine, path)
    source = replace(source, file=source.file.with_roles({"who": "annotator"}))
    with pytest.raises(ReadError, match=r"count a column of the role annotator.*--engine memory"):
        evaluate_source(engine, source)


def test_a_split_that_is_not_there_is_named(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no split is called 'dev'; choose one of 'test'"):
        evaluate(engine, tmp_path, TABLE | {"split": ["test"] * 3}, "dev")
    with pytest.raises(ReadError, match="no split is called 'dev'; the table has none"):
        evaluate(engine, tmp_path, TABLE, "dev")


def evaluate(
    engine: Engine, folder: Path, table: dict[str, object], split: str | None = None
) -> None:
    path = folder / "table.parquet"
    pq.write_table(pa.table(table), path)
    source = parquet_source(engine, path)
    # by its values it would be a grade
    said = {"truth": "truth"} if "truth" in table else {}
    evaluate_source(engine, replace(source, file=source.file.with_roles(said)), split)


@pytest.mark.parametrize("odd", [1.5, -0.5])
def test_probabilities_are_from_nought_to_one(engine: Engine, tmp_path: Path, odd: float) -> None:
    path = tmp_path / "table.parquet"
    pq.write_table(pa.table(TABLE | {"score:y": [0.0, 1.0, odd]}), path)
    source = parquet_source(engine, path)
    source = replace(source, file=replace(source.file, probabilities=True))
    with pytest.raises(ReadError, match="column 'score:y': scores that are not a number from 0"):
        evaluate_source(engine, source)
