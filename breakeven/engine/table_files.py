"""Files that an engine counts: which of a place make a table, and whether it fits into memory.

Before they are read, files say how large they are.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.columnar import BROKEN, broken, unfolded_bytes

# --- Files that an engine counts: which of a place make a table


DUCKDB = (".duckdb", ".ddb")
# what the name of a table's file may end in, which is none of the review's name
ENDINGS = (*DUCKDB, ".parquet")


def review_name(source: str) -> str:
    """A review of the table of that name: as of a file that is read into memory."""
    ending = next((e for e in ENDINGS if source.lower().endswith(e)), "")
    return source[: len(source) - len(ending)] or source


GLOB = "*?[]{}"


def parquet_files(path: Path) -> list[Path]:
    """A file, or those of a folder and the folders in it, by their names. ReadError."""
    if not path.is_dir():
        files = [path]
    else:
        inside = [p.relative_to(path) for p in path.rglob("*") if p.suffix.lower() == ".parquet"]
        shown = (p for p in inside if not any(part[0] in "._" for part in p.parts))
        files = [path / p for p in sorted(shown)]
    if not files:
        what, remedy = "the folder holds no Parquet files", "write the table as Parquet"
        raise ReadError([Problem(what=what, remedy=remedy, file=path.name)])
    if any(sign in str(p) for p in files for sign in GLOB):
        what, remedy = (
            f"a name holds one of {GLOB}",
            "rename it: an engine would read it as many files",
        )
        raise ReadError([Problem(what=what, remedy=remedy, file=path.name)])
    return files


# --- whether a table fits into memory, by what its files say of themselves before they are read


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
            f"it needs about {self.needed / 1e9:,.1f} GB of memory, {fits} half of this machine's "
            f"({self.allowed / 1e9:,.1f} GB)"
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


def memory_size(path: Path) -> Size | None:
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
