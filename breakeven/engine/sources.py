"""What is to be counted, opened: files and folders of Parquet, DuckDB files, Spark's tables.

A table may be opened by an engine that runs for it alone.

Tested in `tests/breakeven/engine/test_accepts.py` and `test_spark.py`.
"""

from __future__ import annotations

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
from breakeven.engine.table_files import DUCKDB, parquet_files
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal, Shape
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.columnar import BROKEN, broken
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
        what = f"{first.name} and {second.name} have different columns"
        raise ReadError([Problem(what=what, remedy="give the files of one table", file=path.name)])
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
        what = f"the tables are {examples(there)}" if there else "there is no table"
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
        raise _wrong(f"{path} cannot be found", "check the path")
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
