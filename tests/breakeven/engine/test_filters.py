"""Filters of documents, asked by DuckDB and by NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.selection.errors import ChoiceError, FilterError
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.analysis.selection.where import where_of
from breakeven.data.records import Review
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import TableScan, count, evaluate_source, scan_table
from breakeven.engine.filters import filter_rows
from breakeven.engine.sources import parquet_source
from tests.engine_tables import assert_same, in_memory, long, wide

# of both layouts
CLASSES = ("true:{0}", "called:{1}", "hit:{0}", "missed:{1}", "extra:{0}", "rejected:{0}",
           "unjudged:{0}", "-(true:{0} OR called:{1})")  # fmt: skip
OUTCOMES = ("right", "wrong", "missed -extra", "more:missed", "more:extra")
OTHERS = ("labels=0", "calls>1", "id in (d1, d7, d30, none)", "score({0}):0.1..0.5",
          "score({1})>0.1 -wrong", "score({0})<=0.5")  # fmt: skip

OF_COLUMNS = ("true:\"b\\\"c'd\"", "split:test", "source=web", 'source in ("", mail)', "pages>=2",
              "pages in (0, 3)", "share=0.3 OR share>0.7", "share:0.1..0.3")  # fmt: skip


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


@pytest.fixture(scope="module")
def wide_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a column of texts, one of whole numbers and one in single precision."""
    path = wide(tmp_path_factory.mktemp("wide") / "wide.parquet", 250)
    table = pq.read_table(path)
    n = table.num_rows
    more = {
        "source": pa.array(["web", "mail", None] * n, pa.string())[:n],
        "pages": pa.array([None if i % 7 == 0 else i % 5 for i in range(n)], pa.int64()),
        "share": pa.array([i % 10 / 10 for i in range(n)], pa.float32()),
        "day": pa.array(["2024-01-31", "2024-02-01"] * n, pa.string())[:n],
    }
    for name, values in more.items():
        table = table.append_column(name, values)
    pq.write_table(table, path)
    return path


@pytest.fixture(scope="module")
def scan(engine: Engine, wide_table: Path) -> TableScan:
    return scan_table(engine, parquet_source(engine, wide_table))


def kept_in_memory(review: Review, text: str) -> list[str]:
    """The ids of the documents that a filter keeps of a review that was read."""
    selection = select(review, {"where": text, "split": "all"})
    rows = evaluate_selection(review, selection)[0].rows
    assert review.truth.documents is not None
    return sorted(review.truth.documents[rows])


def kept_there(engine: Engine, scan: TableScan, text: str) -> list[str]:
    """The same, asked of the engine."""
    where = where_of(text)
    assert where is not None
    kept = filter_rows(engine, scan.layout, scan.written, scan.cuts[0], where)
    rows = kept.source.rows.select(id=kept.identity).distinct()
    return sorted(engine.run(rows)["id"].to_pylist())


def test_a_filter_keeps_the_documents_that_it_keeps_in_memory(
    engine: Engine, scan: TableScan, wide_table: Path
) -> None:
    review = be.read(wide_table)
    asked = [term.format("a", "A") for term in (*CLASSES, *OUTCOMES, *OTHERS)]
    for text in (*asked, *OF_COLUMNS):
        assert kept_there(engine, scan, text) == kept_in_memory(review, text), text
    counted = count(engine, scan, None, scan.cuts[0], where_of("source=web"))
    assert_same(counted, in_memory(wide_table, where="source=web", split="all"))
    assert counted.filter_count is not None
    # every third document
    assert str(counted.filter_count) == "on 84 of 250 documents: source=web"


def test_so_does_one_of_a_row_for_each_pair(engine: Engine, tmp_path: Path) -> None:
    table = long(tmp_path / "long.parquet", 60)
    review, scan = be.read(table), scan_table(engine, parquet_source(engine, table))
    for term in (*CLASSES, *OUTCOMES, *OTHERS):
        text = term.format("C0", "C3")
        assert kept_there(engine, scan, text) == kept_in_memory(review, text), text
    counted = evaluate_source(engine, scan.layout.source, where=where_of("true:C0"))
    expected = in_memory(table, where="true:C0")
    assert counted.documents == expected.documents
    assert counted.counts.classes.tp.tolist() == expected.tables.tp.tolist()
    with pytest.raises(ChoiceError, match="keeps no document"):
        evaluate_source(engine, scan.layout.source, where=where_of("id=nobody"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"some words"', "an engine cannot filter by this"),
        ("wrong leaked:near", "character 7: an engine cannot filter by this"),
        ("day=2024-01-31", "an engine cannot filter by this"),
        ("day>2024-01-31", "an engine cannot filter by this"),
        ("source>3", "holds text"),
        ("pages=many", "write a number"),
        ("true:nobody", "there is no class 'nobody'"),
        ("split:training", "there is no split 'training'"),
        ("colour=red", "there is no column 'colour'"),
        ("length>3", "an engine cannot filter by this"),
    ],
)
def test_what_would_mean_something_else_there_is_refused(
    engine: Engine, scan: TableScan, text: str, message: str
) -> None:
    with pytest.raises(FilterError, match=message):
        count(engine, scan, None, scan.cuts[0], where_of(text))
