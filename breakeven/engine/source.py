"""What is to be counted, opened: files and folders of Parquet, DuckDB files, Spark's tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from ibis.expr import types as ir

from breakeven.engine.files import parquet_files
from breakeven.engine.running import Engine
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.parquet import BROKEN, broken
from breakeven.readers.opening import open_tables
from breakeven.readers.problems import ReadError, examples
from breakeven.readers.proposal import FileProposal
from breakeven.records import Problem

# rows that tell what columns are
FIRST = 1_000


@dataclass(frozen=True)
class Source:
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


def parquet_source(engine: Engine, path: Path) -> Source:
    """Parquet, as one table. ReadError where files are broken or have other columns."""
    files = parquet_files(path)
    schemas: dict[tuple[str, ...], Path] = {}
    for file in files:
        try:
            schemas.setdefault(tuple(pq.read_schema(file).names), file)
        except BROKEN as error:
            raise broken(file.name, error) from error
    if len(schemas) > 1:
        one, other = list(schemas.values())[:2]
        what = f"{one.name} and {other.name} have other columns"
        raise ReadError([Problem(what=what, remedy="give one table", file=path.name)])
    given = [str(file.resolve()) for file in files]
    with engine.asked():
        rows = engine.backend.read_parquet(given if len(given) > 1 else given[0])
    (names,) = schemas
    # what the folders' names say comes after the files' own columns
    return _source(engine, path.name, rows, (*names, *rows.columns[len(names) :]))


def duckdb_source(engine: Engine, path: Path, table: str | None) -> Source:
    """A table of a DuckDB file, the only one unless one is named. Nothing is written. ReadError."""
    with engine.asked():
        place = str(path.resolve()).replace("'", "''")
        engine.backend.raw_sql(f"ATTACH '{place}' AS given (READ_ONLY)")
        # what a view in it asks for stays shut; this cannot be taken back
        engine.backend.raw_sql("SET enable_external_access = false")
        found = engine.backend.raw_sql(
            "SELECT table_name FROM system.main.duckdb_tables() WHERE database_name = 'given' "
            "AND schema_name = 'main' ORDER BY table_name"
        )
        there = [name for (name,) in found.fetchall()]
    if table is None and len(there) == 1:
        table = there[0]
    if table is None or table not in there:
        what = f"there are the tables {examples(there)}" if there else "there is no table"
        raise ReadError([Problem(what=what, remedy="name one with --table", file=path.name)])
    with engine.asked():
        quoted = table.replace('"', '""')
        whole = f'SELECT * FROM given.main."{quoted}"'  # noqa: S608 - quoted
        engine.backend.raw_sql(f"CREATE TEMP VIEW given_rows AS {whole}")
        rows = engine.backend.table("given_rows")
    return _source(engine, path.name, rows, rows.columns)


def spark_source(engine: Engine, table: str) -> Source:
    """A table that Spark's catalogue names, as catalog.schema.table. ReadError."""
    *place, name = table.split(".")
    with engine.asked():
        rows = engine.backend.table(name, database=tuple(place) or None)
    return _source(engine, table, rows, rows.columns)


def _source(engine: Engine, name: str, rows: ir.Table, names: Sequence[str]) -> Source:
    by_place = rows.select(**{f"c{i}": rows[own] for i, own in enumerate(rows.columns)})
    first = engine.run(by_place.limit(FIRST))
    proposed = _proposed(name, first.rename_columns(list(names)))
    return Source(name, by_place, by_place, tuple(names), proposed)


def _proposed(name: str, first: pa.Table) -> FileProposal:
    """What columns are taken for by the first rows, as everywhere. ReadError."""
    out = BytesIO()
    pq.write_table(first, out)
    tables = open_tables([(f"{Path(name).stem}.parquet", out.getvalue())])
    (file,) = propose(tables).files
    return file
