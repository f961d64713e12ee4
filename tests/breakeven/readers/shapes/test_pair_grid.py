"""Which long files are taken for grids: none but those that are, in whatever pieces they come."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from breakeven.readers.files.file_table import FileTable
from breakeven.readers.opening import open_table
from breakeven.readers.shapes.pair_order import PairGrid, grid_of
from tests.breakeven.readers.reading import parquet

N, K = 50, 6


def rows(ids: Any = None, classes: Any = None) -> pd.DataFrame:
    ids = [f"d{row}" for row in range(N)] if ids is None else ids
    classes = list("fbaced") if classes is None else classes
    return pd.DataFrame({"id": np.repeat(ids, K), "class": np.tile(classes, N)})


def table_of(frame: pd.DataFrame, pieces: int) -> FileTable:
    held = pa.Table.from_pandas(frame, preserve_index=False)
    return open_table("f.parquet", parquet(held, row_group_size=pieces))


def grid_in(frame: pd.DataFrame, pieces: int = 1_000) -> PairGrid | None:
    return grid_of(table_of(frame, pieces), "id", "class")


@pytest.mark.parametrize("pieces", [7, 11, 12, 100, 1_000])
def test_documents_with_all_classes_in_one_order_are_a_grid(pieces: int) -> None:
    grid = grid_in(rows(), pieces)
    assert grid is not None
    assert grid.ids.tolist() == [f"d{row}" for row in range(N)]
    assert grid.classes == list("fbaced")
    assert grid_in(rows().iloc[: -K + 1], pieces) is None


def test_ids_and_classes_may_be_numbers() -> None:
    grid = grid_in(rows(np.arange(N) * 7, np.arange(K)[::-1]), 100)
    assert grid is not None
    assert grid.ids.tolist() == [str(7 * row) for row in range(N)]
    assert grid.classes == ["5", "4", "3", "2", "1", "0"]


def test_text_of_lines_may_be_a_grid() -> None:
    data = rows().to_csv(index=False).encode()
    grid = grid_of(open_table("f.csv", data), "id", "class")
    assert grid is not None
    assert grid.ids.tolist() == [f"d{row}" for row in range(N)]


def with_cell(row: int, column: str, value: str | None) -> pd.DataFrame:
    frame = rows().astype(object)
    frame.loc[row, column] = value
    return frame


OTHERS = {
    "a class stands for another": with_cell(N * K - 1, "class", "f"),
    "two classes of a document change places": rows().iloc[[*range(N * K - 2), -1, -2]],
    "an id is wrong in one row": with_cell(N * K - 3, "id", "d7"),
    "a document is named as an earlier one": rows([*(f"d{row}" for row in range(N - 1)), "d0"]),
    "a document is named as the one before": rows([*(f"d{row}" for row in range(N - 1)), "d48"]),
    "an id is missing": with_cell(N * K - 1, "id", None),
    "an id is empty": rows([*(f"d{row}" for row in range(N - 1)), ""]),
    "a class is empty": rows(classes=["f", "b", "", "c", "e", "d"]),
    "a class is missing": with_cell(9, "class", None),
    "a class comes twice": rows(classes=list("fbbced")),
    "a row is left out": rows().drop(index=100),
    "a row comes again": rows().iloc[[*range(N * K), -1]],
    "it is sorted by class": rows().sort_values("class", kind="stable"),
    "there is one document": rows().iloc[:K],
}


@pytest.mark.parametrize("pieces", [7, 60, 1_000])
@pytest.mark.parametrize("other", OTHERS)
def test_other_rows_are_no_grid(other: str, pieces: int) -> None:
    assert grid_in(OTHERS[other], pieces) is None
