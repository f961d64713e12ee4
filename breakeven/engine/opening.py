"""A table opened by an engine that runs for it alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal

from breakeven.engine.files import DUCKDB
from breakeven.engine.memory import DEFAULT_LIMIT
from breakeven.engine.running import Engine, duckdb_engine, spark_engine
from breakeven.engine.source import Source, duckdb_source, parquet_source, spark_source
from breakeven.readers.problems import ReadError
from breakeven.readers.proposal import Shape
from breakeven.records import Problem


@contextmanager
def opened(
    engine: Literal["duckdb", "spark"],
    path: Path | None,
    table: str | None,
    memory_limit: str = DEFAULT_LIMIT,
    spark: str = "local[*]",
) -> Iterator[tuple[Engine, Source]]:
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


def as_said(
    source: Source,
    roles: Mapping[str, str],
    shape: Shape | None,
    separator: str | None,
    probabilities: bool | None,
) -> Source:
    """A table whose columns are what somebody says, else what they are taken for. ReadError."""
    file = source.file.with_roles(roles, shape=shape)
    if separator is not None:
        file = replace(file, separator=separator)
    if probabilities is not None:
        file = replace(file, probabilities=probabilities)
    return replace(source, file=file)


def _wrong(what: str, remedy: str) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy)])
