"""Files that an engine counts: which of a place make a table."""

from __future__ import annotations

from pathlib import Path

from breakeven.readers.problems import ReadError
from breakeven.records import Problem

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
        found = [path]
    else:
        inside = [p.relative_to(path) for p in path.rglob("*") if p.suffix.lower() == ".parquet"]
        shown = (p for p in inside if not any(part[0] in "._" for part in p.parts))
        found = [path / p for p in sorted(shown)]
    if not found:
        what, remedy = "there is no Parquet in the folder", "write the table as Parquet"
        raise ReadError([Problem(what=what, remedy=remedy, file=path.name)])
    if any(sign in str(p) for p in found for sign in GLOB):
        what, remedy = f"a name holds one of {GLOB}", "rename it: engines take it for many files"
        raise ReadError([Problem(what=what, remedy=remedy, file=path.name)])
    return found
