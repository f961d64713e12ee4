"""What is to be counted, opened: files and folders of Parquet, DuckDB files, Spark's tables.

Which files of a place make a table, and whether it fits into memory: before they are read, files
say how large they are. A table may be opened by an engine that runs for it alone.

Tested in `tests/breakeven/engine/test_accepts.py` and `test_spark.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Literal

import pyarrow as pa
import pyarrow.parquet as pq
from ibis.expr import types as ir

from breakeven.data.records import Problem
from breakeven.data.wording import examples
from breakeven.engine.engines import Engine, duckdb_engine, spark_engine
from breakeven.engine.named_tables import DEFAULT_MEMORY_LIMIT
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal, Shape
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.columnar import BROKEN, broken, unfolded_bytes
from breakeven.readers.opening import open_tables

# --- what is to be counted, opened: files and folders of Parquet, DuckDB files, Spark's tables


# rows that tell what columns are
FIRST = 1_000


@dataclass(frozen=True)
class TableSource:
    """A table where an engine finds it.

    `rows`: those looked at; their columns are called c0, c1, …, as engines do not tell names apart
    that differ by case alone. `every`: all rows, whatever is looked at. `names`: what the columns
    are called. `file`: what they are taken for.
    """

    name: str
    rows: ir.Table
    every: ir.Table
    names: tuple[str, ...]
    file: FileProposal


def parquet_source(engine: Engine, path: Path) -> TableSource:
    """Parquet, as one table. ReadError where files are broken or have other columns."""
    files = parquet_files(path)
    schemas: dict[tuple[str, ...], Path] = {}
    for file in files:
        try:
            schemas.setdefault(tuple(pq.read_schema(file).names), file)
        except BROKEN as error:
            raise broken(file.name, error) from error
    if len(schemas) > 1:
        first, second = list(schemas.values())[:2]
        what = f"{first.name} and {second.name} have other columns"
        raise ReadError([Problem(what=what, remedy="give one table", file=path.name)])
    given = [str(file.resolve()) for file in files]
    with engine.raising_read_errors():
        rows = engine.backend.read_parquet(given if len(given) > 1 else given[0])
    (names,) = schemas
    # what the folders' names say comes after the files' own columns
    return _source(engine, path.name, rows, (*names, *rows.columns[len(names) :]))


def duckdb_source(engine: Engine, path: Path, table: str | None) -> TableSource:
    """A table of a DuckDB file, the only one unless one is named. Nothing is written. ReadError."""
    with engine.raising_read_errors():
        place = str(path.resolve()).replace("'", "''")
        engine.backend.raw_sql(f"ATTACH '{place}' AS given (READ_ONLY)")
        # what a view in it asks for stays shut; this cannot be taken back
        engine.backend.raw_sql("SET enable_external_access = false")
        result = engine.backend.raw_sql(
            "SELECT table_name FROM system.main.duckdb_tables() WHERE database_name = 'given' "
            "AND schema_name = 'main' ORDER BY table_name"
        )
        there = [name for (name,) in result.fetchall()]
    if table is None and len(there) == 1:
        table = there[0]
    if table is None or table not in there:
        what = f"there are the tables {examples(there)}" if there else "there is no table"
        raise ReadError([Problem(what=what, remedy="name one with --table", file=path.name)])
    with engine.raising_read_errors():
        quoted = table.replace('"', '""')
        query = f'SELECT * FROM given.main."{quoted}"'  # noqa: S608 - quoted
        engine.backend.raw_sql(f"CREATE TEMP VIEW given_rows AS {query}")
        rows = engine.backend.table("given_rows")
    return _source(engine, path.name, rows, rows.columns)


def spark_source(engine: Engine, table: str) -> TableSource:
    """A table that Spark's catalogue names, as catalog.schema.table. ReadError."""
    *place, name = table.split(".")
    with engine.raising_read_errors():
        rows = engine.backend.table(name, database=tuple(place) or None)
    return _source(engine, table, rows, rows.columns)


def _source(engine: Engine, name: str, rows: ir.Table, names: Sequence[str]) -> TableSource:
    by_place = rows.select(**{f"c{i}": rows[own] for i, own in enumerate(rows.columns)})
    first = engine.run(by_place.limit(FIRST))
    proposed = _proposed(name, first.rename_columns(list(names)))
    return TableSource(name, by_place, by_place, tuple(names), proposed)


def _proposed(name: str, first: pa.Table) -> FileProposal:
    """What columns are taken for by the first rows, as everywhere. ReadError."""
    out = BytesIO()
    pq.write_table(first, out)
    tables = open_tables([(f"{Path(name).stem}.parquet", out.getvalue())])
    (file,) = propose(tables).files
    return file


# --- a table opened by an engine that runs for it alone


@contextmanager
def open_source(
    engine: Literal["duckdb", "spark"],
    path: Path | None,
    table: str | None,
    memory_limit: str = DEFAULT_MEMORY_LIMIT,
    spark: str = "local[*]",
) -> Iterator[tuple[Engine, TableSource]]:
    """An engine that runs, and the table that it is to count. ReadError."""
    running = (
        duckdb_engine(memory_limit)
        if engine == "duckdb"
        else spark_engine(spark, memory_limit=memory_limit)
    )
    if path is not None and not path.exists():
        raise _wrong(f"{path} is not there", "check the path")
    if path is None and (engine == "duckdb" or table is None):
        raise _wrong("no table is given", "name a file or a folder, or a table that Spark knows")
    with running as own:
        if path is None:
            assert table is not None
            yield own, spark_source(own, table)
        elif path.suffix.lower() in DUCKDB:
            if engine == "spark":
                raise _wrong("Spark reads no DuckDB files", "choose the engine duckdb")
            yield own, duckdb_source(own, path, table)
        else:
            yield own, parquet_source(own, path)


def with_columns(
    source: TableSource,
    roles: Mapping[str, str],
    shape: Shape | None,
    separator: str | None,
    probabilities: bool | None,
) -> TableSource:
    """A table whose columns are what somebody says, else what they are taken for. ReadError."""
    file = source.file.with_roles(roles, shape=shape)
    if separator is not None:
        file = replace(file, separator=separator)
    if probabilities is not None:
        file = replace(file, probabilities=probabilities)
    return replace(source, file=file)


def _wrong(what: str, remedy: str) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy)])


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
        what, remedy = "there is no Parquet in the folder", "write the table as Parquet"
        raise ReadError([Problem(what=what, remedy=remedy, file=path.name)])
    if any(sign in str(p) for p in files for sign in GLOB):
        what, remedy = f"a name holds one of {GLOB}", "rename it: engines take it for many files"
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
