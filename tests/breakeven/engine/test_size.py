"""Which tables are read into memory, by what their files say of themselves."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from breakeven.engine.size import HELD, Size, fitting, size_of


def test_a_table_takes_twice_its_values_whatever_its_files_take(tmp_path: Path) -> None:
    files = [tmp_path / f"{part}.parquet" for part in "ab"]
    for file in files:
        pq.write_table(pa.table({"a": [0] * 100_000, "b": [0.0] * 100_000}), file)
    size = size_of(files)
    assert sum(file.stat().st_size for file in files) < 10_000
    assert size.needed == HELD * 2 * 2 * 8 * 100_000
    assert size.fits
    assert fitting(tmp_path) == size
    assert not Size(2e9, 1e9).fits
    assert "about 2.0 GB of memory, more than half of this machine's (1.0 GB)" in str(
        Size(2e9, 1e9)
    )


def test_what_no_engine_counts_is_left_to_the_readers(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,true,predicted\n1,a,a\n")
    assert fitting(tmp_path) is None
    assert fitting(tmp_path / "a.csv") is None
