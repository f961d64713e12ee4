"""Whether a table fits into memory, by what its files say of themselves before they are read."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

from breakeven.engine.files import DUCKDB, parquet_files
from breakeven.readers.files.parquet import BROKEN, broken, unfolded_bytes

# what reading and evaluating takes at its most, for each byte of the values
HELD = 2.0
# bytes of values for each byte of a DuckDB file, which are packed
PACKED = 4.0
# of all memory, what a table may take
SHARE = 0.5


@dataclass(frozen=True)
class Size:
    """About how many bytes a table takes in memory, and how many there may be."""

    needed: float
    allowed: float

    @property
    def fits(self) -> bool:
        """Whether it may be read as a whole."""
        return self.needed <= self.allowed

    def __str__(self) -> str:
        fits = "at most" if self.fits else "more than"
        return (
            f"read as a whole it takes about {self.needed / 1e9:,.1f} GB of memory, {fits} half of "
            f"this machine's ({self.allowed / 1e9:,.1f} GB)"
        )


def size_of(files: list[Path]) -> Size:
    """The size of a table in Parquet, or in one DuckDB file. ReadError where one is broken."""
    needed = 0.0
    for file in files:
        if file.suffix.lower() != ".parquet":
            needed += file.stat().st_size * PACKED * HELD
            continue
        try:
            needed += unfolded_bytes(pq.read_metadata(file)) * HELD
        except BROKEN as error:
            raise broken(file.name, error) from error
    return Size(needed, _memory() * SHARE)


def fitting(path: Path) -> Size | None:
    """Whether a table fits into memory; None for files that no engine counts. ReadError."""
    if path.suffix.lower() in DUCKDB:
        return size_of([path])
    if path.is_dir() and not any(p.suffix.lower() == ".parquet" for p in path.rglob("*")):
        return None
    return size_of(parquet_files(path)) if path.is_dir() or path.suffix == ".parquet" else None


def _memory() -> float:
    """Bytes of this machine's memory; where it does not say, enough for small tables."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (ValueError, OSError, AttributeError):
        return 8e9
