"""Text of Parquet: a dictionary where it could unfold, as it is where it cannot."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.readers.files.columnar import open_parquet, plain_text
from breakeven.readers.opening import open_tables


def _text_of(path: Path) -> pa.ChunkedArray | None:
    return plain_text(path, open_parquet(path.name, path), "id")


@pytest.mark.parametrize("rows_a_group", [1_000_000, 700])
@pytest.mark.parametrize("dictionary", [True, False])
def test_ids_are_read_as_they_are(tmp_path: Path, rows_a_group: int, dictionary: bool) -> None:
    ids = [f"d{row}" for row in range(3_000)]
    path = tmp_path / "ids.parquet"
    table = pa.table({"id": ids, "n": [0] * 3_000})
    pq.write_table(table, path, row_group_size=rows_a_group, use_dictionary=dictionary)
    found = _text_of(path)
    assert found is not None
    assert found.type == pa.string()
    assert found.to_pylist() == ids


@pytest.mark.parametrize("place", [0, 2_999])
def test_a_long_text_that_may_recur_stays_in_its_dictionary(tmp_path: Path, place: int) -> None:
    ids = [f"d{row}" for row in range(3_000)]
    # in 3,000 rows such a text would take 300 MB, and the file takes 100 kB
    ids[place] = "x" * 100_000
    path = tmp_path / "long.parquet"
    pq.write_table(pa.table({"id": ids}), path, row_group_size=1_000)
    assert _text_of(path) is None
    (table,) = open_tables([("long.parquet", path)])
    once = table.unique_texts("id")
    assert once is not None
    assert once.to_pylist() == ids


@pytest.mark.parametrize("last", ["d7", None])
def test_ids_that_recur_or_are_missing_are_not_each_once(tmp_path: Path, last: str | None) -> None:
    path = tmp_path / "again.parquet"
    pq.write_table(pa.table({"id": [*(f"d{row}" for row in range(2_000)), last]}), path)
    (table,) = open_tables([("again.parquet", path)])
    assert table.unique_texts("id") is None
