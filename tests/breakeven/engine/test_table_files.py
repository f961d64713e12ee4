"""Which tables are read into memory, by what their files say of themselves."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.engine.table_files import HELD, PACKED, Size, memory_size, size_of
from breakeven.readers.base.problems import ReadError


def test_a_table_takes_twice_its_values_whatever_its_files_take(tmp_path: Path) -> None:
    files = [tmp_path / f"{part}.parquet" for part in "ab"]
    for file in files:
        pq.write_table(pa.table({"a": [0] * 100_000, "b": [0.0] * 100_000}), file)
    size = size_of(files)
    assert sum(file.stat().st_size for file in files) < 10_000
    assert size.needed == HELD * 2 * 2 * 8 * 100_000
    assert size.fits
    assert memory_size(tmp_path) == size
    assert not Size(2e9, 1e9).fits
    assert "about 2.0 GB of memory, more than half of this machine's (1.0 GB)" in str(
        Size(2e9, 1e9)
    )


def test_what_no_engine_counts_is_left_to_the_readers(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,true,predicted\n1,a,a\n")
    assert memory_size(tmp_path) is None
    assert memory_size(tmp_path / "a.csv") is None


def test_what_an_engine_counts_is_measured_wherever_it_lies(tmp_path: Path) -> None:
    table = pa.table({"a": [0] * 1_000})
    (tmp_path / "dt=1").mkdir()
    for file in (tmp_path / "a.parquet", tmp_path / "dt=1" / "B.PARQUET"):
        pq.write_table(table, file)
    single = memory_size(tmp_path / "a.parquet")
    assert single is not None
    assert single.needed == HELD * 8 * 1_000
    database = tmp_path / "x.duckdb"
    database.write_bytes(b"x" * 500)
    packed = memory_size(database)
    assert packed is not None
    assert packed.needed == 500 * PACKED * HELD
    assert size_of([database, tmp_path / "a.parquet"]).needed == packed.needed + single.needed
    both = memory_size(tmp_path)
    assert both is not None
    assert both.needed == 2 * single.needed


def test_a_table_may_take_half_of_this_machines_memory(tmp_path: Path) -> None:
    (tmp_path / "x.duckdb").write_bytes(b"")
    size = size_of([tmp_path / "x.duckdb"])
    pages = int(Path("/proc/meminfo").read_text().split()[1]) * 1024
    assert size.allowed == pytest.approx(pages / 2)
    assert Size(1e9, 1e9).fits
    assert "at most half" in str(Size(1e9, 1e9))


def test_a_broken_file_is_named_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_text("no table")
    with pytest.raises(ReadError, match=r"a\.parquet"):
        memory_size(tmp_path / "a.parquet")
