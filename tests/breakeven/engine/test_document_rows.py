"""The page of documents that DuckDB fetches is that of the same documents in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.engine.document_rows import MOST_OF_A_TEXT, DocumentRow, RowOrder, fetch_rows
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import scan_table
from breakeven.engine.sources import parquet_source
from breakeven.readers.base.problems import ReadError
from tests.engine_tables import long, wide


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


def in_memory(evaluation: Evaluation, ids: list[str]) -> dict[str, tuple[set[str], set[str]]]:
    """The true and the assigned classes of documents, by their ids."""
    names = np.array(evaluation.classes, dtype=object)
    both = evaluation.truth.toarray(), evaluation.assigned.toarray()
    found = {}
    for one, true, assigned in zip(ids, *both, strict=True):
        found[one] = set(names[true]), set(names[assigned])
    return found


def fetched(engine: Engine, table: Path, order: RowOrder, many: int = 25) -> list[DocumentRow]:
    """Every document of a table, page by page."""
    looked, found = scan_table(engine, parquet_source(engine, table)), list[DocumentRow]()
    while page := fetch_rows(engine, looked.layout, looked.cuts[0], order, len(found), many):
        assert len(page) <= many
        found += page
    return found


@pytest.mark.parametrize("make", [wide, long])
def test_pages_hold_each_document_once_with_what_is_true_and_assigned(
    engine: Engine, tmp_path: Path, make: object
) -> None:
    assert callable(make)
    table = make(tmp_path / "table.parquet", 60)
    expected_result = be.evaluate(be.read(table), split="all")
    assert expected_result.review.truth.documents is not None
    ids = expected_result.review.truth.documents[expected_result.rows].tolist()
    expected = in_memory(expected_result.evaluation, ids)
    rows = fetched(engine, table, RowOrder())
    assert [row.id for row in rows] == sorted(ids)
    assert {row.id: (set(row.true), set(row.assigned)) for row in rows} == expected
    off, classes = (
        expected_result.evaluation.scored.unjudged,
        np.array(expected_result.evaluation.classes),
    )
    open_pairs = np.zeros((len(ids), len(classes)), bool) if off is None else off.toarray()
    # in the long shape some pairs are not judged
    assert open_pairs.any() == (make is long)
    assert {row.id: set(row.unjudged) for row in rows} == {
        document: set(classes[pairs]) for document, pairs in zip(ids, open_pairs, strict=True)
    }


@pytest.mark.parametrize("make", [wide, long])
def test_by_a_score_those_without_one_come_last_and_equal_ones_by_their_ids(
    engine: Engine, tmp_path: Path, make: object
) -> None:
    assert callable(make)
    table = make(tmp_path / "table.parquet", 60)
    name = "a" if make is wide else "C1"
    for lowest_first, sign in ((False, -1), (True, 1)):
        rows = fetched(engine, table, RowOrder(name, lowest_first))
        keys = [(r.score is None, sign * (r.score or 0), r.id) for r in rows]
        assert keys == sorted(keys)
        assert make is wide or any(row.score is None for row in rows)


def test_a_long_text_is_cut_and_a_table_without_ids_has_no_pages(
    engine: Engine, tmp_path: Path
) -> None:
    rows = {"true": ["a", "b"], "score:a": [0.9, 0.2], "score:b": [0.1, 0.4]}
    texts = ["<b>a & b</b>", "word " * 10_000]
    pq.write_table(pa.table({"id": ["1", "2"], **rows, "text": texts}), tmp_path / "texts.parquet")
    first, second = fetched(engine, tmp_path / "texts.parquet", RowOrder())
    assert (first.text, len(second.text)) == (texts[0], MOST_OF_A_TEXT + 1)
    pq.write_table(pa.table(rows), tmp_path / "nameless.parquet")
    with pytest.raises(ReadError, match="no ids"):
        fetched(engine, tmp_path / "nameless.parquet", RowOrder())
