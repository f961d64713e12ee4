"""Pieces of a table come in order, whole, and no matter how the file is cut."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.files import file_table as tables
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.opening import open_table, open_tables
from metrics import parallel
from tests.breakeven.readers.reading import parquet

ROWS = 2_000
VALUES = pa.table({"id": [f"d{row}" for row in range(ROWS)], "n": np.arange(ROWS)})


def rows_of(table: FileTable) -> list[tuple[int, list[str], list[int]]]:
    def content_of(start: int, piece: pa.Table) -> tuple[int, list[str], list[int]]:
        return start, piece["id"].to_pylist(), piece["n"].to_pylist()

    return list(table.pieces(["id", "n"], content_of))


@pytest.mark.parametrize("group", [70, 999, 5_000])
@pytest.mark.parametrize("at_once", [True, False], ids=["side by side", "one by one"])
def test_pieces_are_all_rows_in_order(
    group: int, at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "LEAST", 0 if at_once else ROWS**2)
    monkeypatch.setattr(tables, "PIECE_CELLS", 300)
    found = rows_of(open_table("f.parquet", parquet(VALUES, row_group_size=group)))
    assert [start for start, _, _ in found] == [numbers[0] for _, _, numbers in found]
    assert [number for _, _, numbers in found for number in numbers] == list(range(ROWS))
    assert [text for _, texts, _ in found for text in texts] == VALUES["id"].to_pylist()
    assert max(len(texts) for _, texts, _ in found) <= 150


def test_a_time_that_no_calendar_has_is_shown_by_its_type() -> None:
    held = pa.array([{"x": 0}, {"x": 2**60}], pa.struct({"x": pa.timestamp("ms")}))
    (table,) = open_tables([("f.parquet", parquet(pa.table({"true": ["a", "b"], "when": held})))])
    shown = "(struct<x: timestamp[ms]>)"
    assert tables.preview(table) == [
        {"true": "a", "when": shown},
        {"true": "b", "when": shown},
    ]


def test_a_file_with_other_rows_than_it_says_is_broken() -> None:
    table = open_table("f.parquet", parquet(VALUES, row_group_size=100))
    other = parquet(VALUES.slice(0, 1_900), row_group_size=95)
    assert table.again is not None
    metadata = table.again().metadata

    def again() -> pq.ParquetFile:
        return pq.ParquetFile(pa.BufferReader(other))

    assert again().metadata.num_row_groups == metadata.num_row_groups
    with pytest.raises(ReadError, match="a row group does not have the number of rows it states"):
        rows_of(replace(table, again=again))
